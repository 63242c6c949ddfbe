// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/question.h"
#include "engine/rpc/blockinglink.h"
#include "tests/engine/installation.h"
#include "tests/support/await.h"
#include "tests/support/hosts/nodefleet.h"
#include "tests/support/measure/leaks.h"
#include "tests/support/real/privatekeyring.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;
using testing::Installation;
using testing::Node;
using testing::NodeFleet;
using testing::Outcome;

namespace {

const QByteArray passphrase = "open sesame, 40 thieves";
const QByteArray wrongPassword = "looking-glass, not so";
const QByteArray storedSecret = "jabberwock: snicker-snack";
const QByteArray jobSecret = "vorpal=blade/and+dead";
const QByteArray registryPassword = "mimsy&borogoves%outgrabe";

const testing::LeakSearch &search()
{
    static const testing::LeakSearch all(
        {Node::password(), Node::code(), passphrase, wrongPassword, storedSecret, jobSecret, registryPassword});
    return all;
}

QByteArray leakIn(const QByteArray &bytes)
{
    return search().leakIn(bytes);
}

QByteArrayList leaksBelow(const QString &folder)
{
    return search().leaksBelow(folder);
}

} // namespace

/// Every way by which a secret comes in, and then a search for it wherever it might have been left.
class TstSecretLeaks final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();
    void findsWhatIsPlanted();
    void leavesNoSecretAnywhere();

private:
    /// machine.add, answering what is asked as its user would; the first answer to a password is wrong.
    Result<QJsonValue> addMachine(const QString &name, const Node &node, const QString &identity = {});
    [[nodiscard]] QStringList answerTo(const Question &question, bool isFirst) const;
    [[nodiscard]] Outcome run(const QStringList &arguments, const QByteArray &input = {});
    [[nodiscard]] static QByteArray jobText(const QJsonObject &more);

    testing::PrivateKeyring m_keyring;
    std::unique_ptr<NodeFleet> m_fleet;
    std::unique_ptr<Installation> m_installation;
    QByteArray m_said; // by batchctl, and by the engine in its errors
};

void TstSecretLeaks::initTestCase()
{
    SKIP_WITHOUT_NODES();
    SKIP_WITHOUT("dbus");
    SKIP_WITHOUT("gnome-keyring");
    QVERIFY(m_keyring.start());
    m_fleet = std::make_unique<NodeFleet>();
    QVERIFY(m_fleet->up(2));
    m_installation = std::make_unique<Installation>();
}

void TstSecretLeaks::cleanupTestCase()
{
    m_installation.reset();
    m_fleet.reset();
}

Outcome TstSecretLeaks::run(const QStringList &arguments, const QByteArray &input)
{
    const Outcome outcome = m_installation->batchctl(arguments, input);
    m_said += outcome.output + outcome.errorOutput;
    return outcome;
}

QStringList TstSecretLeaks::answerTo(const Question &question, bool isFirst) const
{
    switch (question.kind) {
    case Question::Kind::HostKey:
        return {question.subject};
    case Question::Kind::Passphrase:
        return {QString::fromUtf8(passphrase)};
    case Question::Kind::Password:
        return {QString::fromUtf8(isFirst ? wrongPassword : Node::password())};
    case Question::Kind::Prompts:
        break;
    }
    QStringList values;
    for (const Question::Prompt &prompt : question.prompts)
        values.append(QString::fromUtf8(prompt.text.contains(u"code"_s) ? Node::code() : Node::password()));
    return values;
}

Result<QJsonValue> TstSecretLeaks::addMachine(const QString &name, const Node &node, const QString &identity)
{
    QFile configuration(m_installation->path(u"ssh_config"_s));
    if (!configuration.exists() && configuration.open(QIODevice::WriteOnly))
        configuration.write("IdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile /dev/null\n");
    configuration.close();
    QJsonObject ssh{{u"destination"_s, node.destination()}, {u"config"_s, configuration.fileName()}};
    if (!identity.isEmpty())
        ssh[u"identity"_s] = identity;
    QJsonObject parameters{{u"name"_s, name}, {u"ssh"_s, ssh}};
    QList<Answer> answers;
    BlockingLink link(m_installation->profile(), BlockingLink::Start::Never);
    for (int round = 0;; ++round) {
        QJsonArray given;
        for (const Answer &answer : std::as_const(answers))
            given.append(answer.toJson());
        parameters[u"answers"_s] = given;
        const auto answer = link.call(u"machine.add"_s, parameters, 60s);
        if (!answer)
            m_said += QJsonDocument(answer.error().toJson()).toJson();
        if (answer || !answer.error().question || round > 6)
            return answer;
        const Question &question = *answer.error().question;
        const auto isOld = [&question](const Answer &old) { return old.question.matches(question); };
        const bool isFirst = answers.removeIf(isOld) == 0;
        const QStringList values = answerTo(question, isFirst);
        answers.append({question, {values.begin(), values.end()}, true});
    }
}

