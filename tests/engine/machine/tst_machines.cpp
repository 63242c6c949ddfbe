// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QTcpServer>
#include <QTcpSocket>

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::await;
using testing::EngineFixture;
using testing::SshServer;

/// The methods about machines, with real servers.
class TstMachines final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void namesEveryFault();
    void tellsItsStepsToItsCallerAlone();
    void leavesTheNameToWhoIsReadyFirst();
    void waitsForTheOneThatIsBeingStored();
    void leavesNothingOfACallThatIsGivenUp();
    void takesBackWhatWasGivenUpWhenItWasReady();
    void leavesAStoredMachineWhatItWas();
    void endsAnAttemptWithItsLastCaller();
    void storesUnseenWhenTold();
    void goesThroughAMachineOnTheWay();
    void answersACallWhoseMachineGoes();
    void forgetsTheKeyOfTheHostOnTheWay();
    void importsFromAConfiguration();
    void knowsTwoNamesOfOneMachine();
    void saysWhyANodeIsMissing();
    void keepsWhatIsInUse();
    void saysWhatALoginPrints_data();
    void saysWhatALoginPrints();
    void looksAtItAndLeavesNothing();

private:
    /// For sshd: else what the shell of who runs the test reads at a login runs there, and is cut off with its session.
    [[nodiscard]] QByteArray ownHome() const { return "SetEnv HOME=" + m_fixture->root().toUtf8(); }
    [[nodiscard]] QJsonObject request(const QString &name, const SshServer &server, const QString &home = {}) const;
    /// a05 is where \a server listens.
    [[nodiscard]] static QJsonObject requestTo(const QTcpServer &server)
    {
        const QString destination = u"127.0.0.1:"_s + QString::number(server.serverPort());
        return {{u"name"_s, u"a05"_s}, {u"ssh"_s, QJsonObject{{u"destination"_s, destination}}}};
    }
    [[nodiscard]] static QJsonObject through(const QString &machine, QJsonObject request)
    {
        QJsonObject ssh = request.value(u"ssh"_s).toObject();
        ssh[u"jumps"_s] = QJsonArray{machine};
        request[u"ssh"_s] = ssh;
        return request;
    }
    [[nodiscard]] Result<QJsonValue> add(const QString &name, const SshServer &server, const QString &home = {})
    {
        return m_fixture->call(u"machine.add"_s, request(name, server, home));
    }
    /// One in the test's own thread, where nothing passes between two calls; null: its store cannot be opened.
    [[nodiscard]] std::unique_ptr<Service> serviceHere()
    {
        Service::Options options;
        options.profileDirectory = m_fixture->root() + u"/here"_s;
        auto store = Store::open(options.profileDirectory, options.notices);
        auto service = store ? std::make_unique<Service>(options, std::move(*store)) : nullptr;
        if (service)
            service->begin();
        return service;
    }
    [[nodiscard]] QJsonObject extension(const QString &name)
    {
        const auto answer = m_fixture->call(u"resource.get"_s, {{u"id"_s, QString(u"machines/"_s + name)}});
        return answer ? answer->toObject()[u"properties"_s][u"x-batchdeck"_s].toObject() : QJsonObject();
    }
    [[nodiscard]] QString link(const QString &name) { return extension(name).value(u"link"_s).toString(); }
    [[nodiscard]] qsizetype machineCount()
    {
        return m_fixture->call(u"resource.list"_s, {{u"kind"_s, u"machine"_s}})->toArray().size();
    }

    /// In what a client gets that begins to show all there is.
    [[nodiscard]] bool isShown(const QString &name)
    {
        const auto snapshot = m_fixture->call(u"resource.snapshot"_s);
        return !snapshot || QJsonDocument(snapshot->toObject()).toJson().contains(QByteArray(name.toUtf8() + '"'));
    }

    std::unique_ptr<EngineFixture> m_fixture;
    std::unique_ptr<SshServer> m_server;
};

void TstMachines::init()
{
    SKIP_WITHOUT("sshd");
    m_fixture = std::make_unique<EngineFixture>();
    QVERIFY(m_fixture->start());
    m_server = std::make_unique<SshServer>(ownHome());
    QVERIFY(m_server->start());
}

void TstMachines::cleanup()
{
    m_fixture.reset();
    if (m_server)
        QTRY_VERIFY(m_server->sessions().isEmpty()); // nothing is left behind
    m_server.reset();
}

