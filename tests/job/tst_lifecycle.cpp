// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/lifecycle.h"
#include "tests/job/gangworld.h"
#include "tests/support/testmain.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace engine;
using Kind = AttemptStatus::Kind;
using Move = NextStep::Move;
using testing::now;
using testing::says;

Q_DECLARE_METATYPE(engine::AttemptStatus)
Q_DECLARE_METATYPE(engine::JobRecord)

namespace {

JobRecord placed(JobPhase phase, JobWanted wanted = JobWanted::Run)
{
    JobRecord record;
    record.state = wanted == JobWanted::Run ? JobState::Running : JobState::Terminating;
    record.wanted = wanted;
    record.attempt = 1;
    NodeRun run;
    run.machine = ResourceId::machine(u"p"_s, u"m"_s);
    run.phase = phase;
    run.phaseSinceMs = now - 1000;
    run.directory = u"/home/u/.batchdeck/jobs/p/j/a1/m"_s;
    record.nodes = {run};
    return record;
}

AttemptStatus exitedWith(int code, const QString &endReason = {}, bool launched = true)
{
    AttemptStatus status = says(Kind::Exited);
    status.exitCode = code;
    status.endReason = endReason;
    status.launched = launched;
    return status;
}

} // namespace

/// Every answer that a node can give, against every wish, has one definite consequence.
class TstLifecycle : public QObject
{
    Q_OBJECT

private slots:
    void decides_data()
    {
        QTest::addColumn<JobRecord>("record");
        QTest::addColumn<AttemptStatus>("status");
        QTest::addColumn<Move>("move");
        QTest::addColumn<QString>("code"); // of the failure, when it finishes
        QTest::addColumn<int>("exitCode"); // -1: none

        const auto row = [](const char *name, const JobRecord &record, const AttemptStatus &status, Move move,
                            const QString &code = {},
                            int exitCode = -1) { QTest::newRow(name) << record << status << move << code << exitCode; };
        row("nothing there yet: start", placed(JobPhase::Staging), says(Kind::Absent), Move::Start);
        row("nothing there, not wanted any more", placed(JobPhase::Staging, JobWanted::Terminated), says(Kind::Absent),
            Move::Finish, u"JobTerminatedByUser"_s);
        row("folder gone while it ran", placed(JobPhase::Executing), says(Kind::Absent), Move::Finish,
            u"JobFolderLost"_s);
        row("folder gone while it prepared", placed(JobPhase::Preparing), says(Kind::Absent), Move::Finish,
            u"JobFolderLost"_s);
        row("before the commit point: patience", placed(JobPhase::Starting), says(Kind::Starting), Move::Wait);
        row("before it and unwanted: make it void", placed(JobPhase::Starting, JobWanted::Terminated),
            says(Kind::Starting), Move::MakeVoid);
        row("perhaps dead before it: patience", placed(JobPhase::Starting), says(Kind::StartingOrDead), Move::Wait);
        JobRecord overdue = placed(JobPhase::Starting);
        overdue.nodes.first().phaseSinceMs = now - 61'000;
        row("dead before it for a minute: make it void", overdue, says(Kind::StartingOrDead), Move::MakeVoid);
        JobRecord steppedBack = overdue;
        steppedBack.nodes.first().phaseSinceMs = now + 3'600'000;
        row("the clock was put back an hour: it does not wait for it", steppedBack, says(Kind::StartingOrDead),
            Move::MakeVoid);
        row("runs", placed(JobPhase::Starting), says(Kind::Running), Move::Wait);
        row("runs, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated), says(Kind::Running),
            Move::Terminate);
        row("runs, to be deleted", placed(JobPhase::Executing, JobWanted::Deleted), says(Kind::Running),
            Move::Terminate);
        row("tidies up", placed(JobPhase::Executing), says(Kind::Ending), Move::Wait);
        row("done", placed(JobPhase::Executing), exitedWith(0), Move::Finish, {}, 0);
        row("done before it was seen running", placed(JobPhase::Starting), exitedWith(0), Move::Finish, {}, 0);
        row("failed", placed(JobPhase::Executing), exitedWith(3), Move::Finish, u"JobFailed"_s, 3);
        row("died of a signal", placed(JobPhase::Executing), exitedWith(139), Move::Finish, u"JobFailed"_s, 139);
        row("stopped", placed(JobPhase::Executing, JobWanted::Terminated), exitedWith(143, u"user"_s), Move::Finish,
            u"JobTerminatedByUser"_s);
        row("stopped, yet it had ended by itself before", placed(JobPhase::Executing, JobWanted::Terminated),
            exitedWith(0), Move::Finish, {}, 0);
        row("too long", placed(JobPhase::Executing), exitedWith(143, u"limit"_s), Move::Finish,
            u"MaxWallClockTimeExpiry"_s);
        row("never launched", placed(JobPhase::Starting), exitedWith(1, {}, false), Move::Finish, u"LaunchFailed"_s);
        for (const char *code : {"MountFailed", "FailedStartingContainer", "SharedDirectoryUnavailable",
                                 "NodeToNodeSshFailed", "SecretMissing"}) {
            AttemptStatus caused = exitedWith(1, {}, false);
            caused.cause = QString::fromLatin1(code);
            row(code, placed(JobPhase::Mounting), caused, Move::Finish, caused.cause);
        }
        AttemptStatus unknown = exitedWith(1, {}, false);
        unknown.cause = u"OfALaterVersion"_s;
        row("a cause that is not known", placed(JobPhase::Mounting), unknown, Move::Finish, u"LaunchFailed"_s);
        AttemptStatus full = exitedWith(1, {}, false);
        full.launchError = u"mkdir: cannot create directory 'x': No space left on device"_s;
        row("no room", placed(JobPhase::Starting), full, Move::Finish, u"DiskFull"_s);
        AttemptStatus silent = exitedWith(1, {}, false);
        silent.diskFull = true;
        row("no room for the words that say so", placed(JobPhase::Starting), silent, Move::Finish, u"DiskFull"_s);
        row("another machine answers", placed(JobPhase::Executing), says(Kind::Elsewhere), Move::Wait);
        row("another machine answers, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated),
            says(Kind::Elsewhere), Move::Finish, u"NodeLost"_s);
        row("records unreadable", placed(JobPhase::Executing), says(Kind::Unclear), Move::Wait);
        row("records unreadable, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated),
            says(Kind::Unclear), Move::Terminate);
        AttemptStatus preparation = exitedWith(9, {}, false);
        preparation.preparationFailed = true;
        row("preparation failed", placed(JobPhase::Preparing), preparation, Move::Finish, u"JobPreparationFailed"_s, 9);
        row("never began: again", placed(JobPhase::Starting), says(Kind::NeverBegan), Move::Repeat);
        row("never began, unwanted", placed(JobPhase::Starting, JobWanted::Terminated), says(Kind::NeverBegan),
            Move::Finish, u"JobTerminatedByUser"_s);
        row("machine restarted: again", placed(JobPhase::Executing), says(Kind::Rebooted), Move::Repeat);
        JobRecord tired = placed(JobPhase::Executing);
        tired.repeats = maxRepeats;
        row("machine restarted too often", tired, says(Kind::Rebooted), Move::Finish, u"NodeLost"_s);
        row("never began too often", tired, says(Kind::NeverBegan), Move::Finish, u"LaunchFailed"_s);
        row("processes gone", placed(JobPhase::Executing), says(Kind::Lost), Move::Finish, u"ProcessLost"_s);
    }