QByteArray TstSecretLeaks::jobText(const QJsonObject &more)
{
    QJsonObject properties = more;
    properties[u"nodeCount"_s] = 1;
    properties[u"stdOutErrPathPrefix"_s] = u"$AZ_BATCHAI_JOB_TEMP"_s;
    properties[u"customToolkitSettings"_s] = QJsonObject{{u"commandLine"_s, u"echo up; sleep 1; echo wrong >&2"_s}};
    return QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
}

/// So that what follows can fail.
void TstSecretLeaks::findsWhatIsPlanted()
{
    QTemporaryDir folder;
    QCOMPARE(leaksBelow(folder.path()), QByteArrayList());
    const QByteArray planted = "some words " + jobSecret + " and more";
    int found = 0;
    for (const QByteArray &content :
         {planted, planted.toHex(), planted.toBase64(), QByteArray("x" + planted).toBase64(),
          QByteArray("xx" + planted).toBase64(), planted.toPercentEncoding()}) {
        QFile file(folder.filePath(QString::number(found)));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
        file.close();
        QCOMPARE(leaksBelow(folder.path()).size(), ++found);
    }

    testing::ProcessWatch watch(search());
    QProcess argument;
    argument.start(u"sh"_s, {u"-c"_s, u"read line"_s, QString::fromUtf8(passphrase)});
    QProcess variable;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"PLANTED"_s, QString::fromUtf8(storedSecret));
    variable.setProcessEnvironment(environment);
    variable.start(u"sh"_s, {u"-c"_s, u"read line"_s});
    const auto there = m_fleet->node(0).exec(u"X="_s + QString::fromUtf8(Node::password()) + u" sh -c 'sleep 0.5'"_s);
    QVERIFY(there);
    const int rounds = watch.rounds();
    QTRY_VERIFY(watch.rounds() > rounds + 1);
    const QByteArray leaks = watch.leaks().join('\n');
    const QByteArray argumentPid = QByteArray::number(argument.processId());
    const QByteArray variablePid = QByteArray::number(variable.processId());
    for (const QByteArray &leak :
         {QByteArray(argumentPid + " cmdline: " + passphrase), QByteArray(variablePid + " environ: " + storedSecret),
          QByteArray(" environ: " + Node::password())}) // the last of a node's process
        QVERIFY2(leaks.contains(leak), leaks.constData());
    for (QProcess *process : {&argument, &variable}) {
        process->closeWriteChannel();
        QVERIFY(process->waitForFinished(testing::patience));
    }
}

