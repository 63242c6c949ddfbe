// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/rpc/profile/profilelock.h"

#include "tests/engine/installation.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>

#include <signal.h>

using namespace Qt::StringLiterals;
using testing::contentOf;
using testing::Installation;
using testing::Outcome;
using testing::outcomeOf;

namespace {

constexpr int lineCount = 80;
constexpr int jobExitCode = 7;
// Five seconds of lines and of rewritten pieces that are no UTF-8. RUNS counts how often it was begun.
constexpr auto jobCommand = "echo run >> %1; i=0; while [ $i -lt %2 ]; do echo line $i; printf '\\377 %s\\r' $i; "
                            "i=$((i+1)); sleep 0.06; done; exit 7";

QByteArray printed()
{
    QByteArray text;
    for (int i = 0; i < lineCount; ++i)
        text += "line " + QByteArray::number(i) + "\n\xff " + QByteArray::number(i) + '\r';
    return text;
}

enum class HandOver { ToConsole, ConsoleTerminated, ConsoleKilled };
enum class Victim { None, Before, After };

} // namespace

/// `job wait` and `job file stream` while the engine under them goes from a serve to a console and back, also when the
/// one that goes or the one that comes is killed in the middle. Each byte once, in order, and the job's exit code.
class TstHandover final : public QObject
{
    Q_OBJECT

private slots:
    void crosses_data()
    {
        QTest::addColumn<HandOver>("handOver");
        QTest::addColumn<Victim>("victim");
        QTest::addColumn<int>("seed");
        QTest::newRow("serve to console") << HandOver::ToConsole << Victim::None << 0;
        QTest::newRow("terminated console to serve") << HandOver::ConsoleTerminated << Victim::None << 0;
        QTest::newRow("killed console to serve") << HandOver::ConsoleKilled << Victim::None << 0;
        const bool all = testing::isLongRun() || testing::mustTestAll();
        for (int seed = 0; seed < (all ? 30 : 10); ++seed) {
            switch (seed % 3) {
            case 0:
                QTest::addRow("serve killed as a console comes, seed %d", seed)
                    << HandOver::ToConsole << Victim::Before << seed;
                break;
            case 1:
                QTest::addRow("console killed as it comes, seed %d", seed)
                    << HandOver::ToConsole << Victim::After << seed;
                break;
            default:
                QTest::addRow("serve killed as it follows a console, seed %d", seed)
                    << HandOver::ConsoleKilled << Victim::After << seed;
            }
        }
    }

    void crosses()
    {
        QFETCH(HandOver, handOver);
        QFETCH(Victim, victim);
        QFETCH(int, seed);
        Installation installation;
        const auto before =
            handOver == HandOver::ToConsole ? installation.start({u"serve"_s}) : installation.startConsole();
        QTRY_COMPARE(installation.enginePid(), before->processId());
        const QByteArray fault = installation.makeCluster();
        QVERIFY2(fault.isEmpty(), fault.constData());
        const QString command = QString::fromLatin1(jobCommand).arg(installation.path(u"runs"_s)).arg(lineCount);
        const Outcome created =
            installation.batchctl({u"job"_s, u"create"_s, u"-n"_s, u"h"_s, u"-c"_s, u"desk"_s, u"-f"_s, u"-"_s},
                                  installation.jobText(command));
        QVERIFY2(created.exitCode == 0, created.errorOutput.constData());
        const auto stream =
            installation.start({u"job"_s, u"file"_s, u"stream"_s, u"-j"_s, u"h"_s, u"-f"_s, u"stdout.txt"_s});
        const auto wait = installation.start({u"job"_s, u"wait"_s, u"-n"_s, u"h"_s, u"--interval"_s, u"0.1"_s});
        QVERIFY(stream->waitForReadyRead(testing::patience));

        const qint64 pidBefore = before->processId();
        const auto after = beginHandOver(installation, handOver, *before);
        killWithin(installation, victim, seed, *before, after.get(), pidBefore);
        if (QTest::currentTestFailed())
            return;
        if (victim == Victim::None)
            QTRY_VERIFY(hasMoved(installation.enginePid(), pidBefore, after.get()));

        const Outcome streamed = outcomeOf(*stream);
        QVERIFY2(streamed.exitCode == 0, streamed.errorOutput.constData());
        QCOMPARE(streamed.output, printed());
        const Outcome waited = outcomeOf(*wait);
        QVERIFY2(waited.exitCode == jobExitCode, waited.errorOutput.constData());
        compareFiles(installation);

        if (after)
            after->kill();
        QVERIFY(!after || after->waitForFinished(testing::patience));
        // A console that was killed before it asked for the profile has left the serve at its post.
        QCOMPARE(installation.batchctl({u"stop"_s}).exitCode, 0);
        QVERIFY(before->state() == QProcess::NotRunning || before->waitForFinished(testing::patience));
    }

private:
    // Answers the console that comes; a serve is started by the clients.
    static std::unique_ptr<QProcess> beginHandOver(const Installation &installation, HandOver handOver,
                                                   QProcess &before)
    {
        if (handOver == HandOver::ToConsole)
            return installation.startConsole();
        if (handOver == HandOver::ConsoleTerminated)
            before.terminate();
        else
            before.kill();
        return nullptr;
    }

    static void killWithin(const Installation &installation, Victim victim, int seed, QProcess &before, QProcess *after,
                           qint64 pidBefore)
    {
        if (victim == Victim::None)
            return;
        QRandomGenerator random(quint32(seed) * 7919u + 3u);
        if (after) {
            // A console needs some 0.3 s to its lock, and the serve then some 0.1 s to its end.
            QTest::qWait(random.bounded(20, 900));
            (victim == Victim::Before ? before : *after).kill();
            return;
        }
        const auto holder = [&installation] { return engine::ProfileLock::holder(installation.profile()).pid; };
        QTRY_VERIFY(holder() > 0 && holder() != pidBefore);
        const qint64 pid = holder();
        QTest::qWait(random.bounded(0, 250));
        QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
    }

    static bool hasMoved(qint64 pid, qint64 pidBefore, const QProcess *after)
    {
        return after ? pid == after->processId() : pid > 0 && pid != pidBefore;
    }

    static void compareFiles(const Installation &installation)
    {
        QTRY_VERIFY(testing::hasCompleteLogs(installation.job(u"h"_s)));
        const QJsonObject job = installation.job(u"h"_s);
        QCOMPARE(job[u"properties"_s][u"executionInfo"_s][u"exitCode"_s].toInt(-1), jobExitCode);
        QCOMPARE(contentOf(installation.path(u"runs"_s)), "run\n"_ba);
        const QJsonValue extension = job[u"properties"_s][u"x-batchdeck"_s];
        const QString folder = extension[u"directory"_s].toString() + u"/stdouterr/"_s;
        QCOMPARE(contentOf(folder + u"stdout.txt"_s), printed());
        for (const QJsonValue &log : extension[u"logs"_s].toArray())
            QCOMPARE(contentOf(log[u"spoolPath"_s].toString()), contentOf(folder + log[u"name"_s].toString()));
    }
};

BATCHDECK_TEST(QCoreApplication, TstHandover)
#include "tst_handover.moc"