    void decides()
    {
        QFETCH(JobRecord, record);
        QFETCH(AttemptStatus, status);
        QFETCH(Move, move);
        QFETCH(QString, code);
        QFETCH(int, exitCode);

        const NextStep step = nextStep(record, record.nodes.first(), status, now, false);
        QCOMPARE(step.move, move);
        if (move != Move::Finish)
            return;
        QCOMPARE(step.outcome.exitCode.value_or(-1), exitCode);
        QCOMPARE(toString(step.outcome.state), code.isEmpty() ? u"succeeded"_s : u"failed"_s);
        QCOMPARE(step.outcome.errors.isEmpty() ? QString() : step.outcome.errors.first().code, code);
        if (!code.isEmpty())
            QVERIFY(!step.outcome.reason.text().isEmpty());
    }

    void tellsTheNodeOnlyOnce()
    {
        const JobRecord record = placed(JobPhase::Executing, JobWanted::Terminated);
        QCOMPARE(nextStep(record, record.nodes.first(), says(Kind::Running), now, true).move, Move::Wait);
        QCOMPARE(nextStep(record, record.nodes.first(), says(Kind::Unclear), now, true).outcome.errors.first().code,
                 u"JobTerminatedByUser"_s);
    }

    void forgetsAnAttemptThatIsTakenBack()
    {
        JobRecord record = placed(JobPhase::Staging);
        record.commandLines = {u"python3 train.py"_s};
        record.unplace();
        QVERIFY(!record.isPlaced());
        QVERIFY(!record.toRow().status.contains(u"commandLines"_s));
    }