QJsonObject TstMachines::request(const QString &name, const SshServer &server, const QString &home) const
{
    return {{u"name"_s, name},
            {u"ssh"_s, QJsonObject{{u"destination"_s, server.destination()}, {u"identity"_s, server.identityFile()}}},
            {u"home"_s, QString(m_fixture->root() + u"/home-"_s + (home.isEmpty() ? name : home))},
            {u"acceptHostKey"_s, server.fingerprint()}};
}

void TstMachines::namesEveryFault()
{
    const QJsonObject ssh{
        {u"destination"_s, u"-oProxyCommand=x"_s}, {u"identity"_s, u"relative"_s}, {u"jumps"_s, QJsonArray{u"-x"_s}}};
    const auto answer = m_fixture->call(u"machine.add"_s,
                                        {{u"name"_s, u"a05"_s},
                                         {u"ssh"_s, ssh},
                                         {u"home"_s, u"there"_s},
                                         {u"address"_s, u"a b"_s},
                                         {u"acceptHostKey"_s, u"MD5:1"_s}});
    QVERIFY(!answer);
    QCOMPARE(toString(answer.error().code), u"InvalidDocument"_s);
    QStringList targets;
    for (const Fault &fault : answer.error().details)
        targets.append(fault.target);
    targets.sort();
    QCOMPARE(targets,
             (QStringList{u"acceptHostKey"_s, u"address"_s, u"home"_s, u"ssh.destination"_s, u"ssh.identity"_s,
                          u"ssh.jumps"_s}));
    const auto neither = m_fixture->call(u"machine.add"_s, {{u"name"_s, u"a05"_s}});
    QCOMPARE(toString(neither.error().code), u"InvalidDocument"_s);
    const auto wrongType =
        m_fixture->call(u"machine.add"_s, {{u"name"_s, u"a05"_s}, {u"answers"_s, QJsonArray{u"x"_s}}});
    QCOMPARE(toString(wrongType.error().code), u"InvalidArgument"_s);
    QCOMPARE(machineCount(), 0);
}

void TstMachines::tellsItsStepsToItsCallerAlone()
{
    QSignalSpy changes(&m_fixture->link(), &EngineLink::changed);
    QJsonObject parameters = request(u"a05"_s, *m_server);
    parameters.remove(u"acceptHostKey"_s);
    QStringList steps;
    const auto refused = await(m_fixture->link().call(
        u"machine.add"_s, parameters, [&steps](const QJsonValue &told) { steps.append(told[u"step"_s].toString()); }));
    QCOMPARE(toString(refused.error().code), u"HostKeyUnknown"_s);
    QVERIFY(refused.error().question);
    QCOMPARE(refused.error().question->subject, m_server->fingerprint());
    QTRY_COMPARE(steps.value(steps.size() - 1), u"host-key"_s);
    QVERIFY(!isShown(u"a05"_s)); // and all changes are told
    for (const QVariantList &change : std::as_const(changes))
        QVERIFY(!QJsonDocument(change.at(0).toJsonObject()).toJson().contains("a05\""));

    const Answer yes{*refused.error().question, {m_server->fingerprint()}};
    parameters[u"answers"_s] = QJsonArray{yes.toJson()};
    const auto added = m_fixture->call(u"machine.add"_s, parameters);
    VERIFY_RESULT(added);
    QCOMPARE(link(u"a05"_s), u"online"_s);
    const auto again = m_fixture->call(u"machine.add"_s, parameters);
    QCOMPARE(toString(again.error().code), u"AlreadyExists"_s);
}

void TstMachines::leavesTheNameToWhoIsReadyFirst()
{
    QTcpServer silent; // accepts, and never says a word
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    auto slow = m_fixture->begin(u"machine.add"_s, requestTo(silent));
    QTRY_VERIFY(silent.hasPendingConnections());
    const QList<QFuture<Result<QJsonValue>>> answers{
        m_fixture->begin(u"machine.add"_s, request(u"a05"_s, *m_server, u"one"_s)),
        m_fixture->begin(u"machine.add"_s, request(u"a05"_s, *m_server, u"other"_s))};
    QTRY_VERIFY(answers[0].isFinished() && answers[1].isFinished());
    const auto refused = answers[answers[0].result() ? 1 : 0].result();
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), u"AlreadyExists"_s);
    QCOMPARE(link(u"a05"_s), u"online"_s);
    QCOMPARE(machineCount(), 1);
    QVERIFY(!slow.isFinished());
    slow.cancel();
    const std::unique_ptr<QTcpSocket> client(silent.nextPendingConnection());
    QTRY_COMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(machineCount(), 1);
}

