// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/hostileserver.h"
#include "tests/support/testmain.h"

#include <QTcpSocket>

#include <csignal>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

/// Servers that never answer, flood or speak garbage, and attempts that are called off: each ends in words, in time.
class TstHostileLogin final : public QObject
{
    Q_OBJECT

private slots:
    void endsInWords_data();
    void endsInWords();
    void endsWithinMillisecondsWhenCalledOff_data();
    void endsWithinMillisecondsWhenCalledOff();
    void endsEightFloodsAtOnce();
    void endsWithTheConnector();
    void refusesWhatCannotBeReached_data();
    void refusesWhatCannotBeReached();
    void givesUpOnABlackHole();
    void triesEveryAddressOfAName();
    void endsWhileAFrozenServerAuthenticates();
    void waitsForItsTurnWithoutAThread();
    void leavesNothingOpen();
};

void TstHostileLogin::endsInWords_data()
{
    QTest::addColumn<int>("behaviour");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, Behaviour behaviour, const char *expected) {
        QTest::addRow("%s", name) << int(behaviour) << QString::fromUtf8(expected);
    };
    row("silent", Behaviour::Silent, "Timeout: %1 did not finish its greeting in time.");
    row("closes at once", Behaviour::ClosesAtOnce,
        "Unreachable: %1 closed the connection before it said who it is. It may have too many logins at once "
        "(MaxStartups), or refuse this computer.");
    row("endless line", Behaviour::EndlessLine, "Unreachable: What answers at %1 does not speak SSH. Check the port.");
    row("garbage", Behaviour::Garbage, "Timeout: %1 did not finish its greeting in time.");
    row("many lines", Behaviour::ManyLines, "Timeout: %1 did not finish its greeting in time.");
    row("one byte a second", Behaviour::OneByteASecond, "Timeout: %1 did not finish its greeting in time.");
    row("stalls in the key exchange", Behaviour::StallsAfterBanner, "Timeout: %1 did not finish its greeting in time.");
    row("flood", Behaviour::IgnoreFlood, "Timeout: %1 did not finish its greeting in time.");
    row("garbage after the banner", Behaviour::GarbageAfterBanner, "Unreachable: ");
}

void TstHostileLogin::endsInWords()
{
    QFETCH(int, behaviour);
    QFETCH(QString, expected);
    HostileServer server{Behaviour(behaviour)};
    LoginFixture fixture;
    SshAttempt attempt = fixture.attempt(server.destination());
    attempt.deadline = std::chrono::milliseconds(2000);
    const qint64 before = residentBytes();
    QElapsedTimer time;
    time.start();
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY(
        testing::measured(QByteArray("a login that is over in 2 s, " + QByteArray(QTest::currentDataTag())).constData(),
                          time.elapsed(), 5000));
    const QString start = expected.contains(u"%1"_s) ? expected.arg(server.destination()) : expected;
    QVERIFY2(words(login).startsWith(start), qPrintable(words(login)));
    QVERIFY(residentBytes() - before < 32 * 1024 * 1024);
    QCOMPARE(server.connections(), 1); // nothing is tried twice
}

void TstHostileLogin::endsWithinMillisecondsWhenCalledOff_data()
{
    QTest::addColumn<int>("behaviour");
    QTest::addRow("silent") << int(Behaviour::Silent);
    QTest::addRow("stalls in the key exchange") << int(Behaviour::StallsAfterBanner);
    QTest::addRow("flood") << int(Behaviour::IgnoreFlood);
}

void TstHostileLogin::endsWithinMillisecondsWhenCalledOff()
{
    QFETCH(int, behaviour);
    HostileServer server{Behaviour(behaviour)};
    LoginFixture fixture;
    SshAttempt attempt = fixture.attempt(server.destination());
    attempt.deadline = std::chrono::hours(1);
    QFuture<LoginResult> login = fixture.start(attempt);
    QTRY_COMPARE(server.connections(), 1);
    QElapsedTimer time;
    time.start();
    login.cancel();
    QTRY_VERIFY(server.openConnections() == 0);
    QVERIFY(testing::measured(QByteArray("a login is called off, " + QByteArray(QTest::currentDataTag())).constData(),
                              time.elapsed(), 2000));
}

void TstHostileLogin::endsEightFloodsAtOnce()
{
    HostileServer hostile{Behaviour::ManyLines};
    LoginFixture fixture;
    SshAttempt attempt = fixture.attempt(hostile.destination());
    attempt.deadline = std::chrono::milliseconds(1000);
    QList<QFuture<LoginResult>> logins;
    for (int i = 0; i < 8; ++i)
        logins.append(fixture.start(attempt));
    for (const QFuture<LoginResult> &login : logins)
        VERIFY_CODE(await(login), ErrorCode::Timeout);
}

void TstHostileLogin::endsWithTheConnector()
{
    HostileServer server{Behaviour::Silent};
    LoginFixture fixture;
    QList<QFuture<LoginResult>> logins;
    for (int i = 0; i < 40; ++i) // more than run at once
        logins.append(fixture.start(fixture.attempt(server.destination())));
    QTRY_VERIFY(server.connections() >= 8);
    QElapsedTimer time;
    time.start();
    fixture.close();
    QVERIFY(testing::measured("forty logins end with their connector", time.elapsed(), 5000));
    for (const QFuture<LoginResult> &login : logins) {
        QVERIFY(login.isFinished());
        VERIFY_CODE(login.result(), ErrorCode::Canceled);
    }
}

