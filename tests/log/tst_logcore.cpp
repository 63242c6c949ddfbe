// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/line/lineset.h"
#include "engine/log/core/line/newlines.h"
#include "engine/log/core/line/shownbytes.h"
#include "engine/log/core/search/blockexpression.h"
#include "engine/log/core/search/pattern.h"
#include "engine/log/core/search/piecesearch.h"

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTemporaryFile>

#include <random>

using namespace engine::logcore;

namespace {

using Random = std::mt19937; // the same numbers on every run

std::size_t below(Random &random, std::size_t limit)
{
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
}

std::string textOf(Random &random, std::size_t length, std::string_view alphabet)
{
    std::string text(length, ' ');
    for (char &c : text)
        c = alphabet[below(random, alphabet.size())];
    return text;
}

std::vector<std::string> linesOf(std::string_view text)
{
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

bool never()
{
    return false;
}

/// By this thread, from files; nothing: the system does not count it.
std::optional<std::int64_t> bytesRead()
{
    QFile counts(QStringLiteral("/proc/thread-self/io"));
    if (!counts.open(QIODevice::ReadOnly))
        return {};
    const QByteArray first = counts.readLine(); // "rchar: 123"
    return first.startsWith("rchar: ") ? std::optional(first.mid(7).trimmed().toLongLong()) : std::nullopt;
}

/// What matchingLines() finds, and what each line alone says.
std::pair<std::vector<std::uint32_t>, std::vector<std::uint32_t>> twoWays(const Pattern &pattern,
                                                                          const std::string &text)
{
    std::vector<std::uint32_t> atOnce;
    if (pattern.matchingLines(text, atOnce, never) != MatchOutcome::Done)
        return {{}, {}};
    std::vector<std::uint32_t> alone;
    const std::vector<std::string> lines = linesOf(text);
    for (std::uint32_t i = 0; i < lines.size(); ++i) {
        bool isFound = false;
        if (pattern.isInPart(lines[i], {}, isFound, never) == MatchOutcome::Done && isFound)
            alone.push_back(i);
    }
    return {atOnce, alone};
}

// Sorted numbers are what a LineSet is compared with.
void addRange(std::vector<std::int64_t> &sorted, std::int64_t begin, std::int64_t end)
{
    for (std::int64_t line = begin; line < end; ++line)
        sorted.push_back(line);
}
std::vector<std::int64_t>::iterator firstFrom(std::vector<std::int64_t> &sorted, std::int64_t line)
{
    return std::lower_bound(sorted.begin(), sorted.end(), line);
}

} // namespace

class TstLogCore final : public QObject
{
    Q_OBJECT

private slots:
    void skipsLines()
    {
        Random random(1);
        for (int round = 0; round < 2000; ++round) {
            const std::string text = textOf(random, below(random, 400), "ab\n");
            const auto wanted = std::int64_t(1 + below(random, 200));
            std::int64_t count = 0;
            std::size_t end = 0;
            while (end < text.size() && count < wanted)
                count += text[end++] == '\n' ? 1 : 0;
            const SkippedLines skipped = skipLines(text, wanted);
            QCOMPARE(skipped.count, count);
            QCOMPARE(skipped.end, end);
            QCOMPARE(countNewlines(text), std::count(text.begin(), text.end(), '\n'));
        }
    }

