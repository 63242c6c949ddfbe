// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logsearch.h"

#include "tests/support/testmain.h"

#include <QFile>
#include <QStringEncoder>
#include <QTemporaryDir>

using namespace engine;

namespace {

/// "text" or "text*updates", "+" behind a cut and "~" behind an open line.
QStringList shown(const LogDocument &document)
{
    QStringList lines;
    for (qint64 i = 0; i < document.lineCount(); ++i) {
        const LogLine line = document.line(i);
        lines << QString::fromUtf8(line.text) + (line.updates > 1 ? QStringLiteral("*%1").arg(line.updates) : QString())
                + (line.isCut ? QStringLiteral("+") : QString()) + (line.isOpen ? QStringLiteral("~") : QString());
    }
    return lines;
}

QList<qint64> hitsOf(const LogSearch &search)
{
    QList<qint64> lines;
    for (qint64 i = 0; i < search.state().hits; ++i)
        lines.append(search.hitAt(i));
    return lines;
}

} // namespace

class TstLogDocument final : public QObject
{
    Q_OBJECT

private:
    void write(const QByteArray &bytes, QIODevice::OpenMode mode = QIODevice::Append)
    {
        QFile file(m_path);
        QVERIFY(file.open(mode | QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }

    QTemporaryDir m_folder;
    QString m_path;

private slots:
    void init()
    {
        m_path = m_folder.filePath(QStringLiteral("log.txt"));
        QFile::remove(m_path);
    }
    void showsLines_data();
    void showsLines();
    void findsLinesBeyondABlock();
    void beginsAnewWhenTheFileWasCut();
    void cutsLongLines();
    void boundsTheWorkOfACall();
    void followsByItself();
    void readsPartsOfALongLine();
    void searches_data();
    void searches();
    void searchesAllAtOnce();
    void searchesUtf16();
    void refusesAWrongExpression();
    void saysThatAnExpressionIsTooHard();
};

void TstLogDocument::showsLines_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArray &bytes, const char *expected) {
        QTest::newRow(name) << bytes << QString::fromUtf8(expected).split(QLatin1Char('|'), Qt::SkipEmptyParts);
    };
    row("empty", "", "");
    row("one line", "a\n", "a");
    row("open line", "a\nbc", "a|bc~");
    row("CRLF", "a\r\nb\r\n", "a|b");
    row("lone CR", "1%\r2%\r100%\nnext\n", "100%*3|next");
    row("CR first", "\r1%\r2%\n", "2%*2");
    row("CR last", "1%\r2%\r", "2%*2~");
    row("CR and CRLF", "1%\r2%\r\r\nx\n", "2%*2|x");
    row("torn UTF-8", "ok\n\xc3\xa4\xe2\x82", "ok|\xc3\xa4~");
    row("whole UTF-8", "\xe2\x82\xac", "\xe2\x82\xac~");
    const auto utf16 = [](QStringConverter::Encoding encoding, const QString &text, bool hasMark) {
        return QByteArray(QStringEncoder(
            encoding, hasMark ? QStringConverter::Flag::WriteBom : QStringConverter::Flag::Default)(text));
    };
    const QString words = QStringLiteral("\u4e0a \u010a \U0001f600\r\n1%\r2%\r\n\u00e9");
    const QString plain = QStringLiteral("plain words\r\n1%\r2%\r\nmore");
    for (const auto &[name, encoding] :
         {std::pair("little", QStringConverter::Utf16LE), {"big", QStringConverter::Utf16BE}}) {
        QTest::addRow("UTF-16, %s endian", name) << utf16(encoding, words, true)
                                                 << QStringList{QStringLiteral("\u4e0a \u010a \U0001f600"),
                                                                QStringLiteral("2%*2"), QStringLiteral("\u00e9~")};
        QTest::addRow("UTF-16, %s endian, without a mark", name)
            << utf16(encoding, plain, false)
            << QStringList{QStringLiteral("plain words"), QStringLiteral("2%*2"), QStringLiteral("more~")};
    }
    QTest::newRow("blank lines") << QByteArray("\n\na\n") << QStringList{QString(), QString(), QStringLiteral("a")};
}

void TstLogDocument::showsLines()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QStringList, expected);
    write(bytes);
    LogDocument whole(m_path);
    whole.refresh();
    QCOMPARE(shown(whole), expected);

    write({}, QIODevice::Truncate);
    LogDocument dripped(m_path); // the same, byte by byte
    for (const char byte : bytes) {
        write(QByteArray(1, byte));
        dripped.refresh();
    }
    QCOMPARE(shown(dripped), expected);
}

