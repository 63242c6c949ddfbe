// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshconnection.h"
#include "engine/ssh/connect/sshtransport.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QSet>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>

#include <atomic>
#include <csignal>
#include <sys/socket.h>
#include <unistd.h>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::SshServer;

/// What happens to connections: they are lost, freeze, carry bytes and much at once.
class TstSshConnection final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void answersAllWhenTheServerDies();
    void answersThoseThatWaitWhenTheServerDies();
    void leavesOthersAloneWhenOneFreezes();
    void keepsToTheMachineThatIsOpen();
    void streamsManyAndMuch();
    void listsALargeFolder();
    void endsListingsWithTheirSession();
    void livesWithOneSession();
    void forwards();
    void leaksNothing();

private:
    std::unique_ptr<SshHost> open(const SshServer &server);
    std::unique_ptr<SshConnection> connect();

    SshServer m_server;
    std::shared_ptr<SshTransport> m_transport;
};

void TstSshConnection::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_server.start());
    m_transport = std::make_shared<SshTransport>(m_server.knownHostsFile());
}

std::unique_ptr<SshHost> TstSshConnection::open(const SshServer &server)
{
    SshSpec spec;
    spec.destination = server.destination();
    spec.identityFile = server.identityFile();
    spec.configFile = u"/dev/null"_s;
    const auto transport = &server == &m_server ? m_transport : std::make_shared<SshTransport>(server.knownHostsFile());
    auto host = std::make_unique<SshHost>(transport, spec);
    return await(host->open()) ? std::move(host) : nullptr;
}

std::unique_ptr<SshConnection> TstSshConnection::connect()
{
    SshAttempt attempt;
    attempt.spec.destination = m_server.destination();
    attempt.spec.identityFile = m_server.identityFile();
    attempt.spec.configFile = u"/dev/null"_s;
    attempt.knownHostsFile = m_server.knownHostsFile();
    const auto login = await(m_transport->connector().login(attempt));
    return login ? std::make_unique<SshConnection>(m_transport->loop(), std::move(**login), [](const Error &) {})
                 : nullptr;
}

void TstSshConnection::answersAllWhenTheServerDies()
{
    SshServer server;
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    QSignalSpy closed(host.get(), &RemoteHost::closed);
    auto stream = host->stream({"echo begun; sleep 1000"});
    QSignalSpy read(stream.get(), &RemoteProcess::readyRead);
    std::optional<Result<CommandResult>> end;
    QObject::connect(stream.get(), &RemoteProcess::finished, this, [&](const auto &result) { end = result; });
    QVERIFY(read.wait(testing::patience));
    const auto running = host->run({"sleep 1000"});
    server.stop();
    const auto result = await(running);
    QVERIFY(!result);
    QCOMPARE(int(result.error().code), int(ErrorCode::Unreachable));
    QTRY_VERIFY(end);
    QCOMPARE(int(end->error().code), int(ErrorCode::Unreachable));
    QTRY_COMPARE(closed.count(), 1);
    QVERIFY(!host->isOpen());
    QCOMPARE(int(await(host->run({"true"})).error().code), int(ErrorCode::Unreachable));

    QVERIFY(server.start());
    VERIFY_RESULT(await(host->open()));
    VERIFY_RESULT(await(host->run({"true"})));
    QCOMPARE(closed.count(), 1);
}

// Many more than there are channels: at the end some run, some are on their way to a connection, the others wait.
void TstSshConnection::answersThoseThatWaitWhenTheServerDies()
{
    SshServer server;
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    for (int round = 0; round < 2; ++round) {
        VERIFY_RESULT(await(host->open()));
        QSignalSpy closed(host.get(), &RemoteHost::closed);
        QList<QFuture<Result<CommandResult>>> commands;
        for (int i = 0; i < 20; ++i)
            commands.append(host->run({"sleep 0.0" + QByteArray::number(i % 10), {}, 10min}));
        std::vector<std::unique_ptr<RemoteProcess>> streams;
        int ended = 0;
        for (int i = 0; i < 20; ++i) {
            streams.push_back(host->stream({"exec sleep 1000"}));
            QObject::connect(streams.back().get(), &RemoteProcess::finished, this, [&ended] { ++ended; });
        }
        (void)await(commands.at(2 + round));
        server.stop();
        for (const auto &command : commands) {
            const auto result = await(command);
            QVERIFY(result || result.error().code == ErrorCode::Unreachable
                    || result.error().code == ErrorCode::CommandFailed);
        }
        QTRY_COMPARE(ended, 20);
        QTRY_COMPARE(closed.count(), 1);
        QVERIFY(server.start());
    }
}

