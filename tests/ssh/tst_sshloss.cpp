// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/shellquote.h"
#include "engine/host/sshhost.h"
#include "engine/ssh/connect/sshconnection.h"
#include "engine/ssh/connect/sshtransport.h"
#include "engine/ssh/sshbulksession.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/hosts/chaos/chaosproxy.h"
#include "tests/support/parts.h"
#include "tests/support/processes.h"
#include "tests/support/real/sshserver.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <future>

using namespace engine;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using testing::await;
using testing::ChaosProxy;
using testing::SshServer;

namespace {

SshSpec specOf(const QString &destination, const QString &identityFile)
{
    SshSpec spec;
    spec.destination = destination;
    spec.identityFile = identityFile;
    spec.configFile = u"/dev/null"_s;
    return spec;
}

/// Every way in which a command can wait on a machine. Each notes its begin in a file of its user's, and keeps it open.
struct Waiting
{
    std::vector<std::unique_ptr<RemoteProcess>> streams;
    QList<QFuture<Result<CommandResult>>> runs;
    int begun = 0;

    static constexpr int count = 4;

    Waiting(RemoteHost &host, const QByteArray &file)
    {
        const QByteArray script =
            "exec 9>>" + engine::shellQuote(file) + "; sleep 1000 & echo begun | tee -a /dev/fd/9; wait";
        for (const QByteArray &input : {""_ba, "input"_ba}) {
            runs.append(host.run({script, input, 1h}));
            streams.push_back(host.stream({script, input}));
            QObject::connect(streams.back().get(), &RemoteProcess::readyRead, streams.back().get(),
                             [this] { ++begun; });
        }
    }
};

/// Bytes that wait here to be sent to a port, whoever once had the socket.
qint64 unsentTo(quint16 port)
{
    qint64 bytes = 0;
    const QByteArray remote = ':' + QByteArray::number(port, 16).toUpper().rightJustified(4, '0');
    for (const QByteArray &line : testing::contentOf(u"/proc/net/tcp"_s).split('\n')) {
        const QByteArrayList words = line.simplified().split(' '); // number, local, remote, state, queues
        if (words.size() > 4 && words.at(2).endsWith(remote))
            bytes += words.at(4).split(':').constFirst().toLongLong(nullptr, 16);
    }
    return bytes;
}

/// What the test runs as a process of its own, to kill it: all of Waiting on a machine.
int serve(const QStringList &arguments)
{
    const auto transport = std::make_shared<SshTransport>(arguments.at(2));
    SshHost host(transport, specOf(arguments.at(0), arguments.at(1)));
    if (!await(host.open()))
        return 1;
    const Waiting waiting(host, arguments.at(3).toUtf8());
    return QCoreApplication::exec();
}

} // namespace

/// The way to a machine is lost, or a further one refused: nothing of ours stays behind, here or there.
class TstSshLoss final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void noticesAMachineThatFellSilent();
    void noticesSilenceWhileACommandWorks();
    void sendsNothingMoreOfWhatIsAborted();
    void noticesAnswersThatMakeNoSense();
    void closesWhatIsGrantedTooLate();
    void leavesNothingThereWhenTheSessionIsKilled();
    void leavesNothingThereWhenWeAreKilled();
    void leavesNothingHereAfterLosses();
    void livesWithoutAFurtherConnection();
    void saysThatOneSessionIsTooFew();

private:
    static Result<std::shared_ptr<SshLogin>> login(SshTransport &way, const SshServer &server);
    std::unique_ptr<SshHost> open(const SshServer &server);
    std::unique_ptr<SshHost> open(const ChaosProxy &way);

    SshServer m_server;
    QTemporaryDir m_folder;
};

void TstSshLoss::initTestCase()
{
    SKIP_WITHOUT("sshd");
    QVERIFY(m_server.start());
}

std::unique_ptr<SshHost> TstSshLoss::open(const SshServer &server)
{
    auto host = std::make_unique<SshHost>(std::make_shared<SshTransport>(server.knownHostsFile()),
                                          specOf(server.destination(), server.identityFile()));
    return await(host->open()) ? std::move(host) : nullptr;
}

