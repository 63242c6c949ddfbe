// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/extension.h"
#include "tests/job/gangworld.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using Kind = AttemptStatus::Kind;
using Move = NextStep::Move;
using Stage = AttemptStatus::Stage;
using State = NodeRun::State;
using testing::now;
using testing::says;
using testing::words;
using testing::World;

namespace {

AttemptStatus runs(Stage stage)
{
    AttemptStatus status = says(Kind::Running);
    status.stage = stage;
    status.launched = stage >= Stage::Executing;
    status.startedMs = now - 60'000;
    if (stage >= Stage::Ready)
        status.offer = "-";
    if (stage == Stage::Done)
        status.ownExitCode = 0;
    return status;
}

AttemptStatus failing(AttemptStatus status, int process, int code, qint64 timeMs, const QString &task = {},
                      int outOfMemoryKills = 0)
{
    status.firstFailure = AttemptStatus::Failure{process, code, timeMs, task, outOfMemoryKills};
    return status;
}

AttemptStatus exited(int code, const QString &endedBy = {}, bool launched = true)
{
    AttemptStatus status = says(Kind::Exited);
    status.exitCode = code;
    status.endedBy = endedBy;
    status.launched = launched;
    status.startedMs = now - 60'000;
    status.endedMs = now - 100;
    return status;
}

NodeFailure exitOf(int code, qint64 timeMs)
{
    return {u"JobFailed"_s, Message("ended"), 0, code, timeMs, false};
}

const std::optional<AttemptStatus> silent;

} // namespace

Q_DECLARE_METATYPE(World)
Q_DECLARE_METATYPE(std::optional<engine::AttemptStatus>)

/// What the engine decides about a job of several nodes, from what each says, in every order.
class TstGang final : public QObject
{
    Q_OBJECT

private slots:
    void decides_data();
    void decides();
    void leastAdvancedNodeGivesThePhase_data();
    void leastAdvancedNodeGivesThePhase();
    void firstFailureIsFirstByOurClock();
    void namesTheProcess_data();
    void namesTheProcess();
    void failureIsKnownBeforeItsNodeIsOver();
    void saysForWhomItWaits();
    void staysQuickWithManyNodes_data();
    void staysQuickWithManyNodes();
};

