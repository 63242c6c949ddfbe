// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/blobloop.h"
#include "engine/blob/blobservice.h"
#include "engine/blob/wire/sharedkey.h"
#include "tests/blob/codeof.h"
#include "tests/support/await.h"
#include "tests/support/parts.h"
#include "tests/support/real/azurite.h"
#include "tests/support/testmain.h"

#include <QCryptographicHash>
#include <QMessageAuthenticationCode>
#include <QTcpSocket>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using namespace engine;
using testing::Azurite;
using testing::codeOf;

namespace {

constexpr BlobPatience impatient{4, 1ms, 4ms, 60s};

/// The query of a signature for a container, as the service documents it; written here, as ours are of blobs only.
QByteArray containerSas(const QString &container, const QByteArray &permissions, const QByteArray &expiry)
{
    const QByteArray text = permissions + "\n\n" + expiry + "\n/blob/" + Azurite::name().toUtf8() + '/'
        + container.toUtf8() + "\n\n\n\n2021-08-06\nc\n\n\n\n\n\n\n";
    const QByteArray signature = QMessageAuthenticationCode::hash(text, QByteArray::fromBase64(Azurite::key().toUtf8()),
                                                                  QCryptographicHash::Sha256)
                                     .toBase64();
    return "sv=2021-08-06&sr=c&sp=" + permissions + "&se=" + expiry.toPercentEncoding()
        + "&sig=" + signature.toPercentEncoding();
}

} // namespace

/// The requests, by Azurite.
class TstBlobService final : public QObject
{
    Q_OBJECT

    Azurite m_azurite;
    std::shared_ptr<BlobLoop> m_loop = std::make_shared<BlobLoop>();
    std::unique_ptr<BlobService> m_service;

    std::unique_ptr<BlobService> serviceOf(const BlobAccount &account)
    {
        return std::make_unique<BlobService>(
            m_loop, [account] { return QtFuture::makeReadyFuture(Result<BlobAccount>(account)); }, impatient);
    }
    std::unique_ptr<BlobService> serviceWith(BlobCredential::Kind kind, const QString &value)
    {
        return serviceOf({Azurite::name(), m_azurite.endpoint(), {kind, Secret(value)}});
    }

private slots:
    void initTestCase()
    {
        SKIP_WITHOUT("azurite");
        QVERIFY(m_azurite.start());
        m_service = serviceOf(m_azurite.account());
    }

