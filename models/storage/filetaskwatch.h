// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

namespace models {

/// A running file task with its progress. Destruction cancels the task without a signal.
class FileTaskWatch final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileTaskWatch)

public:
    FileTaskWatch(engine::EngineClient &client, const engine::FileTaskRequest &request, QObject *parent);
    ~FileTaskWatch() override;

    void stop(); ///< cancels the task: ended() follows with its last progress and no error

signals:
    void progressed(const engine::FileTaskSnapshot &task);
    /// Final state; the object deletes itself afterwards.
    void ended(const engine::FileTaskSnapshot &task);

private:
    QFuture<engine::Result<engine::FileTaskSnapshot>> m_call;
    engine::FileTaskSnapshot m_known;
};

} // namespace models
