// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "engine/rpc/blockinglink.h"
#include "engine/rpc/inprocesslink.h"
#include "engine/rpc/profile/profile.h"
#include "engine/rpc/rpclink.h"
#include "engine/rpc/rpcserver.h"

#include "tests/support/testmain.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace engine;
using namespace std::chrono_literals;

namespace {

// A service of a few methods: what goes over the wire is what counts here.
class EchoService final : public EngineLink
{
    Q_OBJECT

public:
    QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters,
                                     const Progress &progress = {}) override
    {
        auto promise = std::make_shared<QPromise<Result<QJsonValue>>>();
        promise->start();
        if (method == u"hang"_s) {
            hanging.append(promise);
            told.append(progress);
            return promise->future();
        }
        if (method == u"close"_s)
            emit closing();
        if (method == u"resource.snapshot"_s)
            promise->addResult(Result<QJsonValue>(QJsonObject{{u"revision"_s, revision}}));
        else if (method == u"fail"_s)
            promise->addResult(Result<QJsonValue>(Error{ErrorCode::NotFound,
                                                        Message("There is no job \"%1\".", {u"x"_s}),
                                                        u"x"_s,
                                                        {{u"Syntax"_s, Message("bad"), {}, 3, 7}},
                                                        {}}));
        else
            promise->addResult(Result<QJsonValue>(parameters));
        promise->finish();
        return promise->future();
    }
    [[nodiscard]] bool isConnected() const override { return true; }

    void change() { emit changed({{u"revision"_s, ++revision}, {u"upserted"_s, QJsonArray{text}}}); }

    /// What a service does with a call that was given up.
    void finishCanceled()
    {
        for (const auto &promise : std::as_const(hanging)) {
            if (promise->isCanceled())
                promise->finish();
        }
    }

    QList<std::shared_ptr<QPromise<Result<QJsonValue>>>> hanging;
    QList<Progress> told; ///< of those
    QString text;
    qint64 revision = 0;

signals:
    void closing();
};

Result<QJsonValue> waitFor(const QFuture<Result<QJsonValue>> &future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, testing::patience))
        return Error{};
    return future.result();
}

} // namespace

class TstRpc final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void carriesAnswersAndErrors();
    void keepsTheSocketForItsUser();
    void replacesASocketThatAKilledEngineLeft();
    void tellsOnlySubscribersOfChanges();
    void answersTimeoutAfterTheDeadline();
    void answersUnreachableWhenTheEngineGoes();
    void connectsAgain();
    void sendsWhatIsDueBeforeItCloses();
    void answersTheCallThatClosesIt();
    void cutsOffWhoSpeaksNonsense();
    void leavesChangesOutForASlowReader();
    void tellsProgressBeforeTheAnswer();
    void givesACallUp();
    void endsWhatALostClientAskedFor();
    void takesAnyCancel();
    void keepsTheNewestProgressForASlowReader();
    void endsACallThatMissesAValue();
    void carriesProgressAndCancelBetweenThreads();
    void blockingLinkWaitsOverAnEngine();
    void blockingLinkCallsAndNoticesTheEnd();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<EchoService> m_service;
    std::unique_ptr<RpcServer> m_server;
    QString m_path;
};

void TstRpc::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_path = socketPath(m_folder->path());
    m_service = std::make_unique<EchoService>();
    m_server = std::make_unique<RpcServer>(*m_service);
    QVERIFY(m_server->listen(m_path));
}

void TstRpc::cleanup()
{
    m_server.reset();
    m_service.reset();
    m_folder.reset();
}

void TstRpc::carriesAnswersAndErrors()
{
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    const QJsonObject parameters{{u"text"_s, u"ä \"q\"\n"_s}, {u"n"_s, 1.5}};
    const auto answer = waitFor(link.call(u"echo"_s, parameters));
    QVERIFY(answer);
    QCOMPARE(answer->toObject(), parameters);
    const auto failed = waitFor(link.call(u"fail"_s, {}));
    QVERIFY(!failed);
    QCOMPARE(toString(failed.error().code), u"NotFound"_s);
    QCOMPARE(failed.error().message.text(), u"There is no job \"x\"."_s);
    QCOMPARE(failed.error().details.size(), 1);
    QCOMPARE(failed.error().details.first().column, 7);
}

void TstRpc::keepsTheSocketForItsUser()
{
    struct stat status
    {
    };
    QCOMPARE(lstat(QFile::encodeName(m_path).constData(), &status), 0);
    QVERIFY(S_ISSOCK(status.st_mode));
    QCOMPARE(status.st_mode & 0777, mode_t(0600));
}

