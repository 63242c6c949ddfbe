// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;

namespace models {
class FileTaskWatch;
}

namespace ui {

class Banner;

/// Checksum of a file, computed by its place on request.
class FileChecksum final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileChecksum)

public:
    /// \a banner shows errors.
    FileChecksum(engine::EngineClient &client, Banner *banner, QWidget *parent);

    /// Keeps the shown checksum: for another file, clear() comes first.
    void setFile(const engine::Location &file, qint64 size);
    void clear(); ///< ends a running computation and hides
    [[nodiscard]] bool isSettled() const { return m_watch.isNull(); }

private:
    void compute(const QString &algorithm);

    engine::EngineClient &m_client;
    Banner *m_banner;
    engine::Location m_file;
    qint64 m_size = 0;
    QLineEdit *m_sum; // the last result
    QPointer<models::FileTaskWatch> m_watch;
};

} // namespace ui
