// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What a command costs on a warm connection, ours against the usual client's over a warm ControlMaster; and how long a
// line takes from a file on the machine to readyRead, against the machine's own `tail -F`. In one run, by turns.
// bench_ssh [ROUNDS]

#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"

#include <QElapsedTimer>
#include <QFile>

#include <algorithm>
#include <sys/resource.h>
#include <thread>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::SshServer;

namespace {

struct Bench
{
    SshServer server;
    std::shared_ptr<SshTransport> transport;
    std::unique_ptr<SshHost> host;

    bool open();
};

bool Bench::open()
{
    if (!server.start())
        return false;
    transport = std::make_shared<SshTransport>(server.knownHostsFile());
    SshSpec spec;
    spec.destination = server.destination();
    spec.identityFile = server.identityFile();
    spec.configFile = u"/dev/null"_s;
    host = std::make_unique<SshHost>(transport, spec);
    return bool(testing::await(host->open()));
}

double percentile(QList<double> values, double part)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0
                            : values.at(qMin<qsizetype>(values.size() - 1, qsizetype(part * double(values.size()))));
}

/// Milliseconds of each of \a count calls.
template <typename Call> QList<double> timed(int count, const Call &call)
{
    QList<double> taken;
    for (int i = 0; i < count; ++i) {
        QElapsedTimer clock;
        clock.start();
        if (!call())
            qFatal("a command failed");
        taken.append(double(clock.nsecsElapsed()) / 1e6);
    }
    return taken;
}

/// Milliseconds of processor time: this process's own (RUSAGE_SELF) or its ended children's (RUSAGE_CHILDREN).
double processorTime(int whose)
{
    rusage usage{};
    ::getrusage(whose, &usage);
    const auto milliseconds = [](const timeval &time) {
        return double(time.tv_sec) * 1e3 + double(time.tv_usec) / 1e3;
    };
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime);
}

int runSsh(const QStringList &arguments)
{
    QProcess ssh;
    ssh.start(u"ssh"_s, arguments);
    return ssh.waitForFinished(60'000) && ssh.exitStatus() == QProcess::NormalExit ? ssh.exitCode() : -1;
}

void measureCommands(Bench &bench, int rounds)
{
    const QStringList master{u"-F"_s,
                             u"/dev/null"_s,
                             u"-o"_s,
                             QString(u"ControlPath="_s + bench.server.folder() + u"/m"_s),
                             u"-i"_s,
                             bench.server.identityFile(),
                             u"-o"_s,
                             QString(u"UserKnownHostsFile="_s + bench.server.knownHostsFile()),
                             u"-o"_s,
                             u"IdentityAgent=none"_s,
                             u"-p"_s,
                             QString::number(bench.server.port()),
                             QString(SshServer::user() + u'@' + bench.server.address())};
    if (runSsh(QStringList{u"-M"_s, u"-N"_s, u"-f"_s} + master) != 0)
        qFatal("no ControlMaster");
    const auto ours = [&] {
        auto answer = bench.host->run({"true"});
        answer.waitForFinished();
        return bool(answer.result());
    };
    const auto theirs = [&] { return runSsh(master + QStringList{u"true"_s}) == 0; };
    timed(5, ours);
    timed(5, theirs);
    // Many short turns: what else the computer does falls on both alike.
    constexpr int turn = 5;
    QList<double> ourTimes, theirTimes;
    double ourProcessor = 0, theirProcessor = 0;
    for (int i = 0; i < rounds * 4; ++i) {
        const double before = processorTime(RUSAGE_SELF);
        ourTimes += timed(turn, ours);
        ourProcessor += processorTime(RUSAGE_SELF) - before;
        const double childrenBefore = processorTime(RUSAGE_CHILDREN);
        theirTimes += timed(turn, theirs);
        theirProcessor += processorTime(RUSAGE_CHILDREN) - childrenBefore;
    }
    runSsh(QStringList{u"-O"_s, u"exit"_s} + master);
    const double our = percentile(ourTimes, 0.5);
    const double their = percentile(theirTimes, 0.5);
    const auto each = [&](double total) { return total / double(ourTimes.size()); };
    testing::measured("a command by SSH, p50",
                      u"%1 ms; ssh over a ControlMaster %2 ms; %3x (processor here: %4 ms, %5 ms)"_s.arg(our, 0, 'f', 2)
                          .arg(their, 0, 'f', 2)
                          .arg(our / their, 0, 'f', 2)
                          .arg(each(ourProcessor), 0, 'f', 2)
                          .arg(each(theirProcessor), 0, 'f', 2),
                      "0.5x");
}

qint64 now()
{
    return std::chrono::steady_clock::now().time_since_epoch().count();
}

/// Lines of nanoseconds, from the moment each was written until each arrived.
class Arrivals
{
public:
    void take(const QByteArray &bytes)
    {
        const qint64 arrived = now();
        m_rest += bytes;
        while (const qsizetype end = m_rest.indexOf('\n') + 1) {
            const qint64 written = m_rest.first(end - 1).toLongLong();
            if (written > 0)
                m_milliseconds.append(double(arrived - written) / 1e6);
            m_rest.remove(0, end);
        }
    }
    [[nodiscard]] const QList<double> &milliseconds() const { return m_milliseconds; }

private:
    QByteArray m_rest;
    QList<double> m_milliseconds;
};

void measureTail(Bench &bench, int lines)
{
    const QString path = bench.server.folder() + u"/log"_s + QString::number(lines);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered))
        qFatal("no log");
    file.write("0\n");
    Arrivals ours, theirs;
    bool isOurs = false, isTheirs = false;
    const auto stream = bench.host->stream({QByteArray("exec tail -n +1 -F '" + QFile::encodeName(path) + "'")});
    QObject::connect(stream.get(), &RemoteProcess::readyRead, [&](const QByteArray &bytes) {
        ours.take(bytes);
        isOurs = true;
    });
    QProcess tail;
    QObject::connect(&tail, &QProcess::readyReadStandardOutput, [&] {
        theirs.take(tail.readAllStandardOutput());
        isTheirs = true;
    });
    tail.start(u"tail"_s, {u"-n"_s, u"+1"_s, u"-F"_s, path});
    if (!QTest::qWaitFor([&] { return isOurs && isTheirs; }, 20'000))
        qFatal("no tail");
    std::thread writer([&] {
        for (int i = 0; i < lines; ++i) {
            file.write(QByteArray::number(now()) + '\n');
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    const bool isWhole = QTest::qWaitFor(
        [&] { return ours.milliseconds().size() == lines && theirs.milliseconds().size() == lines; }, 60'000);
    writer.join();
    tail.kill();
    tail.waitForFinished();
    if (!isWhole)
        qFatal("lines are missing");
    const auto words = [](const QList<double> &values) {
        return u"p50 %1 ms, p99 %2 ms"_s.arg(percentile(values, 0.5), 0, 'f', 2)
            .arg(percentile(values, 0.99), 0, 'f', 2);
    };
    testing::measured(
        "a line of a log by SSH",
        QString(words(ours.milliseconds()) + u"; the machine's own tail -F: "_s + words(theirs.milliseconds())),
        "p99 < 1 ms above");
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const int rounds = qMax(application.arguments().value(1, u"3"_s).toInt(), 1);
    Bench bench;
    if (!bench.open())
        qFatal("no machine");
    measureCommands(bench, rounds);
    measureTail(bench, rounds * 100);
    return 0;
}
