// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/storage/drop/privatefolder.h"

namespace ui {

/// Small files of a machine, read as their drag begins, so that other programs can take them at once. They stay as long
/// as the object: whoever took them may still read.
class QuickFetch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuickFetch)

public:
    [[nodiscard]] static bool isFor(const QList<engine::StorageEntry> &entries);

    /// \a entries: those of \a folder for which isFor() said so.
    QuickFetch(engine::EngineClient &client, const engine::Location &folder,
               const QList<engine::StorageEntry> &entries);

    /// The copies; none until all are whole.
    [[nodiscard]] QList<engine::Location> copies() const { return m_isWhole ? m_copies : QList<engine::Location>(); }

signals:
    void finished(); ///< all are whole; not every time they come to be

private:
    void write(const engine::Location &copy, qint64 size, const engine::Result<QByteArray> &content);

    PrivateFolder m_folder;
    QList<engine::Location> m_copies;
    qsizetype m_missing = 0;
    bool m_isWhole = false;
};

} // namespace ui
