// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/line/logpieces.h"
#include "ui/log/line/logrow.h"
#include "ui/log/line/logrows.h"
#include "ui/log/logsettings.h"

#include "tests/support/parts.h"
#include "tests/support/testmain.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QTemporaryDir>

using namespace ui;
using namespace Qt::StringLiterals;

namespace QTest {
template <> char *toString(const LogRows::Id &id)
{
    return qstrdup(qPrintable(u"line %1 state %2"_s.arg(id.line).arg(id.state)));
}
} // namespace QTest

class TstLogText final : public QObject
{
    Q_OBJECT

private:
    static StyledText styled(const QByteArray &bytes)
    {
        AnsiStyle style;
        return styledText(bytes, style);
    }
    std::shared_ptr<engine::LogDocument> newDocument(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(QString::number(++m_files)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("no file");
        file.close();
        auto document = std::make_shared<engine::LogDocument>(file.fileName());
        while (document->refresh().hasMore) { }
        return document;
    }
    static LogRow newRow(const QByteArray &bytes, const std::optional<LogRow::Wrapping> &wrapping = {})
    {
        return {styled(bytes), std::make_shared<CellFont>(monoFont()), 20, wrapping};
    }

    QTemporaryDir m_folder;
    int m_files = 0;

private slots:
    void readsColours_data()
    {
        QTest::addColumn<QByteArray>("sequence");
        QTest::addColumn<quint32>("text");
        QTest::addColumn<quint32>("ground");
        constexpr quint32 indexed = AnsiStyle::indexed;
        constexpr quint32 direct = AnsiStyle::trueColour;
        QTest::newRow("red") << QByteArray("\x1b[31m") << (indexed | 1) << 0U;
        QTest::newRow("bright") << QByteArray("\x1b[97;104m") << (indexed | 15) << (indexed | 12);
        QTest::newRow("256") << QByteArray("\x1b[38;5;208;48;5;17m") << (indexed | 208) << (indexed | 17);
        QTest::newRow("true") << QByteArray("\x1b[38;2;1;2;3m") << (direct | 0x010203) << 0U;
        QTest::newRow("true, then bold") << QByteArray("\x1b[38;2;1;2;3;1m") << (direct | 0x010203) << 0U;
        QTest::newRow("too large") << QByteArray("\x1b[38;5;999999999999m") << (indexed | 255) << 0U;
        QTest::newRow("reset") << QByteArray("\x1b[31m\x1b[0m") << 0U << 0U;
        QTest::newRow("reset without a number") << QByteArray("\x1b[31m\x1b[m") << 0U << 0U;
        QTest::newRow("default") << QByteArray("\x1b[31;41m\x1b[39;49m") << 0U << 0U;
        QTest::newRow("cut short") << QByteArray("\x1b[38;5m") << indexed << 0U;
        QTest::newRow("true, colons") << QByteArray("\x1b[38:2:1:2:3m") << (direct | 0x010203) << 0U;
        QTest::newRow("true, a colour space")
            << QByteArray("\x1b[1;48:2::1:2:3;31m") << (indexed | 1) << (direct | 0x010203);
        QTest::newRow("256, colons") << QByteArray("\x1b[38:5:208;41m") << (indexed | 208) << (indexed | 1);
        QTest::newRow("cut short, colons") << QByteArray("\x1b[38:2m") << direct << 0U;
        QTest::newRow("curly underline") << QByteArray("\x1b[31;4:3;42m") << (indexed | 1) << (indexed | 2);
        QTest::newRow("colour of the underline")
            << QByteArray("\x1b[32;58:5:31;58:2::35:36:37m") << (indexed | 2) << 0U;
        QTest::newRow("not a colour") << QByteArray("\x1b[?31m\x1b[31K\x1b]0;31m\a") << 0U << 0U;
    }
    void readsColours()
    {
        QFETCH(QByteArray, sequence);
        AnsiStyle style;
        const StyledText result = styledText(QByteArray("a" + sequence + 'b'), style);
        QCOMPARE(result.text, u"ab"_s);
        QTEST(style.text, "text");
        QTEST(style.ground, "ground");
        QCOMPARE(result.spans.size(), style == AnsiStyle() ? 0 : 1);
    }

    void readsStyles()
    {
        const StyledText result = styled("\x1b[1mbold\x1b[22;4mline\x1b[24;7minverse\x1b[27mnone");
        QCOMPARE(result.text, u"boldlineinversenone"_s);
        QCOMPARE(result.spans.size(), 3);
        QVERIFY(result.spans[0].style.isBold);
        QVERIFY(result.spans[1].style.isUnderlined && !result.spans[1].style.isBold);
        QVERIFY(result.spans[2].style.isInverse && !result.spans[2].style.isUnderlined);
        QCOMPARE(result.spans[2].end, 15);
        const StyledText curly = styled("\x1b[1;4:3mcurly\x1b[4:0mbold\x1b[22;4:1mline");
        QCOMPARE(curly.text, u"curlyboldline"_s);
        QCOMPARE(curly.spans.size(), 3);
        QVERIFY(curly.spans[0].style.isUnderlined && curly.spans[0].style.isBold);
        QVERIFY(!curly.spans[1].style.isUnderlined && curly.spans[1].style.isBold);
        QVERIFY(curly.spans[2].style.isUnderlined && !curly.spans[2].style.isBold);
    }

    void keepsEveryColourReadable_data()
    {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void keepsEveryColourReadable()
    {
        QFETCH(bool, isDark);
        applyTheme(*qApp, isDark ? LookChoice::Dark : LookChoice::Light);
        for (quint32 i = 0; i < 256; ++i) {
            for (const bool isInverse : {false, true}) {
                for (const quint32 ground : {0U, AnsiStyle::indexed | (i * 7 % 256)}) {
                    AnsiStyle style;
                    style.text = AnsiStyle::indexed | i;
                    style.ground = ground;
                    style.isInverse = isInverse;
                    const Ink ink = inkOf(style);
                    const QColor below = ink.ground.isValid() ? ink.ground : tokens().surface;
                    QVERIFY2(contrast(ink.text, below) >= 4.5,
                             qPrintable(u"%1 on %2"_s.arg(ink.text.name(), below.name())));
                }
            }
        }
        AnsiStyle inverse;
        inverse.isInverse = true;
        QCOMPARE(inkOf(inverse).ground, tokens().text);
        QVERIFY(!inkOf({}).text.isValid());
    }

    void showsWhatIsNoText()
    {
        QCOMPARE(styled("a\x01z\x7f").text, u"a\u2401z\u2421"_s);
        QCOMPARE(styled("a\xff\xfez").text, u"a\ufffd\ufffdz"_s);
        QCOMPARE(styled("a\tb").text, u"a\tb"_s);
        QCOMPARE(styled("a\xe2\x80\xa8z").text, u"a\u2424z"_s); // a line separator does not end our line
    }

    void stopsTabsAtEight()
    {
        const double cell = CellFont(monoFont()).cell();
        const LogRow row = newRow("ab\tc\t\td");
        QCOMPARE(row.rectOf(3).left(), 8 * cell);
        QCOMPARE(row.rectOf(6).left(), 24 * cell);
        QCOMPARE(row.width(), 25 * cell);
        QCOMPARE(row.columnAt({8.2 * cell, 0}), 3);
        QCOMPARE(row.columnAt({3.0 * cell, 0}), 2); // the left half of the tab
        QCOMPARE(row.columnAt({7.0 * cell, 0}), 3);
        QCOMPARE(row.columnAt({1000, 0}), 7);
        QCOMPARE(row.columnAt({-5, 0}), 0);
    }

    // What is beyond ASCII is laid out: places and columns must agree for each character, whatever its width.
    void findsPlacesOf_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("CJK") << u"損失 0.5 精度"_s;
        QTest::newRow("combining") << u"cafe\u0301 na\u0308ive"_s;
        QTest::newRow("emoji") << u"ok \U0001F44D\U0001F3FD done"_s;
        QTest::newRow("right to left") << u"\u05e9\u05dc\u05d5\u05dd"_s;
        QTest::newRow("ASCII") << u"loss 0.5"_s;
    }
    void findsPlacesOf()
    {
        QFETCH(QString, text);
        const LogRow row = newRow(text.toUtf8());
        QCOMPARE(row.text(), text);
        int characters = 0;
        for (int column = 0; column < text.size(); ++characters) {
            const int next = row.nextColumn(column, 1);
            QVERIFY(next > column);
            QCOMPARE(row.nextColumn(next, -1), column);
            const QRectF box = row.rectOf(column);
            QVERIFY(box.width() > 0);
            const int hit = row.columnAt(box.center());
            QVERIFY2(hit == column || hit == next, qPrintable(u"%1 at %2"_s.arg(hit).arg(column)));
            column = next;
        }
        QVERIFY(characters > 0);
        QVERIFY(!QChar(text[row.wordAt(0).end - 1]).isHighSurrogate());
    }

    void givesWideCharactersTheRoomOfTwo()
    {
        SKIP_WITHOUT("font-cjk");
        const double cell = CellFont(monoFont()).cell();
        const LogRow row = newRow(u"損失精度"_s.toUtf8());
        for (int column = 0; column < 4; ++column) {
            const double cells = row.rectOf(column).width() / cell;
            QVERIFY2(cells > 1.5 && cells < 2.5, qPrintable(QString::number(cells)));
        }
    }

    void findsEveryColumnOfMixedDirections()
    {
        const QString text = u"loss \u05e9\u05dc\u05d5\u05dd 0.5"_s; // shown as loss 0.5 and then the word
        const LogRow row = newRow(text.toUtf8());
        QSet<int> hit;
        for (double x = 0; x < row.width(); x += 1)
            hit.insert(row.columnAt({x, 0}));
        QVERIFY2(hit.size() >= text.size(), qPrintable(QString::number(hit.size())));
    }

    void coloursLevels_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("word");
        QTest::addColumn<QColor>("colour");
        const QColor bad = tokens().colour(Mark::Failed);
        const QColor warning = tokens().colour(Mark::Terminating);
        QTest::newRow("error") << u"13:57:22 ERROR it broke"_s << u"ERROR"_s << bad;
        QTest::newRow("fatal") << u"[FATAL] it broke"_s << u"FATAL"_s << bad;
        QTest::newRow("warning") << u"WARNING: it may break"_s << u"WARNING"_s << warning;
        QTest::newRow("short") << u"WARN it may break"_s << u"WARN"_s << warning;
        QTest::newRow("info") << u"INFO no ERROR"_s << u"INFO"_s << tokens().text2;
        QTest::newRow("part of a word") << u"ERRORS and an error"_s << QString() << QColor();
    }
    void coloursLevels()
    {
        QFETCH(QString, line);
        const std::optional<LogRow::Highlight> level = levelIn(line);
        const LogRow::Columns columns = level ? level->columns : LogRow::Columns();
        QTEST(line.mid(columns.begin, columns.end - columns.begin), "word");
        QTEST(level ? level->ink.text : QColor(), "colour");
    }

