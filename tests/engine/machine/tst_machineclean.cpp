// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobState;
using testing::Door;
using testing::NodeFleet;
using testing::SshFixture;

/// What a machine was before it was added is what it is after it was cleaned.
class TstMachineClean final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void leavesTheMachineAsItWas_data();
    void leavesTheMachineAsItWas();
    void leavesItAloneUntilSomebodyConnectsIt();

private:
    /// Somebody with a profile of their own runs a job there, and goes.
    void useItAsAnother();
    /// A job to its end, one that is terminated, their files listed, the doctor's look: all that puts something there.
    void useIt();
    [[nodiscard]] QString link(const QString &name)
    {
        const auto machine = m_fixture->machine(name);
        return machine ? (*machine)[u"properties"_s][u"x-batchdeck"_s][u"link"_s].toString() : QString();
    }
    [[nodiscard]] testing::Node &node() { return m_fleet->node(0); }

    std::unique_ptr<NodeFleet> m_fleet;
    std::unique_ptr<SshFixture> m_fixture;
};

namespace {

const QJsonObject machineId{{u"id"_s, u"machines/n1"_s}};

} // namespace

void TstMachineClean::init()
{
    SKIP_WITHOUT_NODES();
    m_fleet = std::make_unique<NodeFleet>();
    QVERIFY(m_fleet->up(1));
    m_fixture = std::make_unique<SshFixture>();
    m_fixture->setOutputFolder(u"$AZ_BATCHAI_JOB_TEMP"_s);
    QVERIFY(m_fixture->start());
}

void TstMachineClean::cleanup()
{
    m_fixture.reset();
    m_fleet.reset();
}

void TstMachineClean::useItAsAnother()
{
    SshFixture other;
    other.setOutputFolder(u"$AZ_BATCHAI_JOB_TEMP"_s);
    QVERIFY(other.start());
    VERIFY_RESULT(other.addMachine(u"n1"_s, Door::of(node())));
    VERIFY_RESULT(other.makeCluster({u"n1"_s}));
    VERIFY_RESULT(other.submit(u"theirs"_s, u"echo theirs"_s));
    QCOMPARE(toString(other.finished(u"theirs"_s).state), toString(JobState::Succeeded));
    other.stop();
    QTRY_COMPARE(node().exec(u"ps -u alice -o args="_s).output, QByteArray());
}

void TstMachineClean::useIt()
{
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, Door::of(node())));
    VERIFY_RESULT(m_fixture->makeCluster({u"n1"_s}));
    VERIFY_RESULT(m_fixture->submit(u"ended"_s,
                                    u"for i in 1 2 3; do echo line $i; done; echo wrong >&2; "
                                    "mkdir made; echo x >made/file; (sleep 1000 &) ; exit 3"_s));
    const auto ended = m_fixture->finished(u"ended"_s);
    QCOMPARE(toString(ended.state), toString(JobState::Failed));
    QCOMPARE(SshFixture::log(ended, u"stdout.txt"_s), "line 1\nline 2\nline 3\n");

    VERIFY_RESULT(m_fixture->submit(u"endless"_s, u"echo up; while :; do sleep 0.2; done"_s));
    QTRY_COMPARE(SshFixture::log(m_fixture->job(u"endless"_s), u"stdout.txt"_s), "up\n");
    const auto refused = m_fixture->call(u"machine.clean"_s, machineId);
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), u"Conflict"_s);
    VERIFY_RESULT(m_fixture->call(u"job.terminate"_s, {{u"id"_s, SshFixture::jobId(u"endless"_s)}}));
    QCOMPARE(toString(m_fixture->finished(u"endless"_s).state), toString(JobState::Failed));

    const auto files =
        m_fixture->call(u"job.files"_s, {{u"id"_s, SshFixture::jobId(u"ended"_s)}, {u"directory"_s, u"stdouterr"_s}});
    VERIFY_RESULT(files);
    QVERIFY(!files->toArray().isEmpty());
    VERIFY_RESULT(m_fixture->call(u"machine.doctor"_s, machineId));
}

