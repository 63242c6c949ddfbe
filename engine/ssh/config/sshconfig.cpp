// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/config/sshconfig.h"

#include "engine/ssh/login/sshaccount.h"
#include "engine/ssh/servertext.h"

#include <QDeadlineTimer>
#include <QProcess>

#include <csignal>
#include <unistd.h>

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr qsizetype longestRoute = 8;
constexpr qsizetype longestComplaint = 1000; // characters

// The output of `ssh -G` without any configuration, for a computer without ssh.
QByteArray usualOutput(const SshDestination &destination)
{
    const SshAccount account = SshAccount::own();
    QByteArray text = "hostname " + destination.host.toUtf8() + "\nuser " + account.name.toUtf8() + '\n';
    for (const char *key : {"id_rsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"})
        text += "identityfile ~/.ssh/" + QByteArray(key) + '\n';
    return text
        + "userknownhostsfile ~/.ssh/known_hosts ~/.ssh/known_hosts2\n"
          "globalknownhostsfile /etc/ssh/ssh_known_hosts /etc/ssh/ssh_known_hosts2\n";
}

// ssh's error message, without lines that concern a terminal or only report its end.
QString wordsOf(const QByteArray &errorOutput)
{
    QStringList words;
    for (const QString &line : QString::fromUtf8(errorOutput).split(u'\n', Qt::SkipEmptyParts)) {
        if (!line.startsWith("Pseudo-terminal"_L1) && !line.contains(": terminating, "_L1))
            words.append(line.trimmed());
    }
    return harmlessEnd(words.join(u"; "_s).toUtf8(), longestComplaint);
}

QString valueOf(const QByteArray &output, const QByteArray &key)
{
    for (const QByteArray &line : output.split('\n')) {
        if (line.startsWith(key) && line.mid(key.size(), 1) == " ")
            return QString::fromUtf8(line.mid(key.size() + 1));
    }
    return {};
}

/// Resolves one route: runs `ssh -G` for the destination and each jump host.
class RouteFinder
{
public:
    RouteFinder(const QString &agentSocket, std::chrono::milliseconds deadline, const std::stop_token &stop)
        : m_agentSocket(agentSocket), m_deadline(deadline), m_stop(stop)
    {
    }

    /// \a trail: the destinations that are reached through \a spec, to detect loops.
    Result<SshRoute> find(const SshSpec &spec, QStringList trail) const;

private:
    struct Answer
    {
        SshRoute route; // one hop
        QList<SshSpec> jumps;
    };
    Result<Answer> ask(const SshSpec &spec) const;
    Result<QByteArray> runSsh(const SshSpec &spec, const SshDestination &destination, bool *hasSsh) const;
    Result<QByteArray> wait(QProcess &process, const SshSpec &spec) const;

    QString m_agentSocket;
    QDeadlineTimer m_deadline;
    std::stop_token m_stop;
};

Result<QByteArray> RouteFinder::wait(QProcess &process, const SshSpec &spec) const
{
    while (!process.waitForFinished(20) && process.state() != QProcess::NotRunning) {
        const bool isLate = m_deadline.hasExpired();
        if (!isLate && !m_stop.stop_requested())
            continue;
        ::kill(-pid_t(process.processId()), SIGKILL); // the process group, with commands of Match exec
        process.waitForFinished(1000);
        if (!isLate)
            return Error{ErrorCode::Canceled, QT_TRANSLATE_NOOP("engine", "The attempt was canceled."),
                         spec.destination};
        return Error{ErrorCode::Timeout,
                     QT_TRANSLATE_NOOP("engine",
                                       "Reading the SSH configuration took too long. Does a “Match exec” in "
                                       "it wait for something?"),
                     spec.destination};
    }
    if (process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0)
        return process.readAllStandardOutput();
    const QByteArray words = process.readAllStandardError();
    return Error::of(
        ErrorCode::InvalidArgument,
        {QT_TRANSLATE_NOOP("engine", "ssh refuses the configuration of %1: %2"), {spec.destination, wordsOf(words)}},
        spec.destination, QString::fromUtf8(words));
}

