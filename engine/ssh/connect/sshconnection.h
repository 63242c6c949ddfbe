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

/// Who hears what a command says. Called in the loop's thread; must not block.
struct ExecListener
{
    std::function<void()> opened = {}; ///< it has got its channel
    std::function<void(const QByteArray &)> output = {};
    std::function<void(const QByteArray &)> errorOutput = {};
    /// Once, last: the exit code (128 + n for signal n); or Unreachable when the way was lost, CommandFailed when the
    /// machine would not start it (target "channels" when it has no more channels on this connection).
    std::function<void(const Result<int> &)> ended = {};
};

/// One command on a channel. Any thread.
class ExecHandle
{
public:
    virtual ~ExecHandle() = default;
    virtual void end() = 0; ///< KILL to its process group where the server can, and closes the channel; ended follows
    /// While false, output is left with the machine: a little is buffered, then the command waits. At first true.
    virtual void setReading(bool reading) = 0;
};

/// Of a command that an owner with a thread of its own knows by a number.
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
    QByteArray input; ///< its stdin
    /// stdin is closed after the input; else it stays open until the channel is closed or the way lost, which the
    /// command can notice by that.
    bool closesInput = true;
};

/// An authenticated session, served by the loop: commands side by side on channels, and byte pipes to what the machine
/// can reach. Watches that the machine still answers. Any thread; callbacks and lost() come in the loop's thread.
class SshConnection final
{
    Q_DISABLE_COPY_MOVE(SshConnection)

public:
    SshConnection(SshLoop &loop, SshLogin login, std::function<void(const Error &)> lost);
    ~SshConnection(); ///< ends everything on it; no callback runs afterwards but those under way

    /// ended() has the code Canceled when the command was to be ended and the server did not confirm that in time:
    /// its channel is closed then, but it may run on.
    std::shared_ptr<ExecHandle> exec(const ExecRequest &request, ExecListener listener);
    /// A connected stream socket whose other end is \a host:\a port as the machine sees it. Unreachable in the
    /// machine's own words when it is refused there; cancelled when the connection ends first.
    QFuture<Result<std::shared_ptr<UniqueFd>>> forward(const QString &host, int port);
    /// Asks whether the machine still answers, now: after a suspend, or when the network changed.
    void checkNow();
    [[nodiscard]] int openChannels() const;

private:
    class Core; // lives in the loop's thread
    std::shared_ptr<Core> m_core;
};

} // namespace engine
