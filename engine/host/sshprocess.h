// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/sshchannels.h"
#include "engine/remote/shellline.h"

namespace engine {

/// A command on a machine behind SSH, run by /bin/sh there whatever the login shell is. Output that nobody takes is
/// left with the machine beyond a mebibyte. Errors of finished(): Unreachable, Canceled (stop() was called),
/// CommandFailed (it could not be started, or the machine ran something else). Thread: its creator's.
class SshProcess final : public RemoteProcess
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SshProcess)

public:
    SshProcess(std::shared_ptr<SshChannels> channels, SshChannels::Kind kind, const RemoteCommand &command);
    ~SshProcess() override; ///< ends it without a signal

    void stop() override;

private:
    class Inbox; // between the loop's thread and ours

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
