// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/cluster/membershipstep.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace engine;
using Kind = AttemptStatus::Kind;
using Stage = AttemptStatus::Stage;
using Move = MembershipStep::Move;

Q_DECLARE_METATYPE(engine::AttemptStatus)

namespace {

constexpr qint64 now = 1'000'000'000'000;

MembershipRecord member(SetupState state, qint64 ageMs = 1000)
{
    MembershipRecord record;
    record.uuid = u"u"_s;
    record.state = state;
    record.sinceMs = now - ageMs;
    record.isBegun = true;
    record.attempt = 1;
    record.directory = u"/h/jobs/p/u/a1/m"_s;
    return record;
}

AttemptStatus says(Kind kind, Stage stage = Stage::None)
{
    AttemptStatus status;
    status.kind = kind;
    status.stage = stage;
    return status;
}

AttemptStatus exited(int code, const QString &cause = {}, bool preparationFailed = false)
{
    AttemptStatus status = says(Kind::Exited);
    status.exitCode = code;
    status.cause = cause;
    status.preparationFailed = preparationFailed;
    status.launchError = u"no such host"_s;
    return status;
}

AttemptStatus ended(AttemptStatus status)
{
    status.endedBy = u"done"_s;
    return status;
}

} // namespace

/// Every answer that a node can give about the setup of a machine has one definite consequence.
class TstMembershipStep : public QObject
{
    Q_OBJECT

private slots:
    void decides_data();
    void decides();
    void saysWhy();
    void waitsLongerAndLonger();
    void isKeptWhole();
};

