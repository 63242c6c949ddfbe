// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace engine {

/// A `batchctl serve --idle-exit 600` that a client started: a session of its own, none of the client's files open, its
/// words in PROFILE/log/serve.log. It outlives the client. Blocking calls; one thread.
class EngineStart
{
public:
    /// IoError, CommandFailed.
    static Result<EngineStart> run(const QString &program, const QString &profile);

    [[nodiscard]] bool hasEnded();
    /// CommandFailed with the last lines that this start wrote; Unreachable when somebody killed it.
    [[nodiscard]] Error failure() const;

private:
    EngineStart(QString logPath, qint64 logStart, qint64 pid);

    QString m_logPath;
    qint64 m_logStart; // size of the log before
    qint64 m_pid;
    int m_status = 0; // as waitpid() tells it
    bool m_ended = false;
};

} // namespace engine