void TstSecretLeaks::leavesNoSecretAnywhere()
{
    const Node &twice = m_fleet->node(0);
    const Node &plain = m_fleet->node(1);
    QVERIFY(twice.setSecondFactor(true));
    QVERIFY(twice.setSshdConfig("PasswordAuthentication no\nKbdInteractiveAuthentication yes\n"));
    const QString key = m_installation->path(u"locked"_s);
    QVERIFY(testing::SshServer::makeKey(key, u"ed25519"_s, QString::fromUtf8(passphrase)));
    QVERIFY(plain.exec(u"cat >>/home/alice/.ssh/authorized_keys <<'END'\n"_s
                       + QString::fromUtf8(testing::contentOf(key + u".pub"_s)) + u"END\n"_s));

    testing::ProcessWatch watch(search());
    QCOMPARE(run({u"secret"_s, u"set"_s, u"password:nobody@nowhere:22"_s}, storedSecret + '\n').exitCode, 0);
    VERIFY_RESULT(addMachine(u"twice"_s, twice)); // password and code
    VERIFY_RESULT(addMachine(u"plain"_s, plain)); // a password, at first a wrong one, remembered in the keyring
    VERIFY_RESULT(addMachine(u"keyed"_s, plain, key)); // a passphrase
    const Outcome secrets = run({u"secret"_s, u"list"_s});
    QVERIFY2(secrets.output.contains("keyring"), secrets.output.constData());
    QCOMPARE(run({u"cluster"_s, u"create"_s, u"-n"_s, u"lab"_s, u"--machines"_s, u"twice,plain"_s}).exitCode, 0);

    const QStringList create{u"job"_s, u"create"_s, u"-c"_s, u"lab"_s, u"-f"_s, u"-"_s, u"-n"_s};
    QCOMPARE(run(create + QStringList{u"one"_s}, jobText({})).exitCode, 0);
    QCOMPARE(run(create + QStringList{u"two"_s}, jobText({})).exitCode, 0);
    const QJsonArray variables{QJsonObject{{u"name"_s, u"TOKEN"_s}, {u"value"_s, QString::fromUtf8(jobSecret)}}};
    const QJsonObject credentials{{u"username"_s, u"anna"_s}, {u"password"_s, QString::fromUtf8(registryPassword)}};
    const QJsonObject registry{{u"image"_s, u"i"_s}, {u"credentials"_s, credentials}};
    const QJsonObject container{{u"imageSourceRegistry"_s, registry}};
    for (const QJsonObject &more : {QJsonObject{{u"secrets"_s, variables}}, {{u"containerSettings"_s, container}}}) {
        // Only planned: a job that runs has them in its environment, where this watch would find them, too.
        QCOMPARE(run({u"job"_s, u"plan"_s, u"-c"_s, u"lab"_s, u"-f"_s, u"-"_s}, jobText(more)).exitCode, 0);
    }
    const QJsonObject account{{u"adminUserName"_s, u"anna"_s},
                              {u"adminUserPassword"_s, QString::fromUtf8(registryPassword)}};
    const QJsonObject cluster{{u"userAccountSettings"_s, account}};
    const QByteArray clusterText = QJsonDocument(QJsonObject{{u"properties"_s, cluster}}).toJson();
    const QStringList boxed{u"cluster"_s, u"create"_s, u"-n"_s, u"boxed"_s, u"--machines"_s, u"twice"_s};
    const Outcome made = run(boxed + QStringList{u"-f"_s, u"-"_s}, clusterText);
    QVERIFY2(made.exitCode == 0 && made.output.contains("anna"), made.errorOutput.constData());
    for (const QString &name : {u"one"_s, u"two"_s})
        QCOMPARE(run({u"job"_s, u"wait"_s, u"-n"_s, name}).exitCode, 0);
    QCOMPARE(leaksBelow(m_installation->path(QString())), QByteArrayList()); // with the store's log

    // Another engine takes what it needs out of the keyring.
    QCOMPARE(run({u"stop"_s}).exitCode, 0);
    const QStringList asJson{u"-o"_s, u"json"_s};
    QCOMPARE(run(QStringList{u"machine"_s, u"test"_s, u"plain"_s} + asJson).exitCode, 0);
    QCOMPARE(run(QStringList{u"machine"_s, u"test"_s, u"keyed"_s} + asJson).exitCode, 0);
    QCOMPARE(run(QStringList{u"machine"_s, u"test"_s, u"twice"_s} + asJson).exitCode, 6); // a code is of use once
    for (const QStringList &words : {QStringList{u"machine"_s, u"list"_s},
                                     {u"machine"_s, u"show"_s, u"plain"_s},
                                     {u"machine"_s, u"doctor"_s, u"plain"_s},
                                     {u"secret"_s, u"list"_s},
                                     {u"cluster"_s, u"list"_s},
                                     {u"job"_s, u"list"_s},
                                     {u"job"_s, u"show"_s, u"-n"_s, u"one"_s},
                                     {u"status"_s}})
        QVERIFY(run(words + asJson).output.size() > 2);
    QCOMPARE(run({u"stop"_s}).exitCode, 0);

    QVERIFY2(watch.rounds() > 20, QByteArray::number(watch.rounds()).constData());
    QCOMPARE(watch.leaks(), QByteArrayList());
    QVERIFY2(leakIn(m_said).isEmpty(), QByteArray(leakIn(m_said) + " in " + m_said).constData());
    QCOMPARE(leaksBelow(m_installation->path(QString())), QByteArrayList());
    QCOMPARE(leaksBelow(m_keyring.home()), QByteArrayList()); // HOME and the XDG folders of all that ran here
    for (const Node *node : {&twice, &plain})
        QCOMPARE(leaksBelow(node->homeFolder()), QByteArrayList());
}

BATCHDECK_NETWORK_TEST(QCoreApplication, TstSecretLeaks)
#include "tst_secretleaks.moc"