    void saysWhatIsOdd()
    {
        AttemptStatus elsewhere = says(Kind::Elsewhere);
        elsewhere.otherMachine = u"0a node7"_s;
        const JobRecord record = placed(JobPhase::Executing);
        const auto reasonOf = [&record](const AttemptStatus &status) {
            return nextStep(record, record.nodes.first(), status, now, false).reason;
        };
        QVERIFY(reasonOf(elsewhere).text().contains(u"node7"_s));
        QVERIFY(!reasonOf(says(Kind::Unclear)).isEmpty());
        QVERIFY(reasonOf(says(Kind::Running)).isEmpty());
    }

    void namesTheProcess()
    {
        AttemptStatus failed = exitedWith(7);
        const JobRecord record = placed(JobPhase::Executing);
        const auto reason = [&] {
            return nextStep(record, record.nodes.first(), failed, now, false).outcome.reason.englishText();
        };
        QCOMPARE(reason(), u"The command ended with exit code 7."_s);
        failed.firstFailure = AttemptStatus::Failure{2, 7, now, u"rank"_s};
        QCOMPARE(reason(), u"Rank 2 ended with exit code 7."_s);
        failed.firstFailure = AttemptStatus::Failure{2, 3, now, u"rank"_s};
        QCOMPARE(reason(), u"The command ended with exit code 7."_s);
    }