void TstMachines::waitsForTheOneThatIsBeingStored()
{
    const std::unique_ptr<Service> service = serviceHere();
    QVERIFY(service);
    const auto add = [&service, this](const QString &name) {
        return service->call(u"machine.add"_s, {{u"name"_s, name}, {u"local"_s, true}, {u"home"_s, m_fixture->home()}});
    };
    const auto first = add(u"here"_s);
    const auto second = add(u"here"_s);
    QVERIFY(!second.isFinished());
    const auto refused = await(second);
    QVERIFY(!refused);
    QCOMPARE(toString(refused.error().code), u"AlreadyExists"_s);
    VERIFY_RESULT(await(first));
    const QJsonObject cluster{{u"id"_s, u"default/default/clusters/desk"_s}, {u"machines"_s, QJsonArray{u"here"_s}}};
    const auto made = service->call(u"cluster.create"_s, cluster);
    const auto again = await(service->call(u"cluster.create"_s, cluster));
    QCOMPARE(toString(again.error().code), u"AlreadyExists"_s);
    VERIFY_RESULT(await(made));
    const QString id = EngineFixture::jobId(u"one"_s);
    const QJsonObject job{
        {u"id"_s, id}, {u"cluster"_s, u"desk"_s}, {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"true"_s))}};
    const auto submitted = service->call(u"job.create"_s, job);
    const auto later = service->call(u"job.create"_s, job);
    QVERIFY(!later.isFinished());
    QCOMPARE(toString(await(later).error().code), u"AlreadyExists"_s);
    VERIFY_RESULT(await(submitted));
    VERIFY_RESULT(await(service->call(u"job.wait"_s, {{u"id"_s, id}})));

    auto canceled = add(u"there"_s); // the next one takes the name
    const auto next = add(u"there"_s);
    canceled.cancel();
    VERIFY_RESULT(await(next));
}

void TstMachines::leavesNothingOfACallThatIsGivenUp()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    auto attempt = m_fixture->begin(u"machine.add"_s, requestTo(silent));
    QTRY_VERIFY(silent.hasPendingConnections());
    QVERIFY(!attempt.isFinished());
    QVERIFY(!isShown(u"a05"_s));
    attempt.cancel();
    const std::unique_ptr<QTcpSocket> client(silent.nextPendingConnection());
    QTRY_COMPARE(client->state(), QAbstractSocket::UnconnectedState);
    QCOMPARE(machineCount(), 0);
    VERIFY_RESULT(add(u"a05"_s, *m_server));

    QJsonObject parameters = requestTo(silent); // under way when the engine ends
    parameters[u"name"_s] = u"a06"_s;
    const auto last = m_fixture->begin(u"machine.add"_s, parameters);
    QTRY_VERIFY(silent.hasPendingConnections());
    m_fixture->stop();
    const std::unique_ptr<QTcpSocket> cut(silent.nextPendingConnection());
    QTRY_COMPARE(cut->state(), QAbstractSocket::UnconnectedState);
}

void TstMachines::takesBackWhatWasGivenUpWhenItWasReady()
{
    {
        const std::unique_ptr<Service> service = serviceHere();
        QVERIFY(service);
        QFuture<Result<QJsonValue>> adding;
        adding = service->call(u"machine.add"_s, request(u"a05"_s, *m_server), [&adding](const QJsonValue &told) {
            if (told[u"step"_s] == u"ready"_s)
                adding.cancel();
        });
        QTRY_VERIFY(adding.isFinished());
        QVERIFY(adding.isCanceled());
        QTRY_VERIFY(m_server->sessions().isEmpty());
        const auto listed = await(service->call(u"resource.list"_s, {{u"kind"_s, u"machine"_s}}));
        VERIFY_RESULT(listed);
        QCOMPARE(listed->toArray(), QJsonArray());
    }
    QList<Message> notices;
    const auto store = Store::open(m_fixture->root() + u"/here"_s, notices);
    VERIFY_RESULT(store);
    for (const ResourceRow &row : (*store)->initialContents().resources)
        QVERIFY(row.id.kind() != ResourceKind::Machine);
}

