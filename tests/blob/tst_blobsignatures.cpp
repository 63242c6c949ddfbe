// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/sas.h"
#include "engine/blob/wire/sharedkey.h"
#include "tests/blob/codeof.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using testing::codeOf;

/// Texts and signatures are written by hand, and were signed with openssl.
class TstBlobSignatures final : public QObject
{
    Q_OBJECT

    const Secret m_key{u"YSBrZXkgb2YgdGhlIGFjY291bnQsIDMyIGJ5dGVzLi4="_s}; // "a key of the account, 32 bytes.."

private slots:
    /// The example of Microsoft's page "Authorize with Shared Key".
    void signsTheDocumentedRequest()
    {
        const BlobRequest request{
            BlobRequest::Verb::Get,
            {u"mycontainer"_s, {}},
            {{"restype"_ba, u"container"_s}, {"comp"_ba, u"metadata"_s}, {"timeout"_ba, u"20"_s}},
            {{"x-ms-version"_ba, "2015-02-21"_ba}, {"x-ms-date"_ba, "Fri, 26 Jun 2015 23:39:12 GMT"_ba}}};
        const QUrl url = blobUrl(QUrl(u"https://myaccount.blob.core.windows.net"_s), request.target, request.query);
        QCOMPARE(url.toEncoded(),
                 "https://myaccount.blob.core.windows.net/mycontainer?comp=metadata&restype=container&timeout=20"_ba);
        QCOMPARE(stringToSign(request, url, u"myaccount"_s),
                 "GET\n\n\n\n\n\n\n\n\n\n\n\nx-ms-date:Fri, 26 Jun 2015 23:39:12 GMT\nx-ms-version:2015-02-21\n"
                 "/myaccount/mycontainer\ncomp:metadata\nrestype:container\ntimeout:20"_ba);
        const Result<QByteArray> header = sharedKeyHeader(request, url, u"myaccount"_s, m_key);
        VERIFY_RESULT(header);
        QCOMPARE(*header, "SharedKey myaccount:/C+VHlN3vYRrM1G0qzVHcKkl/N3riYzp04sAqHnOI08="_ba);
    }

    void signsEveryHeaderAndTheAddressAsItIsSent()
    {
        BlobRequest request{BlobRequest::Verb::Put, {u"c"_s, u"a b/ü+%.txt"_s}};
        request.headers = {{"content-md5"_ba, "md5=="_ba},       {"content-type"_ba, "text/plain"_ba},
                           {"if-match"_ba, "\"0x1\""_ba},        {"if-none-match"_ba, "*"_ba},
                           {"x-ms-meta-b"_ba, " two "_ba},       {"x-ms-meta-a"_ba, "one"_ba},
                           {"x-ms-blob-type"_ba, "BlockBlob"_ba}};
        request.body = "hello"_ba;
        // An emulator has the account in the path, and so twice in what is signed.
        const QUrl url = blobUrl(QUrl(u"http://127.0.0.1:10000/acc/"_s), request.target);
        QCOMPARE(url.toEncoded(), "http://127.0.0.1:10000/acc/c/a%20b/%C3%BC%2B%25.txt"_ba);
        QCOMPARE(stringToSign(request, url, u"acc"_s),
                 "PUT\n\n\n5\nmd5==\ntext/plain\n\n\n\"0x1\"\n*\n\n\nx-ms-blob-type:BlockBlob\nx-ms-meta-a:one\n"
                 "x-ms-meta-b:two\n/acc/acc/c/a%20b/%C3%BC%2B%25.txt"_ba);
    }

