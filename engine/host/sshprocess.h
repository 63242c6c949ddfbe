// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/sshchannels.h"
#include "engine/remote/shellline.h"

namespace engine {

/// A command on a machine by SSH, run by /bin/sh whatever the login shell is. Unread output beyond 1 MiB pauses the
/// output on the machine. Errors of finished(): Unreachable, Canceled (stop() was called), CommandFailed (it could not
/// be started, or the machine ran something else). Thread: its creator's.
class SshProcess final : public RemoteProcess
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshProcess)

public:
    SshProcess(std::shared_ptr<SshChannels> channels, SshChannels::Kind kind, const RemoteCommand &command);
    ~SshProcess() override; ///< kills the command; emits no signal

    void stop() override;

private:
    class Inbox; // carries data from the loop's thread to the process's

    void read();
    void end(Result<int> result);
    void killWhatIsLeft();
    [[nodiscard]] Error strangerError() const;

    std::shared_ptr<SshChannels> m_channels;
    Watchdog m_watchdog;
    ShellLine m_line;
    MarkFilter m_filter;
    MarkFilter m_errorFilter;
    std::shared_ptr<Inbox> m_inbox;
    std::shared_ptr<ExecHandle> m_handle;
    QByteArray m_errorOutput;
    bool m_stopped = false;
    bool m_ended = false;
};

} // namespace engine
