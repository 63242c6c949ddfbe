// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/job/troublefixture.h"
#include "tests/support/parts.h"
#include "tests/support/real/hostileserver.h"
#include "tests/support/testmain.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using engine::JobSnapshot;
using testing::Behaviour;
using testing::ChaosProxy;
using testing::Door;
using testing::HostileServer;
using testing::SshServer;
using testing::TroubleFixture;

/// What answers at a machine's address is not what it should be: refused in words, in time, with bounded memory.
class TstHostileMachines final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void refusesToAddThem();
    void comesBackWhenTheyAreGone();
    void refusesWrongKey();
    void leavesChangedHostKeyAlone();

private:
    [[nodiscard]] Door door(const SshServer &server) const { return Door::of(server, m_fixture->home()); }

    /// What logs in has no start files of who runs the test.
    [[nodiscard]] QByteArray ownHome() const { return "SetEnv HOME=" + m_fixture->root().toUtf8(); }

    std::unique_ptr<TroubleFixture> m_fixture;
};

namespace {

constexpr qint64 mostMemory = 64 * 1024 * 1024;
const QList<Behaviour> behaviours{Behaviour::Silent,      Behaviour::ClosesAtOnce,      Behaviour::Garbage,
                                  Behaviour::EndlessLine, Behaviour::ManyLines,         Behaviour::StallsAfterBanner,
                                  Behaviour::IgnoreFlood, Behaviour::GarbageAfterBanner};

} // namespace

void TstHostileMachines::initTestCase()
{
    SKIP_WITHOUT("sshd");
    TroubleFixture::warmUp();
}

void TstHostileMachines::init()
{
    m_fixture = std::make_unique<TroubleFixture>();
    m_fixture->setOutputFolder(m_fixture->root() + u"/out"_s);
    QVERIFY(m_fixture->start());
}

void TstHostileMachines::cleanup()
{
    if (m_fixture)
        QCOMPARE(m_fixture->end(), QByteArray());
    m_fixture.reset();
}

void TstHostileMachines::refusesToAddThem()
{
    std::vector<std::unique_ptr<HostileServer>> servers;
    QList<QFuture<engine::Result<QJsonValue>>> answers;
    const qint64 before = testing::residentBytes();
    QElapsedTimer time;
    time.start();
    for (const Behaviour behaviour : behaviours) { // all at once
        servers.push_back(std::make_unique<HostileServer>(behaviour));
        const QJsonObject ssh{{u"destination"_s, servers.back()->destination()}};
        answers.append(
            m_fixture->begin(u"machine.add"_s, {{u"name"_s, u"m%1"_s.arg(servers.size())}, {u"ssh"_s, ssh}}));
    }
    qint64 most = 0;
    for (const auto &answer : std::as_const(answers)) {
        const auto isFinished = [&] {
            most = qMax(most, testing::residentBytes() - before);
            return answer.isFinished();
        };
        QTRY_VERIFY(isFinished());
        QVERIFY(!answer.result());
        const QString words = answer.result().error().message.englishText();
        QVERIFY2(words.contains(u"127.0.0.1"_s), qPrintable(words));
    }
    QVERIFY(testing::measured("machines that do harm are refused", time.elapsed(), 45'000));
    QVERIFY2(most < mostMemory, qPrintable(QString::number(most)));
    for (const auto &server : servers)
        QCOMPARE(server->connections(), 1);
}

void TstHostileMachines::comesBackWhenTheyAreGone()
{
    SshServer server(ownHome());
    QVERIFY(server.start());
    VERIFY_RESULT(m_fixture->addMachine(u"m"_s, door(server)));
    VERIFY_RESULT(m_fixture->makeCluster({u"m"_s}));
    const QString go = m_fixture->root() + u"/go"_s;
    VERIFY_RESULT(
        m_fixture->submit(u"one"_s, u"echo before; until [ -e %1 ]; do sleep 0.1; done; echo after; exit 3"_s.arg(go)));
    const auto log = [this] { return TroubleFixture::log(m_fixture->job(u"one"_s), u"stdout.txt"_s); };
    QTRY_COMPARE(log(), "before\n");
    const QList<Behaviour> quick{Behaviour::ClosesAtOnce, Behaviour::EndlessLine, Behaviour::GarbageAfterBanner};
    const qint64 before = testing::residentBytes();
    for (const Behaviour behaviour : testing::isLongRun() ? behaviours : quick) {
        server.stop();
        HostileServer hostile(behaviour, server.address(), server.port());
        QVERIFY(hostile.isListening());
        QTRY_VERIFY_WITH_TIMEOUT(hostile.connections() > 0, 2 * testing::patience);
        QTRY_VERIFY_WITH_TIMEOUT(m_fixture->link(u"m"_s) == u"offline"_s && !m_fixture->linkWords(u"m"_s).isEmpty(),
                                 2 * testing::patience);
        QCOMPARE(TroubleFixture::ending(m_fixture->job(u"one"_s)), u"running"_s);
    }
    QVERIFY(testing::residentBytes() - before < mostMemory);
    QVERIFY(QFile(go).open(QIODevice::WriteOnly));
    QVERIFY(server.start());
    VERIFY_RESULT(m_fixture->call(u"machine.connect"_s, {{u"id"_s, u"machines/m"_s}}));
    const JobSnapshot job = m_fixture->finished(u"one"_s);
    QCOMPARE(TroubleFixture::ending(job), u"failed JobFailed 3"_s);
    QCOMPARE(log(), "before\nafter\n");
    m_fixture->stop();
    QTRY_VERIFY(server.sessions().isEmpty());
}

void TstHostileMachines::refusesWrongKey()
{
    SshServer server(ownHome());
    QVERIFY(server.start());
    ChaosProxy proxy(server.address(), server.port());
    QVERIFY(proxy.start());
    Door wrong = door(server).behind(proxy);
    wrong.identityFile = m_fixture->root() + u"/other"_s;
    QVERIFY(SshServer::makeKey(wrong.identityFile));
    const auto refused = m_fixture->addMachine(u"m"_s, wrong);
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), u"AuthenticationFailed"_s);
    QVERIFY2(refused.error().message.englishText().contains(proxy.address()),
             qPrintable(refused.error().message.englishText()));
    QCOMPARE(proxy.accepted(), 2); // it asked whether to trust the machine, and was refused by it
    VERIFY_RESULT(m_fixture->addMachine(u"m"_s, door(server).behind(proxy)));
    // The machine stops knowing us.
    const int logins = proxy.accepted();
    QVERIFY(QFile::remove(server.authorizedKeysFile()));
    proxy.resetAll();
    QTRY_COMPARE(m_fixture->link(u"m"_s), u"needs-attention"_s);
    QTest::qWait(testing::isLongRun() ? 60'000 : 3'000); // nothing is tried in that time
    QCOMPARE(proxy.accepted(), logins + 1);
    m_fixture->stop();
    QTRY_VERIFY(server.sessions().isEmpty());
}