    void encodesEveryName_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("encoded");
        QTest::newRow("question") << u"a?b#c"_s << "a%3Fb%23c"_ba;
        QTest::newRow("percent") << u"100%41"_s << "100%2541"_ba;
        QTest::newRow("quotes") << u"it's \"x\""_s << "it%27s%20%22x%22"_ba;
        QTest::newRow("reserved") << u"[a]&b=c;d,e:f@g!$(h)*"_s << "%5Ba%5D%26b%3Dc%3Bd%2Ce%3Af%40g%21%24%28h%29%2A"_ba;
        QTest::newRow("unreserved") << u"a-b.c_d~e"_s << "a-b.c_d~e"_ba;
        QTest::newRow("backslash") << u"a\\b^c`d{e|f}"_s << "a%5Cb%5Ec%60d%7Be%7Cf%7D"_ba;
        QTest::newRow("control") << u"a\nb\x7f"_s << "a%0Ab%7F"_ba;
        QTest::newRow("beyond 16 bits") << u"\U0001F600"_s << "%F0%9F%98%80"_ba;
        QTest::newRow("slash") << u"a/b"_s << "a/b"_ba;
    }

    void encodesEveryName()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, encoded);
        const QUrl url = blobUrl(QUrl(u"https://a.example"_s), {u"c"_s, name});
        QCOMPARE(url.toEncoded(), "https://a.example/c/" + encoded);
        QCOMPARE(url.path(QUrl::FullyEncoded), QString::fromLatin1("/c/" + encoded));
    }

    void refusesAKeyThatIsNone_data()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("empty") << QString();
        QTest::newRow("no base64") << u"not a key!"_s;
        QTest::newRow("a shared access signature") << u"sv=2021-08-06&sig=abc"_s;
    }

    void refusesAKeyThatIsNone()
    {
        QFETCH(QString, key);
        const Result<QByteArray> signature = keySignature(Secret(key), "text"_ba);
        QVERIFY(!signature);
        QCOMPARE(codeOf(signature), u"AuthenticationFailed"_s);
        QVERIFY(key.isEmpty() || !signature.error().message.englishText().contains(key));
    }

    void signsALink()
    {
        const BlobLink link{
            {u"pictures"_s, u"a b/ü+%.jpg"_s}, QDateTime(QDate(2026, 12, 1), QTime(8, 30), Qt::UTC), true};
        QCOMPARE(
            linkToSign(link, u"myaccount"_s),
            QByteArray("r\n\n2026-12-01T08:30:00Z\n/blob/myaccount/pictures/a b/ü+%.jpg\n\n\nhttps\n2021-08-06\nb\n"
                       "\n\n\n\n\n\n"));
        const Result<QByteArray> query = linkQuery(link, u"myaccount"_s, m_key);
        VERIFY_RESULT(query);
        QCOMPARE(*query,
                 "se=2026-12-01T08%3A30%3A00Z&sig=x2Fg2X8GskqbFgKgrZKxLcQGY4tAe7IZP%2BH0doXvfyo%3D&sp=r&spr=https&sr=b"
                 "&sv=2021-08-06"_ba);
    }

    void readsASharedAccessSignature_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("parameters") << u"sv=2021-08-06&se=2026-12-01T08:30:00Z&sr=c&sp=rl&sig=a%2Bb%2F%3D"_s;
        QTest::newRow("question mark") << u"?sv=2021-08-06&se=2026-12-01T08:30:00Z&sr=c&sp=rl&sig=a%2Bb%2F%3D"_s;
        QTest::newRow("plain plus") << u" sv=2021-08-06&se=2026-12-01T08%3A30%3A00Z&sr=c&sp=rl&sig=a+b/=\n"_s;
        QTest::newRow("address")
            << u"https://a.example/c?sv=2021-08-06&se=2026-12-01T08:30Z&sr=c&sp=rl&sig=a%2Bb/%3D"_s;
    }

    void readsASharedAccessSignature()
    {
        QFETCH(QString, text);
        const Result<Sas> sas = Sas::parse(Secret(text));
        VERIFY_RESULT(sas);
        QCOMPARE(sas->expiry(), QDateTime(QDate(2026, 12, 1), QTime(8, 30), Qt::UTC));
        QVERIFY(!sas->start().isValid());
        QCOMPARE(sas->value("sp"_ba), u"rl"_s);
        QVERIFY(sas->query().contains("&sig=a%2Bb%2F%3D&"));
        QCOMPARE(blobUrl(QUrl(u"https://a.example"_s), {u"c"_s, {}}, {}, sas->query()).query(QUrl::FullyEncoded),
                 QString::fromLatin1(sas->query()));
    }

    void refusesWhatIsNoSharedAccessSignature()
    {
        for (const QString &text : {u""_s, u"sv=2021-08-06"_s, u"sig=abc"_s, m_key.text()}) {
            const Result<Sas> sas = Sas::parse(Secret(text));
            QVERIFY(!sas);
            QCOMPARE(codeOf(sas), u"AuthenticationFailed"_s);
        }
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobSignatures)
#include "tst_blobsignatures.moc"
