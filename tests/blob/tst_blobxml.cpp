// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/blob/wire/blobxml.h"
#include "tests/blob/codeof.h"
#include "tests/support/await.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace engine;
using testing::codeOf;

namespace {

const QByteArray blobsXml =
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
    "<EnumerationResults ServiceEndpoint=\"https://a.example/\" "
    "ContainerName=\"c\"><Prefix>x</Prefix><Delimiter>/</Delimiter>"
    "<Blobs><Blob><Name>data/a &amp; b.txt</Name><Snapshot/><Properties><Creation-Time>Fri, 26 Jun 2015 23:39:12 "
    "GMT</Creation-Time>"
    "<Last-Modified>Fri, 26 Jun 2015 23:39:12 "
    "GMT</Last-Modified><Etag>0x8DAC</Etag><Content-Length>5368709120</Content-Length>"
    "<Content-Type>text/plain</Content-Type><Content-MD5>XUFAKrxLKna5cZ2REBfFkg==</Content-MD5><BlobType>BlockBlob</"
    "BlobType></Properties>"
    "<Metadata><Owner>me</Owner></Metadata><OrMetadata /></Blob><BlobPrefix><Name>data/sub/</Name></BlobPrefix>"
    "<Blob><Name "
    "Encoded=\"true\">data%2Fodd%EF%BF%BF%25</Name><Properties><Content-Length>0</Content-Length><Content-MD5 "
    "/></Properties></Blob>"
    "</Blobs><NextMarker>2!88!x</NextMarker></EnumerationResults>"_ba;

QByteArray listOf(const QByteArray &content)
{
    return "<EnumerationResults><Blobs>" + content + "</Blobs><NextMarker/></EnumerationResults>";
}

} // namespace

class TstBlobXml final : public QObject
{
    Q_OBJECT

private slots:
    void readsBlobsAndPrefixes()
    {
        const Result<BlobPage> page = blobsFromXml(blobsXml);
        VERIFY_RESULT(page);
        QCOMPARE(page->entries.size(), 3);
        const BlobEntry &blob = page->entries.at(0);
        QCOMPARE(blob.name, u"data/a & b.txt"_s);
        QVERIFY(!blob.isPrefix);
        QCOMPARE(blob.size, 5'368'709'120);
        QCOMPARE(blob.modified, QDateTime(QDate(2015, 6, 26), QTime(23, 39, 12), Qt::UTC));
        QCOMPARE(blob.etag, u"0x8DAC"_s);
        QCOMPARE(blob.md5, QByteArray::fromHex("5d41402abc4b2a76b9719d911017c592"));
        QCOMPARE(blob.contentType, u"text/plain"_s);
        QCOMPARE(blob.metadata, (QMap<QString, QString>{{u"owner"_s, u"me"_s}}));
        QCOMPARE(page->entries.at(1).name, u"data/sub/"_s);
        QVERIFY(page->entries.at(1).isPrefix);
        QCOMPARE(page->entries.at(2).name, u"data/odd\uFFFF%"_s);
        QVERIFY(page->entries.at(2).md5.isEmpty());
        QCOMPARE(page->next, u"2!88!x"_s);
        QCOMPARE(page->leftOut, 0);
    }

    void readsContainers()
    {
        const Result<BlobPage> page = containersFromXml(
            "<?xml "
            "version='1.0'?><EnumerationResults><MaxResults>2</MaxResults><Containers><Container><Name>logs</Name>"
            "<Properties><Last-Modified>Sat, 01 Nov 2025 01:02:03 GMT</Last-Modified><Etag>\"0x1\"</Etag></Properties>"
            "</Container><Container><Name>a/b</Name></Container></Containers><NextMarker /></EnumerationResults>"_ba);
        VERIFY_RESULT(page);
        QCOMPARE(page->entries.size(), 1);
        QCOMPARE(page->entries.at(0).name, u"logs"_s);
        QCOMPARE(page->entries.at(0).etag, u"0x1"_s);
        QCOMPARE(page->entries.at(0).modified, QDateTime(QDate(2025, 11, 1), QTime(1, 2, 3), Qt::UTC));
        QVERIFY(page->next.isEmpty());
        QCOMPARE(page->leftOut, 1);
    }

    void leavesOutNamesThatLeadElsewhere_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<bool>("isKept");
        QTest::newRow("plain") << "a/b"_ba << true;
        QTest::newRow("marker of a folder") << "a/b/"_ba << true;
        QTest::newRow("parent") << "a/../b"_ba << false;
        QTest::newRow("only a parent") << ".."_ba << false;
        QTest::newRow("this") << "./a"_ba << false;
        QTest::newRow("from the root") << "/etc/passwd"_ba << false;
        QTest::newRow("empty part") << "a//b"_ba << false;
        QTest::newRow("two slashes at the end") << "a//"_ba << false;
        QTest::newRow("a slash") << "/"_ba << false;
        QTest::newRow("no name") << ""_ba << false;
    }

