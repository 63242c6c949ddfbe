// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/knownhosts.h"
#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

/// Who may be on the other side, seen by whoever logs in.
class TstLoginHostKey final : public QObject
{
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT("sshd"); }
    void asksForAnUnknownKey();
    void acceptsOnlyTheKeyThatIsShown();
    void refusesAChangedKey_data();
    void refusesAChangedKey();
    void refusesAnotherServerOnTheSamePort();
    void refusesARevokedKey();
    void asksForTheTypeThatIsKnown_data();
    void asksForTheTypeThatIsKnown();
    void namesTheAuthorityItDoesNotHonour();
    void sendsNothingSecretToAStranger();
};

void TstLoginHostKey::asksForAnUnknownKey()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    const LoginResult asked = fixture.logIn(attempt);
    VERIFY_CODE(asked, ErrorCode::HostKeyUnknown);
    QVERIFY(asked.error().question);
    const Question question = *asked.error().question;
    QCOMPARE(int(question.kind), int(Question::Kind::HostKey));
    QCOMPARE(question.host, server.destination());
    QCOMPARE(question.subject, server.fingerprint());
    QCOMPARE(question.keyType, u"ssh-ed25519"_s);
    QVERIFY(!question.isRepeated);
    QVERIFY(!QFile::exists(fixture.knownHosts())); // nothing is stored unasked

    attempt.answers = {answerTo(question, {server.fingerprint()})};
    const LoginResult accepted = fixture.logIn(attempt);
    QVERIFY2(accepted, qPrintable(words(accepted)));
    attempt.answers.clear();
    const LoginResult known = fixture.logIn(attempt);
    QVERIFY2(known, qPrintable(words(known)));
    QVERIFY(!QFile::exists(fixture.userKnownHosts())); // the user's own file is not ours to write
}

void TstLoginHostKey::acceptsOnlyTheKeyThatIsShown()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    Question pinned; // as --accept-host-key gives it: without a host
    pinned.kind = Question::Kind::HostKey;
    attempt.answers = {answerTo(pinned, {u"SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"_s})};
    const LoginResult refused = fixture.logIn(attempt);
    VERIFY_CODE(refused, ErrorCode::HostKeyUnknown);
    QVERIFY(refused.error().question && refused.error().question->isRepeated);
    attempt.answers = {answerTo(pinned, {server.fingerprint()})};
    const LoginResult accepted = fixture.logIn(attempt);
    QVERIFY2(accepted, qPrintable(words(accepted)));
}

void TstLoginHostKey::refusesAChangedKey_data()
{
    QTest::addColumn<bool>("isOurs");
    QTest::addRow("in the profile's file") << true;
    QTest::addRow("in the user's file") << false;
}

void TstLoginHostKey::refusesAChangedKey()
{
    QFETCH(bool, isOurs);
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    const QString file = isOurs ? fixture.knownHosts() : fixture.userKnownHosts();
    QVERIFY(writeFile(file, "# mine\n" + server.knownHostsLine()));
    const QString before = server.fingerprint();
    server.stop();
    QVERIFY(server.makeHostKey());
    QVERIFY(server.start());
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    Question question;
    question.kind = Question::Kind::HostKey;
    attempt.answers = {answerTo(question, {server.fingerprint()})}; // accepting does not help
    const LoginResult login = fixture.logIn(attempt);
    VERIFY_CODE(login, ErrorCode::HostKeyChanged);
    QVERIFY(!login.error().question);
    const QString text = login.error().message.englishText();
    for (const QString &part : {before, server.fingerprint(), QString(file + u", line 2"_s),
                                isOurs ? u"batchctl machine forget-key"_s : u"ssh-keygen -R"_s})
        QVERIFY2(text.contains(part), qPrintable(text));
}

void TstLoginHostKey::refusesAnotherServerOnTheSamePort()
{
    SshServer server;
    QVERIFY(server.start());
    QVERIFY(server.makeHostKey(u"rsa"_s)); // not served yet
    LoginFixture fixture;
    fixture.trust(server);
    server.stop();
    QVERIFY(QFile::remove(server.hostKeyFile()));
    QVERIFY(server.start()); // a server that has only a key of another type
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    VERIFY_CODE(login, ErrorCode::HostKeyChanged);
    QVERIFY2(login.error().message.englishText().contains(server.fingerprint(u"rsa"_s)), qPrintable(words(login)));
}

void TstLoginHostKey::refusesARevokedKey()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    QVERIFY(writeFile(fixture.userKnownHosts(),
                      "@revoked * " + server.knownHostsLine().mid(server.knownHostsLine().indexOf(' ') + 1)));
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    VERIFY_CODE(login, ErrorCode::HostKeyChanged);
    QVERIFY(!login.error().question);
    QVERIFY2(login.error().message.englishText().contains(u"was revoked"_s), qPrintable(words(login)));
}

void TstLoginHostKey::asksForTheTypeThatIsKnown_data()
{
    QTest::addColumn<QString>("type");
    for (const char *type : {"ed25519", "ecdsa", "rsa"})
        QTest::addRow("%s", type) << QString::fromLatin1(type);
}

void TstLoginHostKey::asksForTheTypeThatIsKnown()
{
    QFETCH(QString, type);
    SshServer server;
    QVERIFY(server.makeHostKey(u"ecdsa"_s));
    QVERIFY(server.makeHostKey(u"rsa"_s));
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server, type);
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(login.value()->hostKey, server.fingerprint(type));
}

void TstLoginHostKey::namesTheAuthorityItDoesNotHonour()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    QVERIFY(writeFile(fixture.userKnownHosts(),
                      "@cert-authority * " + server.knownHostsLine().mid(server.knownHostsLine().indexOf(' ') + 1)));
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    VERIFY_CODE(login, ErrorCode::HostKeyUnknown);
    QVERIFY(login.error().question);
    QVERIFY2(login.error().message.englishText().contains(u"authority"_s), qPrintable(words(login)));
}

void TstLoginHostKey::sendsNothingSecretToAStranger()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), server.identityFile()));
    VERIFY_CODE(login, ErrorCode::HostKeyUnknown);
    QTRY_VERIFY(server.log().contains("Connection closed by"));
    QVERIFY2(!server.log().contains("user "), server.log().constData()); // not even who we are
}

BATCHDECK_TEST(QCoreApplication, TstLoginHostKey)
#include "tst_loginhostkey.moc"