    // A process that a signal ended had no time for words.
    void saysHowItWasEnded_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("outOfMemoryKills");
        QTest::addColumn<QString>("ofTheCommand");
        QTest::addColumn<QString>("ofTheRank");
        QTest::newRow("segmentation fault")
            << 139 << 0 << u"The command was ended by a segmentation fault (exit code 139)."_s
            << u"Rank 2 was ended by a segmentation fault (exit code 139)."_s;
        QTest::newRow("out of memory") << 137 << 1 << u"The command was killed while memory ran out (exit code 137)."_s
                                       << u"Rank 2 was killed while memory ran out (exit code 137)."_s;
        QTest::newRow("killed") << 137 << 0 << u"The command was killed by signal 9 (exit code 137)."_s
                                << u"Rank 2 was killed by signal 9 (exit code 137)."_s;
        QTest::newRow("a code of its own")
            << 255 << 1 << u"The command ended with exit code 255."_s << u"Rank 2 ended with exit code 255."_s;
    }

    void saysHowItWasEnded()
    {
        QFETCH(int, code);
        QFETCH(int, outOfMemoryKills);
        const JobRecord record = placed(JobPhase::Executing);
        AttemptStatus failed = exitedWith(code);
        failed.outOfMemoryKills = outOfMemoryKills;
        const auto reason = [&] {
            return nextStep(record, record.nodes.first(), failed, now, false).outcome.reason.englishText();
        };
        QTEST(reason(), "ofTheCommand");
        failed.outOfMemoryKills = 0; // what the process has counts
        failed.firstFailure = AttemptStatus::Failure{2, code, now, u"rank"_s, outOfMemoryKills};
        QTEST(reason(), "ofTheRank");
    }

    void saysThatItWasKilled()
    {
        const JobRecord record = placed(JobPhase::Starting);
        const auto reason = [&](const AttemptStatus &status) {
            const JobOutcome outcome = nextStep(record, record.nodes.first(), status, now, false).outcome;
            return QString(outcome.errors.value(0).code + u": "_s + outcome.reason.englishText());
        };
        AttemptStatus killed = exitedWith(137, {}, false);
        QCOMPARE(reason(killed),
                 u"LaunchFailed: It was killed while it was being started (exit code 137, by signal 9): something on "
                 "the machine ended it."_s);
        killed.outOfMemoryKills = 1;
        QCOMPARE(reason(killed),
                 u"LaunchFailed: It was killed while it was being started (exit code 137): the machine ran out of "
                 "memory."_s);
        killed.exitCode = 255; // no signal has this number
        QCOMPARE(reason(killed), u"LaunchFailed: It could not be started, and the machine gave no reason."_s);
        killed = exitedWith(143, {}, false);
        killed.cause = u"MountFailed"_s; // it had a reason before
        QVERIFY(reason(killed).startsWith(u"MountFailed: "));
    }

    void keepsTheRecordThroughTheStore()
    {
        JobRecord record = placed(JobPhase::Preparing, JobWanted::Deleted);
        record.uuid = u"0f0e"_s;
        record.id = ResourceId::group(u"p"_s, u"g"_s)
                        .child(ResourceKind::Workspace, u"w"_s)
                        .child(ResourceKind::Experiment, u"e"_s)
                        .child(ResourceKind::Job, u"j"_s);
        record.nodes.append(record.nodes.first());
        NodeRun &second = record.nodes.last();
        second.machine = ResourceId::machine(u"p"_s, u"n"_s);
        second.state = NodeRun::State::Lost;
        second.offer = "alice,40022,ssh-ed25519,AAAA";
        second.failure = NodeFailure{u"ProcessLost"_s, Message("gone"), 3, 137, now - 5, true};
        second.launched = second.counts = true;
        record.folders = {{record.nodes.first().machine, u"/home/u/.batchdeck/jobs/p/j"_s}};
        record.view.nodes = {{u"m"_s, u"10.0.0.1"_s, u"/home/u/.batchdeck"_s, u"id"_s, 2, u"openmpi"_s, u"podman"_s}};
        record.view.hasSharedHome = true;
        record.view.cluster = QJsonObject{{u"properties"_s, u"x"_s}};
        record.view.volumes = {{u"a"_s, u"path:/b"_s}};
        record.view.fileServers = {QJsonObject{{u"id"_s, u"f"_s}}};
        record.exitCode = 7;
        record.errors = {{u"JobFailed"_s, Message("%1 of %2", {u"a %2"_s, u"b"_s})}};
        record.nodes.first().logNames = {u"stdout.txt"_s};
        record.startedMs = now;
        const JobRecord again = JobRecord::fromRow(record.toRow());
        QCOMPARE(again.toRow().status, record.toRow().status);
        QCOMPARE(again.errors.first().message.text(), u"a %2 of b"_s);
        QVERIFY(!again.toRow().isFinal);
        QCOMPARE(again.nodes.last().failure->timeMs, now - 5);

        JobRow damaged = record.toRow();
        damaged.status[u"deletedOutputs"_s] =
            QJsonArray{QJsonObject{{u"node"_s, u"m"_s}, {u"path"_s, 1}},
                       QJsonObject{{u"node"_s, u"n"_s}, {u"path"_s, u"/home/u/out"_s}}};
        QCOMPARE(JobRecord::fromRow(damaged).deletedOutputs, (QList<JobOutput>{{u"n"_s, u"/home/u/out"_s, {}}}));
    }

    // As engines wrote it that knew one node a job.
    void readsTheFirstFormat()
    {
        JobRow row;
        row.uuid = u"0f0e"_s;
        const ResourceId machine = ResourceId::machine(u"p"_s, u"m"_s);
        row.status = {{u"format"_s, 1},
                      {u"wanted"_s, u"run"_s},
                      {u"state"_s, u"running"_s},
                      {u"phase"_s, u"executing"_s},
                      {u"phaseSince"_s, now},
                      {u"attempt"_s, 2},
                      {u"placement"_s, QJsonArray{machine.toString()}},
                      {u"directory"_s, u"/home/u/.batchdeck/jobs/p/0f0e/a2/m"_s},
                      {u"logNames"_s, QJsonArray{u"execution.log"_s, u"stdout.txt"_s}},
                      {u"started"_s, now - 10}};
        const JobRecord record = JobRecord::fromRow(row);
        QCOMPARE(record.nodes.size(), 1);
        const NodeRun &run = record.nodes.first();
        QCOMPARE(run.machine, machine);
        QCOMPARE(run.directory, u"/home/u/.batchdeck/jobs/p/0f0e/a2/m"_s);
        QCOMPARE(run.logNames, QStringList({u"execution.log"_s, u"stdout.txt"_s}));
        QCOMPARE(run.startedMs, now - 10);
        QCOMPARE(toString(run.phase), u"executing"_s);
        QCOMPARE(record.folders, QList<JobFolder>({{machine, u"/home/u/.batchdeck/jobs/p/0f0e"_s}}));
        QCOMPARE(nextStep(record, run, says(Kind::Absent), now, false).outcome.errors.first().code, u"JobFolderLost"_s);
        QVERIFY(record.view.nodes.isEmpty()); // found out again, if it comes to a start
    }
};

BATCHDECK_TEST(QCoreApplication, TstLifecycle)
#include "tst_lifecycle.moc"
