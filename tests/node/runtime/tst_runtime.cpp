// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/node/runtime/runtimefixture.h"

#include "tests/support/testmain.h"

#include <csignal>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::Bench;
using testing::Kind;
using Stage = AttemptStatus::Stage;

/// runtime.sh as the payloads of plans call it, in attempts of wrapper.sh: preparation, processes and services, the
/// gate, and how they end.
class TstRuntime final : public RuntimeFixture
{
    Q_OBJECT

private slots:
    void runsEveryProcess();
    void endsTheOthersWhenOneFails();
    void tellsTheSignalThatEndedAProcess();
    void tellsOthersBeforeADeadLog();
    void endsServicesWithTheRest();
    void tellsAServiceThatFailed();
    void leavesTheLastWordToAProgram();
    void waitsForTheOtherNodes();
    void leavesWhenTheOthersFailed_data();
    void leavesWhenTheOthersFailed();
    void endsStubbornProcessesOfAGang();
    void tellsThatItWasKilledBeforeItsCommand();

private:
    [[nodiscard]] QJsonObject tensorFlow(int workers) const
    {
        return {{u"tensorFlowSettings"_s,
                 settings({{u"workerCount"_s, workers},
                           {u"parameterServerCount"_s, 1},
                           {u"masterCommandLineArgs"_s, u"worker"_s},
                           {u"workerCommandLineArgs"_s, u"worker"_s},
                           {u"parameterServerCommandLineArgs"_s, u"ps"_s}})}};
    }
    [[nodiscard]] QByteArray inWorkingDirectory(const QByteArray &name) const
    {
        const QByteArray path = "temp/wd/" + name;
        return Bench::read(m_attempt, path.constData());
    }
};

