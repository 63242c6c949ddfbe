// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/login/sshkeys.h"
#include "engine/ssh/wire.h"
#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QLocalSocket>

#include <csignal>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

/// A real ssh-agent between us and a real sshd, and the order in which keys are offered.
class TstLoginAgent final : public QObject
{
    Q_OBJECT

private slots:
    void ordersOffers_data();
    void ordersOffers();
    void findsTheKeyOfACertificate_data();
    void findsTheKeyOfACertificate();
    void offersTheRightKeyFirst_data();
    void offersTheRightKeyFirst();
    void takesTheKeyOnlyTheAgentHas_data();
    void takesTheKeyOnlyTheAgentHas();
    void leavesOtherKeysOutOfItWithIdentitiesOnly();
    void letsTheAgentSignForACertificateItLacks();
    void usesACertificateOfTheAgent();
    void endsWhileAFrozenAgentIsAsked();
    void doesWithoutAnAgentThatIsGone();
};

namespace {

/// ssh-agent with its socket in a folder of its own.
class Agent
{
public:
    Agent()
    {
        m_process.start(u"ssh-agent"_s, {u"-D"_s, u"-a"_s, socket()});
        m_isRunning = m_process.waitForStarted(testing::patience)
            && QTest::qWaitFor([this] { return answers(); }, testing::patience);
    }
    ~Agent() { end(); }

    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] QString socket() const { return m_folder.filePath(u"agent"_s); }
    [[nodiscard]] qint64 pid() const { return m_process.processId(); }
    [[nodiscard]] bool add(const QString &key) const
    {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"SSH_AUTH_SOCK"_s, socket());
        process.setProcessEnvironment(environment);
        process.start(u"ssh-add"_s, {u"-q"_s, key});
        return process.waitForFinished(testing::patience) && process.exitCode() == 0;
    }
    void end()
    {
        m_process.kill();
        m_process.waitForFinished(testing::patience);
    }

private:
    // The socket is there a moment before anybody listens to it.
    [[nodiscard]] bool answers() const
    {
        QLocalSocket peer;
        peer.connectToServer(socket());
        return peer.waitForConnected(1000);
    }

    QTemporaryDir m_folder;
    QProcess m_process;
    bool m_isRunning = false;
};

SshAttempt attemptWith(const Agent &agent, SshAttempt attempt)
{
    attempt.agentSocket = agent.socket();
    return attempt;
}

bool certify(const QString &authority, const QString &key)
{
    QProcess keygen;
    keygen.start(
        u"ssh-keygen"_s,
        {u"-q"_s, u"-s"_s, authority, u"-I"_s, u"test"_s, u"-n"_s, SshServer::user(), QString(key + u".pub"_s)});
    return keygen.waitForFinished(testing::patience) && keygen.exitCode() == 0;
}

/// A made-up ed25519 key, or a certificate for it.
PublicKey key(char name)
{
    return {QByteArray(wireString("ssh-ed25519") + wireString(QByteArray(32, name)))};
}

PublicKey certificate(char name)
{
    return {QByteArray(wireString("ssh-ed25519-cert-v01@openssh.com") + wireString("nonce")
                       + wireString(QByteArray(32, name)) + QByteArray(40, '\0'))};
}

/// "a" for a key, "A" for a certificate of it, from the agent; "/a" and "/A" from a file.
QStringList spelled(const QList<KeyOffer> &offers)
{
    QStringList names;
    for (const KeyOffer &offer : offers) {
        WireReader reader(offer.key.plain().blob);
        (void)reader.string();
        const QChar name = QLatin1Char(reader.string().at(0));
        names.append(QString((offer.agentKey.blob.isEmpty() ? u"/"_s : QString())
                             + (offer.key.isCertificate() ? name.toUpper() : name)));
    }
    return names;
}

QList<PublicKey> keysOf(const QString &names)
{
    QList<PublicKey> keys;
    for (const QChar name : names)
        keys.append(name.isUpper() ? certificate(name.toLower().toLatin1()) : key(name.toLatin1()));
    return keys;
}

} // namespace