void TstHostileMachines::leavesChangedHostKeyAlone()
{
    SshServer server(ownHome());
    QVERIFY(server.start());
    ChaosProxy proxy(server.address(), server.port());
    QVERIFY(proxy.start());
    VERIFY_RESULT(m_fixture->addMachine(u"m"_s, door(server).behind(proxy)));
    const QString old = server.fingerprint();
    server.stop();
    QVERIFY(server.makeHostKey());
    QVERIFY(server.start());
    QTRY_COMPARE_WITH_TIMEOUT(m_fixture->link(u"m"_s), u"needs-attention"_s, 2 * testing::patience);
    const QString words = m_fixture->linkWords(u"m"_s);
    QVERIFY2(words.contains(old) && words.contains(server.fingerprint()), qPrintable(words));
    const int connections = proxy.accepted();
    QTest::qWait(5'000); // nothing is tried in that time
    QCOMPARE(proxy.accepted(), connections);

    const QJsonObject id{{u"id"_s, u"machines/m"_s}};
    const auto forgotten = m_fixture->call(u"machine.forgetKey"_s, id);
    VERIFY_RESULT(forgotten);
    QCOMPARE((*forgotten)[u"removed"_s].toInt(), 1);
    const auto asks = [this] {
        const auto machine = m_fixture->machine(u"m"_s);
        return machine && TroubleFixture::extension(*machine).contains(u"question"_s);
    };
    QTRY_VERIFY(asks());
    const auto question = engine::Question::fromJson(
        TroubleFixture::extension(*m_fixture->machine(u"m"_s)).value(u"question"_s).toObject());
    QCOMPARE(question.subject, server.fingerprint());
    const engine::Answer yes{question, {question.subject}};
    QJsonObject accept = id;
    accept[u"answers"_s] = QJsonArray{yes.toJson()};
    VERIFY_RESULT(m_fixture->call(u"machine.connect"_s, accept));
    QCOMPARE(m_fixture->link(u"m"_s), u"online"_s);
    m_fixture->stop();
    QTRY_VERIFY(server.sessions().isEmpty());
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstHostileMachines)
#include "tst_hostilemachines.moc"
