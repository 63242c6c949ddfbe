// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/testmain.h"

#include <QSet>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

/// The ways to a server: through jump hosts and a ProxyCommand, and many at once.
class TstLoginWays final : public QObject
{
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT("sshd"); }
    void goesThroughJumpHosts_data();
    void goesThroughJumpHosts();
    void sharesAJumpHost();
    void makesTheJumpAgainWhenItIsLost();
    void namesTheHostThatAsks();
    void asksAJumpHostOnlyOnce();
    void saysWhyTheJumpHostDoesNotReachIt();
    void goesThroughAProxyCommand();
    void endsTheProxyCommandWithTheSession();
    void saysWhyTheProxyCommandFailed();
    void endsAStuckProxyCommand();
    void logsInSixtyFourAtOnce();
};

namespace {

/// "Host NAME" for a server, with its key.
QByteArray hostBlock(const QByteArray &name, const SshServer &server, const QByteArray &more = {})
{
    return QByteArray("Host " + name + "\nHostName " + server.address().toLatin1() + "\nPort "
                      + QByteArray::number(server.port()) + "\nUser " + SshServer::user().toLocal8Bit()
                      + "\nIdentityFile " + server.identityFile().toLocal8Bit() + '\n' + more);
}

qsizetype logins(const SshServer &server)
{
    return server.log().count("Accepted publickey");
}

} // namespace

void TstLoginWays::goesThroughJumpHosts_data()
{
    QTest::addColumn<int>("jumps");
    QTest::addRow("one") << 1;
    QTest::addRow("two") << 2;
}

void TstLoginWays::goesThroughJumpHosts()
{
    QFETCH(int, jumps);
    SshServer first;
    SshServer second;
    SshServer target;
    QVERIFY(first.start() && second.start() && target.start());
    LoginFixture fixture;
    for (const SshServer *server : {&first, &second, &target})
        fixture.trust(*server);
    fixture.setConfiguration(hostBlock("first", first) + hostBlock("second", second, "ProxyJump first\n")
                             + hostBlock("target", target, jumps == 1 ? "ProxyJump first\n" : "ProxyJump second\n"));
    {
        const LoginResult login = fixture.logIn(fixture.attempt(u"target"_s));
        QVERIFY2(login, qPrintable(words(login)));
        QCOMPARE(login.value()->hostKey, target.fingerprint());
        QTRY_COMPARE(logins(first), 1);
        QTRY_COMPARE(logins(second), jumps - 1);
        QTRY_COMPARE(logins(target), 1);
        QCOMPARE(first.sessions().size(), 1); // the jump lives with the session
    }
    QTRY_VERIFY(first.sessions().isEmpty() && second.sessions().isEmpty() && target.sessions().isEmpty());
}

void TstLoginWays::sharesAJumpHost()
{
    SshServer jump;
    QVERIFY(jump.start());
    LoginFixture fixture;
    fixture.trust(jump);
    std::vector<std::unique_ptr<SshServer>> targets;
    QByteArray configuration = hostBlock("jump", jump);
    for (int i = 0; i < 6; ++i) {
        targets.push_back(std::make_unique<SshServer>());
        QVERIFY(targets.back()->start());
        fixture.trust(*targets.back());
        configuration += hostBlock("target" + QByteArray::number(i), *targets.back(), "ProxyJump jump\n");
    }
    fixture.setConfiguration(configuration);
    QList<QFuture<LoginResult>> started;
    for (int i = 0; i < 6; ++i)
        started.append(fixture.start(fixture.attempt(u"target%1"_s.arg(i))));
    for (const QFuture<LoginResult> &login : started) {
        const LoginResult result = await(login);
        QVERIFY2(result, qPrintable(words(result)));
    }
    QTRY_COMPARE(logins(jump), 1);
}

void TstLoginWays::makesTheJumpAgainWhenItIsLost()
{
    SshServer jump;
    SshServer target;
    QVERIFY(jump.start() && target.start());
    LoginFixture fixture;
    fixture.trust(jump);
    fixture.trust(target);
    fixture.setConfiguration(hostBlock("jump", jump) + hostBlock("target", target, "ProxyJump jump\n"));
    const LoginResult first = fixture.logIn(fixture.attempt(u"target"_s));
    QVERIFY2(first, qPrintable(words(first)));
    jump.stop();
    QVERIFY(jump.start());
    LoginResult second; // `first` is dead, but not gone
    QTRY_VERIFY((second = fixture.logIn(fixture.attempt(u"target"_s))).has_value());
    QTRY_COMPARE(logins(jump), 2);
}

void TstLoginWays::namesTheHostThatAsks()
{
    SshServer jump;
    SshServer target;
    QVERIFY(jump.start() && target.start());
    LoginFixture fixture;
    fixture.setConfiguration(hostBlock("jump", jump) + hostBlock("target", target, "ProxyJump jump\n"));
    SshAttempt attempt = fixture.attempt(u"target"_s);
    QStringList asking;
    LoginResult login = fixture.logIn(attempt);
    for (int i = 0; i < 2; ++i) {
        VERIFY_CODE(login, ErrorCode::HostKeyUnknown);
        QVERIFY(login.error().question);
        asking.append(login.error().question->host);
        attempt.answers.append(answerTo(*login.error().question, {login.error().question->subject}));
        login = fixture.logIn(attempt);
    }
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(asking, (QStringList{jump.destination(), target.destination()}));
}