void TstMembershipStep::decides_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<int>("ageMs");
    QTest::addColumn<AttemptStatus>("status");
    QTest::addColumn<int>("move");
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("retries");
    const auto row = [](const char *name, SetupState state, const AttemptStatus &status, Move move,
                        const char *code = "", bool retries = false, int ageMs = 1000) {
        QTest::newRow(name) << int(state) << ageMs << status << int(move) << QString::fromLatin1(code) << retries;
    };
    const SetupState preparing = SetupState::Preparing;
    const SetupState ready = SetupState::Ready;
    const SetupState leaving = SetupState::Leaving;
    row("not there yet", preparing, says(Kind::Absent), Move::Start);
    row("its folder is gone", ready, says(Kind::Absent), Move::Repeat);
    row("starting", preparing, says(Kind::Starting), Move::Wait);
    row("starting for too long", preparing, says(Kind::StartingOrDead), Move::MakeVoid, "", false, 61'000);
    row("since a clock that was put back", preparing, says(Kind::Starting), Move::MakeVoid, "", false, -61'000);
    row("mounting", preparing, says(Kind::Running, Stage::Mounting), Move::Wait);
    row("its setup task runs", preparing, says(Kind::Running, Stage::Preparing), Move::Wait);
    row("is ready", preparing, says(Kind::Running, Stage::Ready), Move::BeReady);
    row("stays ready", ready, says(Kind::Running, Stage::Ready), Move::BeReady);
    row("is ending by another's word", ready, ended(says(Kind::Running, Stage::Ready)), Move::Wait);
    row("is ending", ready, says(Kind::Ending), Move::Wait);
    row("was ended by another", ready, ended(exited(0)), Move::Repeat);
    row("a volume is away", preparing, exited(1, u"MountFailed"_s), Move::Fail, "MountFailed", true);
    row("the setup task failed", preparing, exited(3, {}, true), Move::Fail, "SetupTaskFailed", false);
    row("a folder cannot be made", preparing, exited(1), Move::Fail, "LaunchFailed", true);
    row("never began", preparing, says(Kind::NeverBegan), Move::Repeat);
    row("restarted", ready, says(Kind::Rebooted), Move::Repeat);
    row("restarted meanwhile", preparing, says(Kind::Rebooted), Move::Repeat);
    row("lost", ready, says(Kind::Lost), Move::Repeat);
    row("another machine has the name", ready, says(Kind::Elsewhere), Move::Abandon);
    row("cannot be read", ready, says(Kind::Unclear), Move::Fail, "SetupUnclear", false);

    row("leaves from another machine's folder", leaving, says(Kind::Elsewhere), Move::Abandon);
    row("leaves before it began", leaving, says(Kind::Absent), Move::Clean);
    row("leaves while it starts", leaving, says(Kind::Starting), Move::MakeVoid);
    row("leaves while it mounts", leaving, says(Kind::Running, Stage::Mounting), Move::Terminate);
    row("leaves while its setup task runs", leaving, says(Kind::Running, Stage::Preparing), Move::Terminate);
    row("leaves", leaving, says(Kind::Running, Stage::Ready), Move::End);
    row("goes", leaving, ended(says(Kind::Running, Stage::Ready)), Move::Wait);
    row("does not go", leaving, ended(says(Kind::Running, Stage::Ready)), Move::Terminate, "", false, 61'000);
    row("takes back", leaving, says(Kind::Ending), Move::Wait);
    row("went", leaving, ended(exited(0)), Move::Clean);
    row("went with an error", leaving, exited(1), Move::Clean);
    row("was restarted and leaves", leaving, says(Kind::Rebooted), Move::Clean);
    row("was lost and leaves", leaving, says(Kind::Lost), Move::Clean);
    row("never began and leaves", leaving, says(Kind::NeverBegan), Move::Clean);
    row("cannot be read and leaves", leaving, says(Kind::Unclear), Move::Clean);
    AttemptStatus told = says(Kind::Running, Stage::Mounting);
    told.endReason = u"user"_s;
    row("is being killed", leaving, told, Move::Wait);
}

void TstMembershipStep::decides()
{
    QFETCH(int, state);
    QFETCH(int, ageMs);
    QFETCH(AttemptStatus, status);
    QFETCH(QString, code);
    QFETCH(bool, retries);
    const MembershipStep step = membershipStep(member(SetupState(state), ageMs), status, now);
    QTEST(int(step.move), "move");
    QCOMPARE(step.code, code);
    QCOMPARE(step.retries, retries);
    QCOMPARE(step.reason.isEmpty(), step.move != Move::Fail && step.move != Move::Repeat && step.move != Move::Abandon);
}

void TstMembershipStep::saysWhy()
{
    const auto words = [](const AttemptStatus &status) {
        return membershipStep(member(SetupState::Preparing), status, now).reason.englishText();
    };
    QCOMPARE(words(exited(3, {}, true)), u"The setup task ended with exit code 3: no such host"_s);
    QCOMPARE(words(exited(1, u"MountFailed"_s)), u"A volume could not be mounted. The machine says: no such host"_s);
    QCOMPARE(
        words(exited(137)),
        u"It was killed while it was being started (exit code 137, by signal 9): something on the machine ended it."_s);
    const MembershipStep full = setupNotStarted(u"mkdir: No space left on device"_s);
    QCOMPARE(full.code, u"DiskFull"_s);
    QVERIFY(full.retries);
}

void TstMembershipStep::waitsLongerAndLonger()
{
    QList<qint64> seconds;
    for (const int failures : {1, 2, 3, 4, 5, 6, 7, 1000})
        seconds.append(setupRetryDelay(failures).count() / 1000);
    QCOMPARE(seconds, QList<qint64>({10, 20, 40, 80, 160, 300, 300, 300}));
}

void TstMembershipStep::isKeptWhole()
{
    MembershipRecord record = member(SetupState::Failed);
    const auto cluster =
        ResourceId::parse(u"/subscriptions/p/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/"
                          "clusters/c"_s);
    QVERIFY(cluster);
    record.cluster = *cluster;
    record.machine = ResourceId::machine(u"p"_s, u"a05"_s);
    record.reason = Message("It is %1.", {u"so"_s});
    record.errorCode = u"MountFailed"_s;
    record.mountRoot = u"/h/nodes/m/mounts/u"_s;
    record.failures = 3;
    record.retryMs = now + 1;
    const MembershipRecord read = MembershipRecord::fromRow(record.toRow());
    QCOMPARE(read.toRow().record, record.toRow().record);
    QCOMPARE(read.uuid, record.uuid);
    QCOMPARE(read.machine, record.machine);
    QCOMPARE(read.cluster, record.cluster);
    QCOMPARE(toString(read.state), u"failed"_s);
    QCOMPARE(read.reason.englishText(), u"It is so."_s);
}

BATCHDECK_TEST(QCoreApplication, TstMembershipStep)
#include "tst_membershipstep.moc"