void TstLogDocument::findsLinesBeyondABlock()
{
    QByteArray bytes;
    for (int i = 0; i < 2000; ++i)
        bytes +=
            "line " + QByteArray::number(i) + (i % 7 == 0 ? "\rdone " + QByteArray::number(i) : QByteArray()) + "\n";
    write(bytes);
    LogDocument document(m_path);
    while (document.refresh(1000).hasMore) { }
    QCOMPARE(document.lineCount(), 2000);
    for (const int i : {0, 255, 256, 511, 512, 700, 1791, 1792, 1999}) {
        const LogLine line = document.line(i);
        QCOMPARE(line.text, (i % 7 == 0 ? "done " : "line ") + QByteArray::number(i));
        QCOMPARE(line.updates, i % 7 == 0 ? 2 : 1);
    }
    QVERIFY(document.line(2000).text.isEmpty());
    QVERIFY(document.line(-1).text.isEmpty());
}

void TstLogDocument::beginsAnewWhenTheFileWasCut()
{
    write(QByteArray("0123456789\n").repeated(1000));
    LogDocument document(m_path);
    document.refresh();
    QVERIFY(QFile::resize(m_path, 20));
    for (const int number : {0, 1, 100, 900, 999})
        (void)document.line(number); // nothing to read there: no crash
    QVERIFY(document.line(900).text.isEmpty());
    const LogDocument::Progress progress = document.refresh();
    QVERIFY(progress.isRestarted);
    QCOMPARE(shown(document), QStringList({QStringLiteral("0123456789"), QStringLiteral("012345678~")}));
}

void TstLogDocument::cutsLongLines()
{
    write(QByteArray(1'000'000, 'x') + "\nnext\n");
    LogDocument document(m_path);
    document.refresh();
    QVERIFY(document.line(0).isCut);
    QCOMPARE(document.line(0).text.size(), LogDocument::longestLine);
    QCOMPARE(document.line(1).text, "next");
}

void TstLogDocument::boundsTheWorkOfACall()
{
    write(QByteArray("abc\n").repeated(1000));
    LogDocument document(m_path);
    QVERIFY(document.refresh(100).hasMore);
    QCOMPARE(document.size(), 100);
    QVERIFY(!document.refresh().hasMore);
    QVERIFY(!document.refresh().isChanged);
    QCOMPARE(document.lineCount(), 1000);
}

void TstLogDocument::followsByItself()
{
    LogDocument document(m_path);
    document.follow();
    QTRY_VERIFY(document.state().isIndexed);
    QVERIFY(!document.state().exists);
    write("a\nb\n");
    QTRY_COMPARE(document.lineCount(), 2);
    QVERIFY(document.refresh().isChanged); // what has changed since the last call
    QVERIFY(!document.refresh().isChanged);
    write("c\n");
    QTRY_COMPARE(document.lineCount(), 3);
    QVERIFY(document.refresh().isChanged);
    write("x\n", QIODevice::Truncate);
    QTRY_COMPARE(document.state().restarts, 1U);
    QVERIFY(document.refresh().isRestarted);
    QTRY_COMPARE(shown(document), QStringList({QStringLiteral("x")}));

    for (int i = 0; i < 20; ++i) { // whoever learns that the file is complete
        write("z\n");
        document.follow();
        while (document.refresh().hasMore)
            QTest::qWait(1);
        QCOMPARE(document.lineCount(), 2 + i);
    }
    document.follow(false);
    write("", QIODevice::Truncate);
    write("x\ny\n");
    (void)document.refresh();
    QCOMPARE(document.lineCount(), 2);
}

void TstLogDocument::readsPartsOfALongLine()
{
    write("first\n1%\r" + QByteArray(3'000'000, 'x') + "end\nlast\n");
    LogDocument document(m_path);
    document.refresh();
    const LogLine line = document.line(1);
    QVERIFY(line.isCut);
    QCOMPARE(line.length, 3'000'003);
    QCOMPARE(line.updates, 2);
    QCOMPARE(document.lineBytes(1, 2'999'998, 100), "xxend");
    QCOMPARE(document.lineBytes(1, 3'000'003, 100), "");
    QCOMPARE(document.rawBytes(1, 0, 5), "1%\rxx");
    QCOMPARE(document.rawBytes(1, 3'000'003, 100), "end\n");
    QCOMPARE(document.rawBytes(2, 0, 100), "last\n");
    QCOMPARE(document.rawBytes(3, 0, 100), "");
}

void TstLogDocument::searchesAllAtOnce()
{
    QByteArray bytes;
    for (int i = 0; i < 5000; ++i)
        bytes += i % 100 == 50 ? "hit\n" : "no\n";
    write(bytes);
    LogDocument document(m_path);
    document.refresh();
    LogSearch search(document, *LogPattern::compile({QStringLiteral("HIT"), false, false}));
    QTRY_VERIFY(!search.state().isRunning);
    QCOMPARE(search.state().hits, 50);
    QCOMPARE(search.state().searchedLines, 5000);
    QCOMPARE(search.hitAt(1), 150);
    QCOMPARE(search.hitAt(50), -1);
    QCOMPARE(search.hitsBelow(151), 2);
    QVERIFY(search.isHit(150) && !search.isHit(151));
    QCOMPARE(search.nextHit(150), 250);
    QCOMPARE(search.nextHit(4950), -1);
    QCOMPARE(search.previousHit(150), 50);
    QCOMPARE(search.previousHit(50), -1);
    QCOMPARE(search.state().rows, 50);
    search.setContext(2);
    QCOMPARE(search.state().rows, 250);
    QCOMPARE(search.lineOfRow(5), 148);
    QCOMPARE(search.rowOfLine(148), 5);
    QCOMPARE(search.rowOfLine(100), 5);
}

