// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"
#include "engine/node/machinelogin.h"
#include "engine/secret/secretstore.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/ssh/loginfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QJsonDocument>
#include <QSignalSpy>

#include <csignal>
#include <optional>
#include <unistd.h>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

namespace {

// "correct horse", as passwd stores it.
constexpr const char *passwordHash =
    "$6$batchdeck$sKkdpSQVddDz4AYjWZYlnxfwryUATNnRIaxTSSpsODb9cSG1aqtzJZX8ks4BLIUQaODc9bcpkkKIJEqEgNiSz0";

} // namespace

/// Passwords and prompts through PAM: a real sshd that has its own /etc/pam.d and /etc/shadow in a mount namespace.
class TstLoginPassword final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void asksForThePassword_data();
    void asksForThePassword();
    void triesAWrongPasswordOnce();
    void answersRoundAfterRound();
    void asksAgainForASpentCode();
    void asksForANewCodeWhenTheWayWasLost();
    void forgetsAStoredPasswordOnlyWhenItIsWrong_data();
    void forgetsAStoredPasswordOnlyWhenItIsWrong();
    void wantsAKeyAndAPassword();
    void prefersWhatTheConfigurationPrefers();
    void saysNoSecret();
};

namespace {

bool canMount()
{
    QProcess process;
    process.start(u"unshare"_s, {u"-m"_s, u"true"_s});
    return ::geteuid() == 0 && process.waitForFinished(testing::patience) && process.exitCode() == 0;
}

/// The password of whoever runs the test is "correct horse" there; with a code as the second factor on request.
class PamServer : public SshServer
{
public:
    PamServer(const QByteArray &configuration, bool wantsCode)
        : SshServer("UsePAM yes\n" + configuration), m_isGood(prepare(wantsCode))
    {
        setWrapper(
            {u"unshare"_s, u"-m"_s, u"--propagation"_s, u"private"_s, u"sh"_s, u"-c"_s,
             u"mount --bind \"$1/shadow\" /etc/shadow && mount --bind \"$1/pam.d\" /etc/pam.d && shift && exec \"$@\""_s,
             u"sh"_s, folder()});
    }

    [[nodiscard]] bool isGood() const { return m_isGood; }

private:
    bool prepare(bool wantsCode)
    {
        QByteArray shadow;
        QFile file(u"/etc/shadow"_s);
        if (!file.open(QIODevice::ReadOnly) || !QDir(folder()).mkdir(u"pam.d"_s))
            return false;
        for (const QByteArray &line : file.readAll().split('\n')) {
            const bool isOurs = line.split(':').first() == user().toLocal8Bit();
            shadow +=
                (isOurs ? QByteArray(user().toLocal8Bit() + ':' + passwordHash + ":19000:0:99999:7:::") : line) + '\n';
        }
        QByteArray stack = "auth required pam_unix.so nodelay\n";
        const QString codeModule = folder() + u"/pam_code.so"_s; // PAM reads no path with a space
        if (wantsCode)
            stack += "auth required " + codeModule.toLocal8Bit() + '\n';
        return (!wantsCode || QFile::copy(QStringLiteral(PAM_CODE_MODULE), codeModule))
            && writeFile(folder() + u"/shadow"_s, shadow)
            && writeFile(folder() + u"/pam.d/sshd"_s,
                         stack + "account required pam_permit.so\nsession required pam_permit.so\n");
    }

    bool m_isGood;
};

const QByteArray passwordOnly = "PasswordAuthentication yes\nPubkeyAuthentication no\n";
const QByteArray promptsOnly = "KbdInteractiveAuthentication yes\nPubkeyAuthentication no\n";

} // namespace

void TstLoginPassword::init()
{
    SKIP_WITHOUT("sshd");
    if (!canMount())
        SKIP_UNLESS_ALL("passwords through PAM: needs root and mount namespaces");
}

void TstLoginPassword::asksForThePassword_data()
{
    QTest::addColumn<QByteArray>("configuration");
    QTest::addRow("password") << passwordOnly;
    QTest::addRow("keyboard-interactive") << promptsOnly;
    QTest::addRow("both") << QByteArray(passwordOnly + promptsOnly);
}

