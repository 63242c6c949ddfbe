// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/jumphosts.h"

#include "engine/ssh/connect/proxycommand.h"
#include "engine/ssh/connect/sshconnection.h"
#include "engine/ssh/connect/tcpconnect.h"
#include "engine/ssh/login/hostkeycheck.h"
#include "engine/ssh/servertext.h"

#include <QDeadlineTimer>

#include <thread>

namespace engine {

struct JumpHosts::Jump
{
    std::shared_ptr<std::atomic<bool>> isLost = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<SshConnection> connection;
};

struct JumpHosts::UnderWay
{
    bool isDone = false;
    std::optional<Error> error;
    QList<Answer> answers; ///< the answers of the attempt that makes the login
};

namespace {

QString keyOf(const SshRoute &route, qsizetype index)
{
    QString key;
    for (const SshHop &hop : route.hops.mid(0, index + 1))
        key += QString(hop.identity() + u'\n' + hop.hostKeyAlias + u'\n' + hop.proxyCommand + u'\n');
    return key;
}

/// True when a login that waited for a failed one would fail as well: the failure was not due to the other's deadline
/// or cancellation, and \a answers has no different answer to its question.
bool concerns(const Error &error, const QList<Answer> &triedWith, const QList<Answer> &answers)
{
    if (error.code == ErrorCode::Timeout || error.code == ErrorCode::Canceled)
        return false;
    if (!error.question)
        return true;
    const Answer *theirs = findAnswer(triedWith, *error.question);
    const Answer *ours = findAnswer(answers, *error.question);
    return !ours || (theirs && theirs->values == ours->values);
}

Error anotherMachine(const SshHop &hop, const QString &shown, const QString &wanted)
{
    return {ErrorCode::Unreachable,
            {QT_TRANSLATE_NOOP("engine",
                               "Another machine answers as %1 now: its host key is %2, that of the open connection is "
                               "%3. Name the machine by an address of its own."),
             {hop.identity(), shown, wanted}},
            hop.identity()};
}

Result<UniqueFd> forwardTo(SshConnection &connection, const SshHop &hop, const LoginLimits &limits)
{
    const QFuture<Result<std::shared_ptr<UniqueFd>>> opening = connection.forward(hop.hostName, hop.port);
    const QDeadlineTimer deadline(connectTimeout(hop));
    while (!opening.isFinished() && !limits.isOver() && !deadline.hasExpired())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (!opening.isFinished()) {
        const Message message(QT_TRANSLATE_NOOP("engine", "The jump host did not reach %1 in time."), {hop.identity()});
        return limits.isOver() ? limits.error(message) : Error{ErrorCode::Unreachable, message, hop.identity()};
    }
    if (opening.resultCount() == 0)
        return Error{ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "The connection to the jump host was lost.")};
    const Result<std::shared_ptr<UniqueFd>> socket = opening.result();
    if (!socket)
        return socket.error();
    return std::move(**socket);
}

} // namespace

JumpHosts::JumpHosts(SshLoop &loop) : m_loop(loop) { }
JumpHosts::~JumpHosts() = default;

Result<std::shared_ptr<SshLogin>> JumpHosts::login(const SshRoute &route, const SshAttempt &attempt,
                                                   const LoginLimits &limits)
{
    Result<std::shared_ptr<SshLogin>> login =
        loginToHop(route, route.hops.size() - 1, attempt, limits, attempt.stepBegan);
    if (!login)
        return login;
    if (const QString &shown = login.value()->hostKey; !attempt.hostKey.isEmpty() && shown != attempt.hostKey)
        return anotherMachine(route.hops.constLast(), shown, attempt.hostKey);
    login.value()->notHonoured = route.notHonoured;
    return login;
}

