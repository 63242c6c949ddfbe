// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/remote/remotehost.h"
#include "engine/ssh/sshsession.h"

#include <functional>
#include <memory>

namespace engine {

class SshLoop;

/// Callbacks of a command. Called in the loop's thread; must not block.
struct ExecListener
{
    std::function<void()> opened = {}; ///< the command has a channel
    std::function<void(const QByteArray &)> output = {};
    std::function<void(const QByteArray &)> errorOutput = {};
    /// Called once, last: the exit code (128 + n for signal n); or Unreachable when the connection was lost,
    /// CommandFailed when the machine refused to start the command (target "channels" when the connection has no more
    /// channels).
    std::function<void(const Result<int> &)> ended = {};
};

/// One command on a channel. Any thread.
class ExecHandle
{
public:
    virtual ~ExecHandle() = default;
    virtual void end() = 0; ///< sends KILL where the server can and closes the channel; ended follows
    /// While false, output is not read: after some buffering the command waits. Initially true.
    virtual void setReading(bool reading) = 0;
};

/// The handle of a command that its owner, in another thread, knows by a number.
template <typename Owner, auto endOf, auto setReadingOf> class NumberedExec final : public ExecHandle
{
public:
    NumberedExec(std::weak_ptr<Owner> owner, int id) : m_owner(std::move(owner)), m_id(id) { }

    void end() override
    {
        post([id = m_id](Owner &owner) { (owner.*endOf)(id); });
    }
    void setReading(bool reading) override
    {
        post([id = m_id, reading](Owner &owner) { (owner.*setReadingOf)(id, reading); });
    }

private:
    template <typename Do> void post(Do &&what)
    {
        if (const auto owner = m_owner.lock())
            QMetaObject::invokeMethod(
                owner.get(), [raw = owner.get(), what] { what(*raw); }, Qt::QueuedConnection);
    }

    std::weak_ptr<Owner> m_owner;
    int m_id;
};

/// A command for the machine's login shell.
struct ExecRequest
{
    QByteArray commandLine;
    QByteArray input; ///< for its stdin
    /// Close stdin after the input. Else stdin stays open until the channel is closed or the connection is lost, which
    /// the command can notice.
    bool closesInput = true;
};

/// An authenticated session that the loop serves: concurrent commands on channels, and forwards to addresses that the
/// machine can reach. Sends keepalive requests. Any thread; callbacks and lost() come in the loop's thread.
class SshConnection final
{
    Q_DISABLE_COPY_MOVE(SshConnection)

public:
    SshConnection(SshLoop &loop, SshLogin login, std::function<void(const Error &)> lost);
    ~SshConnection(); ///< ends all commands and forwards; no callback begins afterwards

    /// ended() gets Canceled when the server did not confirm end() in time: the channel is closed, but the command may
    /// still run.
    std::shared_ptr<ExecHandle> exec(const ExecRequest &request, ExecListener listener);
    /// A connected stream socket to \a host:\a port, an address as seen from the machine. Unreachable, with the
    /// machine's message, when the machine refuses; cancelled when the connection ends earlier.
    QFuture<Result<std::shared_ptr<UniqueFd>>> forward(const QString &host, int port);
    /// Checks at once that the machine still answers, e.g. after a suspend or a change of the network.
    void checkNow();
    [[nodiscard]] int openChannels() const;

private:
    class Core; // lives in the loop's thread
    std::shared_ptr<Core> m_core;
};

} // namespace engine