void TstLoginAgent::ordersOffers_data()
{
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("files"); // "Xx": with a certificate beside it
    QTest::addColumn<QString>("certificates");
    QTest::addColumn<bool>("identitiesOnly");
    QTest::addColumn<QString>("expected");
    QTest::addRow("nothing") << u""_s << u""_s << u""_s << false << u""_s;
    QTest::addRow("the agent's key of a file first") << u"xya"_s << u"a"_s << u""_s << false << u"a x y"_s;
    QTest::addRow("only it") << u"xya"_s << u"a"_s << u""_s << true << u"a"_s;
    QTest::addRow("files after others") << u"xy"_s << u"ab"_s << u""_s << false << u"x y /a /b"_s;
    QTest::addRow("seven others leave room for the file")
        << u"pqrstuv"_s << u"a"_s << u""_s << false << u"p q r s /a"_s;
    QTest::addRow("seven and the right one") << u"pqrstuva"_s << u"a"_s << u""_s << false << u"a p q r s"_s;
    QTest::addRow("file's certificate, agent's key") << u"a"_s << u"Aa"_s << u""_s << true << u"A a"_s;
    QTest::addRow("certificate before the key") << u""_s << u"Aa"_s << u""_s << true << u"/A /a"_s;
    QTest::addRow("agent's certificate") << u"aA"_s << u"a"_s << u""_s << true << u"A a"_s;
    QTest::addRow("CertificateFile for the agent's key") << u"xa"_s << u""_s << u"A"_s << true << u"A a"_s;
    QTest::addRow("five at most") << u""_s << u"abcdefg"_s << u""_s << true << u"/a /b /c /d /e"_s;
}

void TstLoginAgent::ordersOffers()
{
    QFETCH(QString, agent);
    QFETCH(QString, files);
    QFETCH(QString, certificates);
    QFETCH(bool, identitiesOnly);
    QFETCH(QString, expected);
    QList<KeyFile> keyFiles;
    QList<PublicKey> beside;
    for (const PublicKey &one : keysOf(files)) {
        if (one.isCertificate()) {
            beside.append(one);
            continue;
        }
        keyFiles.append({u"/file"_s, one, std::exchange(beside, {})});
    }
    QCOMPARE(spelled(keyOffers(keysOf(agent), keyFiles, keysOf(certificates), identitiesOnly, 5)).join(u' '), expected);
}

void TstLoginAgent::findsTheKeyOfACertificate_data()
{
    QTest::addColumn<QString>("type");
    for (const char *type : {"ed25519", "ecdsa", "rsa"})
        QTest::addRow("%s", type) << QString::fromLatin1(type);
}

void TstLoginAgent::findsTheKeyOfACertificate()
{
    QFETCH(QString, type);
    LoginFixture fixture;
    const QString authority = fixture.path(u"authority"_s);
    const QString path = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(authority) && SshServer::makeKey(path, type) && certify(authority, path));
    SshHop hop;
    hop.identityFiles = {path, fixture.path(u"missing"_s)};
    const QList<KeyFile> files = readKeyFiles(hop);
    QCOMPARE(files.size(), 1);
    QCOMPARE(files.first().certificates.size(), 1);
    QCOMPARE(files.first().certificates.first().plain().blob.toBase64(), files.first().key.blob.toBase64());
    QVERIFY(files.first().key.toKey() && files.first().certificates.first().toKey());
    const PublicKey cut{files.first().certificates.first().blob.left(60)}; // hostile bytes are no key
    QVERIFY(cut.plain().blob.isEmpty());
}

void TstLoginAgent::offersTheRightKeyFirst_data()
{
    QTest::addColumn<bool>("identitiesOnly");
    QTest::addRow("IdentitiesOnly") << true;
    QTest::addRow("IdentityFile alone") << false;
}

void TstLoginAgent::offersTheRightKeyFirst()
{
    SKIP_WITHOUT("sshd");
    QFETCH(bool, identitiesOnly);
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    Agent agent;
    QVERIFY(agent.isRunning());
    for (int i = 0; i < 7; ++i) {
        const QString wrong = fixture.path(u"wrong%1"_s.arg(i));
        QVERIFY(SshServer::makeKey(wrong) && agent.add(wrong));
    }
    QVERIFY(agent.add(server.identityFile())); // the eighth: more than sshd lets anybody try
    const QString publicOnly = fixture.path(u"id"_s); // the key itself is only in the agent
    QVERIFY(QFile::copy(server.identityFile() + u".pub"_s, publicOnly + u".pub"_s));
    QVERIFY(QFile::copy(server.identityFile() + u".pub"_s, publicOnly));
    fixture.setConfiguration("IdentityFile " + publicOnly.toLocal8Bit()
                             + (identitiesOnly ? "\nIdentitiesOnly yes\n" : "\n"));
    const LoginResult login = fixture.logIn(attemptWith(agent, fixture.attempt(server.destination())));
    QVERIFY2(login, qPrintable(words(login)));
    QVERIFY(!server.log().contains("Failed publickey"));
}

void TstLoginAgent::takesTheKeyOnlyTheAgentHas_data()
{
    QTest::addColumn<QString>("type");
    for (const char *type : {"ed25519", "ecdsa", "rsa"})
        QTest::addRow("%s", type) << QString::fromLatin1(type);
}

