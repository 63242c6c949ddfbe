// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::TroubleFixture;

/// Machines that share one home: a process, a folder and a restart are those of the machine that the record names.
class TstSharedNodes final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void runsEachJobOnce_data();
    void runsEachJobOnce();
    void repeatsOnlyWhatLostItsMachine();

private:
    std::unique_ptr<TroubleFixture> m_fixture;
    testing::NodeOptions m_shared;
};

void TstSharedNodes::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstSharedNodes::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
    m_shared.sharedHome = testing::NodeFleet::makeSharedHome();
}

void TstSharedNodes::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstSharedNodes::runsEachJobOnce_data()
{
    QTest::addColumn<int>("machines");
    QTest::newRow("two machines") << 2;
    QTest::newRow("three machines") << 3;
}

void TstSharedNodes::runsEachJobOnce()
{
    QFETCH(int, machines);
    VERIFY_RESULT(m_fixture->begin(machines, m_shared));
    m_fixture->setOutputFolder(u"/home/alice/out"_s); // shared, too
    const int count = testing::isLongRun() ? 48 : 12;
    for (int i = 0; i < count; ++i) {
        const QString name = u"j%1"_s.arg(i);
        VERIFY_RESULT(m_fixture->submit(
            name,
            u"echo %1 >>/home/alice/ran; hostname; echo %1; pwd; echo kept >file; sleep 0.3; exit %2"_s.arg(name).arg(
                i)));
    }
    QSet<QByteArray> folders;
    QSet<QString> used;
    for (int i = 0; i < count; ++i) {
        const QString name = u"j%1"_s.arg(i);
        const JobSnapshot job = m_fixture->finished(name);
        QCOMPARE(TroubleFixture::ending(job), i == 0 ? u"succeeded 0"_s : u"failed JobFailed %1"_s.arg(i));
        QCOMPARE(job.attempt, 1);
        const QByteArrayList said = TroubleFixture::log(job, u"stdout.txt"_s).split('\n');
        QCOMPARE(said.value(0), job.nodes.value(0).toLatin1());
        QCOMPARE(said.value(1), name.toLatin1());
        QVERIFY(said.value(2).contains(job.uuid.toLatin1()));
        folders.insert(said.value(2));
        used.insert(job.nodes.value(0));
    }
    QCOMPARE(folders.size(), count);
    QCOMPARE(used.size(), machines);
    QCOMPARE(m_fixture->node().exec(u"sort /home/alice/ran | uniq -c | grep -c ' 1 '"_s).output.trimmed(),
             QByteArray::number(count));
}

void TstSharedNodes::repeatsOnlyWhatLostItsMachine()
{
    VERIFY_RESULT(m_fixture->begin(3, m_shared));
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        VERIFY_RESULT(m_fixture->submit(
            name, u"echo %1 >>/home/alice/ran; hostname; until [ -e /home/alice/go ]; do sleep 0.1; done"_s.arg(name)));
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s})
        QTRY_VERIFY(!TroubleFixture::log(m_fixture->job(name), u"stdout.txt"_s).isEmpty());
    QVERIFY(m_fixture->node(1).reboot());
    const auto repeated = [this] {
        return m_fixture->node().exec(u"wc -l </home/alice/ran"_s).output.trimmed() == "4";
    };
    QTRY_VERIFY_WITH_TIMEOUT(repeated(), 2 * testing::patience);
    QVERIFY(m_fixture->node().exec(u"touch /home/alice/go"_s));
    QByteArray lost;
    for (const QString &name : {u"a"_s, u"b"_s, u"c"_s}) {
        const JobSnapshot job = m_fixture->finished(name);
        QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
        const QByteArray log = TroubleFixture::log(job, u"stdout.txt"_s);
        if (job.attempt == 2)
            lost += name.toLatin1() + log;
        else
            QCOMPARE(log, job.nodes.value(0).toLatin1() + '\n');
    }
    QVERIFY2(lost.endsWith("n2\nn2\n") && lost.size() == 7, lost);
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstSharedNodes)
#include "tst_sharednodes.moc"
