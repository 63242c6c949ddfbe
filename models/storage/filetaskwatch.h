// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"

#include <QPointer>
#include <QTimer>

namespace models {

/// Begins something that is done to files, and asks how far it is until it has ended. Its destruction ends it.
class FileTaskWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTaskWatch)

public:
    FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent);
    ~FileTaskWatch() override;

signals:
    void progressed(const engine::FileTaskSnapshot &task);
    /// The last, also of one that nobody can ask for any more; it deletes itself after it.
    void ended(const engine::FileTaskSnapshot &task);

private:
    void ask();
    void take(const engine::Result<engine::FileTaskSnapshot> &task);

    const QPointer<engine::EngineClient> m_client; ///< it may be its parent, and gone first
    QString m_id;
    QTimer m_pause;
};

} // namespace models
