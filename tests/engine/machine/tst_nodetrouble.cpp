// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::ChaosProxy;
using testing::Door;
using testing::TroubleFixture;

/// Machines that lose power, cable or sshd while they have a job: the truth comes out, and nothing runs twice unseen.
class TstNodeTrouble final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void isOffBeforeTheJob();
    void losesPowerDuringTheJob_data();
    void losesPowerDuringTheJob();
    void losesPowerBeforeItsEndWasHeard();
    void losesPowerWhileLogsAreCollected();
    void losesPowerWhileNobodyLooks_data();
    void losesPowerWhileNobodyLooks();
    void isSilentForLongerThanTheJob();
    void hasNoSshd_data();
    void hasNoSshd();

private:
    [[nodiscard]] QByteArray log(const JobSnapshot &job) const { return TroubleFixture::log(job, u"stdout.txt"_s); }
    [[nodiscard]] QByteArray log(const QString &name) { return log(m_fixture->job(name)); }
    /// How often a job's command was begun, as it noted itself.
    [[nodiscard]] QByteArray starts() const
    {
        return m_fixture->node().exec(u"wc -l <~alice/starts"_s).output.trimmed();
    }

    std::unique_ptr<TroubleFixture> m_fixture;
};

namespace {

const auto noteStart = u"echo start >>~/starts; "_s;

} // namespace

void TstNodeTrouble::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstNodeTrouble::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
    VERIFY_RESULT(m_fixture->begin(1));
}

void TstNodeTrouble::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstNodeTrouble::isOffBeforeTheJob()
{
    QVERIFY(m_fixture->node().reboot());
    VERIFY_RESULT(m_fixture->submit(u"one"_s, noteStart + u"echo one"_s));
    JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
    QCOMPARE(log(job), "one\n");
    QCOMPARE(job.attempt, 1);

    m_fixture->node().powerOff();
    QTRY_COMPARE(m_fixture->link(u"n1"_s), u"offline"_s);
    VERIFY_RESULT(m_fixture->submit(u"two"_s, noteStart + u"echo two"_s));
    QTRY_VERIFY2(m_fixture->job(u"two"_s).reason.englishText().contains(u"offline"_s),
                 qPrintable(m_fixture->job(u"two"_s).reason.englishText()));
    QVERIFY(m_fixture->node().boot());
    job = m_fixture->finished(u"two"_s);
    QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
    QCOMPARE(log(job), "two\n");
    QCOMPARE(job.attempt, 1);
    QCOMPARE(starts(), "2");
}

void TstNodeTrouble::losesPowerDuringTheJob_data()
{
    QTest::addColumn<int>("times");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("log");
    QTest::newRow("once") << 1 << u"succeeded 0"_s << "start 1\nstart 2\nend\n"_ba;
    QTest::newRow("too often") << 4 << u"failed NodeLost"_s << "start 1\nstart 2\nstart 3\nstart 4\n"_ba;
}

void TstNodeTrouble::losesPowerDuringTheJob()
{
    QFETCH(int, times);
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, noteStart + u"echo start $(($(wc -l <~/starts))); "_s + TroubleFixture::waitForGo() + u"echo end"_s));
    for (int i = 1; i <= times; ++i) {
        const QByteArray last = "start " + QByteArray::number(i) + '\n';
        QTRY_VERIFY_WITH_TIMEOUT(log(u"one"_s).endsWith(last), 2 * testing::patience);
        QVERIFY(m_fixture->node().reboot());
    }
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QTEST(TroubleFixture::ending(job), "ending");
    QTEST(log(job), "log");
    QCOMPARE(log(job), TroubleFixture::original(m_fixture->node(), job, u"stdout.txt"_s));
    QCOMPARE(job.attempt, qMin(times + 1, 4));
    QCOMPARE(starts(), QByteArray::number(job.attempt));
    QVERIFY(job.state == engine::JobState::Succeeded || job.reason.englishText().contains(u"restarted"_s));
}

void TstNodeTrouble::losesPowerBeforeItsEndWasHeard()
{
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, noteStart + u"echo begin; "_s + TroubleFixture::waitForGo() + u"seq 100000; exit 3"_s));
    QTRY_COMPARE(log(u"one"_s), "begin\n");
    QVERIFY(m_fixture->node().cut());
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    QTRY_VERIFY(TroubleFixture::hasEnded(m_fixture->node()));
    QVERIFY(m_fixture->node().reboot());
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 3"_s);
    QVERIFY(log(job).endsWith("\n100000\n"));
    QVERIFY(log(job) == TroubleFixture::original(m_fixture->node(), job, u"stdout.txt"_s));
    QCOMPARE(starts(), "1");
}