std::unique_ptr<SshHost> TstSshLoss::open(const ChaosProxy &way)
{
    const QByteArray key = m_server.knownHostsLine();
    QFile known(m_folder.filePath(QString(u"known_hosts-"_s + way.address())));
    if (!known.open(QIODevice::WriteOnly))
        return nullptr;
    known.write("[" + way.address().toLatin1() + "]:" + QByteArray::number(way.port()) + key.sliced(key.indexOf(' ')));
    known.close();
    auto host = std::make_unique<SshHost>(
        std::make_shared<SshTransport>(known.fileName()),
        specOf(SshServer::user() + u'@' + way.address() + u':' + QString::number(way.port()), m_server.identityFile()));
    return await(host->open()) ? std::move(host) : nullptr;
}

// That asks each second whether the machine is there.
Result<std::shared_ptr<SshLogin>> TstSshLoss::login(SshTransport &way, const SshServer &server)
{
    SshAttempt attempt;
    attempt.spec = specOf(server.destination(), server.identityFile());
    attempt.knownHostsFile = way.knownHostsFile();
    const auto login = await(way.connector().login(attempt));
    if (login)
        (*login)->aliveInterval = 1s;
    return login;
}

// After three questions without an answer; while one that answers, and has nothing to say, is left alone.
void TstSshLoss::noticesAMachineThatFellSilent()
{
    SshServer frozen;
    QVERIFY(frozen.start());
    std::atomic<bool> isLost = false, isOtherLost = false;
    QString words;
    SshTransport transport(m_server.knownHostsFile()), frozenTransport(frozen.knownHostsFile());
    const auto connect = [](SshTransport &way, const SshServer &server, std::function<void(const Error &)> lost) {
        const auto login = TstSshLoss::login(way, server);
        if (!login)
            return std::unique_ptr<SshConnection>();
        return std::make_unique<SshConnection>(way.loop(), std::move(**login), std::move(lost));
    };
    const auto other = connect(transport, m_server, [&](const Error &) { isOtherLost = true; });
    const auto connection = connect(frozenTransport, frozen, [&](const Error &error) {
        words = error.message.englishText();
        isLost = true;
    });
    QVERIFY(other && connection);
    QElapsedTimer clock;
    clock.start();
    for (const qint64 pid : frozen.sessions())
        ::kill(pid_t(pid), SIGSTOP);
    QTRY_VERIFY(isLost);
    QVERIFY2(clock.elapsed() > 2'500, qPrintable(QString::number(clock.elapsed())));
    QCOMPARE(words, u"The machine does not answer any more."_s);
    QVERIFY(!isOtherLost);
}

// A transfer waits for one that says nothing: a machine that works is not one that is gone.
void TstSshLoss::noticesSilenceWhileACommandWorks()
{
    SshServer frozen;
    QVERIFY(frozen.start());
    std::atomic<int> begun = 0;
    SshTransport transport(m_server.knownHostsFile()), frozenTransport(frozen.knownHostsFile());
    const auto run = [&begun](SshTransport &way, const SshServer &server) {
        const auto login = TstSshLoss::login(way, server);
        return std::async(std::launch::async, [&begun, login]() -> Result<CommandResult> {
            if (!login)
                return login.error();
            SshBulkSession session(std::move(**login));
            const auto command = session.start("echo begun; sleep 6; echo done");
            if (!command)
                return command.error();
            QByteArray said;
            while (said != "begun\n") {
                const auto some = (*command)->read(6);
                if (!some || some->isEmpty())
                    return some ? Error() : some.error();
                said += *some;
            }
            ++begun;
            return (*command)->finish();
        });
    };
    auto working = run(transport, m_server);
    auto silent = run(frozenTransport, frozen);
    QTRY_COMPARE(begun, 2);
    for (const qint64 pid : frozen.sessions())
        ::kill(pid_t(pid), SIGSTOP);
    const auto lost = silent.get();
    QCOMPARE(int(lost.error().code), int(ErrorCode::Unreachable));
    QCOMPARE(lost.error().message.englishText(), u"The machine does not answer any more."_s);
    const auto done = working.get();
    VERIFY_RESULT(done);
    QCOMPARE(done->output, "done\n");
}

// The machine would do it when others are at work there.
void TstSshLoss::sendsNothingMoreOfWhatIsAborted()
{
    SshServer frozen;
    QVERIFY(frozen.start());
    SshTransport transport(frozen.knownHostsFile());
    const auto login = TstSshLoss::login(transport, frozen);
    VERIFY_RESULT(login);
    SshBulkSession session(std::move(**login));
    const auto client = session.sftp();
    VERIFY_RESULT(client);
    for (const qint64 pid : frozen.sessions())
        ::kill(pid_t(pid), SIGSTOP);
    auto writing = std::async(std::launch::async, [&client] {
        const QByteArray piece(200'000, 'x');
        while (!(*client)->isBroken()) {
            SftpRequest request(SftpType::Write);
            request.add(QByteArrayView("none")).add(quint64(0)).add(piece);
            (*client)->ignore((*client)->ask(std::move(request)));
        }
        return (*client)->broken();
    });
    QTRY_VERIFY(unsentTo(frozen.port()) > 0);
    session.abort();
    QCOMPARE(int(writing.get().code), int(ErrorCode::Canceled));
    QCOMPARE(unsentTo(frozen.port()), 0);
}

// Bytes were lost on the way: what comes after them can be anything, and is nothing to go on with.
void TstSshLoss::noticesAnswersThatMakeNoSense()
{
    ChaosProxy way(m_server.address(), m_server.port());
    QVERIFY(way.start());
    const auto host = open(way);
    QVERIFY(host);
    const auto counting = host->stream({"while :; do echo on; sleep 0.05; done"});
    QSignalSpy heard(counting.get(), &RemoteProcess::readyRead);
    QVERIFY(heard.wait(testing::patience));
    QSignalSpy closed(host.get(), &RemoteHost::closed);
    way.setLine(ChaosProxy::ToClient, {.dropped = true});
    const qint64 passed = way.passed(ChaosProxy::ToServer);
    const auto running = host->run({"true", {}, 1h});
    QTRY_VERIFY(way.passed(ChaosProxy::ToServer) > passed);
    VERIFY_RESULT(await(open(m_server)->run({"sleep 0.2"}))); // meanwhile the other counts on, into the hole
    way.setLine(ChaosProxy::ToClient, {});
    QTRY_COMPARE(closed.count(), 1);
    QCOMPARE(int(await(running).error().code), int(ErrorCode::Unreachable));
}

// The server takes its time, and by then nobody wants it: twice as many as it has, and there is still room.
void TstSshLoss::closesWhatIsGrantedTooLate()
{
    ChaosProxy way(m_server.address(), m_server.port());
    QVERIFY(way.start());
    const auto host = open(way);
    QVERIFY(host);
    VERIFY_RESULT(await(host->run({"true"})));
    for (int round = 0; round < 3; ++round) {
        way.setFrozen(true);
        QList<QFuture<Result<CommandResult>>> runs;
        for (int i = 0; i < 8; ++i)
            runs.append(host->run({"true", {}, 50ms}));
        for (const auto &run : runs)
            QCOMPARE(int(await(run).error().code), int(ErrorCode::Timeout));
        way.setFrozen(false);
    }
    VERIFY_RESULT(await(host->run({"true"})));
}

void TstSshLoss::leavesNothingThereWhenTheSessionIsKilled()
{
    const auto host = open(m_server);
    QVERIFY(host);
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"begun"_s);
    Waiting waiting(*host, file.toUtf8());
    QTRY_COMPARE(waiting.begun, 2);
    QTRY_COMPARE(testing::contentOf(file), QByteArray("begun\n").repeated(Waiting::count));
    QVERIFY(testing::isOpen(file));
    QSignalSpy closed(host.get(), &RemoteHost::closed);
    for (const qint64 pid : m_server.sessions())
        ::kill(pid_t(pid), SIGKILL);
    QTRY_COMPARE(closed.count(), 1);
    for (const auto &run : waiting.runs)
        QCOMPARE(int(await(run).error().code), int(ErrorCode::Unreachable));
    QTRY_VERIFY(!testing::isOpen(file));
}

void TstSshLoss::leavesNothingThereWhenWeAreKilled()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"begun"_s);
    QProcess engine;
    testing::startOwnProgram(
        engine, {u"--serve"_s, m_server.destination(), m_server.identityFile(), m_server.knownHostsFile(), file});
    QTRY_COMPARE(testing::contentOf(file), QByteArray("begun\n").repeated(Waiting::count));
    QVERIFY(testing::isOpen(file));
    engine.kill();
    QVERIFY(engine.waitForFinished(testing::patience));
    QTRY_VERIFY(!testing::isOpen(file));
}

