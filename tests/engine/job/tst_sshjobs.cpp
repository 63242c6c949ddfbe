// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/machine/sshfixture.h"
#include "tests/support/await.h"
#include "tests/support/hosts/sshfleet.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using engine::JobState;
using testing::ChaosProxy;
using testing::Door;
using testing::NodeFleet;
using testing::SshFixture;

/// Jobs on machines reached by SSH, by the real engine.
class TstSshJobs final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void runsOnServers();
    void outlivesItsConnection();
    void runsOnMachinesOfTheirOwn();
    void runsAgainAfterPowerLoss();

private:
    std::unique_ptr<SshFixture> m_fixture;
};

void TstSshJobs::init()
{
    SKIP_WITHOUT("sshd");
    m_fixture = std::make_unique<SshFixture>();
    QVERIFY(m_fixture->start());
}

void TstSshJobs::cleanup()
{
    m_fixture.reset();
}

void TstSshJobs::runsOnServers()
{
    testing::SshFleet servers(2);
    QVERIFY(servers.start());
    for (int i = 0; i < 2; ++i) {
        const Door door = Door::of(servers.server(i), m_fixture->root() + u"/home%1"_s.arg(i));
        VERIFY_RESULT(m_fixture->addMachine(u"m%1"_s.arg(i), door));
    }
    VERIFY_RESULT(m_fixture->makeCluster({u"m0"_s, u"m1"_s}));
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"echo by ssh; echo wrong >&2; exit 3"_s));
    const auto job = m_fixture->finished(u"one"_s);
    QCOMPARE(toString(job.state), toString(JobState::Failed));
    QCOMPARE(SshFixture::log(job, u"stdout.txt"_s), "by ssh\n");
    QCOMPARE(SshFixture::log(job, u"stderr.txt"_s), "wrong\n");
}

void TstSshJobs::outlivesItsConnection()
{
    testing::SshServer server;
    QVERIFY(server.start());
    ChaosProxy proxy(server.address(), server.port());
    QVERIFY(proxy.start());
    VERIFY_RESULT(m_fixture->addMachine(u"m"_s, Door::of(server, m_fixture->home()).behind(proxy)));
    VERIFY_RESULT(m_fixture->makeCluster({u"m"_s}));
    const QString gate = m_fixture->root() + u"/gate"_s;
    VERIFY_RESULT(m_fixture->submit(
        u"one"_s, QString(u"echo before; until [ -e "_s + gate + u" ]; do sleep 0.1; done; echo after"_s)));
    QTRY_COMPARE(SshFixture::log(m_fixture->job(u"one"_s), u"stdout.txt"_s), "before\n");
    proxy.setRefusing(true);
    proxy.resetAll();
    QFile file(gate);
    QVERIFY(file.open(QIODevice::WriteOnly));
    proxy.setRefusing(false);
    const auto job = m_fixture->finished(u"one"_s);
    QCOMPARE(toString(job.state), toString(JobState::Succeeded));
    QCOMPARE(SshFixture::log(job, u"stdout.txt"_s), "before\nafter\n");
}

void TstSshJobs::runsOnMachinesOfTheirOwn()
{
    SKIP_WITHOUT_NODES();
    NodeFleet fleet;
    QVERIFY(fleet.up(2));
    m_fixture->setOutputFolder(u"/tmp/out"_s);
    for (int i = 0; i < 2; ++i)
        VERIFY_RESULT(m_fixture->addMachine(fleet.node(i).name(), Door::of(fleet.node(i))));
    VERIFY_RESULT(m_fixture->makeCluster({u"n1"_s, u"n2"_s}));
    VERIFY_RESULT(m_fixture->submit(u"one"_s, u"hostname; whoami; sleep 1"_s));
    VERIFY_RESULT(m_fixture->submit(u"two"_s, u"hostname; whoami; sleep 1"_s));
    QByteArrayList said;
    for (const QString &name : {u"one"_s, u"two"_s}) {
        const auto job = m_fixture->finished(name);
        QCOMPARE(toString(job.state), toString(JobState::Succeeded));
        said.append(SshFixture::log(job, u"stdout.txt"_s));
    }
    std::sort(said.begin(), said.end());
    QCOMPARE(said, QByteArrayList({"n1\nalice\n", "n2\nalice\n"}));
}

void TstSshJobs::runsAgainAfterPowerLoss()
{
    SKIP_WITHOUT_NODES();
    NodeFleet fleet;
    QVERIFY(fleet.up(1));
    m_fixture->setOutputFolder(u"/tmp/out"_s);
    VERIFY_RESULT(m_fixture->addMachine(u"n1"_s, Door::of(fleet.node(0))));
    VERIFY_RESULT(m_fixture->makeCluster({u"n1"_s}));
    VERIFY_RESULT(
        m_fixture->submit(u"one"_s, u"if mkdir /home/alice/ran; then echo first; sleep 1000; fi; echo second"_s));
    QTRY_COMPARE(SshFixture::log(m_fixture->job(u"one"_s), u"stdout.txt"_s), "first\n");
    QVERIFY(fleet.node(0).reboot());
    const auto job = m_fixture->finished(u"one"_s);
    QCOMPARE(toString(job.state), toString(JobState::Succeeded));
    QCOMPARE(SshFixture::log(job, u"stdout.txt"_s), "first\nsecond\n");
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstSshJobs)
#include "tst_sshjobs.moc"