Result<std::shared_ptr<SshLogin>> JumpHosts::loginToHop(const SshRoute &route, qsizetype index,
                                                        const SshAttempt &attempt, const LoginLimits &limits,
                                                        const StepListener &stepBegan)
{
    if (stepBegan)
        stepBegan(ConnectStep::Connect);
    Result<Way> way = wayTo(route, index, attempt, limits);
    if (!way)
        return way.error();
    Result<std::shared_ptr<SshLogin>> login =
        loginOver(std::move(way->socket), route.hops.at(index), attempt, limits, stepBegan);
    if (login) {
        login.value()->carrier = way->carrier;
        return login;
    }
    Error error = login.error();
    const QByteArray words = way->proxy ? way->proxy->words().trimmed() : QByteArray();
    if (error.code == ErrorCode::Unreachable && !words.isEmpty()) {
        error.message = {QT_TRANSLATE_NOOP("engine", "The ProxyCommand for %1 brought no connection: %2"),
                         {route.hops.at(index).identity(), harmlessEnd(words, 300)}};
        error.technical = QString::fromUtf8(words);
    }
    return error;
}

Result<JumpHosts::Way> JumpHosts::wayTo(const SshRoute &route, qsizetype index, const SshAttempt &attempt,
                                        const LoginLimits &limits)
{
    const SshHop &hop = route.hops.at(index);
    if (index > 0) {
        Result<std::shared_ptr<Jump>> jump = connection(route, index - 1, attempt, limits);
        if (!jump)
            return jump.error();
        Result<UniqueFd> socket = forwardTo(*jump.value()->connection, hop, limits);
        if (!socket)
            return socket.error();
        return Way{std::move(socket.value()), std::move(jump.value()), nullptr};
    }
    if (hop.proxyCommand.isEmpty()) {
        Result<UniqueFd> socket = connectTcp(hop, limits);
        if (!socket)
            return socket.error();
        return Way{std::move(socket.value()), nullptr, nullptr};
    }
    Result<std::unique_ptr<ProxyCommand>> started = ProxyCommand::start(hop.proxyCommand);
    if (!started)
        return started.error();
    const std::shared_ptr<ProxyCommand> proxy = std::move(started.value());
    return Way{proxy->takeSocket(), proxy, proxy.get()};
}

Result<std::shared_ptr<JumpHosts::Jump>> JumpHosts::connection(const SshRoute &route, qsizetype index,
                                                               const SshAttempt &attempt, const LoginLimits &limits)
{
    const auto underWay = std::make_shared<UnderWay>();
    Entry *entry = nullptr;
    {
        std::unique_lock lock(m_mutex);
        entry = &m_entries[keyOf(route, index)]; // entries are never erased, so the pointer stays valid
        for (;;) {
            if (std::shared_ptr<Jump> jump = entry->jump.lock(); jump && !*jump->isLost)
                return jump;
            const std::shared_ptr<UnderWay> other = entry->underWay;
            if (!other)
                break;
            if (!m_changed.wait(lock, limits.token(), [&] { return other->isDone; }))
                return limits.error({QT_TRANSLATE_NOOP("engine", "The jump host %1 was not reached in time."),
                                     {route.hops.at(index).identity()}});
            if (other->error && concerns(*other->error, other->answers, attempt.answers))
                return *other->error;
        }
        entry->underWay = underWay;
    }
    Result<std::shared_ptr<Jump>> jump = connect(route, index, attempt, limits);
    const std::lock_guard lock(m_mutex);
    entry->underWay.reset();
    underWay->isDone = true;
    if (jump) {
        entry->jump = *jump;
    } else {
        underWay->error = jump.error();
        underWay->answers = attempt.answers;
    }
    m_changed.notify_all();
    return jump;
}

Result<std::shared_ptr<JumpHosts::Jump>> JumpHosts::connect(const SshRoute &route, qsizetype index,
                                                            const SshAttempt &attempt, const LoginLimits &limits)
{
    Result<std::shared_ptr<SshLogin>> login = loginToHop(route, index, attempt, limits, {});
    if (!login)
        return login.error();
    auto jump = std::make_shared<Jump>();
    jump->connection = std::make_unique<SshConnection>(m_loop, std::move(*login.value()),
                                                       [isLost = jump->isLost](const Error &) { *isLost = true; });
    return jump;
}

} // namespace engine
