// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/lifecycle.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using Kind = AttemptStatus::Kind;
using Move = NextStep::Move;

Q_DECLARE_METATYPE(engine::AttemptStatus)
Q_DECLARE_METATYPE(engine::JobRecord)

namespace {

constexpr qint64 now = 1'000'000'000'000;

JobRecord placed(JobPhase phase, JobWanted wanted = JobWanted::Run)
{
    JobRecord record;
    record.state = wanted == JobWanted::Run ? JobState::Running : JobState::Terminating;
    record.phase = phase;
    record.phaseSinceMs = now - 1000;
    record.wanted = wanted;
    record.attempt = 1;
    record.directory = u"/home/u/.batchdeck/jobs/p/j/a1/m"_s;
    return record;
}

AttemptStatus says(Kind kind)
{
    AttemptStatus status;
    status.kind = kind;
    return status;
}

AttemptStatus exited(int code, const QString &endReason = {}, bool launched = true)
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
        overdue.phaseSinceMs = now - 61'000;
        row("dead before it for a minute: make it void", overdue, says(Kind::StartingOrDead), Move::MakeVoid);
        JobRecord steppedBack = overdue;
        steppedBack.phaseSinceMs = now + 3'600'000;
        row("the clock was put back an hour: it does not wait for it", steppedBack, says(Kind::StartingOrDead),
            Move::MakeVoid);
        row("runs", placed(JobPhase::Starting), says(Kind::Running), Move::Wait);
        row("runs, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated), says(Kind::Running),
            Move::Terminate);
        row("runs, to be deleted", placed(JobPhase::Executing, JobWanted::Deleted), says(Kind::Running),
            Move::Terminate);
        row("tidies up", placed(JobPhase::Executing), says(Kind::Ending), Move::Wait);
        row("done", placed(JobPhase::Executing), exited(0), Move::Finish, {}, 0);
        row("done before it was seen running", placed(JobPhase::Starting), exited(0), Move::Finish, {}, 0);
        row("failed", placed(JobPhase::Executing), exited(3), Move::Finish, u"JobFailed"_s, 3);
        row("died of a signal", placed(JobPhase::Executing), exited(139), Move::Finish, u"JobFailed"_s, 139);
        row("stopped", placed(JobPhase::Executing, JobWanted::Terminated), exited(143, u"user"_s), Move::Finish,
            u"JobTerminatedByUser"_s);
        row("stopped, yet it had ended by itself before", placed(JobPhase::Executing, JobWanted::Terminated), exited(0),
            Move::Finish, {}, 0);
        row("too long", placed(JobPhase::Executing), exited(143, u"limit"_s), Move::Finish,
            u"MaxWallClockTimeExpiry"_s);
        row("never launched", placed(JobPhase::Starting), exited(1, {}, false), Move::Finish, u"LaunchFailed"_s);
        AttemptStatus full = exited(1, {}, false);
        full.launchError = u"mkdir: cannot create directory 'x': No space left on device"_s;
        row("no room", placed(JobPhase::Starting), full, Move::Finish, u"DiskFull"_s);
        AttemptStatus silent = exited(1, {}, false);
        silent.diskFull = true;
        row("no room for the words that say so", placed(JobPhase::Starting), silent, Move::Finish, u"DiskFull"_s);
        row("another machine answers", placed(JobPhase::Executing), says(Kind::Elsewhere), Move::Wait);
        row("another machine answers, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated),
            says(Kind::Elsewhere), Move::Finish, u"NodeLost"_s);
        row("records unreadable", placed(JobPhase::Executing), says(Kind::Unclear), Move::Wait);
        row("records unreadable, not wanted any more", placed(JobPhase::Executing, JobWanted::Terminated),
            says(Kind::Unclear), Move::Terminate);
        AttemptStatus preparation = exited(9, {}, false);
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

        const NextStep step = nextStep(record, status, now, false);
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
        QCOMPARE(nextStep(record, says(Kind::Running), now, true).move, Move::Wait);
        QCOMPARE(nextStep(record, says(Kind::Unclear), now, true).outcome.errors.first().code,
                 u"JobTerminatedByUser"_s);
    }

    void saysWhatIsOdd()
    {
        AttemptStatus elsewhere = says(Kind::Elsewhere);
        elsewhere.otherMachine = u"0a node7"_s;
        QVERIFY(nextStep(placed(JobPhase::Executing), elsewhere, now, false).reason.text().contains(u"node7"_s));
        QVERIFY(!nextStep(placed(JobPhase::Executing), says(Kind::Unclear), now, false).reason.isEmpty());
        QVERIFY(nextStep(placed(JobPhase::Executing), says(Kind::Running), now, false).reason.isEmpty());
    }

    void keepsTheRecordThroughTheStore()
    {
        JobRecord record = placed(JobPhase::Preparing, JobWanted::Deleted);
        record.uuid = u"0f0e"_s;
        record.id = ResourceId::group(u"p"_s, u"g"_s)
                        .child(ResourceKind::Workspace, u"w"_s)
                        .child(ResourceKind::Experiment, u"e"_s)
                        .child(ResourceKind::Job, u"j"_s);
        record.placement = {ResourceId::machine(u"p"_s, u"m"_s)};
        record.exitCode = 7;
        record.errors = {{u"JobFailed"_s, Message("%1 of %2", {u"a %2"_s, u"b"_s})}};
        record.logNames = {u"stdout.txt"_s};
        record.startedMs = now;
        const JobRecord again = JobRecord::fromRow(record.toRow());
        QCOMPARE(again.toRow().status, record.toRow().status);
        QCOMPARE(again.errors.first().message.text(), u"a %2 of b"_s);
        QVERIFY(!again.toRow().isFinal);
    }
};

BATCHDECK_TEST_MAIN(QCoreApplication, TstLifecycle)
#include "tst_lifecycle.moc"