    void makesListsAndRemovesContainers()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"first"_s)));
        VERIFY_RESULT(testing::await(m_service->createContainer(u"second"_s)));
        QCOMPARE(codeOf(testing::await(m_service->createContainer(u"first"_s))), u"AlreadyExists"_s);
        QCOMPARE(codeOf(testing::await(m_service->createContainer(u"No"_s))), u"InvalidArgument"_s);
        const Result<BlobPage> one = testing::await(m_service->listContainers({}, 1));
        VERIFY_RESULT(one);
        QCOMPARE(one->entries.size(), 1);
        QCOMPARE(one->entries.first().name, u"first"_s);
        QVERIFY(one->entries.first().modified.isValid());
        const Result<BlobPage> two = testing::await(m_service->listContainers(one->next, 1));
        VERIFY_RESULT(two);
        QCOMPARE(two->entries.first().name, u"second"_s);
        VERIFY_RESULT(testing::await(m_service->removeContainer(u"second"_s)));
        QCOMPARE(codeOf(testing::await(m_service->removeContainer(u"second"_s))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_service->list({u"second"_s}))), u"NotFound"_s);
    }

    void writesAndReads()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"bytes"_s)));
        QByteArray bytes(5'000'000, Qt::Uninitialized);
        for (qsizetype i = 0; i < bytes.size(); ++i)
            bytes[i] = char((i * 7919) >> 8);
        VERIFY_RESULT(testing::await(m_service->put(u"bytes"_s, u"data"_s, bytes,
                                                    {u"text/x-data"_s, {}, {{u"Owner"_s, u"me, myself"_s}}, true})));
        QCOMPARE(codeOf(testing::await(m_service->put(u"bytes"_s, u"data"_s, "x"_ba, {{}, {}, {}, true}))),
                 u"AlreadyExists"_s);

        const Result<BlobEntry> entry = testing::await(m_service->stat(u"bytes"_s, u"data"_s));
        VERIFY_RESULT(entry);
        QCOMPARE(entry->size, bytes.size());
        QCOMPARE(entry->contentType, u"text/x-data"_s);
        QCOMPARE(entry->metadata, (QMap<QString, QString>{{u"owner"_s, u"me, myself"_s}}));
        QCOMPARE(entry->md5, QCryptographicHash::hash(bytes, QCryptographicHash::Md5));
        QVERIFY(qAbs(entry->modified.secsTo(QDateTime::currentDateTimeUtc())) < 3600);

        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 0, 6'000'000)), bytes);
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 1'234'567, 1'000, entry->etag)),
                 bytes.mid(1'234'567, 1'000));
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 4'999'990, 100)), bytes.right(10));
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 5'000'000, 100)), ""_ba);
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 10'000'000, 100)), ""_ba);
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 7, 0)), ""_ba);
        QCOMPARE(codeOf(testing::await(m_service->read(u"bytes"_s, u"data"_s, -1, 1))), u"InvalidArgument"_s);

        VERIFY_RESULT(testing::await(m_service->put(u"bytes"_s, u"data"_s, {})));
        QCOMPARE(*testing::await(m_service->read(u"bytes"_s, u"data"_s, 0, 100)), ""_ba);
        QCOMPARE(codeOf(testing::await(m_service->read(u"bytes"_s, u"data"_s, 0, 10, entry->etag))), u"Conflict"_s);
        QCOMPARE(codeOf(testing::await(m_service->remove(u"bytes"_s, u"data"_s, entry->etag))), u"Conflict"_s);
        VERIFY_RESULT(testing::await(m_service->remove(u"bytes"_s, u"data"_s)));
        QCOMPARE(codeOf(testing::await(m_service->remove(u"bytes"_s, u"data"_s))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_service->stat(u"bytes"_s, u"data"_s))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_service->read(u"bytes"_s, u"data"_s, 0, 10))), u"NotFound"_s);
    }

    void takesEveryName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("spaces") << u" a  b "_s;
        QTest::newRow("percent") << u"100%41%zz%"_s;
        QTest::newRow("plus") << u"a+b"_s;
        QTest::newRow("question") << u"what?x=1&y=2"_s;
        QTest::newRow("hash") << u"a#b"_s;
        QTest::newRow("quotes") << u"it's \"x\" `y`"_s;
        QTest::newRow("brackets") << u"[a]{b}<c>(d)|e^f"_s;
        QTest::newRow("signs") << u"a&b=c;d,e:f@g!$*~"_s;
        QTest::newRow("umlauts") << u"Größe/über"_s;
        QTest::newRow("Chinese") << u"数据/文件"_s;
        QTest::newRow("beyond 16 bits") << u"\U0001F600"_s;
        QTest::newRow("hidden") << u".dir/..x/x.."_s;
        QTest::newRow("very long") << QString(250, u'n') + u'/' + QString(250, u'm') + u'/' + QString(250, u'o');
    }

    void takesEveryName()
    {
        QFETCH(QString, name);
        const Result<void> made = testing::await(m_service->createContainer(u"names"_s));
        QVERIFY(made || made.error().code == ErrorCode::AlreadyExists);
        VERIFY_RESULT(testing::await(m_service->put(u"names"_s, name, name.toUtf8())));
        const Result<QByteArray> bytes = testing::await(m_service->read(u"names"_s, name, 0, 10'000));
        VERIFY_RESULT(bytes);
        QCOMPARE(*bytes, name.toUtf8());
        const Result<BlobPage> page = testing::await(m_service->list({u"names"_s, name, true}));
        VERIFY_RESULT(page);
        QCOMPARE(page->entries.size(), 1);
        QCOMPARE(page->entries.first().name, name);
        VERIFY_RESULT(testing::await(m_service->copy(u"names"_s, name, u"names"_s, u"copy of "_s + name)));
        QCOMPARE(*testing::await(m_service->read(u"names"_s, u"copy of "_s + name, 0, 10'000)), name.toUtf8());
        VERIFY_RESULT(testing::await(m_service->remove(u"names"_s, name)));
        QVERIFY(testing::await(m_service->list({u"names"_s, name, true}))->entries.isEmpty());
    }

    void listsPagesAndPrefixes()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"pages"_s)));
        QList<QFuture<Result<void>>> puts;
        for (int i = 0; i < 40; ++i)
            puts.append(m_service->put(u"pages"_s, u"data/%1/%2"_s.arg(i % 4).arg(i, 2, 10, QChar(u'0')), "x"_ba,
                                       {{}, {}, {{u"number"_s, QString::number(i)}}}));
        for (const QFuture<Result<void>> &put : puts)
            VERIFY_RESULT(testing::await(put));
        QStringList names;
        int pages = 0;
        QString marker;
        do {
            const Result<BlobPage> page =
                testing::await(m_service->list({u"pages"_s, u"data/"_s, true, true, 7}, marker));
            VERIFY_RESULT(page);
            QVERIFY(page->entries.size() <= 7);
            for (const BlobEntry &entry : page->entries) {
                names.append(entry.name);
                QCOMPARE(entry.metadata.value(u"number"_s).toInt(), entry.name.section(u'/', 2).toInt());
            }
            marker = page->next;
            ++pages;
        } while (!marker.isEmpty() && pages < 100);
        QCOMPARE(names.size(), 40);
        QCOMPARE(pages, 6);
        QVERIFY(std::is_sorted(names.cbegin(), names.cend()));
        const Result<BlobPage> prefixes = testing::await(m_service->list({u"pages"_s, u"data/"_s}));
        VERIFY_RESULT(prefixes);
        QCOMPARE(prefixes->entries.size(), 4);
        QCOMPARE(prefixes->entries.first().name, u"data/0/"_s);
        QVERIFY(prefixes->entries.first().isPrefix);
        QVERIFY(testing::await(m_service->list({u"pages"_s, u"none"_s}))->entries.isEmpty());
    }

    void uploadsInBlocks()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"blocks"_s)));
        QVERIFY(testing::await(m_service->uncommittedBlocks(u"blocks"_s, u"big"_s))->isEmpty());
        VERIFY_RESULT(testing::await(m_service->putBlock(u"blocks"_s, u"big"_s, "0002"_ba, "world"_ba)));
        VERIFY_RESULT(testing::await(m_service->putBlock(u"blocks"_s, u"big"_s, "0001"_ba, "hello, "_ba)));
        const Result<QMap<QByteArray, qint64>> sent =
            testing::await(m_service->uncommittedBlocks(u"blocks"_s, u"big"_s));
        VERIFY_RESULT(sent);
        QCOMPARE(*sent, (QMap<QByteArray, qint64>{{"0001"_ba, 7}, {"0002"_ba, 5}}));
        QCOMPARE(codeOf(testing::await(m_service->stat(u"blocks"_s, u"big"_s))), u"NotFound"_s);
        QCOMPARE(codeOf(testing::await(m_service->commit(u"blocks"_s, u"big"_s, {"0003"_ba}))), u"Conflict"_s);

        const QByteArray md5 = QCryptographicHash::hash("hello, world", QCryptographicHash::Md5);
        const BlobProperties properties{u"text/plain"_s, md5, {{u"a"_s, u"b"_s}}, true};
        VERIFY_RESULT(testing::await(m_service->commit(u"blocks"_s, u"big"_s, {"0001"_ba, "0002"_ba}, properties)));
        QCOMPARE(*testing::await(m_service->read(u"blocks"_s, u"big"_s, 0, 100)), "hello, world"_ba);
        const Result<BlobEntry> entry = testing::await(m_service->stat(u"blocks"_s, u"big"_s));
        QCOMPARE(entry->md5, md5);
        QCOMPARE(entry->contentType, u"text/plain"_s);
        QCOMPARE(entry->metadata.value(u"a"_s), u"b"_s);
        QVERIFY(testing::await(m_service->uncommittedBlocks(u"blocks"_s, u"big"_s))->isEmpty());
        QCOMPARE(codeOf(testing::await(m_service->commit(u"blocks"_s, u"big"_s, {"0001"_ba}, properties))),
                 u"AlreadyExists"_s);
        QCOMPARE(codeOf(testing::await(m_service->uncommittedBlocks(u"no-such"_s, u"big"_s))), u"NotFound"_s);
    }

    void copies()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"copies"_s)));
        VERIFY_RESULT(testing::await(m_service->put(u"copies"_s, u"a"_s, "one"_ba, {{}, {}, {{u"m"_s, u"1"_s}}})));
        VERIFY_RESULT(testing::await(m_service->put(u"copies"_s, u"b"_s, "two"_ba)));
        VERIFY_RESULT(testing::await(m_service->copy(u"copies"_s, u"a"_s, u"copies"_s, u"c"_s, true)));
        QCOMPARE(*testing::await(m_service->read(u"copies"_s, u"c"_s, 0, 10)), "one"_ba);
        QCOMPARE(testing::await(m_service->stat(u"copies"_s, u"c"_s))->metadata.value(u"m"_s), u"1"_s);
        QCOMPARE(codeOf(testing::await(m_service->copy(u"copies"_s, u"a"_s, u"copies"_s, u"b"_s, true))),
                 u"AlreadyExists"_s);
        VERIFY_RESULT(testing::await(m_service->copy(u"copies"_s, u"a"_s, u"copies"_s, u"b"_s)));
        QCOMPARE(*testing::await(m_service->read(u"copies"_s, u"b"_s, 0, 10)), "one"_ba);
        const Result<void> none = testing::await(m_service->copy(u"copies"_s, u"none"_s, u"copies"_s, u"d"_s));
        QCOMPARE(codeOf(none), u"NotFound"_s);
        QCOMPARE(none.error().target, u"/copies/none"_s);
    }

    void saysThatTheKeyIsWrong()
    {
        const auto service = serviceWith(BlobCredential::Kind::Key, u"YSBrZXkgb2YgdGhlIGFjY291bnQsIDMyIGJ5dGVzLi4="_s);
        const Result<BlobPage> page = testing::await(service->listContainers({}));
        QVERIFY(!page);
        QCOMPARE(codeOf(page), u"AuthenticationFailed"_s);
        QVERIFY2(page.error().message.englishText().contains(u"key"_s), qPrintable(page.error().message.englishText()));
    }

    void worksWithASharedAccessSignature()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"shared"_s)));
        VERIFY_RESULT(testing::await(m_service->createContainer(u"other"_s)));
        const auto writer =
            serviceWith(BlobCredential::Kind::Sas,
                        QString::fromLatin1('?' + containerSas(u"shared"_s, "racwdl"_ba, "2099-01-01T00:00:00Z"_ba)));
        VERIFY_RESULT(testing::await(writer->put(u"shared"_s, u"a+b c"_s, "one"_ba)));
        QCOMPARE(*testing::await(writer->read(u"shared"_s, u"a+b c"_s, 0, 10)), "one"_ba);
        QCOMPARE(testing::await(writer->list({u"shared"_s}))->entries.size(), 1);
        VERIFY_RESULT(testing::await(writer->copy(u"shared"_s, u"a+b c"_s, u"shared"_s, u"d"_s)));
        QCOMPARE(codeOf(testing::await(writer->list({u"other"_s}))), u"AuthenticationFailed"_s);
        QCOMPARE(codeOf(testing::await(writer->listContainers({}))), u"AuthenticationFailed"_s);
        QCOMPARE(codeOf(testing::await(writer->link(u"shared"_s, u"d"_s, QDateTime::currentDateTimeUtc()))),
                 u"Conflict"_s);

        const auto reader =
            serviceWith(BlobCredential::Kind::Sas,
                        QString::fromLatin1(containerSas(u"shared"_s, "rl"_ba, "2099-01-01T00:00:00Z"_ba)));
        QCOMPARE(*testing::await(reader->read(u"shared"_s, u"a+b c"_s, 0, 10)), "one"_ba);
        const Result<void> put = testing::await(reader->put(u"shared"_s, u"x"_s, "one"_ba));
        QCOMPARE(codeOf(put), u"AuthenticationFailed"_s);
        QVERIFY2(put.error().message.englishText().contains(u"does not permit this for /shared/x"_s),
                 qPrintable(put.error().message.englishText()));

        const auto expired =
            serviceWith(BlobCredential::Kind::Sas,
                        QString::fromLatin1(containerSas(u"shared"_s, "rl"_ba, "2021-01-01T00:00:00Z"_ba)));
        const Result<BlobPage> page = testing::await(expired->list({u"shared"_s}));
        QCOMPARE(codeOf(page), u"AuthenticationFailed"_s);
        QVERIFY2(page.error().message.englishText().contains(u"expired at 2021-01-01"_s),
                 qPrintable(page.error().message.englishText()));
    }

    void makesLinksThatAnybodyMayRead()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"links"_s)));
        VERIFY_RESULT(testing::await(m_service->put(u"links"_s, u"dir/ü b+c?.txt"_s, "hello"_ba)));
        const auto statusOf = [](const QUrl &url) {
            QTcpSocket socket;
            socket.connectToHost(url.host(), quint16(url.port()));
            socket.write("GET " + url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority)
                         + " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
            QByteArray answer;
            while (socket.waitForReadyRead(testing::patience))
                answer += socket.readAll();
            return answer.mid(9, 3);
        };
        const Result<QUrl> link = testing::await(
            m_service->link(u"links"_s, u"dir/ü b+c?.txt"_s, QDateTime::currentDateTimeUtc().addSecs(3600)));
        VERIFY_RESULT(link);
        QCOMPARE(statusOf(*link), "200"_ba);
        const Result<QUrl> old = testing::await(
            m_service->link(u"links"_s, u"dir/ü b+c?.txt"_s, QDateTime::currentDateTimeUtc().addSecs(-3600)));
        VERIFY_RESULT(old);
        QCOMPARE(statusOf(*old), "403"_ba);
    }

    void goesOnWhenTheServiceIsBack()
    {
        VERIFY_RESULT(testing::await(m_service->createContainer(u"back"_s)));
        VERIFY_RESULT(testing::await(m_service->put(u"back"_s, u"a"_s, "hello"_ba)));
        m_azurite.stop();
        QCOMPARE(codeOf(testing::await(m_service->read(u"back"_s, u"a"_s, 0, 10))), u"Unreachable"_s);
        QVERIFY(m_azurite.start());
        QCOMPARE(*testing::await(m_service->read(u"back"_s, u"a"_s, 0, 10)), "hello"_ba);
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobService)
#include "tst_blobservice.moc"