void TstLoginPassword::asksForThePassword()
{
    QFETCH(QByteArray, configuration);
    PamServer server(configuration, false);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination());
    const LoginResult asked = fixture.logIn(attempt);
    VERIFY_CODE(asked, ErrorCode::AuthenticationFailed);
    QVERIFY(asked.error().question);
    const Question question = *asked.error().question;
    QCOMPARE(int(question.kind), int(Question::Kind::Password));
    QCOMPARE(question.secretName(), QString(u"password:"_s + server.destination()));
    QVERIFY(!question.isRepeated);

    attempt.answers = {answerTo(question, {u"wrong"_s})};
    const LoginResult wrong = fixture.logIn(attempt);
    VERIFY_CODE(wrong, ErrorCode::AuthenticationFailed);
    QVERIFY(wrong.error().question && wrong.error().question->isRepeated);
    QVERIFY(wrong.error().question->matches(question));

    attempt.answers = {answerTo(question, {u"correct horse"_s})};
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
}

void TstLoginPassword::triesAWrongPasswordOnce()
{
    PamServer server(passwordOnly + promptsOnly, false); // two methods for the same password
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination());
    Question password;
    password.host = server.destination();
    attempt.answers = {answerTo(password, {u"wrong"_s})};
    VERIFY_CODE(fixture.logIn(attempt), ErrorCode::AuthenticationFailed);
    QTRY_VERIFY(server.log().contains("closed by authenticating user"));
    QVERIFY2(server.log().count("Failed keyboard-interactive") + server.log().count("Failed password") == 1,
             server.log().constData());
}

void TstLoginPassword::answersRoundAfterRound()
{
    PamServer server(promptsOnly, true);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination());
    const LoginResult first = fixture.logIn(attempt);
    VERIFY_CODE(first, ErrorCode::AuthenticationFailed);
    QVERIFY(first.error().question);
    QCOMPARE(int(first.error().question->kind), int(Question::Kind::Password));

    attempt.answers.append(answerTo(*first.error().question, {u"correct horse"_s}));
    const LoginResult second = fixture.logIn(attempt);
    VERIFY_CODE(second, ErrorCode::AuthenticationFailed);
    QVERIFY(second.error().question);
    const Question code = *second.error().question;
    QCOMPARE(int(code.kind), int(Question::Kind::Prompts));
    QCOMPARE(code.prompts.size(), 1);
    QVERIFY2(code.prompts.first().text.endsWith(u"Verification code:"_s), qPrintable(code.prompts.first().text));
    QVERIFY(!code.prompts.first().text.contains(QChar(27))); // what could colour a terminal is gone
    QVERIFY(!code.prompts.first().isHidden);
    QVERIFY(code.secretName().isEmpty());

    attempt.answers.append(answerTo(code, {u"424242"_s}));
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
}

void TstLoginPassword::asksAgainForASpentCode()
{
    PamServer server(promptsOnly, true);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination());
    const auto replace = [&](const Question &question, const QString &value) {
        attempt.answers.removeIf([&](const Answer &answer) { return answer.question.matches(question); });
        attempt.answers.append(answerTo(question, {value}));
    };
    for (const QString &value : {u"correct horse"_s, u"111111"_s}) {
        const LoginResult login = fixture.logIn(attempt);
        QVERIFY(!login && login.error().question);
        replace(*login.error().question, value);
    }
    const LoginResult wrong = fixture.logIn(attempt); // either may have been wrong: from the beginning
    QVERIFY(!wrong && wrong.error().question);
    QVERIFY(wrong.error().question->isRepeated);
    QCOMPARE(int(wrong.error().question->kind), int(Question::Kind::Password));
    replace(*wrong.error().question, u"correct horse"_s);
    const LoginResult spent = fixture.logIn(attempt); // the old code is not tried again
    QVERIFY(!spent && spent.error().question);
    QCOMPARE(int(spent.error().question->kind), int(Question::Kind::Prompts));
    QVERIFY(spent.error().question->isRepeated);
    replace(*spent.error().question, u"424242"_s);
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
}

// The old one would be refused, and the password, which is right, with it.
void TstLoginPassword::asksForANewCodeWhenTheWayWasLost()
{
    PamServer server(promptsOnly, true);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshHost host(std::make_shared<SshTransport>(fixture.knownHosts()), fixture.attempt(server.destination()).spec);
    const auto password = await(host.open());
    QVERIFY(!password && password.error().question);
    QList<Answer> answers{answerTo(*password.error().question, {u"correct horse"_s})};
    const auto code = await(host.open(answers));
    QVERIFY(!code && code.error().question);
    answers.append(answerTo(*code.error().question, {u"424242"_s}));
    const auto opened = await(host.open(answers));
    QVERIFY2(opened, opened ? "" : qPrintable(opened.error().message.englishText()));
    QSignalSpy closed(&host, &RemoteHost::closed);
    for (const qint64 pid : server.sessions())
        ::kill(pid_t(pid), SIGKILL);
    QTRY_COMPARE(closed.count(), 1);
    const auto again = await(host.open());
    QVERIFY(!again && again.error().question);
    QCOMPARE(int(again.error().question->kind), int(Question::Kind::Prompts));
    QVERIFY(!again.error().question->isRepeated);
}

