// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"

#include <QProcess>

namespace engine {

/// A /bin/sh on this computer with the environment that sshd would set, in the home directory, as leader of a session,
/// so that stop() kills all its children. It starts when control returns to the event loop. Errors of finished():
/// CommandFailed (it could not start), Canceled (stop() was called). Thread: its creator's.
class LocalProcess final : public RemoteProcess
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(LocalProcess)

public:
    explicit LocalProcess(RemoteCommand command, QObject *parent = nullptr);
    ~LocalProcess() override; ///< kills the process; emits no signal

    void stop() override;

private:
    void begin();
    void readErrors();
    void killSession();
    void end(const Result<CommandResult> &result);

    RemoteCommand m_command;
    QProcess m_process;
    QByteArray m_errorOutput;
    bool m_stopped = false;
    bool m_ended = false;
};

} // namespace engine