    void leavesOutNamesThatLeadElsewhere()
    {
        QFETCH(QByteArray, name);
        QFETCH(bool, isKept);
        const Result<BlobPage> page = blobsFromXml(listOf("<Blob><Name>" + name + "</Name></Blob>"));
        VERIFY_RESULT(page);
        QCOMPARE(page->entries.size(), isKept ? 1 : 0);
        QCOMPARE(page->leftOut, isKept ? 0 : 1);
    }

    /// An answer that is cut anywhere is an error, never a shorter list.
    void refusesEveryTruncation()
    {
        for (qsizetype length = 0; length < blobsXml.size(); ++length) {
            const Result<BlobPage> page = blobsFromXml(blobsXml.first(length));
            QVERIFY2(!page, qPrintable(QString::number(length)));
            QCOMPARE(codeOf(page), u"IoError"_s);
        }
    }

    void refusesHostileAnswers_data()
    {
        QTest::addColumn<QByteArray>("xml");
        QTest::newRow("a page of the web") << "<html><body>Sign in</body></html>"_ba;
        QTest::newRow("nothing") << ""_ba;
        QTest::newRow("no XML") << "\x01\x02\xff"_ba;
        QTest::newRow("entities")
            << "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">]><EnumerationResults><Blobs><Blob><Name>&a;</Name>"
               "</Blob></Blobs></EnumerationResults>"_ba;
        QTest::newRow("an entity of a file")
            << "<!DOCTYPE x [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><EnumerationResults>"
               "<NextMarker>&a;</NextMarker></EnumerationResults>"_ba;
        QTest::newRow("elements in a name") << listOf("<Blob><Name><b>a</b></Name></Blob>"_ba);
        QTest::newRow("a name without end") << listOf("<Blob><Name>" + QByteArray(1'000'000, 'a') + "</Name></Blob>");
        QTest::newRow("a page without end") << listOf(QByteArray("<Blob><Name>a</Name></Blob>").repeated(10'001));
        QByteArray metadata;
        for (int i = 0; i < 1000; ++i)
            metadata += "<a" + QByteArray::number(i) + ">x</a" + QByteArray::number(i) + '>';
        QTest::newRow("metadata without end")
            << listOf("<Blob><Name>a</Name><Metadata>" + metadata + "</Metadata></Blob>");
        QTest::newRow("something behind it") << listOf({}) + "<again/>";
    }

    void refusesHostileAnswers()
    {
        QFETCH(QByteArray, xml);
        const Result<BlobPage> page = blobsFromXml(xml);
        QVERIFY(!page);
        QCOMPARE(codeOf(page), u"IoError"_s);
    }

    void skipsDepthWithoutEnd()
    {
        const Result<BlobPage> page =
            blobsFromXml(listOf(QByteArray("<x>").repeated(100'000) + QByteArray("</x>").repeated(100'000)));
        VERIFY_RESULT(page);
        QVERIFY(page->entries.isEmpty());
    }

    void readsUncommittedBlocks()
    {
        const Result<QMap<QByteArray, qint64>> blocks = blocksFromXml(
            "<?xml "
            "version='1.0'?><BlockList><CommittedBlocks><Block><Name>b2xk</Name><Size>9</Size></Block></"
            "CommittedBlocks>"
            "<UncommittedBlocks><Block><Name>MDAwMQ==</Name><Size>4194304</Size></Block><Block><Name>MDAwMg==</Name>"
            "<Size>7</Size></Block></UncommittedBlocks></BlockList>"_ba);
        VERIFY_RESULT(blocks);
        QCOMPARE(*blocks, (QMap<QByteArray, qint64>{{"0001"_ba, 4'194'304}, {"0002"_ba, 7}}));
        const Result<QByteArrayList> committed = committedFromXml(
            "<BlockList><CommittedBlocks><Block><Name>MDAwMg==</Name><Size>7</Size></Block><Block><Name>MDAwMQ==</Name>"
            "<Size>4</Size></Block></CommittedBlocks></BlockList>"_ba);
        VERIFY_RESULT(committed);
        QCOMPARE(*committed, (QByteArrayList{"0002"_ba, "0001"_ba}));
        QVERIFY(blocksToXml(*committed, BlockVersion::Committed).contains("<Committed>MDAwMg==</Committed>"));
        QVERIFY(!blocksFromXml("<BlockList><UncommittedBlocks>"_ba));
        QVERIFY(!blocksFromXml("<Blobs/>"_ba));
    }

    void writesBlocks()
    {
        QCOMPARE(
            blocksToXml({"0002"_ba, "0001"_ba}),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><BlockList><Latest>MDAwMg==</Latest><Latest>MDAwMQ==</Latest>"
            "</BlockList>\n"_ba);
    }

    void readsCodesOfErrors()
    {
        QCOMPARE(errorCodeOf(
                     "\xef\xbb\xbf<?xml version=\"1.0\" encoding=\"utf-8\"?><Error><Code>BlobNotFound</Code><Message>x"
                     "</Message></Error>"_ba),
                 "BlobNotFound"_ba);
        QCOMPARE(errorCodeOf("<html/>"_ba), ""_ba);
        QCOMPARE(errorCodeOf(""_ba), ""_ba);
    }
};

BATCHDECK_TEST(QCoreApplication, TstBlobXml)
#include "tst_blobxml.moc"
