// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QFutureWatcher>
#include <QPromise>
#include <QTimer>

namespace engine {

/// Limit of the bytes that run() keeps of each output stream.
constexpr qsizetype outputLimit = 16 * 1024 * 1024;

[[nodiscard]] Error stoppedError(); ///< Canceled

/// One run() from start to answer: collects the output of a process, kills it at its deadline or when the future is
/// canceled, and deletes itself. Answers Canceled when destroyed earlier. Thread: its creator's, also the process's.
class CommandRun final : public QObject
{
    Q_DISABLE_COPY_MOVE(CommandRun)

public:
    using Promise = QPromise<Result<CommandResult>>;
    CommandRun(std::unique_ptr<RemoteProcess> process, std::chrono::milliseconds deadline,
               std::shared_ptr<Promise> promise, QObject *parent);
    ~CommandRun() override;

private:
    void keep(const QByteArray &bytes);
    void finish(const Result<CommandResult> &result);
    Result<CommandResult> answer(Result<CommandResult> result);

    std::shared_ptr<Promise> m_promise;
    std::unique_ptr<RemoteProcess> m_process;
    QFutureWatcher<Result<CommandResult>> m_canceled;
    QTimer m_deadline;
    QByteArray m_output;
    bool m_timedOut = false;
};

} // namespace engine