Result<QByteArray> RouteFinder::runSsh(const SshSpec &spec, const SshDestination &destination, bool *hasSsh) const
{
    QStringList arguments{u"-G"_s};
    if (!spec.configFile.isEmpty())
        arguments << u"-F"_s << spec.configFile;
    if (!destination.user.isEmpty())
        arguments << u"-l"_s << destination.user;
    if (destination.port > 0)
        arguments << u"-p"_s << QString::number(destination.port);
    arguments << u"--"_s << destination.host;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"LC_ALL"_s, u"C"_s);
    environment.insert(u"SSH_AUTH_SOCK"_s, m_agentSocket);
    if (m_agentSocket.isEmpty())
        environment.remove(u"SSH_AUTH_SOCK"_s);
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setStandardInputFile(QProcess::nullDevice());
    process.setChildProcessModifier([] { ::setsid(); }); // without a terminal to prompt on; one process group to kill
    process.start(u"ssh"_s, arguments);
    *hasSsh = process.waitForStarted(-1);
    return *hasSsh ? wait(process, spec) : Result<QByteArray>(usualOutput(destination));
}

Result<RouteFinder::Answer> RouteFinder::ask(const SshSpec &spec) const
{
    const auto destination = SshDestination::parse(spec.destination);
    if (!destination)
        return destination.error();
    bool hasSsh = true;
    const auto output = runSsh(spec, *destination, &hasSsh);
    if (!output)
        return output.error();
    Answer answer{parseSshG(*output, destination->host, m_agentSocket), {}};
    SshHop &hop = answer.route.hops.first();
    if (!hasSsh) {
        answer.route.notHonoured.append(QT_TRANSLATE_NOOP(
            "engine", "There is no ssh program here, so ~/.ssh/config is not read: install the OpenSSH client."));
        hop.user = destination->user.isEmpty() ? hop.user : destination->user;
        hop.port = destination->port > 0 ? destination->port : hop.port;
    }
    if (!spec.identityFile.isEmpty()) {
        hop.identityFiles.removeAll(spec.identityFile);
        hop.identityFiles.prepend(spec.identityFile);
    }
    const QString jumps = valueOf(*output, "proxyjump");
    for (const QString &jump : jumps == u"none"_s ? QStringList() : jumps.split(u',', Qt::SkipEmptyParts))
        answer.jumps.append({expandSshTokens(jump, hop), {}, spec.configFile, {}});
    return answer;
}

Result<SshRoute> RouteFinder::find(const SshSpec &spec, QStringList trail) const
{
    const bool isCircle = trail.contains(spec.destination, Qt::CaseInsensitive);
    trail.append(spec.destination);
    if (isCircle || trail.size() > longestRoute) {
        const char *words = isCircle
            ? QT_TRANSLATE_NOOP("engine", "The jump hosts of %1 go in a circle: %2.")
            : QT_TRANSLATE_NOOP("engine", "There are too many jump hosts on the way to %1: %2.");
        return Error{
            ErrorCode::InvalidArgument, {words, {trail.constFirst(), trail.join(u" → "_s)}}, trail.constFirst()};
    }
    auto last = ask(spec);
    if (!last)
        return last.error();
    // As `ssh -J a,b`: only the first jump host's own configuration may add jump hosts.
    const QList<SshSpec> jumps = spec.jumps.isEmpty() ? last->jumps : spec.jumps;
    SshRoute route;
    for (const SshSpec &jump : jumps) {
        auto part = Result<SshRoute>(SshRoute{});
        if (route.hops.isEmpty()) {
            part = find(jump, trail);
        } else {
            auto answer = ask(jump);
            part = answer ? Result<SshRoute>(std::move(answer->route)) : answer.error();
        }
        if (!part)
            return part.error();
        route.hops += part->hops;
        route.notHonoured += part->notHonoured;
    }
    route.hops += last->route.hops;
    route.notHonoured += last->route.notHonoured;
    if (route.hops.size() > longestRoute)
        return Error{
            ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "There are too many jump hosts on the way to %1."), {spec.destination}},
            spec.destination};
    return route;
}

} // namespace

Result<SshRoute> resolveRoute(const SshSpec &spec, const QString &agentSocket, std::chrono::milliseconds deadline,
                              const std::stop_token &stop)
{
    auto route = RouteFinder(agentSocket, deadline, stop).find(spec, {});
    if (!route)
        return route;
    for (qsizetype i = 1; i < route->hops.size(); ++i)
        route->hops[i].proxyCommand.clear();
    QList<Message> once;
    for (const Message &message : std::as_const(route->notHonoured)) {
        if (!once.contains(message))
            once.append(message);
    }
    route->notHonoured = once;
    return route;
}

} // namespace engine
