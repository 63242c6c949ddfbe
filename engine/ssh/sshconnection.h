// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/remotehost.h"
#include "engine/ssh/sshsession.h"

#include <functional>
#include <memory>

namespace engine {

class SshLoop;

/// Who hears what a command says. Called in the loop's thread; must not block.
struct ExecListener
{
    std::function<void(const QByteArray &)> output;
    std::function<void(const QByteArray &)> errorOutput;
    /// Once, last: the exit code (128 + n for signal n); or Unreachable when the way was lost, CommandFailed when the
    /// machine would not start it (target "channels" when it has no more channels on this connection).
    std::function<void(const Result<int> &)> ended;
};

/// One command on a channel. Any thread.
class ExecHandle
{
public:
    virtual ~ExecHandle() = default;
    virtual void end() = 0; ///< KILL to its process group where the server can, and closes the channel; ended follows
};

/// An authenticated session, served by the loop: commands side by side on channels, and byte pipes to what the machine
/// can reach. Watches that the machine still answers. Any thread; callbacks and lost() come in the loop's thread.
class SshConnection final
{
    Q_DISABLE_COPY_MOVE(SshConnection)

public:
    SshConnection(SshLoop &loop, SshLogin login, std::function<void(const Error &)> lost);
    ~SshConnection(); ///< ends everything on it; no callback runs afterwards but those under way

    /// \a commandLine goes to the user's login shell there, \a input to its stdin, which is then closed.
    std::shared_ptr<ExecHandle> exec(const QByteArray &commandLine, const QByteArray &input, ExecListener listener);
    /// A connected stream socket whose other end is \a host:\a port as the machine sees it; the caller closes it.
    /// Unreachable in the machine's own words when it is refused there.
    QFuture<Result<int>> forward(const QString &host, int port);
    /// Asks whether the machine still answers, now: after a suspend, or when the network changed.
    void checkNow();
    [[nodiscard]] int openChannels() const;

private:
    class Core; // lives in the loop's thread
    std::shared_ptr<Core> m_core;
};

} // namespace engine
