// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace engine {

/// A `batchctl serve --idle-exit 600` started by a client. The process has a session of its own, inherits no
/// descriptors, writes to PROFILE/log/serve.log and outlives the client. Blocking calls; one thread.
class EngineStart
{
public:
    /// IoError, CommandFailed.
    static Result<EngineStart> run(const QString &program, const QString &profile);

    [[nodiscard]] bool hasEnded();
    /// CommandFailed with the last lines of the log; Unreachable when the process was killed by a signal.
    [[nodiscard]] Error failure() const;

private:
    EngineStart(QString logPath, qint64 logStart, qint64 pid);

    QString m_logPath;
    qint64 m_logStart; // size of the log before the start
    qint64 m_pid;
    int m_status = 0; // of waitpid()
    bool m_ended = false;
};

} // namespace engine