// Its commands, with input that the frozen side does not take, must not hold up the loop.
void TstSshConnection::leavesOthersAloneWhenOneFreezes()
{
    SshServer frozen;
    QVERIFY(frozen.start());
    SshSpec spec;
    spec.destination = frozen.destination();
    spec.identityFile = frozen.identityFile();
    spec.configFile = frozen.folder() + u"/config"_s;
    QVERIFY(
        testing::writeFile(spec.configFile, "ServerAliveInterval 1000\n")); // only who asks notices that it is frozen
    m_transport = std::make_shared<SshTransport>(m_server.knownHostsFile());
    QFile known(m_transport->knownHostsFile());
    QVERIFY(known.open(QIODevice::Append));
    known.write(frozen.knownHostsLine());
    known.close();
    SshHost silent(m_transport, spec);
    VERIFY_RESULT(await(silent.open()));
    const auto connection = connect();
    QVERIFY(connection);
    for (const qint64 pid : frozen.sessions())
        ::kill(pid_t(pid), SIGSTOP);
    const QByteArray much(8 * 1024 * 1024, 'x');
    QList<QFuture<Result<CommandResult>>> stuck;
    for (int i = 0; i < 4; ++i)
        stuck.append(silent.run({"cat >/dev/null", much, 1h}));

    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress(m_server.address())));
    QObject::connect(&listener, &QTcpServer::newConnection, this, [&] {
        QTcpSocket *socket = listener.nextPendingConnection();
        QObject::connect(socket, &QTcpSocket::readyRead, socket, [socket] { socket->write(socket->readAll()); });
    });
    const auto end = await(connection->forward(m_server.address(), listener.serverPort()));
    VERIFY_RESULT(end);
    QTcpSocket echo;
    QVERIFY(echo.setSocketDescriptor((*end)->release()));
    QList<qint64> taken;
    for (int i = 0; i < 200; ++i) {
        QElapsedTimer clock;
        clock.start();
        echo.write("x");
        QSignalSpy read(&echo, &QTcpSocket::readyRead);
        QVERIFY(read.wait(testing::patience));
        echo.readAll();
        taken.append(clock.elapsed());
    }
    std::sort(taken.begin(), taken.end());
    QVERIFY(testing::measured("one byte there and back beside what hangs, p99", taken.at(197), 50));

    QSignalSpy closed(&silent, &RemoteHost::closed);
    silent.checkNow();
    QTRY_COMPARE(closed.count(), 1);
    for (const auto &future : stuck)
        QCOMPARE(int(await(future).error().code), int(ErrorCode::Unreachable));
    for (const qint64 pid : frozen.sessions())
        ::kill(pid_t(pid), SIGCONT);
}

// Both keys are known for the name, as for one that leads to a machine by turns.
void TstSshConnection::keepsToTheMachineThatIsOpen()
{
    SshServer server;
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    server.stopListening();
    QVERIFY(server.makeHostKey());
    QFile known(QString(server.folder() + u"/known_hosts"_s));
    QVERIFY(known.open(QIODevice::Append));
    known.write(server.knownHostsLine());
    known.close();
    QVERIFY(server.start());
    const auto listed = await(host->files().list(u"/"_s)->next(1000));
    QVERIFY(!listed);
    QCOMPARE(int(listed.error().code), int(ErrorCode::Unreachable));
    QVERIFY2(listed.error().message.englishText().contains(server.fingerprint()),
             qPrintable(listed.error().message.englishText()));
    VERIFY_RESULT(await(host->run({"true"})));

    host->close();
    VERIFY_RESULT(await(host->open()));
    VERIFY_RESULT(await(host->files().list(u"/"_s)->next(1000)));
}

void TstSshConnection::streamsManyAndMuch()
{
    const auto host = open(m_server);
    QVERIFY(host);
    std::vector<std::unique_ptr<RemoteProcess>> streams;
    int begun = 0;
    for (int i = 0; i < 30; ++i) {
        streams.push_back(host->stream({"echo begun; exec sleep 1000"}));
        QObject::connect(streams.back().get(), &RemoteProcess::readyRead, this, [&] { ++begun; });
    }
    QTRY_COMPARE(begun, 30);
    VERIFY_RESULT(await(host->run({"true"})));
    streams.clear();

    const qint64 size = testing::isLongRun() ? 200'000'000 : 20'000'000;
    const auto much = host->stream({"seq 1 1000000000 | head -c " + QByteArray::number(size)});
    QByteArray expected;
    expected.reserve(size + 16);
    for (int i = 1; expected.size() < size; ++i)
        expected += QByteArray::number(i) + '\n';
    expected.truncate(size);
    QByteArray output;
    QObject::connect(much.get(), &RemoteProcess::readyRead, this, [&](const QByteArray &bytes) { output += bytes; });
    QSignalSpy finished(much.get(), &RemoteProcess::finished);
    QTRY_COMPARE(finished.count(), 1);
    QVERIFY(output == expected);
}