void TstSshLoss::leavesNothingHereAfterLosses()
{
    const auto entries = [](const QString &path) {
        return QDir(path).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size();
    };
    const auto host = open(m_server);
    QVERIFY(host);
    const auto lose = [&] {
        QSignalSpy closed(host.get(), &RemoteHost::closed);
        const auto running = host->run({"sleep 1000", {}, 1h});
        VERIFY_RESULT(await(host->run({"true"})));
        for (const qint64 pid : m_server.sessions())
            ::kill(pid_t(pid), SIGKILL);
        QCOMPARE(int(await(running).error().code), int(ErrorCode::Unreachable));
        QTRY_COMPARE(closed.count(), 1);
        VERIFY_RESULT(await(host->open()));
    };
    lose();
    const auto descriptors = entries(u"/proc/self/fd"_s);
    const auto threads = entries(u"/proc/self/task"_s);
    for (int i = 0; i < (testing::isLongRun() ? 50 : 5) && !QTest::currentTestFailed(); ++i)
        lose();
    QTRY_VERIFY2(entries(u"/proc/self/fd"_s) <= descriptors,
                 qPrintable(QString::number(entries(u"/proc/self/fd"_s) - descriptors)));
    QTRY_VERIFY2(entries(u"/proc/self/task"_s) <= threads + 1,
                 qPrintable(QString::number(entries(u"/proc/self/task"_s) - threads)));
}