void TstRpc::replacesASocketThatAKilledEngineLeft()
{
    m_server.reset();
    QFile leftover(m_path);
    QVERIFY(leftover.open(QIODevice::WriteOnly));
    leftover.close();
    m_server = std::make_unique<RpcServer>(*m_service);
    QVERIFY(m_server->listen(m_path));
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
}

void TstRpc::tellsOnlySubscribersOfChanges()
{
    RpcLink subscriber(m_path);
    RpcLink other(m_path);
    QSignalSpy changes(&subscriber, &EngineLink::changed);
    QSignalSpy none(&other, &EngineLink::changed);
    QSignalSpy notices(&other, &EngineLink::noticed);
    QTRY_VERIFY(subscriber.isConnected() && other.isConnected());
    m_service->change();
    const auto snapshot = waitFor(subscriber.call(u"resource.snapshot"_s, {}));
    QVERIFY(snapshot);
    QCOMPARE(snapshot->toObject()[u"revision"_s].toInt(), 1);
    m_service->change();
    m_service->change();
    emit m_service->noticed(Message("The store was restored from %1.", {u"a"_s}));
    QTRY_COMPARE(changes.size(), 2);
    QCOMPARE(changes.at(0).first().toJsonObject()[u"revision"_s].toInt(), 2);
    QCOMPARE(changes.at(1).first().toJsonObject()[u"revision"_s].toInt(), 3);
    QTRY_COMPARE(notices.size(), 1);
    QCOMPARE(none.size(), 0);
}

void TstRpc::answersTimeoutAfterTheDeadline()
{
    RpcLink link(m_path, nullptr, 1s); // a busy machine answers what it can answer sooner
    QTRY_VERIFY(link.isConnected());
    const auto answer = waitFor(link.call(u"hang"_s, {}));
    QVERIFY(!answer);
    QCOMPARE(toString(answer.error().code), u"Timeout"_s);
    // The late answer belongs to nobody, and the link goes on.
    m_service->hanging.first()->addResult(Result<QJsonValue>(QJsonValue(1)));
    m_service->hanging.first()->finish();
    QVERIFY(waitFor(link.call(u"echo"_s, {})));
}

void TstRpc::answersUnreachableWhenTheEngineGoes()
{
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    const auto future = link.call(u"hang"_s, {});
    QTRY_COMPARE(m_service->hanging.size(), 1);
    m_server.reset();
    const auto answer = waitFor(future);
    QVERIFY(!answer);
    QCOMPARE(toString(answer.error().code), u"Unreachable"_s);
    const auto without = waitFor(link.call(u"echo"_s, {}));
    QCOMPARE(toString(without.error().code), u"Unreachable"_s);
}

void TstRpc::connectsAgain()
{
    RpcLink link(m_path);
    QSignalSpy connections(&link, &EngineLink::connectedChanged);
    QTRY_VERIFY(link.isConnected());
    m_server.reset();
    QTRY_VERIFY(!link.isConnected());
    m_server = std::make_unique<RpcServer>(*m_service);
    QVERIFY(m_server->listen(m_path));
    QTRY_VERIFY(link.isConnected());
    QVERIFY(waitFor(link.call(u"echo"_s, {})));
    QCOMPARE(connections.size(), 3);
}

void TstRpc::sendsWhatIsDueBeforeItCloses()
{
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    const auto future = link.call(u"hang"_s, {});
    QTRY_COMPARE(m_service->hanging.size(), 1);
    QSignalSpy closed(m_server.get(), &RpcServer::closed);
    m_server->close();
    QVERIFY(!QFileInfo::exists(m_path));
    m_service->hanging.first()->addResult(Result<QJsonValue>(QJsonValue(42)));
    m_service->hanging.first()->finish();
    const auto answer = waitFor(future);
    QVERIFY(answer);
    QCOMPARE(answer->toInt(), 42);
    QTRY_COMPARE(closed.size(), 1);
    QTRY_VERIFY(!link.isConnected());
}

// engine.release closes the server while it is called.
void TstRpc::answersTheCallThatClosesIt()
{
    connect(m_service.get(), &EchoService::closing, m_server.get(), &RpcServer::close);
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    const auto answer = waitFor(link.call(u"close"_s, {{u"text"_s, u"last"_s}}));
    QVERIFY(answer);
    QCOMPARE(answer->toObject().value(u"text"_s).toString(), u"last"_s);
    QTRY_VERIFY(!link.isConnected());
}