void TstSshConnection::listsALargeFolder()
{
    const int count = testing::isLongRun() ? 100'000 : 5'000;
    const QString folder = m_server.folder() + u"/many"_s;
    QVERIFY(QDir().mkpath(folder));
    QSet<QString> expected;
    for (int i = 0; i < count; ++i) {
        const QString name = u"a file with number "_s + QString::number(i);
        QFile file(QString(folder + u'/' + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        expected.insert(name);
    }
    const auto host = open(m_server);
    QVERIFY(host);
    const auto listing = host->files().list(folder);
    const auto first = listing->next(1000);
    VERIFY_RESULT(await(host->run({"true"})));
    for (auto page = await(first);; page = await(listing->next(1000))) {
        VERIFY_RESULT(page);
        if (page->isEmpty())
            break;
        for (const StorageEntry &entry : *page)
            QVERIFY(expected.remove(entry.name));
    }
    QVERIFY(expected.isEmpty());
}

void TstSshConnection::endsListingsWithTheirSession()
{
    const QString folder = m_server.folder() + u"/few"_s;
    QVERIFY(QDir().mkpath(folder + u"/one"_s) && QDir().mkpath(folder + u"/two"_s));
    auto host = open(m_server);
    QVERIFY(host);
    auto listing = host->files().list(folder);
    auto other = host->files().list(folder);
    VERIFY_RESULT(await(listing->next(1)));
    VERIFY_RESULT(await(other->next(1)));
    host->close();
    VERIFY_RESULT(await(host->open()));
    const auto page = await(listing->next(1));
    QVERIFY(!page);
    QCOMPARE(int(page.error().code), int(ErrorCode::Unreachable));
    QCOMPARE(await(host->files().list(folder)->next(10))->size(), 2);
    other.reset();
    QCOMPARE(await(host->files().list(folder)->next(10))->size(), 2);
    listing = host->files().list(folder);
    VERIFY_RESULT(await(listing->next(1)));
    host.reset();
    QVERIFY(!await(listing->next(1)));
}

// Commands one after another, and streams on connections of their own.
void TstSshConnection::livesWithOneSession()
{
    SshServer server("MaxSessions 1");
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    QList<QFuture<Result<CommandResult>>> futures;
    for (int i = 0; i < 5; ++i)
        futures.append(host->run({"echo " + QByteArray::number(i)}));
    for (int i = 0; i < futures.size(); ++i) {
        const auto result = await(futures.at(i));
        VERIFY_RESULT(result);
        QCOMPARE(result->output, QByteArray::number(i) + '\n');
    }
    int begun = 0;
    std::vector<std::unique_ptr<RemoteProcess>> streams;
    for (int i = 0; i < 3; ++i) {
        streams.push_back(host->stream({"echo begun; exec sleep 1000"}));
        QObject::connect(streams.back().get(), &RemoteProcess::readyRead, this, [&] { ++begun; });
    }
    QTRY_COMPARE(begun, 3);
    VERIFY_RESULT(await(host->run({"true"})));
}

void TstSshConnection::forwards()
{
    const auto connection = connect();
    QVERIFY(connection);
    QTcpServer listener;
    QVERIFY(listener.listen(QHostAddress(m_server.address())));
    const auto end = await(connection->forward(m_server.address(), listener.serverPort()));
    VERIFY_RESULT(end);
    QTRY_VERIFY(listener.hasPendingConnections());
    std::unique_ptr<QTcpSocket> there(listener.nextPendingConnection());
    QTcpSocket here;
    QVERIFY(here.setSocketDescriptor((*end)->release()));
    const QByteArray much(5'000'000, 'y');
    here.write(much);
    QTRY_COMPARE(there->bytesAvailable(), much.size());
    there->write(much);
    there->disconnectFromHost(); // what it has written still arrives
    QTRY_COMPARE(here.bytesAvailable(), much.size());
    QTRY_COMPARE(connection->openChannels(), 0);

    listener.close();
    const auto refused = await(connection->forward(m_server.address(), 1));
    QVERIFY(!refused);
    QCOMPARE(int(refused.error().code), int(ErrorCode::Unreachable));
    QVERIFY2(refused.error().technical.contains(u"refused"_s), qPrintable(refused.error().technical));
}

void TstSshConnection::leaksNothing()
{
    const auto descriptors = [] {
        return QDir(u"/proc/self/fd"_s).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
    };
    const auto threads = [] { return QDir(u"/proc/self/task"_s).entryList(QDir::NoDotAndDotDot | QDir::Dirs).size(); };
    const auto use = [&](int execs) {
        const auto host = open(m_server);
        QVERIFY(host);
        QList<QFuture<Result<CommandResult>>> futures;
        for (int i = 0; i < execs; ++i)
            futures.append(host->run({"true"}));
        for (const auto &future : futures)
            VERIFY_RESULT(await(future));
    };
    use(1);
    const auto descriptorsBefore = descriptors();
    const auto threadsBefore = threads();
    use(testing::isLongRun() ? 1000 : 20);
    for (int i = 0; i < (testing::isLongRun() ? 50 : 5); ++i)
        use(1);
    QTRY_VERIFY2(descriptors() <= descriptorsBefore, qPrintable(QString::number(descriptors() - descriptorsBefore)));
    QTRY_VERIFY2(threads() <= threadsBefore + 1, qPrintable(QString::number(threads() - threadsBefore)));
}

BATCHDECK_TEST(QCoreApplication, TstSshConnection)
#include "tst_sshconnection.moc"