void TstGang::decides_data()
{
    QTest::addColumn<World>("world");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const World &world, const char *expected) {
        QTest::newRow(name) << world << QString::fromLatin1(expected);
    };
    const auto w = [](const QList<std::optional<AttemptStatus>> &statuses) { return World::of(statuses); };
    const AttemptStatus absent = says(Kind::Absent);

    row("all are started at once", w({absent, absent, absent}), "start start start");
    row("one is silent: the others are started", w({absent, silent}), "start -");
    row("one is not ready", w({runs(Stage::Ready), runs(Stage::Preparing)}), "- -");
    row("all are ready", w({runs(Stage::Ready), runs(Stage::Ready)}), "release release");
    row("one was not heard of", w({runs(Stage::Ready), silent}), "- -");
    row("one was ready and is silent now",
        w({runs(Stage::Ready), silent}).with([](World &world) { world.record.nodes[1].offer = "-"; }), "release -");
    row("one was released before the engine was killed", w({runs(Stage::Executing), runs(Stage::Ready)}), "- release");
    row("released by this engine: patience",
        w({runs(Stage::Ready), runs(Stage::Ready)}).with([](World &world) { world.news[0].isReleased = true; }),
        "- release");
    row("all work", w({runs(Stage::Executing), runs(Stage::Executing)}), "- -");
    row("one is done, another works", w({runs(Stage::Done), runs(Stage::Executing)}), "- -");
    row("all are done", w({runs(Stage::Done), runs(Stage::Done)}), "end:done end:done");
    row("all who count are done",
        w({runs(Stage::Done), runs(Stage::Executing)}).with([](World &world) { world.record.nodes[1].counts = false; }),
        "end:done end:done");
    row("nobody counts, not all are launched",
        w({runs(Stage::Executing), runs(Stage::Preparing)}).with([](World &world) {
            world.record.nodes[0].counts = world.record.nodes[1].counts = false;
        }),
        "- -");
    row("one was done and is silent now",
        w({runs(Stage::Done), silent}).with([](World &world) { world.record.nodes[1].isDone = true; }), "end:done -");
    row("they have told each other", w({exited(0, u"done"_s), runs(Stage::Done)}), "- end:done");
    row("told already",
        w({exited(0, u"done"_s), runs(Stage::Done)}).with([](World &world) { world.news[1].endToldMs = now - 100; }),
        "- -");
    row("all succeeded", w({exited(0, u"done"_s), exited(0, u"done"_s)}), "- - succeeded 0");
    row("all ended by themselves", w({exited(0), exited(0)}), "- - succeeded 0");
    row("ended by done while it tidied up", w({exited(143, u"done"_s), exited(0, u"done"_s)}), "- - succeeded 0");
    row("one has succeeded, one is silent", w({exited(0), silent}), "- -");

    row("one failed: the other is ended", w({runs(Stage::Executing), failing(runs(Stage::Executing), 2, 7, now - 50)}),
        "end:n2 end:n2");
    row("one failed, one is silent", w({silent, exited(7)}), "- -");
    row("one failed, the silent one comes back", w({runs(Stage::Executing), silent}).failed(1, exitOf(7, now - 9000)),
        "end:n2 -");
    row("one failed before the other was begun: it never is", w({absent, exited(1, {}, false)}),
        "- - failed LaunchFailed");
    row("one failed, the other hangs before its commit point", w({says(Kind::Starting), exited(7)}), "void -");
    row("one failed, all are over", w({exited(143, u"n2"_s), failing(exited(7, u"n2"_s), 1, 7, now - 100)}),
        "- - failed JobFailed 7");
    row("told, and it does not end: killed",
        w({runs(Stage::Executing), silent}).failed(1, exitOf(7, now - 90'000)).with([](World &world) {
            world.news[0].endToldMs = now - 61'000;
        }),
        "terminate:peer -");
    row("told, and it has time",
        w({runs(Stage::Executing), silent}).failed(1, exitOf(7, now - 90'000)).with([](World &world) {
            world.news[0].endToldMs = now - 50'000;
        }),
        "- -");
    row("killed by us",
        w({exited(137), exited(7)}).with([](World &world) { world.news[0].status->endReason = u"peer"_s; }),
        "- - failed JobFailed 7");

    AttemptStatus preparation = exited(9, {}, false);
    preparation.preparationFailed = true;
    row("preparation failed on one", w({runs(Stage::Ready), preparation}), "end:n2 -");
    row("preparation failed, the end", w({exited(143, u"n2"_s, false), preparation}),
        "- - failed JobPreparationFailed 9");
    AttemptStatus mount = exited(1, {}, false);
    mount.cause = u"MountFailed"_s;
    row("a mount failed", w({mount, exited(143, u"n1"_s, false)}), "- - failed MountFailed");

    row("not wanted", w({runs(Stage::Executing), runs(Stage::Ready)}).wants(JobWanted::Terminated),
        "terminate:user terminate:user");
    row("not wanted, one told",
        w({runs(Stage::Executing), runs(Stage::Ready)}).wants(JobWanted::Deleted).with([](World &world) {
            world.news[0].isTerminated = true;
        }),
        "- terminate:user");
    row("not wanted, and all are done: they end as done",
        w({runs(Stage::Done), runs(Stage::Done)}).wants(JobWanted::Terminated), "end:done end:done");
    row("not wanted, and all are done and told so",
        w({exited(0, u"done"_s), runs(Stage::Done)}).wants(JobWanted::Terminated).with([](World &world) {
            world.news[1].endToldMs = now - 100;
        }),
        "- -");
    row("not wanted, and one is not done", w({runs(Stage::Done), runs(Stage::Executing)}).wants(JobWanted::Terminated),
        "terminate:user terminate:user");
    row("alone, done, not wanted", w({runs(Stage::Done)}).wants(JobWanted::Terminated), "-");
    row("alone, taking away what it made, not wanted",
        w({runs(Stage::Collecting)}).wants(JobWanted::Terminated).with([](World &world) {
            world.news[0].status->ownExitCode = 0;
        }),
        "-");
    row("not wanted before it began", w({absent, absent}).wants(JobWanted::Terminated),
        "- - failed JobTerminatedByUser");
    row("not wanted, one is silent", w({exited(143), silent}).wants(JobWanted::Terminated), "- -");
    row("not wanted, one machine is unknown",
        w({exited(143), silent}).wants(JobWanted::Terminated).with([](World &world) {
            world.news[0].status->endReason = u"user"_s;
            world.news[1].isKnown = false;
        }),
        "- - failed JobTerminatedByUser");
    row("not wanted, and ended with 0 when it was told to",
        w({exited(0), exited(0)}).wants(JobWanted::Terminated).with([](World &world) {
            world.record.nodes[1].counts = false;
            world.news[0].status->endReason = u"user"_s;
            world.news[0].status->ownExitCode = 0;
        }),
        "- - failed JobTerminatedByUser");
    row("not wanted, yet all had ended well", w({exited(0), exited(0)}).wants(JobWanted::Terminated),
        "- - succeeded 0");
    row("not wanted, one had failed before",
        w({exited(143), silent}).wants(JobWanted::Terminated).failed(1, exitOf(7, now - 9000)).with([](World &world) {
            world.news[0].status->endReason = u"user"_s;
        }),
        "- - failed JobFailed 7");
    row("not wanted, one failed of it",
        w({exited(143), silent}).wants(JobWanted::Terminated).failed(1, exitOf(7, now - 2000)).with([](World &world) {
            world.news[0].status->endReason = u"user"_s;
        }),
        "- - failed JobTerminatedByUser");

    AttemptStatus late = exited(143);
    late.endReason = u"limit"_s;
    row("too long", w({late, exited(143, u"n1"_s)}), "- - failed MaxWallClockTimeExpiry");
    row("too long, and a peer broke of it", w({late, exited(1)}).with([](World &world) {
        world.record.document = {
            {u"properties"_s, QJsonObject{{u"constraints"_s, QJsonObject{{u"maxWallClockTime"_s, u"PT59S"_s}}}}}};
        world.news[1].status->endedMs = now - 200;
    }),
        "- - failed MaxWallClockTimeExpiry");

    const AttemptStatus rebooted = says(Kind::Rebooted);
    const AttemptStatus lost = says(Kind::Lost);
    const auto tidied = [](World &world) {
        for (AttemptNews &each : world.news)
            each.isTidied = true;
    };
    row("rebooted: first it is tidied", w({runs(Stage::Executing), rebooted}), "- tidy");
    row("rebooted: the rest is ended", w({runs(Stage::Executing), rebooted}).with(tidied), "end:n2 -");
    row("rebooted: then again", w({exited(143, u"n2"_s), rebooted}).with(tidied), "- - repeat");
    row("rebooted too often",
        w({exited(143, u"n2"_s), rebooted}).with(tidied).with([](World &world) { world.record.repeats = maxRepeats; }),
        "- - failed NodeLost");
    row("rebooted, and a peer broke of it", w({exited(1), rebooted}).with(tidied), "- - repeat");
    row("rebooted, and told to end for the peer that broke of it",
        w({failing(exited(255, u"n1"_s), 0, 255, now - 500), rebooted}).with(tidied).with([](World &world) {
            world.record.nodes[1].phaseSinceMs = now - 300;
        }),
        "- - repeat");
    row("one failed long before the reboot",
        w({exited(1), rebooted}).with(tidied).with([](World &world) { world.news[0].status->endedMs = now - 9000; }),
        "- - failed JobFailed 1");
    row("rebooted when all was done", w({exited(0, u"done"_s), rebooted}).with(tidied).with([](World &world) {
        world.record.nodes[1].isDone = true;
    }),
        "- - succeeded 0");
    row("rebooted, not wanted",
        w({exited(143, {}), rebooted}).wants(JobWanted::Terminated).with(tidied).with([](World &world) {
            world.news[0].status->endReason = u"user"_s;
        }),
        "- - failed JobTerminatedByUser");
    AttemptStatus leaving = exited(0, u"done"_s);
    leaving.hasLeftovers = true;
    row("something stays of one that ended", w({exited(0, u"done"_s), leaving}), "- tidy");
    row("it stays for good", w({exited(0, u"done"_s), leaving}).with(tidied), "- - succeeded 0");
    row("never began", w({runs(Stage::Ready), says(Kind::NeverBegan)}), "end:n2 -");
    row("never began: again", w({exited(143, u"n2"_s, false), says(Kind::NeverBegan)}), "- - repeat");
    row("lost before the launch", w({exited(143, u"n2"_s, false), lost}).with(tidied), "- - repeat");
    row("lost before the launch, too often", w({exited(143, u"n2"_s, false), lost}).with(tidied).with([](World &world) {
        world.record.repeats = maxRepeats;
    }),
        "- - failed ProcessLost");
    row("lost after the launch", w({exited(143, u"n2"_s), lost}).with(tidied), "- - failed ProcessLost");
    row("lost after the launch: the rest is ended", w({runs(Stage::Executing), lost}).with(tidied), "end:n2 -");
    row("folder lost", w({runs(Stage::Executing), absent}).was(1, State::Running).with([](World &world) {
        world.record.nodes[1].startedMs = now - 50;
    }),
        "end:n2 -");
    row("unreadable: patience", w({runs(Stage::Executing), says(Kind::Unclear)}), "- -");
    row("unreadable, and another failed: killed", w({exited(3), says(Kind::Unclear)}), "- terminate:peer");
    row("elsewhere, and another failed",
        w({exited(3), says(Kind::Elsewhere)}).with([](World &world) { world.news[0].status->endedMs = now - 60'000; }),
        "- - failed JobFailed 3");

    row("alone: start", w({absent}), "start");
    row("alone: no gate", w({runs(Stage::Executing)}), "-");
    row("alone: failed", w({failing(exited(4), 0, 4, now)}), "- failed JobFailed 4");
    row("alone: lost", w({lost}).with(tidied), "- failed ProcessLost");
    row("alone: rebooted", w({rebooted}).with(tidied), "- repeat");
    row("alone: machine unknown, not wanted",
        w({silent}).wants(JobWanted::Terminated).with([](World &world) { world.news[0].isKnown = false; }),
        "- failed JobTerminatedByUser");
}

void TstGang::decides()
{
    QFETCH(World, world);
    QFETCH(QString, expected);
    const JobStep step = world.step();
    QCOMPARE(words(step), expected);
    if (step.move == Move::Wait)
        return;
    QVERIFY(std::all_of(step.nodes.cbegin(), step.nodes.cend(), [](const NodeRun &run) { return run.isOver(); }));
}

void TstGang::leastAdvancedNodeGivesThePhase_data()
{
    QTest::addColumn<World>("world");
    QTest::addColumn<QString>("phase");
    const auto row = [](const QList<std::optional<AttemptStatus>> &statuses, const char *phase) {
        QTest::addRow("%s", phase) << World::of(statuses) << QString::fromLatin1(phase);
    };
    row({runs(Stage::Ready), says(Kind::Starting)}, "staging");
    row({runs(Stage::Mounting), runs(Stage::Preparing)}, "mounting");
    row({runs(Stage::Ready), runs(Stage::Preparing)}, "preparing");
    row({runs(Stage::Ready), runs(Stage::Executing)}, "starting");
    row({exited(0), runs(Stage::Executing)}, "executing");
    row({exited(0), says(Kind::Ending)}, "collecting");
}

void TstGang::leastAdvancedNodeGivesThePhase()
{
    QFETCH(World, world);
    QFETCH(QString, phase);
    QCOMPARE(toString(world.step().phase), phase);
}

void TstGang::firstFailureIsFirstByOurClock()
{
    World world = World::of(
        {failing(exited(1, u"n1"_s), 0, 1, now - 500), failing(exited(2, u"n2"_s), 3, 2, now + 9'800, u"rank"_s)});
    world.news[1].clockOffsetMs = 10'500; // so it was 700 ms ago
    const JobStep step = world.step();
    QCOMPARE(words(step), u"- - failed JobFailed 2"_s);
    const QString reason = step.outcome.reason.englishText();
    QCOMPARE(reason, u"On n2: Rank 3 ended with exit code 2."_s);
}

void TstGang::namesTheProcess_data()
{
    QTest::addColumn<QString>("task");
    QTest::addColumn<QJsonObject>("first");
    QTest::addColumn<QString>("reason");
    const QJsonObject first{{u"node"_s, u"n2"_s}, {u"process"_s, 1}, {u"exitCode"_s, 5}};
    const auto named = [first](const QString &task, const QString &name) {
        QJsonObject json = first;
        json[u"task"_s] = task;
        json[u"name"_s] = name;
        return json;
    };
    QTest::newRow("worker") << u"worker"_s << named(u"worker"_s, u"worker 1"_s)
                            << u"On n2: Worker 1 ended with exit code 5."_s;
    QTest::newRow("server") << u"ps"_s << named(u"ps"_s, u"parameter server 1"_s)
                            << u"On n2: Parameter server 1 ended with exit code 5."_s;
    QTest::newRow("rank") << u"rank"_s << named(u"rank"_s, u"rank 1"_s) << u"On n2: Rank 1 ended with exit code 5."_s;
    QJsonObject killed = named(u"rank"_s, u"rank 1"_s);
    killed[u"outOfMemoryKills"_s] = 2;
    QTest::newRow("rank, while memory ran out") << u"rank"_s << killed << u"On n2: Rank 1 ended with exit code 5."_s;
    QTest::newRow("the only one") << QString() << first << u"On n2: The command ended with exit code 5."_s;
}

// Also from the record, by the next engine.
void TstGang::namesTheProcess()
{
    QFETCH(const QString, task);
    QFETCH(const QJsonObject, first);
    const int kills = first[u"outOfMemoryKills"_s].toInt();
    World world = World::of({silent, failing(runs(Stage::Executing), 1, 5, now - 10, task, kills)});
    const JobStep step = world.step();
    QTEST(step.reason.englishText(), "reason");
    world.record.nodes = step.nodes;
    const QJsonObject document = toDocument(JobRecord::fromRow(world.record.toRow()), {}, {});
    QTEST(engine::extensionOf(document)[u"firstFailure"_s].toObject(), "first");
}

void TstGang::failureIsKnownBeforeItsNodeIsOver()
{
    const World world = World::of({silent, failing(runs(Stage::Executing), 1, 5, now - 10)});
    const JobStep step = world.step();
    JobRecord after = world.record;
    after.nodes = step.nodes;
    const NodeRun *failed = firstFailed(after);
    QVERIFY(failed);
    QCOMPARE(failed->machine.name(), u"n2"_s);
    QVERIFY(!failed->isOver());
    QCOMPARE(failed->failure->exitCode, std::optional(5));
    QVERIFY(step.reason.englishText().contains(u"n2"_s));
}

void TstGang::saysForWhomItWaits()
{
    const QString reason = World::of({runs(Stage::Ready), runs(Stage::Preparing), silent}).step().reason.englishText();
    QVERIFY2(reason.contains(u"n2, n3"_s) && !reason.contains(u"n1"_s), qPrintable(reason));
}

void TstGang::staysQuickWithManyNodes_data()
{
    QTest::addColumn<std::optional<AttemptStatus>>("last"); // of the last node; the others run
    QTest::newRow("all run") << std::optional(runs(Stage::Executing));
    QTest::newRow("one failed") << std::optional(failing(runs(Stage::Executing), 0, 7, now - 50));
    QTest::newRow("one is silent") << silent;
}

// One of a thousand nodes is heard of every millisecond.
void TstGang::staysQuickWithManyNodes()
{
    QFETCH(std::optional<AttemptStatus>, last);
    const auto decide = [&last](int nodes) {
        QList<std::optional<AttemptStatus>> statuses(nodes, runs(Stage::Executing));
        statuses.last() = last;
        const World world = World::of(statuses);
        return testing::cpuCost([&world, nodes] {
            for (int i = 0; i < 8000 / nodes; ++i) // as many nodes are judged
                QCOMPARE(world.step().acts.size(), nodes);
        });
    };
    const double few = decide(125);
    const double many = decide(8000);
    QVERIFY2(many < 8 * few, qPrintable(u"%1 s, %2 s"_s.arg(few).arg(many))); // a square would be 64 times
}

BATCHDECK_TEST(QCoreApplication, TstGang)
#include "tst_gang.moc"