void TstMachines::leavesAStoredMachineWhatItWas()
{
    VERIFY_RESULT(add(u"a05"_s, *m_server));
    m_server->stop();
    QVERIFY(m_server->makeHostKey());
    QVERIFY(m_server->start());
    QTRY_COMPARE(link(u"a05"_s), u"needs-attention"_s);
    const QJsonObject before = extension(u"a05"_s);
    m_server->stop();
    QTcpServer silent; // where the machine was, and never says a word
    QVERIFY(silent.listen(QHostAddress(m_server->address()), m_server->port()));
    auto attempt = m_fixture->begin(u"machine.connect"_s, {{u"id"_s, u"machines/a05"_s}});
    QTRY_VERIFY(silent.hasPendingConnections());
    QCOMPARE(link(u"a05"_s), u"connecting"_s);
    attempt.cancel();
    QTRY_COMPARE(extension(u"a05"_s), before);
}

void TstMachines::endsAnAttemptWithItsLastCaller()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    QJsonObject parameters = requestTo(silent);
    parameters[u"test"_s] = false;
    VERIFY_RESULT(m_fixture->call(u"machine.add"_s, parameters));
    QTRY_VERIFY(silent.hasPendingConnections());
    const QJsonObject a05{{u"id"_s, u"machines/a05"_s}};
    QStringList steps;
    auto first = m_fixture->link().call(u"machine.connect"_s, a05,
                                        [&steps](const QJsonValue &told) { steps.append(told[u"step"_s].toString()); });
    auto second = m_fixture->begin(u"machine.connect"_s, a05);
    QTRY_VERIFY(!steps.isEmpty()); // where the attempt is that it has joined
    first.cancel();
    QCOMPARE(link(u"a05"_s), u"connecting"_s);
    QCOMPARE(link(u"a05"_s), u"connecting"_s); // the engine has heard of it by now
    QVERIFY(!second.isFinished());
    const std::unique_ptr<QTcpSocket> client(silent.nextPendingConnection());
    QCOMPARE(client->state(), QAbstractSocket::ConnectedState);
    second.cancel();
    QTRY_COMPARE(client->state(), QAbstractSocket::UnconnectedState);

    first = m_fixture->begin(u"machine.connect"_s, a05);
    second = m_fixture->begin(u"machine.connect"_s, a05);
    QTRY_VERIFY(silent.hasPendingConnections());
    first.cancel();
    QCOMPARE(link(u"a05"_s), u"connecting"_s);
    silent.close(); // with what has come to it
    QTRY_VERIFY(second.isFinished()); // who still waits is told how it ended
    QVERIFY(!second.isCanceled());
    QVERIFY(second.result().error().code != ErrorCode::Canceled);
}

void TstMachines::storesUnseenWhenTold()
{
    QJsonObject parameters = request(u"a05"_s, *m_server);
    m_server->stop();
    parameters[u"test"_s] = false;
    QVERIFY(m_fixture->call(u"machine.add"_s, parameters));
    QTRY_COMPARE(link(u"a05"_s), u"offline"_s);
    QVERIFY(extension(u"a05"_s).contains(u"nextTry"_s));
    QVERIFY(m_server->start());
    QTRY_COMPARE(link(u"a05"_s), u"online"_s); // by itself
}