    void keepsLineNumbers()
    {
        Random random(2);
        for (int round = 0; round < 30; ++round) {
            LineSet set;
            std::vector<std::int64_t> expected;
            for (int i = 0; i < 300; ++i) {
                const std::int64_t begin =
                    std::max<std::int64_t>(0, set.last() - 20 + std::int64_t(below(random, 3000)));
                const std::int64_t end = begin + std::int64_t(below(random, round % 3 == 0 ? 3 : 2000));
                addRange(expected, std::max(begin, expected.empty() ? 0 : expected.back() + 1), end);
                set.appendRange(begin, end);
                if (below(random, 10) == 0) {
                    const std::int64_t cut = set.last() - std::int64_t(below(random, 5000));
                    set.removeFrom(std::max<std::int64_t>(0, cut));
                    expected.erase(firstFrom(expected, cut), expected.end());
                }
                QCOMPARE(set.count(), std::int64_t(expected.size()));
                QCOMPARE(set.last(), expected.empty() ? -1 : expected.back());
            }
            std::vector<std::int64_t> all;
            set.forEach([&all](std::int64_t line) { all.push_back(line); });
            QVERIFY(all == expected);
            for (int i = 0; i < 500; ++i) {
                const std::size_t index = below(random, all.size());
                QCOMPARE(set.at(std::int64_t(index)), all[index]);
                const std::int64_t line = all[index] - std::int64_t(below(random, 70'000));
                const auto found = std::lower_bound(all.begin(), all.end(), line);
                QCOMPARE(set.rank(line), found - all.begin());
                QCOMPARE(set.contains(line), found != all.end() && *found == line);
            }
            for (int i = 0; i < 200; ++i) {
                const auto index = std::int64_t(below(random, std::size_t(set.last() - set.count() + 100)));
                const std::int64_t missing = set.missingAt(index);
                QVERIFY(!set.contains(missing));
                QCOMPARE(missing - set.rank(missing), index);
            }
            QCOMPARE(set.at(set.count()), -1);
            QCOMPARE(set.rank(set.last() + 100'000), set.count());
        }
    }

    /// Lines go out of the middle, others come in, and the numbers behind are lower or higher.
    void movesLineNumbers()
    {
        const int rounds = testing::isExtendedRun() ? 60 : 12;
        Random random(12);
        for (int round = 0; round < rounds; ++round) {
            LineSet set;
            std::vector<std::int64_t> expected;
            const auto put = [&](std::int64_t begin, std::int64_t end) {
                set.appendRange(begin, end);
                addRange(expected, begin, end);
            };
            while (set.last() < 400'000) {
                const std::int64_t begin = set.last() + 1 + std::int64_t(below(random, round % 2 == 0 ? 40'000 : 50));
                put(begin, begin + 1 + std::int64_t(below(random, 30)));
            }
            for (int gap = 0; gap < 8; ++gap) {
                const auto begin = std::int64_t(below(random, std::size_t(set.last())));
                const std::int64_t end = begin + std::int64_t(below(random, gap % 2 == 0 ? 20 : 50'000));
                const std::int64_t shift = std::int64_t(below(random, 3)) - (end - begin);
                LineSet behind = set.takeFrom(end);
                set.removeFrom(begin);
                const std::vector<std::int64_t> moved(firstFrom(expected, end), expected.end());
                expected.erase(firstFrom(expected, begin), expected.end());
                if (end + shift > begin && gap % 3 == 0)
                    put(begin, begin + 1);
                set.append(std::move(behind), shift);
                for (const std::int64_t line : moved)
                    expected.push_back(line + shift);
                if (gap % 3 == 1) // and the last ones go on
                    put(set.last() + 1, set.last() + 70'000);
                QCOMPARE(set.count(), std::int64_t(expected.size()));
                QCOMPARE(set.last(), expected.empty() ? -1 : expected.back());
            }
            std::vector<std::int64_t> all;
            set.forEach([&all](std::int64_t line) { all.push_back(line); });
            QVERIFY(all == expected);
            for (int i = 0; i < 500; ++i) {
                const std::int64_t line = std::int64_t(below(random, std::size_t(set.last() + 70'000)));
                const auto found = std::lower_bound(all.begin(), all.end(), line);
                QCOMPARE(set.rank(line), found - all.begin());
                QCOMPARE(set.contains(line), found != all.end() && *found == line);
                const std::size_t index = below(random, all.size());
                QCOMPARE(set.at(std::int64_t(index)), all[index]);
            }
        }
    }

    void keepsManyInLittleMemory()
    {
        LineSet all;
        for (std::int64_t line = 0; line < 15'000'000; ++line)
            all.append(line);
        QCOMPARE(all.count(), 15'000'000);
        QCOMPARE(all.at(14'999'999), 14'999'999);
        QVERIFY(all.bytes() < 2'100'000);
    }

    /// Lines of every kind and length, in pieces of every size: each is found where it is.
    void findsEveryLine()
    {
        QTemporaryDir folder;
        Random random(3);
        for (int round = 0; round < 6; ++round) {
            std::string text;
            for (int i = 0; i < 3000; ++i) {
                const std::size_t kind = below(random, 300);
                const std::size_t length = kind == 0 && round % 2 == 1 ? 900'000 + below(random, 2'000'000)
                    : kind < 5                                         ? below(random, 50'000)
                                                                       : below(random, 60);
                text += length > 1000 ? std::string(length, 'x') + (kind % 2 == 0 ? "\rlast" : "")
                                      : textOf(random, length, "abc \r");
                text += '\n';
            }
            if (round % 3 != 0)
                text += "open\rline";
            const QString path = folder.filePath(QString::number(round));
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            QCOMPARE(file.write(text.data(), qint64(text.size())), qint64(text.size()));
            file.close();

            LogContent content(TextFile::open(path.toStdString()));
            for (std::size_t at = 0; at < text.size();) {
                const std::size_t length = std::min(1 + below(random, round < 3 ? 262'144 : 3000), text.size() - at);
                content.append(std::string_view(text).substr(at, length));
                at += length;
            }
            std::vector<LineSpan> expected;
            LineSplitter splitter(0);
            splitter.feed(text, expected);
            QCOMPARE(content.tail().endedLines, std::int64_t(expected.size()));
            if (content.tail().isOpen)
                expected.push_back(splitter.openLine());
            QCOMPARE(content.lineCount(), std::int64_t(expected.size()));
            QCOMPARE(content.size(), std::int64_t(text.size()));
            for (std::size_t i = 0; i < expected.size(); ++i) {
                const auto span = content.locate(std::int64_t(i));
                QVERIFY(span);
                QCOMPARE(span->lineBegin, expected[i].lineBegin);
                QCOMPARE(span->begin, expected[i].begin);
                QCOMPARE(span->end, expected[i].end);
                QCOMPARE(span->updates, expected[i].updates);
            }
            QVERIFY(!content.locate(std::int64_t(expected.size())));
            piecesCoverAll(content, random);
        }
    }

    void showsWhatATerminalWould_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<QByteArray>>("rows");
        const auto add = [](const char *name, const QByteArray &text, const QList<QByteArray> &rows) {
            QTest::newRow(name) << text << rows;
        };
        const QByteArray bar = "#####";
        add("nested tqdm",
            "start\n\router:   0%|     | 0/2\n\rinner:   0%|     | 0/2\x1b[A\n\rinner:  50%|##   | 1/2\x1b[A\n"
            "\rinner: 100%|"
                + bar
                + "| 2/2\x1b[A\n\r                      \r\x1b[A\router:  50%|##   | 1/2\n"
                  "\rinner:   0%|     | 0/2\x1b[A\n\rinner: 100%|"
                + bar
                + "| 2/2\x1b[A\n\r                      \r\x1b[A"
                  "\router: 100%|"
                + bar + "| 2/2\ndone\n",
            {"start", "outer: 100%|" + bar + "| 2/2", "done"});
        add("nested tqdm that stays, and a print between",
            "\ro 0%\n\ri 0%\x1b[A\n\ri 50%\x1b[Aloss 3\n\ro 50%\n\ri 75%\x1b[A\n\ri 100%\x1b[A\ro 100%\n\nend\n",
            {"loss 3", "o 100%", "i 100%", "end"});
        add("rich",
            "\x1b[?25lTrain \x1b[38;5;237m---\x1b[0m   0%\nEval  \x1b[38;5;237m---\x1b[0m   0%"
            "\r\x1b[2K\x1b[1A\x1b[2KTrain \x1b[31m-\x1b[0m--  33%\nEval  ---   0%"
            "\r\x1b[2K\x1b[1A\x1b[2KTrain --- 100%\nEval  --- 100%\n\x1b[?25hdone\n",
            {"Train --- 100%", "Eval  --- 100%", "done"});
        add("rich that leaves nothing", "a\n1\n2\r\x1b[2K\x1b[1A\x1b[2K3\n4\r\x1b[2K\x1b[1A\x1b[2Kb\nc\n",
            {"a", "b", "c"});
        add("ninja", "[1/3] CXX a.o\x1b[K\r[2/3] CXX b.o\x1b[K\r[3/3] Linking app\x1b[K\n", {"[3/3] Linking app"});
        const QByteArray up = "\x1b[1A\x1b[1A\x1b[1A\x1b[0G\x1b[?25l";
        add("docker compose pull",
            "[+] Pulling 0/2\n web Pulling   0.1s\n db Pulling    0.1s\n" + up
                + "[+] Pulling 1/2\n web Pulled    1.2s\n db Pulling    1.2s\n\x1b[?25h" + up
                + "[+] Pulling 2/2\n web Pulled    1.2s\n db Pulled     2.0s\n\x1b[?25hready\n",
            {"[+] Pulling 2/2", " web Pulled    1.2s", " db Pulled     2.0s", "ready"});
        add("docker pull",
            "a: Waiting\nb: Waiting\n\x1b[2A\x1b[2K\ra: Pulling\r\x1b[2B\x1b[1A\x1b[2K\rb: Pulling\r\x1b[1B"
            "\x1b[2A\x1b[2K\ra: Done\r\x1b[2B\x1b[1A\x1b[2K\rb: Done\r\x1b[1BDigest: 1\n",
            {"a: Done", "b: Done", "Digest: 1"});
        add("to the begin of a row", "a 0\nb 0\n\x1b[2Fa 1\x1b[2E\x1b[1Fb 1\x1b[1E\x1b[2Fa 2\x1b[2Eend\n",
            {"a 2", "b 1", "end"});
        add("a stray move", "one\ntwo\nthree\x1b[A\nfour\nfive\n", {"one", "two", "three", "four", "five"});
        add("stray moves far apart", "one\n\x1b[9Atwo\n" + QByteArray("x\n").repeated(150) + "three\n\x1b[Afour\n",
            QList<QByteArray>{"one", "two"} + QList<QByteArray>(150, "x") + QList<QByteArray>{"three", "four"});
    }
    void showsWhatATerminalWould()
    {
        QFETCH(QByteArray, text);
        QFETCH(QList<QByteArray>, rows);
        QTemporaryFile file;
        QVERIFY(file.open());
        QCOMPARE(file.write(text), text.size());
        file.flush();
        const std::string_view bytes(text.constData(), std::size_t(text.size()));
        for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
            LogContent content(TextFile::open(file.fileName().toStdString()));
            content.append(bytes.substr(0, cut));
            content.append(bytes.substr(cut));
            QCOMPARE(rowsOf(content), rows);
        }
        LogContent content(TextFile::open(file.fileName().toStdString()));
        for (std::size_t at = 0; at < bytes.size(); ++at)
            content.append(bytes.substr(at, 1));
        QCOMPARE(rowsOf(content), rows);
        QCOMPARE(content.lineCount(), std::count(bytes.begin(), bytes.end(), '\n')); // what is stored stays
    }

    void keepsRowsBehindAGap()
    {
        const QByteArray block = "a 0\nb 0\r\x1b[2K\x1b[1A\x1b[2Ka 1\nb 1\n";
        const QByteArray middle = QByteArray("middle\n").repeated(1000);
        QByteArray text = block + middle + block + middle + block;
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(text);
        file.flush();
        const auto opened = TextFile::open(file.fileName().toStdString());
        LogContent known(opened);
        known.append(std::string_view(text.constData(), std::size_t(text.size())));
        const std::int64_t begin = block.size();
        const std::int64_t end = begin + middle.size();
        std::fill(text.begin() + begin, text.begin() + end - 1, '\r');
        file.seek(0);
        file.write(text);
        file.flush();
        const std::string_view bytes(text.constData(), std::size_t(text.size()));
        LogContent content(known, begin);
        const auto from = known.cutFrom(end);
        QVERIFY(from);
        content.append(bytes.substr(std::size_t(content.size()), std::size_t(from->offset - content.size())));
        content.appendKnown(known, *from);
        LogContent fresh(opened);
        fresh.append(bytes);
        QCOMPARE(rowsOf(content), rowsOf(fresh));
        QCOMPARE(rowsOf(content).size(), 3 * 2 + 1 + 1000);
    }

    void foldsManyInLittleMemory()
    {
        QByteArray text = "\router 0%\n";
        for (int i = 0; i < 200'000; ++i)
            text += "\rinner " + QByteArray::number(i) + "\x1b[A\n";
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(text);
        file.flush();
        LogContent content(TextFile::open(file.fileName().toStdString()));
        content.append(std::string_view(text.constData(), std::size_t(text.size())));
        QCOMPARE(rowsOf(content), (QList<QByteArray>{"outer 0%", "inner 199999"}));
        QVERIFY(content.folds().bytes() < 40'000); // a bit for each of them
    }

    /// At the limit the rows stay as they are, also when a gap takes some of them.
    void foldsNoMoreBehindTheLimit()
    {
        const QByteArray block = "a 0\nb 0\r\x1b[2K\x1b[1A\x1b[2Ka 1\nb 1\n"; // two rows, and a line that is hidden
        QByteArray text = block.repeated(140'000);
        const std::int64_t begin = 1024 * block.size(); // where the index has a cut
        const std::int64_t end = 2048 * block.size();
        QTemporaryFile file;
        QVERIFY(file.open());
        QCOMPARE(file.write(text), text.size());
        file.flush();
        const auto opened = TextFile::open(file.fileName().toStdString());
        const std::string_view bytes(text.constData(), std::size_t(text.size()));
        LogContent known(opened);
        for (std::size_t at = 0; at < bytes.size(); at += 100'000)
            known.append(bytes.substr(at, 100'000));
        const std::int64_t hidden = known.folds().hiddenBelow(known.lineCount());
        QVERIFY(hidden > 131'000 && hidden < 140'000);
        QVERIFY(!known.folds().isOpen());
        std::fill(text.begin() + begin, text.begin() + end - 1, '\r');
        file.seek(0);
        QCOMPARE(file.write(text), text.size());
        file.flush();
        LogContent content(known, begin);
        const auto from = known.cutFrom(end);
        QVERIFY(from);
        const QByteArray gap = text.sliced(content.size(), from->offset - content.size());
        content.append(std::string_view(gap.constData(), std::size_t(gap.size())));
        content.appendKnown(known, *from);
        QVERIFY(!content.folds().isOpen());
        QCOMPARE(content.folds().hiddenBelow(content.lineCount()), hidden - 1024);
        file.write(block);
        file.flush();
        content.append(std::string_view(block.constData(), std::size_t(block.size())));
        QCOMPARE(content.folds().hiddenBelow(content.lineCount()), hidden - 1024);
    }

    /// Of a line that is too long for a screen the rows above are looked for once, however often it moves up.
    void looksOnceAboveALongLine()
    {
        const QByteArray text = "one\n" + QByteArray(100'000, 'x') + QByteArray("\x1b[A").repeated(5000)
            + "\na 0\nb 0\r\x1b[2K\x1b[1A\x1b[2Ka 1\nb 1\n";
        QTemporaryFile file;
        QVERIFY(file.open());
        QCOMPARE(file.write(text), text.size());
        file.flush();
        LogContent content(TextFile::open(file.fileName().toStdString()));
        const std::optional<std::int64_t> before = bytesRead();
        content.append(std::string_view(text.constData(), std::size_t(text.size())));
        const std::optional<std::int64_t> after = bytesRead();
        const QList<QByteArray> rows = rowsOf(content);
        QCOMPARE(rows.size(), 4);
        QCOMPARE(rows.sliced(2), (QList<QByteArray>{"a 1", "b 1"}));
        if (!before || !after)
            SKIP_UNLESS_ALL("this system does not count what a thread reads");
        QVERIFY2(*after - *before < 200'000, qPrintable(QString::number(*after - *before)));
    }

    void showsLinesAsTheyAreRead()
    {
        Random random(4);
        std::string scratch;
        for (int round = 0; round < 3000; ++round) {
            std::string text = textOf(random, below(random, 120), "ab\n\r\x1b[m]3\a(B");
            text += '\n';
            std::vector<LineSpan> spans;
            LineSplitter splitter(0);
            splitter.feed(text, spans);
            std::string expected;
            for (const LineSpan &span : spans)
                expected +=
                    withoutControlSequences(text.substr(std::size_t(span.begin), std::size_t(span.end - span.begin)))
                    + '\n';
            const std::string shown(shownLines(text, scratch));
            QCOMPARE(shown, expected);
        }
    }

    void removesControlSequences_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("colour") << QByteArray("a\x1b[1;31mb\x1b[0mc") << QByteArray("abc");
        QTest::newRow("character set") << QByteArray("a\x1b(Bb\x1b[m") << QByteArray("ab");
        QTest::newRow("title") << QByteArray("a\x1b]0;title\ab") << QByteArray("ab");
        QTest::newRow("link") << QByteArray("\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\.") << QByteArray("text.");
        QTest::newRow("torn") << QByteArray("a\x1b[12") << QByteArray("a");
        QTest::newRow("alone") << QByteArray("a\x1b") << QByteArray("a");
    }
    void removesControlSequences()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, expected);
        QCOMPARE(QByteArray::fromStdString(
                     withoutControlSequences(std::string_view(text.constData(), std::size_t(text.size())))),
                 expected);
    }

    void knowsWhatMayRunOverBlocks_data()
    {
        QTest::addColumn<QString>("expression");
        QTest::addColumn<QString>("expected"); // empty: line by line
        const auto row = [](const char *expression, const char *expected) {
            QTest::newRow(expression) << QString::fromLatin1(expression) << QString::fromLatin1(expected);
        };
        row("ab.*c$", "ab.*c$");
        row("a\\D+b", "a[^\\n\\d]+b");
        row("[^x]+", "[^\\nx]+");
        row("[^]x]", "[^\\n\\]x]");
        row("[^-:]", "[^\\n\\-:]");
        row("[a-z\\d]", "[a-z\\d]");
        row("[\\s,]*", "(?:(?!\\n)[\\s,])*");
        row("[[:space:]]", "(?:(?!\\n)[[:space:]])");
        row("[[:<:]]a", "");
        row("\\p{Lu}\\PL", "(?:(?!\\n)\\p{Lu})(?:(?!\\n)\\PL)");
        row("(?<=x)(?i:y)(?!\\W)", "(?<=x)(?i:y)(?![^\\n\\w])");
        row("(?s)a.b", "");
        row("a\\z", "");
        row("\\Aa", "");
        row("a\\nb", "");
        row("a\\x0ab", "");
        row("a\\x41b", "a\\x41b");
        row("(*COMMIT)a", "");
        row("a(?#[)b", "");
        row("[\\Qa]\\E]", "");
        row("(a)\\1", "(a)\\1");
        row("(a)\\12", "");
        row("[a", "");
    }
    void knowsWhatMayRunOverBlocks()
    {
        QFETCH(QString, expression);
        QFETCH(QString, expected);
        const auto block = blockExpression(expression.toStdString()).value_or(BlockExpression());
        QCOMPARE(QString::fromStdString(block.expression), expected);
    }

    void knowsWhatEveryMatchHas_data()
    {
        QTest::addColumn<QByteArray>("expression");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *expression, const char *expected) {
            QTest::newRow(expression) << QByteArray(expression) << QByteArray(expected);
        };
        row("gpu[0-3] .*loss=9\\.4\\d+", "loss=9.4");
        row("abc|d", "");
        row("(abc|d)ef", "ef");
        row("abcd?ef", "abc");
        row("abc{2,3}d", "ab");
        row("abc{0,}?123", "123");
        row("abc{x", "");
        row("abc+", "abc");
        row("(abc)?", "");
        row("(?=abc)d", "d");
        row("(?i)abc", "");
        row("(?i:abc)de", "de");
        row("\xc3\xa4?abc", "abc");
        row("(?(?=abc)d|e)f", "f");
        row("a\\|bc", "a|bc");
        row("(?<word>\\w+) \\k<word>", "");
        row("(a)\\g1bcd", "");
    }
    void knowsWhatEveryMatchHas()
    {
        QFETCH(QByteArray, expression);
        QFETCH(QByteArray, expected);
        const auto block = blockExpression(expression.toStdString());
        QVERIFY(block);
        QCOMPARE(QByteArray::fromStdString(block->literal), expected);
    }

    void findsTheSameAtOnceAsLineByLine_data()
    {
        QTest::addColumn<QByteArray>("alphabet");
        QTest::addColumn<bool>("isEmptyPossible");
        QTest::newRow("text") << QByteArray("aabB 1_\n\n\xc3\xa4\xe2\x80\xa8\t\xe1\xa0\x8e\v\f") << true;
        QTest::newRow("any bytes") << QByteArray("aabB 1_\n\n\xc3\xa4\t\xff") << false;
    }

    /// Any expression finds the same lines at once as line by line. Nothing is said of nothing beside a byte that is no
    /// UTF-8: there PCRE2 depends on what else is in the subject.
    void findsTheSameAtOnceAsLineByLine()
    {
        QFETCH(QByteArray, alphabet);
        QFETCH(bool, isEmptyPossible);
        static const std::vector<std::string> consuming{"a",
                                                        "b",
                                                        ".",
                                                        "\\s",
                                                        "\\S",
                                                        "\\d",
                                                        "\\D",
                                                        "\\w",
                                                        "\\W",
                                                        "[^a]",
                                                        "[^\\s]",
                                                        "[\\sa]",
                                                        "[a-c]",
                                                        "\\h",
                                                        "\\H",
                                                        "(?i)B",
                                                        "[[:^digit:]]",
                                                        "\\p{L}",
                                                        "\\P{L}",
                                                        "\xc3\xa4",
                                                        "\\x20",
                                                        "(?>a+)",
                                                        "[^]b]",
                                                        "\\R",
                                                        "\\X",
                                                        "\\n",
                                                        "[\\D]",
                                                        "(?s:.)",
                                                        " ",
                                                        "[^\xc3\xa4-\xc3\xa6]"};
        static const std::vector<std::string> asserting{
            "\\b", "^", "$", "\\B", "(?=a)", "(?!\\s)", "(?<=b)", "(?<!\\W)", "(?!\\w)", "\\K", "\\A", "\\z", "\\G"};
        static const std::vector<std::string> plain{"ab", "aab", "B ", "1_a?", "ab{1,2}", "a b*", "b+a", "aB"};
        static const std::vector<std::string> counts{"", "", "", "+", "{2}", "++", "{1,3}", "+?", "*", "?", "*?"};
        Random random(5);
        int byBlocks = 0;
        int compiled = 0;
        for (int round = 0; round < 4000; ++round) {
            std::string expression;
            for (std::size_t i = 0, n = 1 + below(random, 5); i < n; ++i) {
                if (below(random, 5) == 0)
                    expression += plain[below(random, plain.size())];
                const auto &atoms = isEmptyPossible && below(random, 4) == 0 ? asserting : consuming;
                expression += below(random, 8) == 0 ? "(" : "(?:";
                expression += atoms[below(random, atoms.size())];
                expression += (below(random, 6) == 0 ? "|" + atoms[below(random, atoms.size())] : "") + ")";
                expression += counts[below(random, counts.size() - (isEmptyPossible ? 0 : 3))];
            }
            const auto pattern = Pattern::compile({expression, true, below(random, 2) == 0});
            if (!std::holds_alternative<Pattern>(pattern))
                continue;
            ++compiled;
            byBlocks += std::get<Pattern>(pattern).isByBlocks() ? 1 : 0;
            std::string text;
            for (std::size_t i = 0, n = below(random, 60); i < n; ++i) { // whole characters of the alphabet
                std::size_t at = below(random, std::size_t(alphabet.size()));
                while (at > 0 && (alphabet[at] & '\xc0') == '\x80')
                    --at;
                do
                    text += alphabet[qsizetype(at++)];
                while (at < std::size_t(alphabet.size()) && (alphabet[qsizetype(at)] & '\xc0') == '\x80');
            }
            const auto [atOnce, alone] = twoWays(std::get<Pattern>(pattern), text);
            QVERIFY2(atOnce == alone, qPrintable(QString::fromStdString(expression + "\n--\n" + text)));
        }
        QVERIFY(compiled > 2000);
        QVERIFY(byBlocks > compiled / 4);
    }

    void findsLiteralsLikeExpressions()
    {
        Random random(6);
        for (int round = 0; round < 2000; ++round) {
            const std::string wanted = textOf(random, 1 + below(random, 3), "abB ");
            const std::string text = textOf(random, below(random, 300), "abB \n\xff");
            for (const bool isCaseSensitive : {true, false}) {
                const auto [atOnce, alone] =
                    twoWays(std::get<Pattern>(Pattern::compile({wanted, false, isCaseSensitive})), text);
                QCOMPARE(atOnce, alone);
            }
        }
    }

    void endsWithTooHardExpressions()
    {
        const auto pattern = std::get<Pattern>(Pattern::compile({"^(\\w+\\s?)*$", true, true}));
        std::vector<std::uint32_t> found;
        QVERIFY(pattern.matchingLines("fine\n" + std::string(60, 'x') + "!\n", found, never) == MatchOutcome::TooHard);
    }

    /// A line of megabytes is no reason to call an expression too hard, and can be given up at any time.
    void matchesLongLines()
    {
        std::string line;
        while (line.size() < 300'000)
            line += "xy\xc3\xa4 ";
        const std::string text = "a\n" + line + "end\n" + line.substr(0, 5000) + "\nb end\n" + line;
        const auto linesOf = [&text](const char *expression) {
            std::vector<std::uint32_t> found;
            const auto pattern = std::get<Pattern>(Pattern::compile({expression, true, true}));
            return pattern.matchingLines(text, found, never) == MatchOutcome::Done ? found
                                                                                   : std::vector<std::uint32_t>{99};
        };
        QCOMPARE(linesOf("end$"), (std::vector<std::uint32_t>{1, 3}));
        QCOMPARE(linesOf("x.*e[n]d"), (std::vector<std::uint32_t>{1}));
        QCOMPARE(linesOf("(?s)y\xc3\xa4 end"), (std::vector<std::uint32_t>{1}));
        QCOMPARE(linesOf("^x"), (std::vector<std::uint32_t>{1, 2, 4}));
        QCOMPARE(linesOf("\\Gx"), (std::vector<std::uint32_t>{1, 2, 4}));
        QCOMPARE(linesOf("(?<=x)y"), (std::vector<std::uint32_t>{1, 2, 4}));
        QCOMPARE(linesOf("z"), std::vector<std::uint32_t>());

        std::vector<std::uint32_t> found;
        int asked = 0;
        const auto slow = std::get<Pattern>(Pattern::compile({"(x|y|\xc3\xa4| )*[zw]", true, true}));
        QVERIFY(slow.matchingLines(line, found, [&asked] { return ++asked > 3; }) == MatchOutcome::Canceled);
    }

    void saysWhereAnExpressionIsWrong()
    {
        const auto pattern = Pattern::compile({"ab(c", true, true});
        QVERIFY(std::holds_alternative<PatternFault>(pattern));
        QCOMPARE(std::get<PatternFault>(pattern).offset, 4U);
        QCOMPARE(QString::fromStdString(std::get<PatternFault>(pattern).words),
                 QStringLiteral("missing closing parenthesis"));
    }

private:
    /// As they are shown.
    static QList<QByteArray> rowsOf(const LogContent &content)
    {
        QList<QByteArray> rows;
        const std::int64_t lines = content.lineCount();
        for (std::int64_t row = 0; row < lines - content.folds().hiddenBelow(lines); ++row) {
            const std::int64_t line = content.folds().lineOfRow(row);
            const LineSpan span = content.locate(line).value_or(LineSpan());
            const RewrittenRow shown =
                content.folds().rowOf(line).value_or(RewrittenRow{line, span.begin, span.end - span.begin, 1});
            rows.append(
                QByteArray::fromStdString(withoutControlSequences(content.file().read(shown.begin, shown.length))));
        }
        return rows;
    }
    static void piecesCoverAll(const LogContent &content, Random &random)
    {
        const std::int64_t ended = content.tail().endedLines;
        std::int64_t line = 0;
        std::int64_t offset = 0;
        while (const auto piece = content.pieceFrom(line, std::int64_t(1 + below(random, 2'000'000)))) {
            QCOMPARE(piece->begin.line, line);
            QCOMPARE(piece->begin.offset, offset);
            QVERIFY(piece->end.line > line);
            line = piece->end.line;
            offset = piece->end.offset;
        }
        QCOMPARE(line, ended);
        for (int i = 0; i < 200; ++i) {
            const auto wanted = std::int64_t(below(random, std::size_t(ended)));
            const auto piece = content.pieceFrom(wanted, 100'000);
            QVERIFY(piece && piece->begin.line <= wanted && wanted < piece->end.line);
            QVERIFY(piece->end.offset - piece->begin.offset <= 4 * LogContent::longLine);
        }
    }
};

BATCHDECK_TEST(QCoreApplication, TstLogCore)
#include "tst_logcore.moc"