void TstMachineClean::leavesTheMachineAsItWas_data()
{
    QTest::addColumn<bool>("hasOther"); // profile's jobs there
    QTest::addColumn<QString>("before"); // by alice in her home
    QTest::newRow("a home without us") << false << QString();
    QTest::newRow("another profile's jobs") << true << QString();
    QTest::newRow("somebody's own folder of that name")
        << false << u"mkdir .batchdeck && echo mine >.batchdeck/notes"_s;
}

void TstMachineClean::leavesTheMachineAsItWas()
{
    QFETCH(const bool, hasOther);
    QFETCH(const QString, before);
    if (hasOther)
        useItAsAnother();
    if (QTest::currentTestFailed())
        return;
    if (!before.isEmpty())
        QVERIFY(node().exec(u"su alice -c 'cd; umask 022; "_s + before + u'\''));
    const QByteArray was = node().snapshot();
    useIt();
    if (QTest::currentTestFailed())
        return;
    QVERIFY(node().snapshot() != was); // there is something to be cleaned, and it would be seen
    VERIFY_RESULT(m_fixture->call(u"machine.clean"_s, {{u"id"_s, u"machines/n1"_s}, {u"dryRun"_s, true}}));
    const auto cleaned = m_fixture->call(u"machine.clean"_s, machineId);
    VERIFY_RESULT(cleaned);
    QVERIFY(!(*cleaned)[u"removed"_s].toArray().isEmpty());
    QByteArray is;
    if (!QTest::qWaitFor([&] { return (is = node().snapshot()) == was; },
                         testing::patience)) { // sshd tidies up after a login
        const QByteArrayList old = was.split('\n');
        const QByteArrayList now = is.split('\n');
        for (const QByteArray &line : now)
            QVERIFY2(old.contains(line), QByteArray("new: " + line).constData());
        for (const QByteArray &line : old)
            QVERIFY2(now.contains(line), QByteArray("gone: " + line).constData());
        QCOMPARE(is, was);
    }
}

void TstMachineClean::leavesItAloneUntilSomebodyConnectsIt()
{
    const QByteArray was = node().snapshot();
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, Door::of(node())));
    VERIFY_RESULT(m_fixture->call(u"machine.clean"_s, machineId));
    QTRY_COMPARE(node().snapshot(), was);
    for (int i = 0; i < 2; ++i) {
        QCOMPARE(link(u"n1"_s), u"needs-attention"_s);
        QCOMPARE((*m_fixture->call(u"machine.doctor"_s, machineId))[0][u"state"_s].toString(), u"failed"_s);
        VERIFY_RESULT(m_fixture->call(u"machine.forgetKey"_s, machineId)); // asks nothing of the machine
        QCOMPARE(link(u"n1"_s), u"needs-attention"_s);
        m_fixture->stop();
        QVERIFY(m_fixture->start());
    }
    QVERIFY(!(*m_fixture->machine(u"n1"_s))[u"properties"_s][u"x-batchdeck"_s].toObject().contains(u"nextTry"_s));
    QCOMPARE(node().snapshot(), was);

    const auto unknown = m_fixture->call(u"machine.connect"_s, machineId);
    QVERIFY(!unknown);
    QVERIFY(unknown.error().question);
    const engine::Answer yes{*unknown.error().question, {unknown.error().question->subject}};
    VERIFY_RESULT(
        m_fixture->call(u"machine.connect"_s, {{u"id"_s, u"machines/n1"_s}, {u"answers"_s, QJsonArray{yes.toJson()}}}));
    QCOMPARE(link(u"n1"_s), u"online"_s);
    m_fixture->stop();
    QVERIFY(m_fixture->start());
    QTRY_COMPARE(link(u"n1"_s), u"online"_s); // and by itself from then on
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstMachineClean)
#include "tst_machineclean.moc"