void TstMachines::goesThroughAMachineOnTheWay()
{
    SshServer gate(ownHome());
    QVERIFY(gate.start());
    QVERIFY(add(u"gate"_s, gate));
    const QJsonObject parameters = through(u"gate"_s, request(u"a05"_s, *m_server));
    const auto added = m_fixture->call(u"machine.add"_s, parameters);
    QVERIFY2(added, qPrintable(added ? QString() : added.error().message.englishText()));
    const auto snapshot = MachineSnapshot::fromDocument(added->toObject());
    QCOMPARE(snapshot.jumps, QStringList{gate.destination()});
    const auto terminal = m_fixture->call(u"machine.terminal"_s, {{u"id"_s, u"machines/a05"_s}});
    QCOMPARE((*terminal)[u"command"_s].toVariant().toStringList(),
             (QStringList{u"ssh"_s, u"-i"_s, m_server->identityFile(), u"-J"_s, gate.destination(), u"-p"_s,
                          QString::number(m_server->port()), QString(SshServer::user() + u'@' + m_server->address())}));
    // ssh's -J would end a bare address of IPv6 at its first colon.
    const QJsonObject six{{u"name"_s, u"six"_s},
                          {u"test"_s, false},
                          {u"ssh"_s,
                           QJsonObject{{u"destination"_s, u"fd00::5"_s},
                                       {u"jumps"_s, QJsonArray{u"ann@fd00::4"_s, u"[fd00::6]:2222"_s}}}}};
    VERIFY_RESULT(m_fixture->call(u"machine.add"_s, six));
    QCOMPARE((*m_fixture->call(u"machine.terminal"_s, {{u"id"_s, u"machines/six"_s}}))[u"command"_s]
                 .toVariant()
                 .toStringList(),
             (QStringList{u"ssh"_s, u"-J"_s, u"ann@[fd00::4],[fd00::6]:2222"_s, u"fd00::5"_s}));
    const auto local =
        m_fixture->call(u"machine.add"_s, {{u"name"_s, u"here"_s}, {u"local"_s, true}, {u"home"_s, m_fixture->home()}});
    QVERIFY(local);
    const auto refused = m_fixture->call(u"machine.add"_s, through(u"here"_s, request(u"a06"_s, *m_server)));
    QCOMPARE(toString(refused.error().code), u"InvalidDocument"_s);
    m_fixture->stop();
    QTRY_VERIFY(gate.sessions().isEmpty());
}

void TstMachines::forgetsTheKeyOfTheHostOnTheWay()
{
    SshServer gate(ownHome());
    QVERIFY(gate.start());
    QVERIFY(add(u"gate"_s, gate));
    VERIFY_RESULT(m_fixture->call(u"machine.add"_s, through(u"gate"_s, request(u"a05"_s, *m_server))));
    const QByteArray known = EngineFixture::content(m_fixture->profile() + u"/known_hosts"_s);
    QCOMPARE(known.count('\n'), 2);

    gate.stop();
    QVERIFY(gate.makeHostKey());
    QVERIFY(gate.start());
    const QJsonObject id{{u"id"_s, u"machines/a05"_s}};
    const auto problem = [&] {
        const auto answer = m_fixture->call(u"machine.connect"_s, id);
        return answer ? u"none"_s : toString(answer.error().code);
    };
    QTRY_COMPARE(problem(), u"HostKeyChanged"_s);
    const auto forgotten = m_fixture->call(u"machine.forgetKey"_s, id);
    VERIFY_RESULT(forgotten);
    QCOMPARE((*forgotten)[u"removed"_s].toInt(), 1);
    const QByteArray left = EngineFixture::content(m_fixture->profile() + u"/known_hosts"_s);
    QCOMPARE(left.count('\n'), 1); // the machine's own is as it was, and stays
    QVERIFY(left.contains(m_server->knownHostsLine().split(' ').value(2).trimmed()));

    const auto unknown = m_fixture->call(u"machine.connect"_s, id);
    QVERIFY(!unknown);
    QCOMPARE(toString(unknown.error().code), u"HostKeyUnknown"_s);
    QCOMPARE(unknown.error().question->subject, gate.fingerprint());
    const Answer yes{*unknown.error().question, {gate.fingerprint()}};
    VERIFY_RESULT(m_fixture->call(u"machine.connect"_s,
                                  {{u"id"_s, u"machines/a05"_s}, {u"answers"_s, QJsonArray{yes.toJson()}}}));
    m_fixture->stop();
    QTRY_VERIFY(gate.sessions().isEmpty());
}

// Nothing listens to what nobody can be told of any more, but who called waits.
void TstMachines::answersACallWhoseMachineGoes()
{
    QTcpServer silent;
    QVERIFY(silent.listen(QHostAddress(u"127.0.0.1"_s)));
    QJsonObject parameters = request(u"a05"_s, *m_server);
    QJsonObject ssh = parameters.value(u"ssh"_s).toObject();
    ssh[u"destination"_s] = QString(u"127.0.0.1:"_s + QString::number(silent.serverPort()));
    parameters[u"ssh"_s] = ssh;
    parameters[u"test"_s] = false;
    QVERIFY(m_fixture->call(u"machine.add"_s, parameters));
    const QJsonObject a05{{u"id"_s, u"machines/a05"_s}};
    const auto connecting = m_fixture->begin(u"machine.connect"_s, a05);
    QVERIFY(m_fixture->call(u"resource.delete"_s, a05));
    QTRY_VERIFY(connecting.isFinished());
    QCOMPARE(connecting.resultCount(), 1);
    QCOMPARE(toString(connecting.result().error().code), u"Canceled"_s);
}