void TstLoginWays::asksAJumpHostOnlyOnce()
{
    SshServer jump;
    SshServer target;
    QVERIFY(jump.start() && target.start());
    LoginFixture fixture;
    fixture.trust(target);
    fixture.setConfiguration(hostBlock("jump", jump) + hostBlock("target", target, "ProxyJump jump\n"));
    QList<QFuture<LoginResult>> started;
    for (int i = 0; i < 8; ++i)
        started.append(fixture.start(fixture.attempt(u"target"_s)));
    for (const QFuture<LoginResult> &login : started)
        VERIFY_CODE(await(login), ErrorCode::HostKeyUnknown);
    QVERIFY2(jump.log().count("Connection from") < 8, jump.log().constData()); // those who waited took the answer
}

void TstLoginWays::saysWhyTheJumpHostDoesNotReachIt()
{
    SshServer jump;
    SshServer target;
    QVERIFY(jump.start());
    LoginFixture fixture;
    fixture.trust(jump);
    fixture.setConfiguration(hostBlock("jump", jump) + hostBlock("target", target, "ProxyJump jump\n"));
    const LoginResult login = fixture.logIn(fixture.attempt(u"target"_s));
    VERIFY_CODE(login, ErrorCode::Unreachable);
    QVERIFY2(words(login).contains(target.address()), qPrintable(words(login)));
    QVERIFY2(login.error().technical.contains(u"refused"_s), qPrintable(login.error().technical));
}

void TstLoginWays::goesThroughAProxyCommand()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    fixture.setConfiguration("ProxyCommand bash --norc -c 'exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3'\n");
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(login.value()->hostKey, server.fingerprint());
}

void TstLoginWays::endsTheProxyCommandWithTheSession()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const QString pidFile = fixture.path(u"pid"_s);
    fixture.setConfiguration("ProxyCommand bash --norc -c 'trap \"\" HUP TERM; echo $$ > " + pidFile.toLocal8Bit()
                             + "; exec 3<>/dev/tcp/%h/%p; cat <&3 & cat >&3; sleep 1000'\n");
    qint64 process = 0;
    {
        const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
        QVERIFY2(login, qPrintable(words(login)));
        process = contentOf(pidFile).trimmed().toLongLong();
        QVERIFY(isRunning(process));
    }
    QTRY_VERIFY(!isRunning(process));
}

void TstLoginWays::saysWhyTheProxyCommandFailed()
{
    LoginFixture fixture;
    fixture.setConfiguration("ProxyCommand sh -c 'echo no way out >&2; exit 3'\n");
    const LoginResult login = fixture.logIn(fixture.attempt(u"nobody@127.0.0.1"_s));
    VERIFY_CODE(login, ErrorCode::Unreachable);
    QCOMPARE(login.error().message.englishText(),
             u"The ProxyCommand for nobody@127.0.0.1:22 brought no connection: no way out"_s);

    // The cause comes last, and all of it is a detail.
    fixture.setConfiguration("ProxyCommand sh -c 'seq 1000 1400 >&2; echo no way out >&2; exit 3'\n");
    const LoginResult chatty = fixture.logIn(fixture.attempt(u"nobody@127.0.0.1"_s));
    VERIFY_CODE(chatty, ErrorCode::Unreachable);
    QVERIFY2(chatty.error().message.englishText().endsWith(u"1400 no way out"_s), qPrintable(words(chatty)));
    QVERIFY2(chatty.error().technical.startsWith(u"1000\n"_s) && chatty.error().technical.endsWith(u"no way out"_s),
             qPrintable(chatty.error().technical));

    fixture.setConfiguration("ProxyCommand sh -c 'seq 100000 130000 >&2; echo no way out >&2; exit 3'\n");
    const LoginResult talkative = fixture.logIn(fixture.attempt(u"nobody@127.0.0.1"_s));
    VERIFY_CODE(talkative, ErrorCode::Unreachable);
    QVERIFY2(talkative.error().message.englishText().endsWith(u"130000 no way out"_s), qPrintable(words(talkative)));
}

void TstLoginWays::endsAStuckProxyCommand()
{
    LoginFixture fixture;
    fixture.setConfiguration("ProxyCommand sleep 1000\n");
    SshAttempt attempt = fixture.attempt(u"nobody@127.0.0.1"_s);
    attempt.deadline = std::chrono::milliseconds(1000);
    const LoginResult login = fixture.logIn(attempt);
    VERIFY_CODE(login, ErrorCode::Timeout);
}

void TstLoginWays::logsInSixtyFourAtOnce()
{
    SshServer server("MaxStartups 10:100:10\n"); // the ninth that has not logged in yet would be refused at 10
    QVERIFY(server.start());
    const Resources before;
    {
        LoginFixture fixture;
        fixture.trust(server);
        const SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
        QList<QFuture<LoginResult>> started;
        for (int i = 0; i < 64; ++i)
            started.append(fixture.start(attempt));
        for (const QFuture<LoginResult> &login : started) {
            const LoginResult result = await(login);
            QVERIFY2(result, qPrintable(words(result)));
        }
    }
    QTRY_COMPARE(Resources().descriptors, before.descriptors);
    QTRY_COMPARE(Resources().threads, before.threads);
}

BATCHDECK_TEST(QCoreApplication, TstLoginWays)
#include "tst_loginways.moc"
