// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshkeys.h"
#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

/// Keys of every kind against a real sshd.
class TstLogin final : public QObject
{
    Q_OBJECT

private slots:
    void init() { SKIP_WITHOUT("sshd"); }
    void takesEveryKindOfKey_data();
    void takesEveryKindOfKey();
    void asksForAPassphraseOnlyWhenTheKeyWouldDo_data();
    void asksForAPassphraseOnlyWhenTheKeyWouldDo();
    void takesACertificate_data();
    void takesACertificate();
    void takesTwoKeysWhereTheServerWantsTwo();
    void beginsWithTheKeyThatWasTaken();
    void saysWhatWasTried();
    void tellsItsSteps();
    void stopsAtFiveKeys();
};

namespace {

bool run(const QString &program, const QStringList &arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(program, arguments);
    return process.waitForFinished(testing::patience) && process.exitCode() == 0;
}

/// A key that the server lets in, and no other.
bool authorize(const SshServer &server, const QString &key)
{
    return writeFile(server.authorizedKeysFile(), contentOf(key + u".pub"_s));
}

} // namespace

void TstLogin::takesEveryKindOfKey_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isPem");
    QTest::addColumn<QString>("passphrase");
    for (const char *type : {"ed25519", "ecdsa", "rsa"}) {
        for (const bool isPem : {false, true}) {
            for (const char *passphrase : {"", "correct horse ü"}) {
                if (isPem && QByteArrayView(type) == "ed25519")
                    continue; // has no PEM form
                QTest::addRow("%s %s %s", type, isPem ? "PEM" : "OpenSSH", *passphrase ? "encrypted" : "plain")
                    << QString::fromLatin1(type) << isPem << QString::fromUtf8(passphrase);
            }
        }
    }
}

void TstLogin::takesEveryKindOfKey()
{
    QFETCH(QString, type);
    QFETCH(bool, isPem);
    QFETCH(QString, passphrase);
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const QString key = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(key, type, passphrase));
    if (isPem)
        QVERIFY(run(u"ssh-keygen"_s,
                    {u"-q"_s, u"-p"_s, u"-m"_s, u"PEM"_s, u"-P"_s, passphrase, u"-N"_s, passphrase, u"-f"_s, key}));
    QVERIFY(authorize(server, key));

    SshAttempt attempt = fixture.attempt(server.destination(), key);
    if (!passphrase.isEmpty()) {
        const LoginResult asked = fixture.logIn(attempt);
        VERIFY_CODE(asked, ErrorCode::AuthenticationFailed);
        QVERIFY(asked.error().question);
        const Question question = *asked.error().question;
        QCOMPARE(int(question.kind), int(Question::Kind::Passphrase));
        QCOMPARE(question.subject, key);
        QVERIFY(!question.isRepeated);

        attempt.answers = {answerTo(question, {u"wrong"_s})};
        const LoginResult repeated = fixture.logIn(attempt);
        VERIFY_CODE(repeated, ErrorCode::AuthenticationFailed);
        QVERIFY(repeated.error().question && repeated.error().question->isRepeated);
        QVERIFY(repeated.error().question->matches(question));
        attempt.answers.append(answerTo(*repeated.error().question, {passphrase}));
    }
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(login.value()->hostKey, server.fingerprint());
    QVERIFY(login.value()->session.isConnected());
}

void TstLogin::asksForAPassphraseOnlyWhenTheKeyWouldDo_data()
{
    QTest::addColumn<bool>("hasPublicFile");
    QTest::addRow("with .pub") << true;
    QTest::addRow("without") << false;
}

void TstLogin::asksForAPassphraseOnlyWhenTheKeyWouldDo()
{
    QFETCH(bool, hasPublicFile);
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const QString key = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(key, u"ed25519"_s, u"secret"_s));
    if (!hasPublicFile)
        QVERIFY(QFile::remove(key + u".pub"_s));
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination(), key));
    VERIFY_CODE(login, ErrorCode::AuthenticationFailed);
    QVERIFY(!login.error().question);
    QVERIFY(login.error().message.englishText().contains(key));
}

void TstLogin::takesACertificate_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<bool>("isBeside");
    for (const char *type : {"ed25519", "ecdsa", "rsa"}) {
        QTest::addRow("%s beside its key", type) << QString::fromLatin1(type) << true;
        QTest::addRow("%s by CertificateFile", type) << QString::fromLatin1(type) << false;
    }
}

void TstLogin::takesACertificate()
{
    QFETCH(QString, type);
    QFETCH(bool, isBeside);
    LoginFixture fixture;
    const QString authority = fixture.path(u"authority"_s);
    const QString key = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(authority));
    QVERIFY(SshServer::makeKey(key, type));
    QVERIFY(
        run(u"ssh-keygen"_s,
            {u"-q"_s, u"-s"_s, authority, u"-I"_s, u"test"_s, u"-n"_s, SshServer::user(), QString(key + u".pub"_s)}));
    SshServer server("TrustedUserCAKeys " + authority.toLocal8Bit() + ".pub\n");
    QVERIFY(server.start());
    fixture.trust(server);
    QByteArray configuration = "IdentityFile \"" + key.toLocal8Bit() + "\"\n";
    if (!isBeside) {
        const QString elsewhere = fixture.path(u"certificate.pub"_s);
        QVERIFY(QFile::rename(key + u"-cert.pub"_s, elsewhere));
        configuration += "CertificateFile \"" + elsewhere.toLocal8Bit() + "\"\n";
    }
    fixture.setConfiguration(configuration);
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination()));
    QVERIFY2(login, qPrintable(words(login)));
    QTRY_VERIFY(server.log().contains("ID test"));
}