void TstRpc::cutsOffWhoSpeaksNonsense()
{
    QLocalSocket socket;
    socket.connectToServer(m_path);
    QTRY_COMPARE(m_server->clientCount(), 1);
    socket.write("GET / HTTP/1.1\r\n\r\n");
    QTRY_COMPARE(socket.state(), QLocalSocket::UnconnectedState);
    QTRY_COMPARE(m_server->clientCount(), 0);
}

void TstRpc::leavesChangesOutForASlowReader()
{
    QLocalSocket socket;
    socket.setReadBufferSize(1024);
    socket.connectToServer(m_path);
    socket.write(*encodeFrame({{u"id"_s, 1}, {u"method"_s, u"resource.snapshot"_s}}));
    FrameReader reader;
    QList<QJsonObject> frames;
    const auto read = [&] {
        reader.append(socket.readAll());
        for (auto frame = reader.next(); frame && *frame; frame = reader.next())
            frames.append(**frame);
        return frames.isEmpty() ? QJsonObject() : frames.constLast();
    };
    QTRY_COMPARE(read()[u"id"_s].toInt(), 1);
    m_service->text = QString(1024 * 1024, u'x');
    for (int i = 0; i < 100; ++i)
        m_service->change();
    QCOMPARE(m_server->clientCount(), 1);
    socket.setReadBufferSize(0);
    QTRY_COMPARE(read()[u"data"_s][u"revision"_s].toInt(), 100);
    QVERIFY2(frames.size() < 40, "a slow reader must miss changes, not collect them");
    QCOMPARE(frames.constLast()[u"data"_s][u"upserted"_s].toArray().size(), 0);
}

void TstRpc::tellsProgressBeforeTheAnswer()
{
    RpcLink link(m_path, nullptr, 1s); // a call that is told of has no deadline
    QTRY_VERIFY(link.isConnected());
    QList<int> heard;
    const auto call = link.call(u"hang"_s, {}, [&heard](const QJsonValue &value) { heard.append(value.toInt()); });
    const auto other = link.call(u"hang"_s, {});
    QTRY_COMPARE(m_service->told.size(), 2);
    m_service->told.at(0)(QJsonValue(1));
    m_service->told.at(1)(QJsonValue(7)); // nobody listens
    m_service->told.at(0)(QJsonValue(2));
    QVERIFY(!waitFor(other)); // its deadline; the first goes on
    m_service->hanging.first()->addResult(Result<QJsonValue>(QJsonValue(3)));
    m_service->hanging.first()->finish();
    const auto answer = waitFor(call);
    QVERIFY(answer);
    QCOMPARE(answer->toInt(), 3);
    QCOMPARE(heard, (QList<int>{1, 2}));
    m_service->told.at(0)(QJsonValue(4)); // of a call that is over
    QVERIFY(waitFor(link.call(u"echo"_s, {})));
    QCOMPARE(heard.size(), 2);
}

void TstRpc::givesACallUp()
{
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    auto call = link.call(u"hang"_s, {});
    const auto kept = link.call(u"hang"_s, {});
    QTRY_COMPARE(m_service->hanging.size(), 2);
    std::optional<Result<QJsonValue>> heard;
    whenFinished(call, &link, [&heard](const Result<QJsonValue> &answer) { heard = answer; });
    call.cancel();
    QTRY_VERIFY(heard);
    QCOMPARE(toString(heard->error().code), u"Canceled"_s);
    QTRY_VERIFY(m_service->hanging.at(0)->isCanceled());
    QVERIFY(!m_service->hanging.at(1)->isCanceled());
    call.cancel();
    m_service->finishCanceled();
    m_service->hanging.at(1)->addResult(Result<QJsonValue>(QJsonValue(5)));
    m_service->hanging.at(1)->finish();
    const auto answer = waitFor(kept);
    QVERIFY(answer);
    QCOMPARE(answer->toInt(), 5);
}

void TstRpc::endsWhatALostClientAskedFor()
{
    auto link = std::make_unique<RpcLink>(m_path);
    QTRY_VERIFY(link->isConnected());
    const auto call = link->call(u"hang"_s, {});
    QTRY_COMPARE(m_service->hanging.size(), 1);
    link.reset();
    QTRY_VERIFY(m_service->hanging.first()->isCanceled());
    m_service->told.first()(QJsonValue(1)); // to nobody
}

