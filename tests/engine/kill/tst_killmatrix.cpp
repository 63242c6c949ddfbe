// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/installation.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QRandomGenerator>
#include <QTimer>

using namespace Qt::StringLiterals;
using testing::contentOf;
using testing::Installation;
using testing::Outcome;
using testing::SshServer;

namespace {

// Exactly 40 lines on each stream in two seconds, then 7. RUNS counts how often it was begun.
constexpr auto killedJobCommand =
    "echo run >> %1; i=0; while [ $i -lt 40 ]; do echo line $i; printf 'error %s\\r' $i >&2; "
    "i=$((i+1)); sleep 0.05; done; exit 7";
constexpr int killedJobExitCode = 7;

QList<int> threadsNamed(qint64 pid, const QByteArray &name)
{
    QList<int> threads;
    const QDir tasks(u"/proc/%1/task"_s.arg(pid));
    for (const QString &task : tasks.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        if (contentOf(tasks.filePath(task + u"/comm"_s)).trimmed() == name)
            threads.append(task.toInt());
    }
    return threads;
}

} // namespace

/// kill -9 of the engine at seeded points of a job's life: from outside, by the clock and, through strace, at the n-th
/// write, rename, sync or connect of one of its threads. Whatever the instant, on this computer and by SSH: the job is
/// adopted, ran once, its exit code is right, and the spool equals the node's files.
class TstKillMatrix : public QObject
{
    Q_OBJECT

private slots:
    void survives_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<bool>("isBySsh");
        QTest::addColumn<int>("seed");
        for (const QString &engine : {u"serve"_s, u"console"_s}) {
            for (const bool isBySsh : {false, true}) {
                for (int seed = 0; seed < seeds(); ++seed)
                    QTest::addRow("%s killed, %s, seed %d", qPrintable(engine), isBySsh ? "ssh" : "local", seed)
                        << engine << isBySsh << seed;
            }
        }
    }

    void survives()
    {
        QFETCH(QString, engine);
        QFETCH(bool, isBySsh);
        QFETCH(int, seed);
        SKIP_WITHOUT("strace");
        if (isBySsh)
            SKIP_WITHOUT("sshd");
        QRandomGenerator random(quint32(seed) * 7919u + (engine == u"serve"_s ? 1u : 2u) + (isBySsh ? 2u : 0u));
        SshServer server;
        QVERIFY(!isBySsh || server.start());
        Installation installation;

        const auto process = engine == u"serve"_s ? installation.start({u"serve"_s}) : installation.startConsole();
        QVERIFY(process->waitForStarted(testing::patience));
        QTRY_COMPARE(installation.enginePid(), process->processId());
        const QByteArray fault = installation.makeCluster(isBySsh ? wordsFor(server) : QStringList{u"--local"_s});
        QVERIFY2(fault.isEmpty(), fault.constData());

        QProcess tracer;
        armKill(*process, random, tracer, isBySsh);
        const QStringList create{u"job"_s, u"create"_s, u"-n"_s, u"k"_s, u"-c"_s, u"desk"_s, u"-f"_s, u"-"_s};
        const QString command = QString::fromLatin1(killedJobCommand).arg(installation.path(u"runs"_s));
        Outcome created = installation.batchctl(create, installation.jobText(command));
        QTRY_VERIFY(process->state() == QProcess::NotRunning);
        QVERIFY(tracer.state() == QProcess::NotRunning
                || tracer.waitForFinished(testing::patience)); // it has nothing to trace any more
        // A client whose engine died under it may ask again: the job is there (5), or it is made now (0).
        if (created.exitCode != 0) {
            created = installation.batchctl(create, installation.jobText(command));
            QVERIFY2(created.exitCode == 0 || created.exitCode == 5, created.errorOutput.constData());
        }
        const Outcome waited = installation.batchctl({u"job"_s, u"wait"_s, u"-n"_s, u"k"_s});
        QVERIFY2(waited.exitCode == killedJobExitCode, QByteArray(waited.errorOutput + waited.output).constData());

        QTRY_VERIFY(testing::hasCompleteLogs(installation.job(u"k"_s)));
        const QJsonObject job = installation.job(u"k"_s);
        QCOMPARE(job[u"properties"_s][u"executionState"_s].toString(), u"failed"_s);
        QCOMPARE(job[u"properties"_s][u"executionInfo"_s][u"exitCode"_s].toInt(-1), killedJobExitCode);
        QCOMPARE(contentOf(installation.path(u"runs"_s)), "run\n"_ba);
        const QJsonValue extension = job[u"properties"_s][u"x-batchdeck"_s];
        QVERIFY(extension[u"logs"_s].toArray().size() >= 2);
        for (const QJsonValue &log : extension[u"logs"_s].toArray()) {
            const QByteArray original =
                contentOf(extension[u"directory"_s].toString() + u"/stdouterr/"_s + log[u"name"_s].toString());
            QCOMPARE(contentOf(log[u"spoolPath"_s].toString()), original);
        }
        QCOMPARE(contentOf(extension[u"directory"_s].toString() + u"/stdouterr/stdout.txt"_s).count('\n'), 40);
        QCOMPARE(installation.batchctl({u"stop"_s}).exitCode, 0);
        QTRY_VERIFY(server.sessions().isEmpty());
    }

private:
    static QStringList wordsFor(const SshServer &server)
    {
        return {
            u"--ssh"_s,          server.destination(), u"--identity"_s, server.identityFile(), u"--accept-host-key"_s,
            server.fingerprint()};
    }

    // Some four seconds each.
    static int seeds() { return testing::isLongRun() || testing::mustTestAll() ? 30 : 2; }

    // Kills \a process for certain within four seconds; in two of three seeds earlier, at a system call.
    static void armKill(QProcess &process, QRandomGenerator &random, QProcess &tracer, bool isBySsh)
    {
        const int milliseconds = random.bounded(50, 4000);
        const bool byCall = random.bounded(3) > 0;
        const QByteArrayList names =
            isBySsh ? QByteArrayList{"engine", "store", "logs", "ssh"} : QByteArrayList{"engine", "store", "logs"};
        const QStringList calls{u"write"_s,   u"pwrite64"_s, u"fdatasync"_s, u"rename"_s,
                                u"connect"_s, u"openat"_s,   u"sendto"_s};
        const QList<int> threads = threadsNamed(process.processId(), names.at(random.bounded(int(names.size()))));
        const QString call = calls.at(random.bounded(int(calls.size())));
        const int when = random.bounded(1, 40);
        if (byCall && !threads.isEmpty()) {
            tracer.start(u"strace"_s,
                         {u"-qq"_s, u"-o"_s, u"/dev/null"_s, u"-p"_s, QString::number(threads.first()), u"-e"_s,
                          u"trace="_s + call, u"-e"_s, u"inject=%1:signal=KILL:when=%2"_s.arg(call).arg(when)});
            tracer.waitForStarted(testing::patience);
        }
        QTimer::singleShot(byCall ? 4000 : milliseconds, &process, &QProcess::kill);
    }
};

BATCHDECK_TEST(QCoreApplication, TstKillMatrix)
#include "tst_killmatrix.moc"