void TstMachines::importsFromAConfiguration()
{
    QFile config(m_fixture->root() + u"/config"_s);
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write(QString(u"Host lab.a05\n HostName %1\n Port %2\n User %3\n IdentityFile %4\n"
                         "Host *.example\n User nobody\n"_s.arg(m_server->address(), QString::number(m_server->port()),
                                                                SshServer::user(), m_server->identityFile()))
                     .toUtf8());
    config.close();
    const QJsonObject where{{u"config"_s, config.fileName()}};
    const auto hosts = m_fixture->call(u"machine.hosts"_s, where);
    QVERIFY(hosts);
    QCOMPARE(hosts->toArray().size(), 1);
    QCOMPARE((*hosts)[0][u"name"_s].toString(), u"lab.a05"_s);
    QVERIFY((*hosts)[0][u"machine"_s].isUndefined());

    QJsonObject parameters = where;
    parameters[u"hosts"_s] = QJsonArray{u"lab.a05"_s, u"none"_s};
    QCOMPARE(toString(m_fixture->call(u"machine.import"_s, parameters).error().code), u"InvalidDocument"_s);
    QCOMPARE(machineCount(), 0);
    parameters[u"hosts"_s] = QJsonArray{u"lab.a05"_s};
    const auto imported = m_fixture->call(u"machine.import"_s, parameters);
    QVERIFY(imported);
    QCOMPARE((*imported)[0][u"name"_s].toString(), u"lab-a05"_s);
    QTRY_COMPARE(link(u"lab-a05"_s), u"needs-attention"_s);
    const Question question = Question::fromJson(extension(u"lab-a05"_s).value(u"question"_s).toObject());
    QCOMPARE(question.subject, m_server->fingerprint());
    const Answer yes{question, {question.subject}};
    QVERIFY(m_fixture->call(u"machine.connect"_s,
                            {{u"id"_s, u"machines/lab-a05"_s}, {u"answers"_s, QJsonArray{yes.toJson()}}}));
    QCOMPARE(link(u"lab-a05"_s), u"online"_s);
    QVERIFY(m_fixture->call(u"machine.hosts"_s, where)->toArray()[0].toObject().contains(u"machine"_s));
    QCOMPARE(toString(m_fixture->call(u"machine.import"_s, parameters).error().code), u"AlreadyExists"_s);
    QCOMPARE(extension(u"lab-a05"_s).value(u"inventory"_s)[u"home"_s].toString(),
             QString(m_fixture->root() + u"/.batchdeck"_s));
}

void TstMachines::knowsTwoNamesOfOneMachine()
{
    QVERIFY(add(u"first"_s, *m_server, u"same"_s));
    QVERIFY(add(u"second"_s, *m_server, u"same"_s));
    QVERIFY(add(u"other"_s, *m_server));
    QVERIFY(!extension(u"first"_s).contains(u"aliasOf"_s));
    QVERIFY(extension(u"second"_s).value(u"aliasOf"_s).toString().endsWith(u"/first"_s));
    QVERIFY(!extension(u"other"_s).contains(u"aliasOf"_s)); // another home is another machine
    const QJsonObject both{{u"id"_s, u"default/default/clusters/both"_s},
                           {u"kind"_s, u"ssh"_s},
                           {u"machines"_s, QJsonArray{u"first"_s, u"second"_s}}};
    const auto refused = m_fixture->call(u"cluster.create"_s, both);
    QCOMPARE(toString(refused.error().code), u"InvalidDocument"_s);
    QCOMPARE(refused.error().details.constFirst().code, u"Conflict"_s);
    // In two clusters: the one waits for the other.
    for (const QString &name : {u"first"_s, u"second"_s}) {
        QVERIFY(m_fixture->call(
            u"cluster.create"_s,
            {{u"id"_s, QString(u"default/default/clusters/c-"_s + name)}, {u"machines"_s, QJsonArray{name}}}));
        QVERIFY(m_fixture->call(
            u"job.create"_s,
            {{u"id"_s, EngineFixture::jobId(name)},
             {u"cluster"_s, QString(u"c-"_s + name)},
             {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"echo %1 in; sleep 2; echo %1 out"_s.arg(name)))}}));
        QTRY_VERIFY(m_fixture->job(u"first"_s).state == JobState::Running);
    }
    QTRY_VERIFY(m_fixture->job(u"second"_s).reason.englishText().contains(u"runs first"_s));
    QCOMPARE(toString(m_fixture->finished(u"first"_s).state), u"succeeded"_s);
    const JobSnapshot second = m_fixture->finished(u"second"_s);
    QCOMPARE(toString(second.state), u"succeeded"_s);
    QVERIFY(second.started >= m_fixture->job(u"first"_s).ended);
}