// The key was withdrawn meanwhile: what fits on the first connection runs there, the rest waits its turn.
void TstSshLoss::livesWithoutAFurtherConnection()
{
    SshServer server;
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    QVERIFY(QFile::remove(server.authorizedKeysFile()));
    std::vector<std::unique_ptr<RemoteProcess>> streams;
    int begun = 0;
    for (int i = 0; i < 8; ++i) {
        streams.push_back(host->stream({"echo begun; exec sleep 1000"}));
        QObject::connect(streams.back().get(), &RemoteProcess::readyRead, this, [&] { ++begun; });
    }
    QTRY_COMPARE(begun, 7);
    VERIFY_RESULT(await(host->run({"true"})));
    QCOMPARE(begun, 7);
    streams.front()->stop();
    QTRY_COMPARE(begun, 8);
    VERIFY_RESULT(await(host->run({"true"})));
    QVERIFY(host->isOpen());
}

void TstSshLoss::saysThatOneSessionIsTooFew()
{
    SshServer server("MaxSessions 1");
    QVERIFY(server.start());
    const auto host = open(server);
    QVERIFY(host);
    QVERIFY(QFile::remove(server.authorizedKeysFile()));
    QList<QFuture<Result<CommandResult>>> runs;
    for (int i = 0; i < 5; ++i)
        runs.append(host->run({"true"}));
    for (const auto &run : runs)
        VERIFY_RESULT(await(run));
    const auto stream = host->stream({"echo begun; exec sleep 1000"});
    std::optional<Result<CommandResult>> end;
    QObject::connect(stream.get(), &RemoteProcess::finished, this, [&](const auto &result) { end = result; });
    QTRY_VERIFY(end);
    QVERIFY(!*end);
    QCOMPARE(int(end->error().code), int(ErrorCode::CommandFailed));
    QVERIFY(end->error().message.englishText().contains(u"MaxSessions"_s));
    VERIFY_RESULT(await(host->run({"true"})));
}

int runSshLoss(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    if (application.arguments().value(1) == u"--serve"_s && argc == 6)
        return serve(application.arguments().mid(2));
    TstSshLoss test;
    return QTest::qExec(&test, argc, argv);
}

BATCHDECK_TEST_RUN(TstSshLoss, runSshLoss);
#include "tst_sshloss.moc"
