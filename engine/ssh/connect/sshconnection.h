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

/// Callbacks for a command. Called in the loop's thread; must not block.
struct ExecListener
{
    std::function<void()> opened = {}; ///< the server granted the channel
    std::function<void(const QByteArray &)> output = {};
    std::function<void(const QByteArray &)> errorOutput = {};
    /// Called once, last: with the exit code (128 + n for signal n), Unreachable when the connection was lost, or
    /// CommandFailed when the machine refused the command (target "channels" when it grants no further channel on this
    /// connection).
    std::function<void(const Result<int> &)> ended = {};
};

/// One command on a channel. Any thread.
class ExecHandle
{
public:
    virtual ~ExecHandle() = default;
    virtual void end() = 0; ///< sends KILL, where the server can, and closes the channel; ended follows
    /// While false, output is not read: a little is buffered, then the command blocks. Initially true.
    virtual void setReading(bool reading) = 0;
};

/// Handle of a command that \a Owner, which lives in a thread of its own, finds by a number.
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
    QByteArray input; ///< stdin of the command
    /// Closes stdin after the input. If false, stdin stays open until the channel is closed or the connection lost, so
    /// that the command notices either.
    bool closesInput = true;
};

/// An authenticated session that the loop serves: concurrent commands on channels, and byte streams to addresses that
/// the machine can reach. Sends keep-alive requests. Any thread; callbacks and \a lost are called in the loop's thread.
class SshConnection final
{
    Q_DISABLE_COPY_MOVE(SshConnection)

public:
    SshConnection(SshLoop &loop, SshLogin login, std::function<void(const Error &)> lost);
    ~SshConnection(); ///< ends its commands and streams; afterwards no new callback starts

    /// ended() gets Canceled when the server did not confirm end() in time: the channel is closed, but the command may
    /// still run.
    std::shared_ptr<ExecHandle> exec(const ExecRequest &request, ExecListener listener);
    /// A connected stream socket to \a host:\a port as the machine resolves it. Unreachable, with the machine's
    /// message, when the machine refuses; canceled when the connection ends first.
    QFuture<Result<std::shared_ptr<UniqueFd>>> forward(const QString &host, int port);
    /// Sends a keep-alive request now: for after a suspend, or when the network changed.
    void checkNow();
    [[nodiscard]] int openChannels() const;

private:
    class Core; // lives in the loop's thread
    std::shared_ptr<Core> m_core;
};

} // namespace engine