void TstMachines::saysWhyANodeIsMissing()
{
    SshServer away(ownHome());
    QVERIFY(away.start());
    QVERIFY(add(u"a"_s, *m_server));
    QVERIFY(add(u"b"_s, *m_server));
    QVERIFY(add(u"c"_s, away));
    const auto cluster = m_fixture->call(u"cluster.create"_s,
                                         {{u"id"_s, u"default/default/clusters/desk"_s},
                                          {u"kind"_s, u"ssh"_s},
                                          {u"target"_s, 4},
                                          {u"machines"_s, QJsonArray{u"a"_s, u"b"_s, u"c"_s}}});
    QVERIFY(cluster);
    const auto snapshot = ClusterSnapshot::fromDocument(cluster->toObject());
    QCOMPARE(snapshot.nodes.size(), 3);
    QVERIFY(!snapshot.reason.isEmpty()); // three of four
    away.stop();
    QTRY_COMPARE(link(u"c"_s), u"offline"_s);
    const QString go = m_fixture->root() + u"/go"_s;
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        QVERIFY(m_fixture->submit(name, u"while [ ! -e %1 ]; do sleep 0.1; done"_s.arg(go)));
    QTRY_COMPARE(toString(m_fixture->job(u"one"_s).state), u"running"_s);
    QTRY_COMPARE(toString(m_fixture->job(u"two"_s).state), u"running"_s);
    QVERIFY(m_fixture->job(u"one"_s).nodes != m_fixture->job(u"two"_s).nodes);
    const auto why = [this] {
        return Message::fromJson(
                   (*m_fixture->call(u"job.why"_s, {{u"id"_s, EngineFixture::jobId(u"three"_s)}}))[u"reason"_s]
                       .toObject())
            .englishText();
    };
    QTRY_VERIFY2(why().contains(u"runs one"_s) && why().contains(u"c is offline"_s), qPrintable(why()));
    QVERIFY(QFile(go).open(QIODevice::WriteOnly));
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        QCOMPARE(toString(m_fixture->finished(name).state), u"succeeded"_s);
}

void TstMachines::keepsWhatIsInUse()
{
    QVERIFY(add(u"a05"_s, *m_server));
    QVERIFY(m_fixture->call(u"cluster.create"_s,
                            {{u"id"_s, u"default/default/clusters/desk"_s}, {u"machines"_s, QJsonArray{u"a05"_s}}}));
    const auto refused = m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/a05"_s}});
    QCOMPARE(toString(refused.error().code), u"Conflict"_s);
    QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"default/default/clusters/desk"_s}}));
    QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"machines/a05"_s}}));
    QCOMPARE(machineCount(), 0);
    QTRY_VERIFY(m_server->sessions().isEmpty());
}

void TstMachines::saysWhatALoginPrints_data()
{
    QTest::addColumn<QString>("ofShell"); // a command in the start files of the login shell
    QTest::addColumn<QString>("ofSshd"); // one in sshd's rc file
    QTest::addColumn<QString>("said");
    QTest::newRow("nothing") << QString() << QString() << u"ok A login prints nothing"_s;
    QTest::newRow("a greeting") << u"echo Welcome to the lab"_s << QString()
                                << u"warning A login prints “Welcome to the lab”"_s;
    QTest::newRow("blank lines") << u"echo ''; echo ''"_s << QString() << u"warning A login prints blank lines"_s;
    QTest::newRow("a blank line of sshd's rc file")
        << QString() << u"echo"_s << u"warning A login prints blank lines"_s;
}