void TstRuntime::runsEveryProcess()
{
    constexpr int processes = 12;
    VERIFY_RESULT(start(plan(torch(processes),
                             "echo \"$RANK of $WORLD_SIZE in $(pwd)\"; echo e >&2; ps -o pgid= -p $$ > pgid$RANK\n"
                             "grep SigIgn /proc/self/status > ignored$RANK; export > env$RANK\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 0);
    QVERIFY(state.launched && !state.firstFailure);
    QCOMPARE(int(state.stage), int(Stage::Collecting));
    QCOMPARE(state.ownExitCode, 0);
    QSet<QByteArray> groups;
    for (int i = 0; i < processes; ++i) {
        const QByteArray rank = QByteArray::number(i);
        QCOMPARE(log("stdout-" + rank + ".txt"), rank + " of 12 in " + m_attempt.toLocal8Bit() + "/temp/wd\n");
        QCOMPARE(log("stderr-" + rank + ".txt"), "e\n");
        groups.insert(inWorkingDirectory("pgid" + rank).trimmed());
        QVERIFY(inWorkingDirectory("ignored" + rank).endsWith("0000000000000000\n"));
        QVERIFY(!inWorkingDirectory("env" + rank).contains(" bd_"));
    }
    QCOMPARE(groups.size(), processes);
    QCOMPARE(Bench::read(m_attempt, "err"), "");
    QCOMPARE(Bench::read(m_attempt, "wrapper.log"), "");
}

void TstRuntime::endsTheOthersWhenOneFails()
{
    VERIFY_RESULT(
        start(plan(torch(4),
                   "[ $RANK = 2 ] || { trap 'echo asked; exit 0' TERM; echo here > here$RANK\n"
                   "  while :; do sleep 0.1; done; }\n"
                   "while [ ! -e here0 ] || [ ! -e here1 ] || [ ! -e here3 ]; do sleep 0.1; done; exit 7\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 7);
    QCOMPARE(state.ownExitCode, 7);
    QVERIFY(state.firstFailure);
    QCOMPARE(state.firstFailure->task, u"rank"_s);
    QCOMPARE(state.firstFailure->process, 2);
    QCOMPARE(state.firstFailure->exitCode, 7);
    QVERIFY(state.firstFailure->timeMs >= state.startedMs && state.firstFailure->timeMs <= state.endedMs);
    for (const QByteArray rank : {"0", "1", "3"})
        QCOMPARE(log("stdout-" + rank + ".txt"), "asked\n");
    QByteArrayList notes;
    for (const QByteArray &line : log("execution.log").trimmed().split('\n'))
        notes.append(line.mid(line.indexOf(' ') + 1));
    notes.removeIf([](const QByteArray &note) { return note.startsWith("there is no python"); });
    const QByteArrayList expected{"started on n0", "the command starts",
                                  "process rank-2 failed on n0 with err exit status 7"};
    QVERIFY2(notes == expected, log("execution.log"));
}

// By itself, and as the last command of a line.
void TstRuntime::tellsTheSignalThatEndedAProcess()
{
    VERIFY_RESULT(start(plan(torch(2), "[ $RANK = 1 ] || exec sleep 60; kill -SEGV $$\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 139);
    QVERIFY(state.firstFailure);
    QCOMPARE(state.firstFailure->process, 1);
    QCOMPARE(state.firstFailure->exitCode, 139);
    QVERIFY2(Bench::read(m_attempt, "failed").trimmed().split(' ').size() == 4, Bench::read(m_attempt, "failed"));
}

// A log that takes no words any more, as on a share that has gone, holds up neither the word to the others nor the end.
void TstRuntime::tellsOthersBeforeADeadLog()
{
    VERIFY_RESULT(start(plan(torch(1),
                             "cd ../../stdouterr && for log in execution*; do rm $log && mkfifo $log && echo $log\n"
                             "done; exit 7\n",
                             2)));
    QTRY_COMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Ready));
    ask("release", {}, "-\n-\n");
    QTRY_COMPARE(Bench::read(m_attempt, "ended"), "n0\n");
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 7);
    QVERIFY(state.firstFailure && state.firstFailure->exitCode == 7);
    QCOMPARE(log("stdout-0.txt"), "execution-n0.log\n");
}

void TstRuntime::endsServicesWithTheRest()
{
    VERIFY_RESULT(start(plan(tensorFlow(2),
                             "[ $1 = worker ] || { trap 'echo served; exit 3' TERM; echo here > here\n"
                             "  while :; do sleep 0.1; done; }\n"
                             "while [ ! -e here ]; do sleep 0.1; done; echo $AZ_BATCHAI_TASK_INDEX\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 0);
    QVERIFY(!state.firstFailure);
    QCOMPARE(log("stdout-ps-0.txt"), "served\n");
    QCOMPARE(log("stdout-wk-1.txt"), "1\n");
}

void TstRuntime::tellsAServiceThatFailed()
{
    VERIFY_RESULT(start(plan(tensorFlow(1), "[ $1 = worker ] || exit 9\nwhile :; do sleep 0.1; done\n")));
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 9);
    QVERIFY(state.firstFailure);
    QCOMPARE(state.firstFailure->task, u"ps"_s);
    QCOMPARE(state.firstFailure->exitCode, 9);
}

void TstRuntime::leavesTheLastWordToAProgram()
{
    VERIFY_RESULT(start(plan(torch(2),
                             "trap 'sleep 0.5; echo saved > saved$RANK; exit 0' TERM; echo here > here$RANK\n"
                             "while :; do sleep 0.1; done\n")));
    QTRY_VERIFY(QFile::exists(m_attempt + u"/temp/wd/here0"_s) && QFile::exists(m_attempt + u"/temp/wd/here1"_s));
    ask("kill", "30 user");
    const AttemptStatus state = end();
    QCOMPARE(state.endReason, u"user"_s);
    QVERIFY(!state.firstFailure);
    QCOMPARE(inWorkingDirectory("saved0") + inWorkingDirectory("saved1"), "saved\nsaved\n");
}

void TstRuntime::waitsForTheOtherNodes()
{
    VERIFY_RESULT(start(plan(torch(2), "echo ran; [ -e ../../released ] || exit 1\n", 2)));
    QTRY_COMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Ready));
    QVERIFY(!m_bench->status(m_attempt).offer.isEmpty());
    QVERIFY(!m_bench->status(m_attempt).launched);
    ask("release", {}, "-\n-\n");
    QCOMPARE(Bench::read(m_attempt, "released"), "-\n-\n");
    QTRY_COMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Done));
    const AttemptStatus done = m_bench->status(m_attempt);
    QCOMPARE(int(done.kind), int(Kind::Running));
    QCOMPARE(done.ownExitCode, 0);
    ask("end", "done");
    ask("end", "n1"); // the first word counts
    const AttemptStatus state = end();
    QCOMPARE(state.exitCode, 0);
    QCOMPARE(state.endedBy, u"done"_s);
    QCOMPARE(log("stdout-0.txt"), "ran\n");
}

void TstRuntime::leavesWhenTheOthersFailed_data()
{
    QTest::addColumn<int>("stage");
    QTest::newRow("preparing") << int(Stage::Preparing);
    QTest::newRow("ready") << int(Stage::Ready);
    QTest::newRow("executing") << int(Stage::Executing);
    QTest::newRow("done") << int(Stage::Done);
}

void TstRuntime::leavesWhenTheOthersFailed()
{
    QFETCH(int, stage);
    QJsonObject job = torch(2);
    const bool isPreparing = stage == int(Stage::Preparing);
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, isPreparing ? u"sleep 1000"_s : u"true"_s}};
    VERIFY_RESULT(start(plan(job, stage == int(Stage::Executing) ? "echo run; exec sleep 1000\n" : "echo run\n", 2)));
    QTRY_VERIFY(m_bench->status(m_attempt).stage >= std::min(Stage(stage), Stage::Ready));
    if (stage > int(Stage::Ready))
        ask("release", {}, "-\n-\n");
    QTRY_COMPARE(int(m_bench->status(m_attempt).stage), stage);
    if (stage == int(Stage::Executing))
        QTRY_COMPARE(log("stdout-0.txt"), "run\n");
    QCOMPARE(ask("end", "n1").endedBy, u"n1"_s);
    const AttemptStatus state = end();
    QCOMPARE(state.endedBy, u"n1"_s);
    QCOMPARE(state.exitCode, isPreparing || stage == int(Stage::Executing) ? 143 : 0);
    QVERIFY(!state.firstFailure && !state.preparationFailed);
    QCOMPARE(state.launched, stage > int(Stage::Ready));
}

void TstRuntime::endsStubbornProcessesOfAGang()
{
    VERIFY_RESULT(start(
        plan(torch(2),
             "trap '' TERM; env -i setsid sleep 1000 & echo $! > escaped; echo here; while :; do sleep 1; done\n", 2)));
    QTRY_COMPARE(int(m_bench->status(m_attempt).stage), int(Stage::Ready));
    ask("release", {}, "-\n-\n");
    QTRY_COMPARE(log("stdout-0.txt"), "here\n");
    ask("kill", "1 user");
    QCOMPARE(end().exitCode, 137);
    // Nobody can know whose it is: its parent, its session and its environment are gone.
    const pid_t escaped = inWorkingDirectory("escaped").trimmed().toInt();
    QVERIFY(escaped > 1 && ::kill(escaped, SIGKILL) == 0);
}

void TstRuntime::tellsThatItWasKilledBeforeItsCommand()
{
    QJsonObject job = torch(1);
    job[u"jobPreparation"_s] = QJsonObject{{u"commandLine"_s, u"echo here; sleep 1000"_s}};
    VERIFY_RESULT(start(plan(job, "echo run\n")));
    QTRY_COMPARE(log("stdout-job_prep.txt"), "here\n");
    kill("job");
    const AttemptStatus state = end();
    QVERIFY(!state.launched && !state.preparationFailed);
    QCOMPARE(state.exitCode, 137);
    const auto words = killedWords(state);
    QVERIFY(words);
    QVERIFY2(words->text().contains(u"(exit code 137"_s), qPrintable(words->text()));
    QTRY_COMPARE(m_bench->leftOver(), QByteArrayList());
}

BATCHDECK_TEST(QCoreApplication, TstRuntime)

#include "tst_runtime.moc"