void TstLogDocument::searches_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("isRegex");
    QTest::addColumn<bool>("isCaseSensitive");
    QTest::addColumn<QList<qint64>>("expected");
    const auto row = [](const char *text, bool isRegex, bool isCaseSensitive, const QList<qint64> &expected) {
        QTest::addRow("%s %d%d", text, isRegex, isCaseSensitive)
            << QString::fromUtf8(text) << isRegex << isCaseSensitive << expected;
    };
    row("needle", false, true, {300, 900});
    row("NEEDLE", false, false, {300, 900});
    row("NEEDLE", false, true, {});
    row("a.b", false, true, {901});
    row("n..dle$", true, true, {300});
    row("^line 5$", true, true, {5});
    row("1%", false, true, {}); // folded away
    row("two words", false, true, {903}); // a colour changes between them
    row("needle\xc3\xa4", false, false, {900});
}

void TstLogDocument::searches()
{
    QFETCH(QString, text);
    QFETCH(bool, isRegex);
    QFETCH(bool, isCaseSensitive);
    QFETCH(QList<qint64>, expected);
    QByteArray bytes;
    for (int i = 0; i < 1000; ++i) {
        bytes += i == 300 ? QByteArray("a needle")
            : i == 900    ? QByteArray("needle\xc3\xa4 \xff")
            : i == 901    ? QByteArray("a.b")
            : i == 902    ? QByteArray("1%\r2%")
            : i == 903    ? QByteArray("two\x1b[31m words\x1b[0m")
                          : "line " + QByteArray::number(i);
        bytes += '\n';
    }
    write(bytes);
    LogDocument document(m_path);
    document.refresh();
    const auto pattern = LogPattern::compile({text, isRegex, isCaseSensitive});
    QVERIFY(pattern);
    LogSearch search(document, *pattern);
    QTRY_VERIFY(!search.state().isRunning);
    QCOMPARE(hitsOf(search), expected);
    for (qsizetype i = 0; i < expected.size(); ++i) {
        QCOMPARE(search.nextHit(expected.at(i) - 1), expected.at(i));
        QCOMPARE(search.nextHit(expected.at(i)), expected.value(i + 1, -1));
        QCOMPARE(search.previousHit(expected.at(i)), i > 0 ? expected.at(i - 1) : -1);
    }
}

void TstLogDocument::searchesUtf16()
{
    QString text;
    for (int i = 0; i < 3000; ++i)
        text += i % 1000 == 500 ? QStringLiteral("\u4e0a needle\r\n") : QStringLiteral("line %1\r\n").arg(i);
    const QByteArray bytes = QStringEncoder(QStringConverter::Utf16LE, QStringConverter::Flag::WriteBom)(text);
    write(bytes.first(30'001)); // amid a character
    LogDocument document(m_path);
    document.refresh();
    write(bytes.sliced(30'001));
    while (document.refresh(1000).hasMore) { }
    QCOMPARE(document.lineCount(), 3000);
    LogSearch search(document, *LogPattern::compile({QStringLiteral("\u4e0a n"), false, false}));
    QTRY_VERIFY(!search.state().isRunning);
    QCOMPARE(hitsOf(search), (QList<qint64>{500, 1500, 2500}));
    write("ordinary words\n", QIODevice::Truncate);
    document.refresh();
    QCOMPARE(shown(document), QStringList{QStringLiteral("ordinary words")});
}

void TstLogDocument::refusesAWrongExpression()
{
    const auto pattern = LogPattern::compile({QStringLiteral("ab(c"), true, false});
    QVERIFY(!pattern);
    QCOMPARE(pattern.error().message.englishText(),
             QStringLiteral("The expression is wrong at character 5: missing closing parenthesis."));
}

void TstLogDocument::saysThatAnExpressionIsTooHard()
{
    write("fine\n" + QByteArray(100, 'x') + "!\n");
    LogDocument document(m_path);
    document.refresh();
    const auto pattern = LogPattern::compile({QStringLiteral("^(\\w+\\s?)*$"), true, true});
    LogSearch search(document, *pattern);
    QTRY_VERIFY(!search.state().isRunning);
    QVERIFY(search.state().isTooHard);
    QVERIFY(LogSearch::tooHard().message.englishText().contains(QStringLiteral("too many steps")));
}

BATCHDECK_TEST(QCoreApplication, TstLogDocument)
#include "tst_logdocument.moc"
