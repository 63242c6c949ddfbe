// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobfiles.h"
#include "engine/blob/blobloop.h"
#include "tests/blob/codeof.h"
#include "tests/blob/scriptedserver.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;
using testing::codeOf;
using testing::ScriptedServer;

namespace {

constexpr BlobPatience quick{4, 1ms, 4ms, 60s};

BlobService::Account accountAt(const QUrl &endpoint, const QString &key = u"a2V5"_s)
{
    return [account = BlobAccount{u"acc"_s, endpoint, {BlobCredential::Kind::Key, Secret(key)}}] {
        return QtFuture::makeReadyFuture(Result<BlobAccount>(account));
    };
}

QByteArray range(const QByteArray &body, const QByteArray &headers = {})
{
    return ScriptedServer::answer(
        206, body, "Content-Range: bytes 0-" + QByteArray::number(body.size() - 1) + "/100\r\n" + headers);
}

} // namespace

/// How a service behaves that is busy, far away or none, by a server with written answers.
class TstBlobRetries final : public QObject
{
    Q_OBJECT

private slots:
    void triesAgainWhatPasses_data()
    {
        QTest::addColumn<QByteArray>("answer");
        for (const int status : {408, 429, 500, 502, 503, 504})
            QTest::addRow("%d", status) << ScriptedServer::answer(status);
        QTest::newRow("asks to wait") << ScriptedServer::answer(503, {}, "Retry-After: 0\r\n"_ba);
        QTest::newRow("a part of the body") << range("hello"_ba).chopped(2);
        QTest::newRow("another body") << range("hello"_ba, "Content-MD5: XUFAKrxLKna5cZ2REBfFkQ==\r\n"_ba);
        QTest::newRow("a part of the headers") << "HTTP/1.1 206 Partial\r\nx-ms-req"_ba;
    }