// Also behind as many calls as are done at once, and of one that waits behind those.
void TstRpc::takesAnyCancel()
{
    QLocalSocket socket;
    socket.connectToServer(m_path);
    QHash<int, QJsonObject> answers;
    FrameReader reader;
    const auto read = [&] {
        reader.append(socket.readAll());
        for (auto frame = reader.next(); frame && *frame; frame = reader.next())
            answers.insert((*frame)->value(u"id"_s).toInt(-1), **frame);
        return answers.size();
    };
    const auto cancel = [&socket](const QJsonValue &id) {
        socket.write(*encodeFrame({{u"id"_s, id}, {u"cancel"_s, true}}));
    };
    cancel(5); // not asked yet
    cancel(u"x"_s);
    cancel({});
    for (int id = 0; id < 64; ++id)
        socket.write(*encodeFrame({{u"id"_s, id}, {u"method"_s, u"hang"_s}}));
    QTRY_COMPARE(m_service->hanging.size(), 64);
    cancel(5);
    cancel(5);
    cancel(70);
    QTRY_VERIFY(m_service->hanging.at(5)->isCanceled());
    socket.write(*encodeFrame({{u"id"_s, 64}, {u"method"_s, u"echo"_s}}));
    m_service->finishCanceled();
    QTRY_VERIFY(read() > 0 && answers.contains(64)); // its turn has come
    QCOMPARE(answers.value(5)[u"error"_s][u"code"_s].toString(), u"Canceled"_s);
    QCOMPARE(answers.size(), 3); // with the hello

    const auto ask = [&socket](int id, const QString &method) {
        socket.write(*encodeFrame({{u"id"_s, id}, {u"method"_s, method}}));
    };
    const auto codeOf = [&answers](int id) { return answers.value(id)[u"error"_s][u"code"_s].toString(); };
    ask(100, u"hang"_s);
    QTRY_COMPARE(m_service->hanging.size(), 65); // 64 are under way again
    for (int id = 1000; id < 1000 + 4096; ++id)
        ask(id, u"echo"_s);
    ask(999, u"echo"_s);
    QTRY_VERIFY(read() > 0 && answers.contains(999));
    QCOMPARE(codeOf(999), u"Conflict"_s); // so many may wait
    cancel(1001);
    QTRY_VERIFY(read() > 0 && answers.contains(1001));
    QCOMPARE(codeOf(1001), u"Canceled"_s);
    QVERIFY(!answers.contains(1000));
    for (int id = 0; id <= 100; ++id)
        cancel(id);
    QTRY_VERIFY(std::all_of(m_service->hanging.cbegin(), m_service->hanging.cend(),
                            [](const auto &promise) { return promise->isCanceled(); }));
    m_service->finishCanceled();
    QTRY_VERIFY(read() > 0 && answers.contains(1000 + 4095));
    QVERIFY(answers.value(1000).contains(u"result"_s));
    QCOMPARE(m_server->clientCount(), 1);
}

void TstRpc::keepsTheNewestProgressForASlowReader()
{
    QLocalSocket socket;
    socket.setReadBufferSize(1024);
    socket.connectToServer(m_path);
    socket.write(*encodeFrame({{u"id"_s, 1}, {u"method"_s, u"hang"_s}}));
    QTRY_COMPARE(m_service->told.size(), 1);
    m_service->told.first()(QJsonArray{0, QString(largestFrame, u'x')}); // no frame holds it: it is left out
    const QString text(1024 * 1024, u'x');
    for (int i = 1; i <= 100; ++i)
        m_service->told.first()(QJsonArray{i, text});
    bool isTaken = false;
    m_service->told.first()(QJsonArray{101}, [&isTaken] { isTaken = true; });
    QCOMPARE(m_server->clientCount(), 1);
    QVERIFY(!isTaken);
    socket.setReadBufferSize(0);
    FrameReader reader;
    QList<int> heard;
    const auto last = [&] {
        reader.append(socket.readAll());
        for (auto frame = reader.next(); frame && *frame; frame = reader.next()) {
            if ((*frame)->contains(u"progress"_s))
                heard.append((*frame)->value(u"progress"_s)[0].toInt());
        }
        return heard.isEmpty() ? 0 : heard.constLast();
    };
    QTRY_COMPARE(last(), 101);
    QVERIFY2(heard.size() < 40, "a slow reader must miss progress, not collect it");
    QVERIFY(std::is_sorted(heard.cbegin(), heard.cend()));
    QTRY_VERIFY(isTaken);
}

// A value that no frame holds may be one that its caller cannot do without.
void TstRpc::endsACallThatMissesAValue()
{
    RpcLink link(m_path);
    QTRY_VERIFY(link.isConnected());
    QList<int> heard;
    const auto call = link.call(u"hang"_s, {}, [&heard](const QJsonValue &value) { heard.append(value.toInt()); });
    QTRY_COMPARE(m_service->told.size(), 1);
    int taken = 0;
    const auto take = [&taken] { ++taken; };
    m_service->told.first()(QJsonValue(1), take);
    QTRY_COMPARE(taken, 1);
    m_service->told.first()(QString(largestFrame, u'x'), take);
    const auto answer = waitFor(call);
    QVERIFY(!answer);
    QCOMPARE(toString(answer.error().code), u"InvalidArgument"_s);
    QCOMPARE(heard, QList<int>{1});
    QCOMPARE(taken, 1);
    QVERIFY(m_service->hanging.first()->isCanceled());
}