void TstLogin::takesTwoKeysWhereTheServerWantsTwo()
{
    SshServer server("AuthenticationMethods publickey,publickey\n");
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const QString second = fixture.path(u"second"_s);
    QVERIFY(SshServer::makeKey(second, u"ecdsa"_s));

    fixture.setConfiguration("IdentityFile " + server.identityFile().toLocal8Bit());
    const LoginResult one = fixture.logIn(fixture.attempt(server.destination()));
    VERIFY_CODE(one, ErrorCode::AuthenticationFailed);
    QVERIFY2(one.error().message.englishText().contains(u"besides"_s), qPrintable(words(one)));

    QVERIFY(writeFile(server.authorizedKeysFile(), contentOf(second + u".pub"_s), QIODevice::Append));
    fixture.setConfiguration("IdentityFile " + server.identityFile().toLocal8Bit() + "\nIdentityFile "
                             + second.toLocal8Bit());
    const LoginResult both = fixture.logIn(fixture.attempt(server.destination()));
    QVERIFY2(both, qPrintable(words(both)));
    QVERIFY(!(*both)->key); // neither alone would do
}

void TstLogin::beginsWithTheKeyThatWasTaken()
{
    SshServer server("MaxAuthTries 1\n");
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    const LoginResult first = fixture.logIn(attempt);
    QVERIFY2(first, qPrintable(words(first)));
    QVERIFY((*first)->key);

    const QString other = fixture.path(u"other"_s);
    QVERIFY(SshServer::makeKey(other, u"ecdsa"_s));
    fixture.setConfiguration("IdentityFile " + other.toLocal8Bit() + "\nIdentityFile "
                             + server.identityFile().toLocal8Bit());
    attempt.spec.identityFile.clear();
    VERIFY_CODE(fixture.logIn(attempt), ErrorCode::AuthenticationFailed);
    attempt.key = (*first)->key;
    const LoginResult further = fixture.logIn(attempt);
    QVERIFY2(further, qPrintable(words(further)));

    // One that is not taken any more stands in no way.
    server.stop();
    server.setConfiguration({});
    QVERIFY(server.start());
    QVERIFY(authorize(server, other));
    const LoginResult instead = fixture.logIn(attempt);
    QVERIFY2(instead, qPrintable(words(instead)));
    QCOMPARE((*instead)->key->offer.path, other);
}

void TstLogin::saysWhatWasTried()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const LoginResult nothing = fixture.logIn(fixture.attempt(server.destination()));
    VERIFY_CODE(nothing, ErrorCode::AuthenticationFailed);
    QCOMPARE(nothing.error().message.englishText(),
             QString(server.destination() + u" takes publickey; there was no key to try."_s));

    const QString other = fixture.path(u"other"_s);
    QVERIFY(SshServer::makeKey(other));
    const LoginResult wrong = fixture.logIn(fixture.attempt(server.destination(), other));
    VERIFY_CODE(wrong, ErrorCode::AuthenticationFailed);
    QVERIFY(!wrong.error().question);
    QVERIFY2(wrong.error().message.englishText().contains(QString(u"tried: "_s + other)), qPrintable(words(wrong)));
}

void TstLogin::tellsItsSteps()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    QMutex mutex;
    QStringList steps;
    attempt.stepBegan = [&](ConnectStep step) {
        const QMutexLocker lock(&mutex);
        steps.append(toString(step));
    };
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
    QCOMPARE(steps, (QStringList{u"resolve"_s, u"connect"_s, u"host-key"_s, u"authenticate"_s}));
}

void TstLogin::stopsAtFiveKeys()
{
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    QByteArray configuration;
    for (int i = 0; i < 8; ++i) {
        const QString key = fixture.path(u"key%1"_s.arg(i));
        QVERIFY(SshServer::makeKey(key));
        configuration += "IdentityFile " + key.toLocal8Bit() + '\n';
    }
    fixture.setConfiguration(configuration);
    const LoginResult login = fixture.logIn(fixture.attempt(server.destination()));
    VERIFY_CODE(login, ErrorCode::AuthenticationFailed);
    QVERIFY(!login.error().question);
    QTRY_VERIFY(server.log().contains("closed by authenticating user"));
    QCOMPARE(server.log().count("Failed publickey"), 5);
    QVERIFY(!server.log().contains("Too many authentication failures"));
}

BATCHDECK_TEST(QCoreApplication, TstLogin)
#include "tst_login.moc"