void TstLoginAgent::takesTheKeyOnlyTheAgentHas()
{
    SKIP_WITHOUT("sshd");
    QFETCH(QString, type);
    SshServer server;
    QVERIFY(SshServer::makeKey(server.identityFile(), type));
    QVERIFY(QFile::remove(server.authorizedKeysFile()));
    QVERIFY(QFile::copy(server.identityFile() + u".pub"_s, server.authorizedKeysFile()));
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    Agent agent;
    QVERIFY(agent.isRunning() && agent.add(server.identityFile()));
    SshAttempt attempt = attemptWith(agent, fixture.attempt(server.destination()));
    const LoginResult first = fixture.logIn(attempt); // stays: who made it lets it go when it likes
    QVERIFY2(first, qPrintable(words(first)));
    const Resources before; // with the threads of the first
    {
        const LoginResult login = fixture.logIn(attempt);
        QVERIFY2(login, qPrintable(words(login)));
        QTRY_COMPARE(Resources().descriptors, before.descriptors + 1); // its socket alone
    }
    QTRY_COMPARE(Resources().descriptors, before.descriptors);
}

void TstLoginAgent::leavesOtherKeysOutOfItWithIdentitiesOnly()
{
    SKIP_WITHOUT("sshd");
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    Agent agent;
    QVERIFY(agent.isRunning() && agent.add(server.identityFile()));
    fixture.setConfiguration("IdentitiesOnly yes\n");
    const LoginResult login = fixture.logIn(attemptWith(agent, fixture.attempt(server.destination())));
    VERIFY_CODE(login, ErrorCode::AuthenticationFailed);
    QVERIFY2(login.error().message.englishText().contains(u"no key to try"_s), qPrintable(words(login)));
}

void TstLoginAgent::letsTheAgentSignForACertificateItLacks()
{
    SKIP_WITHOUT("sshd");
    LoginFixture fixture;
    const QString authority = fixture.path(u"authority"_s);
    const QString path = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(authority) && SshServer::makeKey(path));
    Agent agent;
    QVERIFY(agent.isRunning() && agent.add(path)); // before there is a certificate
    QVERIFY(certify(authority, path));
    QVERIFY(QFile::remove(path));
    SshServer server("TrustedUserCAKeys " + authority.toLocal8Bit() + ".pub\n");
    QVERIFY(server.start());
    fixture.trust(server);
    fixture.setConfiguration("CertificateFile " + path.toLocal8Bit() + "-cert.pub\n");
    const LoginResult login = fixture.logIn(attemptWith(agent, fixture.attempt(server.destination())));
    QVERIFY2(login, qPrintable(words(login)));
}

void TstLoginAgent::usesACertificateOfTheAgent()
{
    SKIP_WITHOUT("sshd");
    LoginFixture fixture;
    const QString authority = fixture.path(u"authority"_s);
    const QString path = fixture.path(u"key"_s);
    QVERIFY(SshServer::makeKey(authority) && SshServer::makeKey(path, u"rsa"_s) && certify(authority, path));
    Agent agent;
    QVERIFY(agent.isRunning() && agent.add(path)); // with the certificate beside it
    SshServer server("TrustedUserCAKeys " + authority.toLocal8Bit() + ".pub\n");
    QVERIFY(server.start());
    fixture.trust(server);
    const LoginResult login = fixture.logIn(attemptWith(agent, fixture.attempt(server.destination())));
    QVERIFY2(login, qPrintable(words(login)));
}

void TstLoginAgent::endsWhileAFrozenAgentIsAsked()
{
    SKIP_WITHOUT("sshd");
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    Agent agent;
    QVERIFY(agent.isRunning() && agent.add(server.identityFile()));
    QCOMPARE(::kill(pid_t(agent.pid()), SIGSTOP), 0);
    SshAttempt attempt = attemptWith(agent, fixture.attempt(server.destination()));
    attempt.deadline = std::chrono::milliseconds(2000);
    QElapsedTimer time;
    time.start();
    const LoginResult login = fixture.logIn(attempt);
    VERIFY_CODE(login, ErrorCode::Timeout);
    QVERIFY(testing::measured("a login by an agent that hangs is over in 2 s", time.elapsed(), 6000));
}

void TstLoginAgent::doesWithoutAnAgentThatIsGone()
{
    SKIP_WITHOUT("sshd");
    SshServer server;
    QVERIFY(server.start());
    LoginFixture fixture;
    fixture.trust(server);
    Agent agent;
    QVERIFY(agent.isRunning());
    agent.end();
    const LoginResult login =
        fixture.logIn(attemptWith(agent, fixture.attempt(server.destination(), server.identityFile())));
    QVERIFY2(login, qPrintable(words(login)));
}

BATCHDECK_TEST(QCoreApplication, TstLoginAgent)
#include "tst_loginagent.moc"