void TstNodeTrouble::losesPowerWhileLogsAreCollected()
{
    ChaosProxy proxy(m_fixture->node().address(), 22);
    QVERIFY(proxy.start());
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"default/default/clusters/desk"_s}}));
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/n1"_s}}));
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, Door::of(m_fixture->node()).behind(proxy)));
    VERIFY_RESULT(m_fixture->call(
        u"cluster.create"_s,
        {{u"id"_s, u"default/default/clusters/desk"_s}, {u"kind"_s, u"ssh"_s}, {u"machines"_s, QJsonArray{u"n1"_s}}}));
    ChaosProxy::Line slow;
    slow.bytesPerSecond = 400'000; // so that there is more than one window of the channel
    VERIFY_RESULT(m_fixture->submit(u"one"_s, noteStart + TroubleFixture::waitForGo() + u"seq 900000; exit 4"_s));
    QTRY_COMPARE(toString(m_fixture->job(u"one"_s).phase), u"executing"_s);
    proxy.setLine(ChaosProxy::ToClient, slow);
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const auto isCollecting = [this] {
        const JobSnapshot job = m_fixture->job(u"one"_s);
        return isFinal(job.state) && !log(job).isEmpty();
    };
    QTRY_VERIFY_WITH_TIMEOUT(isCollecting(), 2 * testing::patience);
    QVERIFY(!log(u"one"_s).endsWith("\n900000\n"));
    QVERIFY(m_fixture->node().reboot());
    proxy.setLines({});
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 4"_s);
    QVERIFY(log(job).endsWith("\n900000\n"));
    QVERIFY(log(job) == TroubleFixture::original(m_fixture->node(), job, u"stdout.txt"_s));
    QCOMPARE(starts(), "1");
    m_fixture->stop(); // before the proxy
}

void TstNodeTrouble::losesPowerWhileNobodyLooks_data()
{
    QTest::addColumn<bool>("endsBefore");
    QTest::addColumn<QString>("ending");
    QTest::addColumn<QByteArray>("log");
    QTest::newRow("while the job runs") << false << u"failed JobFailed 6"_s << "start\nstart\nend\n"_ba;
    QTest::newRow("after its end") << true << u"failed JobFailed 6"_s << "start\nend\n"_ba;
}

void TstNodeTrouble::losesPowerWhileNobodyLooks()
{
    QFETCH(bool, endsBefore);
    QFETCH(QByteArray, log);
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, noteStart + u"echo start; "_s + TroubleFixture::waitForGo() + u"echo end; exit 6"_s));
    QTRY_COMPARE(this->log(u"one"_s), "start\n");
    m_fixture->stop();
    if (endsBefore) {
        QVERIFY(TroubleFixture::open(m_fixture->node()));
        QTRY_VERIFY(TroubleFixture::hasEnded(m_fixture->node()));
    }
    QVERIFY(m_fixture->node().reboot());
    QVERIFY(m_fixture->start());
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QTEST(TroubleFixture::ending(job), "ending");
    QCOMPARE(this->log(job), log);
    QCOMPARE(job.attempt, int(log.count("start")));
    QCOMPARE(starts(), QByteArray::number(job.attempt));
}

void TstNodeTrouble::isSilentForLongerThanTheJob()
{
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, noteStart + u"echo before; "_s + TroubleFixture::waitForGo() + u"echo after; exit 7"_s));
    QTRY_COMPARE(log(u"one"_s), "before\n");
    QVERIFY(m_fixture->node().cut());
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    QTRY_VERIFY(TroubleFixture::hasEnded(m_fixture->node()));
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->link(u"n1"_s), u"offline"_s, 2 * testing::patience);
    JobSnapshot job = m_fixture->job(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"running"_s); // what nobody can know is not said
    QCOMPARE(toString(job.link), u"offline"_s);
    QVERIFY(m_fixture->node().mend());
    job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 7"_s);
    QCOMPARE(log(job), "before\nafter\n");
    QCOMPARE(starts(), "1");
}

void TstNodeTrouble::hasNoSshd_data()
{
    QTest::addColumn<bool>("endsSessions");
    QTest::newRow("and keeps its sessions") << false;
    QTest::newRow("and ends its sessions") << true;
}

void TstNodeTrouble::hasNoSshd()
{
    QFETCH(bool, endsSessions);
    VERIFY_RESULT(m_fixture->submit(u"one"_s,
                                    noteStart + u"for i in $(seq 1000); do echo $i; done; "_s
                                        + TroubleFixture::waitForGo()
                                        + u"for i in $(seq 1000); do echo $i; done; exit 8"_s));
    QTRY_VERIFY(log(u"one"_s).endsWith("\n1000\n"));
    QVERIFY(m_fixture->node().stopSshd());
    if (endsSessions) {
        QVERIFY(m_fixture->node().exec(u"pkill -f '^sshd: alice'"_s));
        QTRY_COMPARE(m_fixture->link(u"n1"_s), u"offline"_s);
    }
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    QTest::qWait(testing::isLongRun() ? 10'000 : 2'000); // it is away for so long
    QCOMPARE(m_fixture->link(u"n1"_s), endsSessions ? u"offline"_s : u"online"_s);
    QVERIFY(m_fixture->node().startSshd());
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 8"_s);
    QCOMPARE(log(job).size(), 2 * 3893);
    QVERIFY(log(job) == TroubleFixture::original(m_fixture->node(), job, u"stdout.txt"_s));
    QCOMPARE(starts(), "1");
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeTrouble)
#include "tst_nodetrouble.moc"