void TstLoginPassword::forgetsAStoredPasswordOnlyWhenItIsWrong_data()
{
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("code"); // what is typed first; empty: none is wanted
    QTest::newRow("wrong") << u"wrong"_s << QString();
    QTest::newRow("right beside a wrong code") << u"correct horse"_s << u"111111"_s;
}

void TstLoginPassword::forgetsAStoredPasswordOnlyWhenItIsWrong()
{
    QFETCH(QString, stored);
    QFETCH(QString, code);
    PamServer server(promptsOnly, !code.isEmpty());
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    const QString name = u"password:"_s + server.destination();
    SecretStore secrets(u"tst-loginpassword"_s);
    VERIFY_RESULT(await(secrets.keep(name, stored, SecretStore::Place::Memory)));
    SshHost host(std::make_shared<SshTransport>(fixture.knownHosts()), fixture.attempt(server.destination()).spec);
    MachineLogin login(host, &secrets, {name}, nullptr);
    std::optional<Result<void>> ended;
    connect(&login, &MachineLogin::ended, this, [&ended](const Result<void> &result) { ended = result; });
    const auto logIn = [&](const QList<Answer> &answers) {
        ended.reset();
        login.begin(answers);
        const bool inTime = QTest::qWaitFor([&ended] { return ended.has_value(); }, testing::patience);
        return inTime ? *ended : Result<void>(Error::of(ErrorCode::Internal, "No answer came."));
    };
    const auto first = logIn({});
    QVERIFY(!first && first.error().question);
    if (code.isEmpty()) {
        QCOMPARE(int(first.error().question->kind), int(Question::Kind::Password));
        QCOMPARE(secrets.memory(), QJsonObject());
        QCOMPARE(login.secretNames(), QStringList());
        return;
    }
    QCOMPARE(int(first.error().question->kind), int(Question::Kind::Prompts));
    QVERIFY(!logIn({answerTo(*first.error().question, {code})}));
    QCOMPARE(secrets.memory()[name].toString(), stored);
    const auto again = logIn({});
    QVERIFY(!again && again.error().question);
    QCOMPARE(int(again.error().question->kind), int(Question::Kind::Prompts));
    VERIFY_RESULT(logIn({answerTo(*again.error().question, {u"424242"_s})})); // with the password that is stored
    QCOMPARE(login.secretNames(), QStringList{name});
}

void TstLoginPassword::wantsAKeyAndAPassword()
{
    PamServer server("AuthenticationMethods publickey,keyboard-interactive\nKbdInteractiveAuthentication yes\n", false);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination(), server.identityFile());
    const LoginResult asked = fixture.logIn(attempt);
    VERIFY_CODE(asked, ErrorCode::AuthenticationFailed);
    QVERIFY(asked.error().question);
    attempt.answers = {answerTo(*asked.error().question, {u"correct horse"_s})};
    const LoginResult login = fixture.logIn(attempt);
    QVERIFY2(login, qPrintable(words(login)));
}

void TstLoginPassword::prefersWhatTheConfigurationPrefers()
{
    PamServer server("PasswordAuthentication yes\nKbdInteractiveAuthentication yes\n", true);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    fixture.setConfiguration("PreferredAuthentications password\nIdentityFile " + server.identityFile().toLocal8Bit()
                             + '\n');
    const LoginResult asked = fixture.logIn(fixture.attempt(server.destination()));
    VERIFY_CODE(asked, ErrorCode::AuthenticationFailed); // though the key would have done
    QVERIFY(asked.error().question);
    QCOMPARE(int(asked.error().question->kind), int(Question::Kind::Password));
}

void TstLoginPassword::saysNoSecret()
{
    PamServer server(passwordOnly, false);
    QVERIFY(server.isGood() && server.start());
    LoginFixture fixture;
    fixture.trust(server);
    SshAttempt attempt = fixture.attempt(server.destination());
    Question password;
    password.host = server.destination();
    attempt.answers = {answerTo(password, {u"planted-secret"_s})};
    const LoginResult login = fixture.logIn(attempt);
    VERIFY_CODE(login, ErrorCode::AuthenticationFailed);
    QVERIFY(!QJsonDocument(login.error().toJson()).toJson().contains("planted-secret"));
}

BATCHDECK_TEST(QCoreApplication, TstLoginPassword)
#include "tst_loginpassword.moc"