// sshd sets no SHLVL there, so the login shell reads its files, as it does for everybody.
void TstMachines::saysWhatALoginPrints()
{
    QFETCH(QString, ofShell);
    QFETCH(QString, ofSshd);
    QFETCH(QString, said);
    const QString home = m_fixture->root();
    const auto write = [&home](const QString &name, const QString &text) {
        QFile file(home + u'/' + name);
        return QDir().mkpath(QFileInfo(file).path()) && file.open(QIODevice::WriteOnly)
            && file.write(text.toUtf8() + '\n') > 0;
    };
    for (const QString &name : {u".bashrc"_s, u".zshenv"_s, u".cshrc"_s, u".config/fish/config.fish"_s})
        QVERIFY(write(name, ofShell));
    if (!ofSshd.isEmpty()) {
        if (::getuid() != 0)
            SKIP_UNLESS_ALL("only root can mount.");
        QVERIFY(write(u"sshrc"_s, ofSshd));
        m_server->stop();
        m_server->setWrapper({u"unshare"_s, u"-m"_s, u"sh"_s, u"-c"_s,
                              u"mount -t tmpfs none /etc/ssh && cp \"$1\" /etc/ssh && shift && exec \"$@\""_s, u"sh"_s,
                              QString(home + u"/sshrc"_s)});
        QVERIFY(m_server->start());
    }
    QVERIFY(add(u"a05"_s, *m_server));
    const auto findings = m_fixture->call(u"machine.doctor"_s, {{u"id"_s, u"machines/a05"_s}});
    VERIFY_RESULT(findings);
    QStringList told;
    for (const QJsonValue &finding : findings->toArray()) {
        if (finding[u"check"_s] == u"login-shell"_s)
            told.append(finding[u"state"_s].toString() + u' '
                        + Message::fromJson(finding[u"message"_s].toObject()).englishText());
    }
    QCOMPARE(told.size(), 1);
    QVERIFY2(told.constFirst().startsWith(said), qPrintable(told.constFirst()));
}

void TstMachines::looksAtItAndLeavesNothing()
{
    const QString home = m_fixture->root() + u"/home-a05"_s;
    const QJsonObject id{{u"id"_s, u"machines/a05"_s}};
    QVERIFY(add(u"a05"_s, *m_server));
    const auto findings = m_fixture->call(u"machine.doctor"_s, id);
    VERIFY_RESULT(findings);
    QVERIFY(findings->toArray().size() > 1);
    for (const QJsonValue &finding : findings->toArray())
        QVERIFY(!Message::fromJson(finding[u"message"_s].toObject()).isEmpty());
    QVERIFY(m_fixture->call(u"cluster.create"_s,
                            {{u"id"_s, u"default/default/clusters/desk"_s}, {u"machines"_s, QJsonArray{u"a05"_s}}}));
    const QString go = m_fixture->root() + u"/go"_s;
    QVERIFY(m_fixture->submit(u"j"_s, u"while [ ! -e %1 ]; do sleep 0.1; done"_s.arg(go)));
    QTRY_COMPARE(toString(m_fixture->job(u"j"_s).state), u"running"_s);
    QCOMPARE(toString(m_fixture->call(u"machine.clean"_s, id).error().code), u"Conflict"_s);
    QVERIFY(QFile(go).open(QIODevice::WriteOnly));
    (void)m_fixture->finished(u"j"_s);
    QJsonObject dry = id;
    dry[u"dryRun"_s] = true;
    const auto would = m_fixture->call(u"machine.clean"_s, dry);
    QVERIFY2(would, qPrintable(would ? QString() : would.error().message.englishText()));
    QVERIFY(!(*would)[u"removed"_s].toArray().isEmpty());
    QVERIFY(QFile::exists(home));
    const auto cleaned = m_fixture->call(u"machine.clean"_s, id);
    QVERIFY2(cleaned, qPrintable(cleaned ? QString() : cleaned.error().message.englishText()));
    QVERIFY(!QFile::exists(home));
    QCOMPARE(link(u"a05"_s), u"needs-attention"_s);
    QCOMPARE((*m_fixture->call(u"machine.doctor"_s, id))[0][u"state"_s].toString(), u"failed"_s);
    QVERIFY(m_fixture->call(u"machine.connect"_s, id)); // and it can be used again
    QVERIFY(QFile::exists(home));
}

BATCHDECK_TEST(QCoreApplication, TstMachines)
#include "tst_machines.moc"
