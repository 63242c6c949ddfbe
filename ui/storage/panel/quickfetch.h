// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"
#include "ui/storage/drop/privatefolder.h"

namespace ui {

/// Copies of small files of a machine, fetched at the start of a drag, so that other programs can take them. They exist
/// as long as the object, as the drop target may still read.
class QuickFetch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuickFetch)

public:
    [[nodiscard]] static bool isFor(const QList<engine::StorageEntry> &entries);

    /// \a entries of \a folder, for which isFor() is true.
    QuickFetch(engine::EngineClient &client, const engine::Location &folder,
               const QList<engine::StorageEntry> &entries);

    /// The copies; empty until all are complete.
    [[nodiscard]] QList<engine::Location> copies() const { return m_isWhole ? m_copies : QList<engine::Location>(); }

signals:
    void finished(); ///< all are complete; not emitted after a failure

private:
    void write(const engine::Location &copy, qint64 size, const engine::Result<QByteArray> &content);

    PrivateFolder m_folder;
    QList<engine::Location> m_copies;
    qsizetype m_missing = 0;
    bool m_isWhole = false;
};

} // namespace ui