void TstRpc::carriesProgressAndCancelBetweenThreads()
{
    QThread thread;
    EchoService service;
    service.moveToThread(&thread);
    InProcessLink link(service);
    thread.start();
    QList<int> heard;
    auto call = link.call(u"hang"_s, {}, [&](const QJsonValue &value) {
        QCOMPARE(QThread::currentThread(), qApp->thread());
        heard.append(value.toInt());
    });
    const auto inService = [&service](const std::function<void()> &act) {
        QMetaObject::invokeMethod(&service, act, Qt::BlockingQueuedConnection);
    };
    inService([&] {
        for (int i = 1; i <= 1000; ++i)
            service.told.first()(QJsonValue(i));
    });
    QTRY_COMPARE(heard, QList<int>{1000}); // this thread took none meanwhile
    std::atomic<QThread *> takenIn = nullptr;
    inService([&] { service.told.first()(QJsonValue(1001), [&] { takenIn = QThread::currentThread(); }); });
    QTRY_COMPARE(takenIn.load(), &thread);
    QCOMPARE(heard.size(), 2);
    call.cancel();
    const auto isCanceled = [&] {
        bool is = false;
        inService([&] { is = service.hanging.first()->isCanceled(); });
        return is;
    };
    QTRY_VERIFY(isCanceled());
    QTRY_VERIFY(call.isFinished());
    inService([&] {
        service.told.first()(QJsonValue(1002));
        service.finishCanceled();
    });
    QVERIFY(waitFor(link.call(u"echo"_s, {})));
    QCOMPARE(heard.size(), 2);
    thread.quit();
    thread.wait();
}

void TstRpc::blockingLinkWaitsOverAnEngine()
{
    const QString profile = m_folder->path();
    std::optional<Result<QJsonValue>> answer;
    QList<int> heard;
    std::unique_ptr<QThread> client(QThread::create([&] {
        // A program that starts none: the next engine is another's.
        BlockingLink link(profile, BlockingLink::Start::WhenMissing, u"/bin/false"_s);
        answer = link.await(u"hang"_s, {}, [&](const QJsonValue &value) { heard.append(value.toInt()); });
    }));
    client->start();
    QTRY_COMPARE(m_service->told.size(), 1);
    m_service->told.first()(QJsonValue(1));
    m_service->hanging.first()->addResult(Result<QJsonValue>(Error::of(ErrorCode::Unreachable, "The engine ends.")));
    m_service->hanging.first()->finish();
    QTRY_COMPARE(m_service->told.size(), 2);
    m_service->told.at(1)(QJsonValue(2));
    m_service->hanging.at(1)->addResult(Result<QJsonValue>(QJsonValue(3)));
    m_service->hanging.at(1)->finish();
    QTRY_VERIFY(client->isFinished());
    QVERIFY(*answer);
    QCOMPARE((*answer)->toInt(), 3);
    QCOMPARE(heard, (QList<int>{1, 2}));
}

void TstRpc::blockingLinkCallsAndNoticesTheEnd()
{
    const QString profile = m_folder->path();
    QList<Result<QJsonValue>> answers;
    std::unique_ptr<QThread> client(QThread::create([&] {
        BlockingLink link(profile, BlockingLink::Start::Never);
        answers.append(link.call(u"echo"_s, {{u"a"_s, 1}}));
        answers.append(link.call(u"hang"_s, {}, 100ms));
        answers.append(link.call(u"fail"_s, {}));
        answers.append(link.call(u"hang"_s, {}, 30s));
    }));
    client->start();
    QTRY_COMPARE(m_service->hanging.size(), 2);
    m_server.reset();
    QTRY_VERIFY(client->isFinished());
    QCOMPARE(answers.at(0)->toObject()[u"a"_s].toInt(), 1);
    QCOMPARE(toString(answers.at(1).error().code), u"Timeout"_s);
    QCOMPARE(toString(answers.at(2).error().code), u"NotFound"_s);
    QCOMPARE(toString(answers.at(3).error().code), u"Unreachable"_s);
}

BATCHDECK_TEST(QCoreApplication, TstRpc)
#include "tst_rpc.moc"