    void triesAgainWhatPasses()
    {
        QFETCH(QByteArray, answer);
        ScriptedServer server({answer, answer, range("hello"_ba, "Content-MD5: XUFAKrxLKna5cZ2REBfFkg==\r\n"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        const Result<QByteArray> bytes = testing::await(service.read(u"c"_s, u"b"_s, 0, 5));
        VERIFY_RESULT(bytes);
        QCOMPARE(*bytes, "hello"_ba);
        QVERIFY(server.requests().size() >= 3);
        QVERIFY(server.requests().first().startsWith("GET /c/b HTTP/1.1\r\n"));
        QVERIFY(server.requests().first().contains("\r\nx-ms-range: bytes=0-4\r\n"));
    }

    void asksOnceForWhatDoesNotPass_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<ErrorCode>("code");
        const QByteArray elsewhere =
            "HTTP/1.1 307 Word\r\nLocation: http://127.0.0.1:1/c/b\r\nContent-Length: 0\r\nConnection: "
            "close\r\n\r\n"_ba;
        QTest::newRow("bad name") << ScriptedServer::answer(400, {}, "x-ms-error-code: InvalidResourceName\r\n"_ba)
                                  << ErrorCode::InvalidArgument;
        QTest::newRow("denied") << ScriptedServer::answer(403, {}, "x-ms-error-code: AuthenticationFailed\r\n"_ba)
                                << ErrorCode::AuthenticationFailed;
        QTest::newRow("denied, in the body")
            << ScriptedServer::answer(403, "<?xml version='1.0'?><Error><Code>AuthenticationFailed</Code></Error>"_ba)
            << ErrorCode::AuthenticationFailed;
        QTest::newRow("not there") << ScriptedServer::answer(404) << ErrorCode::NotFound;
        QTest::newRow("changed") << ScriptedServer::answer(412, {}, "x-ms-error-code: ConditionNotMet\r\n"_ba)
                                 << ErrorCode::Conflict;
        QTest::newRow("asks to wait for an hour")
            << ScriptedServer::answer(503, {}, "Retry-After: 3600\r\n"_ba) << ErrorCode::Timeout;
        QTest::newRow("sent elsewhere") << elsewhere << ErrorCode::Unreachable;
        QTest::newRow("another server") << "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"_ba
                                        << ErrorCode::Unreachable;
        QTest::newRow("another part") << ScriptedServer::answer(206, "hello"_ba, "Content-Range: bytes 7-11/100\r\n"_ba)
                                      << ErrorCode::IoError;
        QTest::newRow("the whole") << ScriptedServer::answer(200, "hello"_ba) << ErrorCode::IoError;
        QTest::newRow("more than was asked for") << range("hello, world"_ba) << ErrorCode::IoError;
        QTest::newRow("much more") << range(QByteArray(1'000'000, 'x')) << ErrorCode::IoError;
    }

    void asksOnceForWhatDoesNotPass()
    {
        QFETCH(QByteArray, answer);
        QFETCH(ErrorCode, code);
        ScriptedServer server({answer, range("hello"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        const Result<QByteArray> bytes = testing::await(service.read(u"c"_s, u"b"_s, 0, 5));
        QVERIFY(!bytes);
        QCOMPARE(toString(bytes.error().code), toString(code));
        QCOMPARE(server.requests().size(), 1);
    }

    void knowsWhatSpeaksNoHttp()
    {
        ScriptedServer server(
            QByteArrayList(100, "SSH-2.0-OpenSSH_9.2\r\nhello\r\n\r\n"_ba)); // Qt asks again by itself
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        QCOMPARE(codeOf(testing::await(service.stat(u"c"_s, u"b"_s))), u"Unreachable"_s);
    }

    void givesUpAfterItsTries()
    {
        ScriptedServer server(QByteArrayList(10, ScriptedServer::answer(503)));
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        const Result<BlobEntry> entry = testing::await(service.stat(u"c"_s, u"b"_s));
        QVERIFY(!entry);
        QCOMPARE(codeOf(entry), u"Timeout"_s);
        QCOMPARE(server.requests().size(), quick.tries);
    }

    void givesUpASilentServer()
    {
        ScriptedServer server({});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), {4, 1ms, 4ms, 200ms});
        const Result<BlobEntry> entry = testing::await(service.stat(u"c"_s, u"b"_s));
        QVERIFY(!entry);
        QCOMPARE(codeOf(entry), u"Timeout"_s);
        QTRY_COMPARE(server.connections(), 0);
    }

    void givesUpAtTheDeadlineOfTheWhole()
    {
        ScriptedServer server({ScriptedServer::answer(503)}); // then it is silent
        BlobPatience patience = quick;
        patience.whole = 200ms;
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), patience);
        QCOMPARE(codeOf(testing::await(service.stat(u"c"_s, u"b"_s))), u"Timeout"_s);
        QTRY_COMPARE(server.connections(), 0);
    }

    void givesUpWhatNobodyServes()
    {
        QUrl endpoint;
        {
            const ScriptedServer gone({});
            endpoint = gone.endpoint();
        }
        BlobService service(std::make_shared<BlobLoop>(), accountAt(endpoint), quick);
        const Result<BlobEntry> entry = testing::await(service.stat(u"c"_s, u"b"_s));
        QVERIFY(!entry);
        QCOMPARE(codeOf(entry), u"Unreachable"_s);
        QVERIFY(entry.error().message.englishText().contains(u"Nothing serves blobs"_s));
    }

    void cancelingAbortsTheRequest()
    {
        ScriptedServer server({});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        auto future = service.read(u"c"_s, u"b"_s, 0, 5);
        QTRY_COMPARE(server.requests().size(), 1);
        future.cancel();
        QTRY_COMPARE(server.connections(), 0);
        QTRY_VERIFY(future.isFinished());
    }

    void endsWithoutWaitingForTheNetwork()
    {
        ScriptedServer server({});
        QFuture<Result<QByteArray>> future;
        QFuture<Result<StorageEntry>> chained;
        {
            const auto loop = std::make_shared<BlobLoop>();
            const auto service = std::make_shared<BlobService>(loop, accountAt(server.endpoint()), quick);
            BlobFiles files(service);
            future = service->read(u"c"_s, u"b"_s, 0, 5);
            chained = files.stat(u"/c/b"_s);
            QTRY_COMPARE(server.requests().size(), 2);
        }
        QVERIFY(future.isFinished() && future.isCanceled());
        QVERIFY(chained.isFinished() && chained.isCanceled());
        QTRY_COMPARE(server.connections(), 0);
    }

    void endsAlsoUnusedAndInItsOwnThread()
    {
        {
            const BlobLoop unused;
        }
        ScriptedServer server({range("hello"_ba)});
        auto loop = std::make_shared<BlobLoop>();
        auto service = std::make_shared<BlobService>(loop, accountAt(server.endpoint()), quick);
        const std::weak_ptr<BlobLoop> seen = loop;
        QObject *context = service->context();
        QMetaObject::invokeMethod(
            context, [last = std::move(service)]() mutable { last.reset(); }, Qt::QueuedConnection);
        loop.reset();
        QTRY_VERIFY(seen.expired());
    }

    void knowsItsOwnWorkAgain()
    {
        // The answer to the first try was lost.
        const QByteArray lost = ScriptedServer::answer(500);
        ScriptedServer server({lost, ScriptedServer::answer(404, {}, "x-ms-error-code: BlobNotFound\r\n"_ba), lost,
                               ScriptedServer::answer(409, {}, "x-ms-error-code: ContainerAlreadyExists\r\n"_ba),
                               ScriptedServer::answer(404, {}, "x-ms-error-code: BlobNotFound\r\n"_ba),
                               ScriptedServer::answer(409, {}, "x-ms-error-code: ContainerAlreadyExists\r\n"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        VERIFY_RESULT(testing::await(service.remove(u"c"_s, u"b"_s)));
        VERIFY_RESULT(testing::await(service.createContainer(u"c"_s)));
        QCOMPARE(codeOf(testing::await(service.remove(u"c"_s, u"b"_s))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(service.createContainer(u"c"_s))), u"AlreadyExists"_s);
    }

    void takesNoOtherConflictForItsOwnWork()
    {
        ScriptedServer server({ScriptedServer::answer(500),
                               ScriptedServer::answer(409, {}, "x-ms-error-code: ContainerBeingDeleted\r\n"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        QCOMPARE(codeOf(testing::await(service.createContainer(u"c"_s))), u"Conflict"_s);
    }

    void keepsSnapshotsOfABlobThatIsRemovedInOneVersion()
    {
        ScriptedServer server({ScriptedServer::answer(202), ScriptedServer::answer(202)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        VERIFY_RESULT(testing::await(service.remove(u"c"_s, u"b"_s, u"0x1"_s)));
        QVERIFY(server.requests().first().contains("\r\nif-match: \"0x1\"\r\n"));
        QVERIFY(!server.requests().first().contains("x-ms-delete-snapshots"));
        VERIFY_RESULT(testing::await(service.remove(u"c"_s, u"b"_s)));
        QVERIFY(server.requests().last().contains("\r\nx-ms-delete-snapshots: include\r\n"));
    }

    void fetchesTheCredentialAgainWhenItIsRefused()
    {
        const QByteArray refused = ScriptedServer::answer(403, {}, "x-ms-error-code: AuthenticationFailed\r\n"_ba);
        ScriptedServer server({range("hello"_ba), refused, range("again"_ba), refused, refused});
        QList<QString> keys{u"b2xk"_s, u"bmV3"_s, u"bmV3"_s};
        BlobService service(
            std::make_shared<BlobLoop>(),
            [&keys, endpoint = server.endpoint()] { return accountAt(endpoint, keys.takeFirst())(); }, quick);
        VERIFY_RESULT(testing::await(service.read(u"c"_s, u"b"_s, 0, 5)));
        QCOMPARE(keys.size(), 2);
        VERIFY_RESULT(testing::await(service.read(u"c"_s, u"b"_s, 0, 5)));
        QCOMPARE(keys.size(), 1);
        QCOMPARE(codeOf(testing::await(service.read(u"c"_s, u"b"_s, 0, 5))), u"AuthenticationFailed"_s);
        QVERIFY(keys.isEmpty());
        QCOMPARE(server.requests().size(), 4);
        // The same credential, which was found unchanged, is not fetched once more.
        QCOMPARE(codeOf(testing::await(service.read(u"c"_s, u"b"_s, 0, 5))), u"AuthenticationFailed"_s);
        QCOMPARE(server.requests().size(), 5);
    }

    void saysWhyThereIsNoCredential()
    {
        BlobService service(std::make_shared<BlobLoop>(), [] {
            return QtFuture::makeReadyFuture(
                Result<BlobAccount>(Error::of(ErrorCode::AuthenticationFailed, "The keyring is locked.")));
        });
        const Result<BlobEntry> entry = testing::await(service.stat(u"c"_s, u"b"_s));
        QVERIFY(!entry);
        QCOMPARE(entry.error().message.englishText(), u"The keyring is locked."_s);
    }

    void sendsNoHeaderThatIsTwo_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::newRow("value") << u"a"_s << u"b\r\nx-ms-meta-c: d"_s;
        QTest::newRow("name") << u"a: b\r\nc"_s << u"d"_s;
        QTest::newRow("no ASCII") << u"a"_s << u"ü"_s;
        QTest::newRow("no name") << u" "_s << u"d"_s;
    }

    void sendsNoHeaderThatIsTwo()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        ScriptedServer server({ScriptedServer::answer(201)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        const Result<void> put = testing::await(service.put(u"c"_s, u"b"_s, "x"_ba, {{}, {}, {{name, value}}}));
        QVERIFY(!put);
        QCOMPARE(codeOf(put), u"InvalidArgument"_s);
        QVERIFY(server.requests().isEmpty());
    }

    void asksForNoNameThatLeadsElsewhere()
    {
        ScriptedServer server({});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        for (const QString &name : {u"../d"_s, u"a/./b"_s, u"a/.."_s, QString(1025, u'a')})
            QCOMPARE(codeOf(testing::await(service.stat(u"c"_s, name))), u"InvalidArgument"_s);
        QCOMPARE(codeOf(testing::await(service.stat(u".."_s, u"a"_s))), u"InvalidArgument"_s);
        QCOMPARE(codeOf(testing::await(service.stat(u"a/b"_s, u"c"_s))), u"InvalidArgument"_s);
        QCOMPARE(codeOf(testing::await(service.copy(u"c"_s, u"../d"_s, u"c"_s, u"b"_s))), u"InvalidArgument"_s);
        QVERIFY(server.requests().isEmpty());
    }

    void readsAnEncodedBlobAsItIs()
    {
        ScriptedServer server({range("hello"_ba, "Content-Encoding: gzip\r\n"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        const Result<QByteArray> bytes = testing::await(service.read(u"c"_s, u"b"_s, 0, 5));
        VERIFY_RESULT(bytes);
        QCOMPARE(*bytes, "hello"_ba);
    }

    void awaitsACopyThatTakesItsTime()
    {
        const QByteArray pending = "x-ms-copy-id: 1\r\nx-ms-copy-status: pending\r\n"_ba;
        ScriptedServer server({ScriptedServer::answer(202, {}, pending), ScriptedServer::answer(200, {}, pending),
                               ScriptedServer::answer(200, {}, "x-ms-copy-status: success\r\n"_ba),
                               ScriptedServer::answer(202, {}, pending),
                               ScriptedServer::answer(200, {}, "x-ms-copy-status: failed\r\n"_ba)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        VERIFY_RESULT(testing::await(service.copy(u"c"_s, u"a b"_s, u"c"_s, u"b"_s)));
        QCOMPARE(server.requests().size(), 3);
        const QByteArray source = "\r\nx-ms-copy-source: " + server.endpoint().toEncoded() + "/c/a%20b\r\n";
        QVERIFY(server.requests().first().contains(source));
        QCOMPARE(codeOf(testing::await(service.copy(u"c"_s, u"a"_s, u"c"_s, u"b"_s))), u"IoError"_s);
    }

    void givesUpACopyWithoutProgress()
    {
        const QByteArray state = "x-ms-copy-id: 1\r\nx-ms-copy-status: pending\r\nx-ms-copy-progress: 1/9\r\n"_ba;
        ScriptedServer server({ScriptedServer::answer(202, {}, state), ScriptedServer::answer(200, {}, state)});
        server.add(QByteArrayList(100, ScriptedServer::answer(200, {}, state)));
        BlobPatience patience = quick;
        patience.copySilence = 250ms;
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), patience);
        QCOMPARE(codeOf(testing::await(service.copy(u"c"_s, u"a"_s, u"c"_s, u"b"_s))), u"Timeout"_s);
        QVERIFY(server.requests().size() >= 2);
    }

    void knowsItsOwnCopyAgain_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("code");
        QTest::newRow("own") << u"/c/a%20b?sv=1"_s << QString();
        QTest::newRow("of another blob") << u"/c/other"_s << u"AlreadyExists"_s;
        QTest::newRow("no copy") << QString() << u"AlreadyExists"_s;
    }

    void knowsItsOwnCopyAgain()
    {
        QFETCH(QString, source);
        ScriptedServer server({ScriptedServer::answer(500)}); // the copy is made, and the answer lost
        const QByteArray from = server.endpoint().toEncoded() + source.toLatin1();
        const QByteArray state = source.isEmpty()
            ? QByteArray()
            : "x-ms-copy-id: 1\r\nx-ms-copy-status: success\r\nx-ms-copy-source: " + from + "\r\n";
        server.add({ScriptedServer::answer(409, {}, "x-ms-error-code: BlobAlreadyExists\r\n"_ba),
                    ScriptedServer::answer(200, {}, state)});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        QTEST(codeOf(testing::await(service.copy(u"c"_s, u"a b"_s, u"c"_s, u"b"_s, true))), "code");
        QCOMPARE(server.requests().size(), 3);
    }

    void knowsThatAnotherReplacedACopy()
    {
        const auto state = [](const char *id, const char *status) -> QByteArray {
            return QByteArray("x-ms-copy-id: ") + id + "\r\nx-ms-copy-status: " + status + "\r\n";
        };
        ScriptedServer server({ScriptedServer::answer(202, {}, state("1", "pending")),
                               ScriptedServer::answer(200, {}, state("2", "success"))});
        BlobService service(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick);
        QCOMPARE(codeOf(testing::await(service.copy(u"c"_s, u"a"_s, u"c"_s, u"b"_s))), u"Conflict"_s);
    }

    void keepsWhatABlobHasBesideItsBytes()
    {
        ScriptedServer server(
            {ScriptedServer::answer(200, {},
                                    "ETag: \"0x1\"\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                                    "x-ms-meta-owner: me\r\n"_ba),
             ScriptedServer::answer(201)});
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick));
        VERIFY_RESULT(testing::await(files.write(u"/c/b"_s, 0, "new"_ba)));
        const QByteArray put = server.requests().value(1);
        QVERIFY(put.startsWith("PUT "));
        for (const char *line : {"if-match: \"0x1\"", "x-ms-blob-content-type: text/html",
                                 "x-ms-blob-content-encoding: gzip", "x-ms-meta-owner: me"})
            QVERIFY2(put.contains(QByteArray(QByteArray("\r\n") + line + "\r\n")), put);
    }

    void writesOverNoVersionThatWasNotRead()
    {
        const auto version = [](const char *etag) -> QByteArray { return QByteArray("ETag: \"") + etag + "\"\r\n"; };
        const QByteArray changed = ScriptedServer::answer(412, {}, "x-ms-error-code: ConditionNotMet\r\n"_ba);
        const QByteArray now = ScriptedServer::answer(200, {}, version("0x2"));
        ScriptedServer server({range("hello"_ba, version("0x1")), now, changed, now, now, changed, now});
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick));
        VERIFY_RESULT(testing::await(files.read(u"/c/b"_s, 0, 5)));
        for (int i = 0; i < 2; ++i) // another try changes nothing
            QCOMPARE(codeOf(testing::await(files.write(u"/c/b"_s, 0, "new"_ba))), u"Conflict"_s);
        QVERIFY(server.requests().value(2).contains("\r\nif-match: \"0x1\"\r\n"));
        QVERIFY(server.requests().value(5).contains("\r\nif-match: \"0x1\"\r\n"));
    }

    void showsTheOneContainerOfASignature()
    {
        ScriptedServer server({});
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick), u"one"_s);
        const std::shared_ptr<FolderListing> listing = files.list(u"/"_s);
        const Result<QList<StorageEntry>> entries = testing::await(listing->next(10));
        VERIFY_RESULT(entries);
        QCOMPARE(entries->size(), 1);
        QCOMPARE(entries->first().name, u"one"_s);
        QVERIFY(testing::await(listing->next(10))->isEmpty());
        QVERIFY(testing::await(files.stat(u"/one"_s))->isFolder);
        QVERIFY(server.requests().isEmpty());
    }

    /// 12,000 names in three pages, with pages between them that have none, as the service has them.
    void listsAllPages()
    {
        QByteArrayList answers;
        for (int page = 0; page < 3; ++page) {
            QByteArray xml = "<EnumerationResults><Blobs>"_ba;
            for (int i = 0; i < 4000; ++i)
                xml += "<Blob><Name>dir/" + QByteArray::number(page * 4000 + i)
                    + "</Name><Properties><Content-Length>7"
                      "</Content-Length></Properties></Blob>";
            xml += "</Blobs><NextMarker>";
            answers.append(ScriptedServer::answer(
                200, xml + "empty" + QByteArray::number(page) + "</NextMarker></EnumerationResults>"));
            const QByteArray next = page < 2 ? "full" + QByteArray::number(page) : QByteArray();
            answers.append(ScriptedServer::answer(
                200, "<EnumerationResults><Blobs/><NextMarker>" + next + "</NextMarker></EnumerationResults>"));
        }
        ScriptedServer server(answers);
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick));
        const std::shared_ptr<FolderListing> listing = files.list(u"/c/dir"_s);
        int count = 0;
        for (;;) {
            const Result<QList<StorageEntry>> entries = testing::await(listing->next(3000));
            VERIFY_RESULT(entries);
            if (entries->isEmpty())
                break;
            QVERIFY(entries->size() <= 3000);
            QCOMPARE(entries->first().name, QString::number(count));
            QCOMPARE(entries->first().size, 7);
            count += int(entries->size());
        }
        QCOMPARE(count, 12'000);
        QCOMPARE(server.requests().size(), 6);
        QVERIFY(server.requests().at(1).startsWith("GET /c?comp=list&delimiter=%2F&include=metadata&marker=empty0&"));
    }

    void listsNoPageForEver()
    {
        const QByteArray same = ScriptedServer::answer(
            200, "<EnumerationResults><Blobs/><NextMarker>same</NextMarker></EnumerationResults>"_ba);
        ScriptedServer server({same, same, same});
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick));
        const Result<QList<StorageEntry>> entries = testing::await(files.list(u"/c"_s)->next(10));
        QVERIFY(!entries);
        QCOMPARE(server.requests().size(), 2);
    }

    void listsNoCircleOfPages()
    {
        const auto page = [](const char *next) {
            return ScriptedServer::answer(200,
                                          QByteArray("<EnumerationResults><Blobs/><NextMarker>") + next
                                              + "</NextMarker></EnumerationResults>");
        };
        ScriptedServer server({});
        for (int i = 0; i < 10; ++i)
            server.add({page("a"), page("b"), page("c")});
        BlobFiles files(
            std::make_shared<BlobService>(std::make_shared<BlobLoop>(), accountAt(server.endpoint()), quick));
        QCOMPARE(codeOf(testing::await(files.list(u"/c"_s)->next(10))), u"IoError"_s);
        QVERIFY(server.requests().size() < 10);
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobRetries)
#include "tst_blobretries.moc"