    void quietensTimes_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("time");
        QTest::newRow("first") << QByteArray("2026-01-02T03:04:05Z INFO x") << u"2026-01-02T03:04:05Z"_s;
        QTest::newRow("behind a level") << QByteArray("[WARNING] 13:57:22") << QString();
        QTest::newRow("behind a level, with a date")
            << QByteArray("WARNING 2026-01-02 03:04:05 x") << u"2026-01-02 03:04:05"_s;
        QTest::newRow("merged") << QByteArray("\x1b[36mrank 12 \xe2\x94\x82\x1b[0m [13:57:22] x") << u"13:57:22"_s;
        QTest::newRow("in its own colour") << QByteArray("\x1b[32m13:57:22\x1b[0m x") << QString();
        QTest::newRow("amid the text") << QByteArray("the job ends at 2026-01-02 03:04:05") << QString();
        QTest::newRow("none") << QByteArray("loss 0.5") << QString();
    }
    void quietensTimes()
    {
        QFETCH(QByteArray, line);
        const StyledText text = styled(line);
        const std::optional<LogRow::Highlight> time = timeIn(text);
        const LogRow::Columns columns = time ? time->columns : LogRow::Columns();
        QTEST(text.text.mid(columns.begin, columns.end - columns.begin), "time");
        QVERIFY(!time || time->ink.text == tokens().text3);
    }

    void wraps()
    {
        const double cell = CellFont(monoFont()).cell();
        const LogRow words = newRow("word word word", LogRow::Wrapping{int(10.5 * cell), false});
        QCOMPARE(words.rows(), 2);
        QCOMPARE(words.columnAt({0, 30}), 10);
        QCOMPARE(words.rectOf(10).top(), 20);
        const LogRow anywhere = newRow("word word word", LogRow::Wrapping{int(10.5 * cell), true});
        QCOMPARE(anywhere.rows(), 2);
        QCOMPARE(newRow("word", LogRow::Wrapping{int(10.5 * cell), false}).rows(), 1);
    }

    // Pieces together are the whole line, whatever stands at their edges.
    void cutsLongLinesIntoPieces_data()
    {
        QTest::addColumn<QByteArray>("pattern");
        QTest::addColumn<int>("bytes");
        const int whole = 20'000; // one that is read as a whole
        const int endless = 300'000;
        for (const int bytes : {whole, endless}) {
            QTest::addRow("%d, ASCII", bytes) << QByteArray("0123456789") << bytes;
            QTest::addRow("%d, two bytes", bytes) << QByteArray("xé") << bytes;
            QTest::addRow("%d, three bytes", bytes) << QByteArray("損失") << bytes;
            QTest::addRow("%d, four bytes", bytes) << QByteArray("a\xf0\x9f\x91\x8d") << bytes;
            QTest::addRow("%d, colours", bytes) << QByteArray("\x1b[38;2;255;0;0mred\x1b[0m plain ") << bytes;
        }
    }
    void cutsLongLinesIntoPieces()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(int, bytes);
        const QByteArray line = pattern.repeated(bytes / int(pattern.size()) + 1);
        const auto document = newDocument("first\n" + line + "\nlast\n");
        const LogPieces pieces(document, 1);
        QCOMPARE(pieces.length(), line.size());
        QCOMPARE(pieces.isEndless(), line.size() > engine::LogDocument::longestLine);
        QString text;
        for (qint64 piece = 0; piece < pieces.count(); ++piece) {
            const StyledText part = pieces.text(piece);
            QVERIFY(part.text.size() <= LogPieces::pieceBytes + 64);
            text += part.text;
        }
        QVERIFY(text == styled(line).text);
        QCOMPARE(LogPieces(document, 2).text(0).text, u"last"_s);
        QCOMPARE(LogPieces(document, 0).count(), 1);
    }

    void carriesColoursIntoTheNextPiece()
    {
        const auto document = newDocument("\x1b[31m" + QByteArray("red ").repeated(2000) + '\n');
        const LogPieces pieces(document, 0);
        QCOMPARE(pieces.count(), 2);
        QCOMPARE(pieces.text(1).spans.size(), 1);
        QCOMPARE(pieces.text(1).spans[0].style.text, AnsiStyle::indexed | 1);
    }

    void keepsHighlightsReadable_data() { keepsEveryColourReadable_data(); }
    void keepsHighlightsReadable()
    {
        QFETCH(bool, isDark);
        applyTheme(*qApp, isDark ? LookChoice::Dark : LookChoice::Light);
        for (int i = 0; i < HighlightRule::colours; ++i) {
            QVERIFY2(contrast(tokens().text, highlightColour(i)) >= 4.5, qPrintable(highlightColourName(i)));
            QVERIFY(!highlightColourName(i).isEmpty());
        }
    }

    void findsTheStatesOfALine()
    {
        QByteArray line;
        for (int i = 0; i < 10'000; ++i)
            line += "step " + QByteArray::number(i) + (i % 100 == 0 ? "\r\r" : "\r");
        const auto document = newDocument("before\n" + line + "done\nafter\n");
        QCOMPARE(document->line(1).updates, 10'001);
        const LineStates states = LineStates::read(*document, 1, [] { return false; });
        QCOMPARE(states.count(), 10'001);
        LogRows rows;
        rows.setDocument(document);
        rows.setLineCount(document->lineCount());
        QCOMPARE(rows.count(), 3);
        rows.expand(1, states);
        QCOMPARE(rows.count(), 3 + 10'001);
        QCOMPARE(rows.at(0), LogRows::Id(0, -1));
        QCOMPARE(rows.at(1), LogRows::Id(1, -1));
        QCOMPARE(rows.at(2), LogRows::Id(1, 0));
        QCOMPARE(rows.at(10'002), LogRows::Id(1, 10'000));
        QCOMPARE(rows.at(10'003), LogRows::Id(2, -1));
        QCOMPARE(rows.rowOf({2, -1}), 10'003);
        QCOMPARE(rows.rowOf({1, 77}), 79);
        QCOMPARE(rows.pieces({1, 0}).text(0).text, u"step 0"_s);
        QCOMPARE(rows.pieces({1, 1}).text(0).text, u"step 1"_s);
        QCOMPARE(rows.pieces({1, 9'999}).text(0).text, u"step 9999"_s);
        QCOMPARE(rows.pieces({1, 10'000}).text(0).text, u"done"_s);
        rows.fold(1);
        QCOMPARE(rows.count(), 3);
        QCOMPARE(rows.rowOf({1, 77}), 1);
    }

    void findsLongStates()
    {
        QByteArray line;
        QList<QByteArray> words;
        for (int i = 0; i < 300; ++i) {
            words.append(QByteArray::number(i) + QByteArray(i % 7 == 0 ? 90'000 : i % 50, '.'));
            line += words.constLast() + '\r';
        }
        const auto document = newDocument(line + "done\n");
        const LineStates states = LineStates::read(*document, 0, [] { return false; });
        QCOMPARE(states.count(), 301);
        for (int i = 0; i < 300; ++i) {
            const LineStates::State state = states.at(*document, 0, i);
            QCOMPARE(document->rawBytes(0, state.begin, state.end - state.begin), words.at(i));
        }
        QCOMPARE(states.at(*document, 0, 301).end, 0);
    }
};

BATCHDECK_TEST(QApplication, TstLogText)
#include "tst_logtext.moc"