void TstHostileLogin::refusesWhatCannotBeReached_data()
{
    QTest::addColumn<QString>("destination");
    QTest::addColumn<QString>("expected");
    QTest::addRow("closed port") << u"nobody@127.0.0.1:1"_s
                                 << u"Unreachable: 127.0.0.1:1 refused the connection. Check the port, and that an SSH "
                                    "server runs there."_s;
    QTest::addRow("no such name") << u"nobody@no-such-host.invalid"_s
                                  << u"Unreachable: No address is known for the name “no-such-host.invalid”. Check the "
                                     "host name."_s;
}

void TstHostileLogin::refusesWhatCannotBeReached()
{
    QFETCH(QString, destination);
    QFETCH(QString, expected);
    LoginFixture fixture;
    QCOMPARE(words(fixture.logIn(fixture.attempt(destination))), expected);
}

void TstHostileLogin::givesUpOnABlackHole()
{
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    QCOMPARE(::bind(listener, reinterpret_cast<sockaddr *>(&address), length), 0);
    QCOMPARE(::listen(listener, 0), 0);
    QCOMPARE(::getsockname(listener, reinterpret_cast<sockaddr *>(&address), &length), 0);
    const int port = ::ntohs(address.sin_port);
    QTcpSocket first; // fills the queue of who waits to be accepted: nobody else gets an answer
    first.connectToHost(u"127.0.0.1"_s, quint16(port));
    QVERIFY(first.waitForConnected(testing::patience));
    LoginFixture fixture;
    fixture.setConfiguration("ConnectTimeout 1\n");
    const LoginResult login = fixture.logIn(fixture.attempt(u"nobody@127.0.0.1:%1"_s.arg(port)));
    VERIFY_CODE(login, ErrorCode::Unreachable);
    QVERIFY2(words(login).contains(u"127.0.0.1:%1 did not answer within 1 s."_s.arg(port)), qPrintable(words(login)));
    ::close(listener);
}

void TstHostileLogin::triesEveryAddressOfAName()
{
    HostileServer server{Behaviour::ClosesAtOnce}; // on 127.0.0.1 alone; the name may mean ::1 first
    LoginFixture fixture;
    fixture.setConfiguration("Host name\nHostName localhost\nPort " + server.destination().section(u':', 1).toLatin1()
                             + '\n');
    const LoginResult login = fixture.logIn(fixture.attempt(u"nobody@name"_s));
    QVERIFY2(words(login).contains(u"closed the connection before"_s), qPrintable(words(login)));
    QCOMPARE(server.connections(), 1);
}

void TstHostileLogin::endsWhileAFrozenServerAuthenticates()
{
    SKIP_WITHOUT("sshd");
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    attempt.deadline = std::chrono::milliseconds(2500);
    attempt.stepBegan = [&](ConnectStep step) { // before we say anything more, the server hangs
        if (step == ConnectStep::Authenticate) {
            for (const qint64 pid : server.sessions()) {
                for (const qint64 child : testing::childrenOf(pid))
                    ::kill(pid_t(child), SIGSTOP);
                ::kill(pid_t(pid), SIGSTOP);
            }
        }
    };
    QElapsedTimer time;
    time.start();
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY(testing::measured("a login at a server that hangs is over in 2.5 s", time.elapsed(), 6000));
    QCOMPARE(words(login), QString(u"Timeout: "_s + server.destination() + u" did not let us in in time."_s));
}

void TstHostileLogin::waitsForItsTurnWithoutAThread()
{
    SKIP_WITHOUT("sshd");
    HostileServer hostile{Behaviour::Silent};
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt stuck = fixture.attempt(hostile.destination());
    stuck.deadline = std::chrono::milliseconds(20'000);
    QList<QFuture<LoginResult>> logins;
    for (int i = 0; i < 64; ++i)
        logins.append(fixture.start(stuck));
    QTRY_COMPARE(hostile.connections(), 8); // and no more of them
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(hostile.connections(), 8);
}

void TstHostileLogin::leavesNothingOpen()
{
    QTest::qWait(0);
    const Resources before;
    {
        HostileServer server{Behaviour::StallsAfterBanner};
        LoginFixture fixture;
        SshAttempt attempt = fixture.attempt(server.destination());
        attempt.deadline = std::chrono::milliseconds(500);
        QList<QFuture<LoginResult>> logins;
        for (int i = 0; i < 16; ++i)
            logins.append(fixture.start(attempt));
        for (const QFuture<LoginResult> &login : logins)
            VERIFY_CODE(await(login), ErrorCode::Timeout);
    }
    QTRY_COMPARE(Resources().descriptors, before.descriptors);
    // The look-up of a name, which no one waits for, may have been a thread of before.
    QTRY_VERIFY(Resources().threads <= before.threads);
}

BATCHDECK_TEST(QCoreApplication, TstHostileLogin)
#include "tst_hostilelogin.moc"
