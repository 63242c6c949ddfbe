// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::TroubleFixture;

/// A machine whose home has not a byte left: before a job, while it runs, and because of it.
class TstNodeDisk final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void isFullBeforeTheJob();
    void fillsUpWhileTheJobRuns();
    void isFilledByTheJob();
    void isFullWhenTheMachineIsAdded();

private:
    std::unique_ptr<TroubleFixture> m_fixture;
};

void TstNodeDisk::initTestCase()
{
    SKIP_WITHOUT_NODES();
    TroubleFixture::warmUp();
}

void TstNodeDisk::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
    VERIFY_RESULT(m_fixture->begin(1));
}

void TstNodeDisk::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstNodeDisk::isFullBeforeTheJob()
{
    QVERIFY(m_fixture->node().fill());
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"touch /tmp/ran"_s));
    JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed DiskFull"_s);
    QVERIFY2(job.reason.englishText().contains(u"disk is full"_s), qPrintable(job.reason.englishText()));
    QVERIFY(!m_fixture->node().exec(u"[ -e /tmp/ran ]"_s));
    QVERIFY(m_fixture->node().unfill());
    VERIFY_RESULT(m_fixture->submit(u"two"_s, u"echo two"_s));
    job = m_fixture->finished(u"two"_s);
    QCOMPARE(TroubleFixture::ending(job), u"succeeded 0"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "two\n");
}

void TstNodeDisk::fillsUpWhileTheJobRuns()
{
    VERIFY_RESULT(m_fixture->submit(u"one"_s, TroubleFixture::waitForGo() + u"echo out; exit 5"_s));
    QTRY_COMPARE(toString(m_fixture->job(u"one"_s).phase), u"executing"_s);
    QVERIFY(m_fixture->node().fill());
    QVERIFY(TroubleFixture::open(m_fixture->node()));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 5"_s);
    QCOMPARE(TroubleFixture::log(job, u"stdout.txt"_s), "out\n");
}

void TstNodeDisk::isFilledByTheJob()
{
    m_fixture->setOutputFolder(u"/home/alice/out"_s);
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"echo before; yes | head -c 40000000; exit 4"_s));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 4"_s);
    const QByteArray log = TroubleFixture::log(job, u"stdout.txt"_s);
    QVERIFY(log.startsWith("before\ny\ny\n"));
    QVERIFY(log.size() < 40'000'000);
    QVERIFY(log == TroubleFixture::original(m_fixture->node(), job, u"stdout.txt"_s));
}

void TstNodeDisk::isFullWhenTheMachineIsAdded()
{
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"default/default/clusters/desk"_s}}));
    VERIFY_RESULT(m_fixture->call(u"machine.clean"_s, {{u"id"_s, u"machines/n1"_s}}));
    VERIFY_RESULT(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/n1"_s}}));
    QVERIFY(m_fixture->node().fill());
    const auto refused = m_fixture->addMachine(u"n1"_s, testing::Door::of(m_fixture->node()));
    QVERIFY(!refused);
    const QString words = refused.error().message.englishText() + u' ' + refused.error().technical;
    QVERIFY2(words.contains(u"No space left"_s) || words.contains(u"full"_s), qPrintable(words));
    QVERIFY(m_fixture->node().unfill());
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, testing::Door::of(m_fixture->node())));
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstNodeDisk)
#include "tst_nodedisk.moc"
