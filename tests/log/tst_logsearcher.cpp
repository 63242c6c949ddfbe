// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logfollower.h"
#include "engine/log/core/search/logsearcher.h"
#include "engine/log/core/search/workers.h"

#include "tests/log/numberedlines.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>
#include <random>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace engine::logcore;
using testing::hitsOf;
using testing::numberedLine;

namespace {

void indexAll(LogFile &file)
{
    while (file.refresh(100'000).hasMore) { }
}

Pattern patternOf(const char *expression)
{
    return std::get<Pattern>(Pattern::compile({expression, true, true}));
}

std::vector<std::int64_t> rowsOf(const LogSearcher &searcher)
{
    std::vector<std::int64_t> lines;
    for (std::int64_t i = 0, count = searcher.state().rows; i < count; ++i)
        lines.push_back(searcher.lineOfRow(i));
    return lines;
}

/// As the spool does it: blank up to a last carriage return, and behind that a line that tells of it. False: the file
/// system takes no holes.
bool takeOut(const QString &path, std::int64_t begin, std::int64_t end)
{
    constexpr std::int64_t page = 4096;
    const std::string notice = "\r[taken " + std::to_string(begin) + " to " + std::to_string(end) + "]\n";
    const std::int64_t noticeAt = end - std::int64_t(notice.size());
    const std::int64_t holeBegin = (begin + page - 1) / page * page;
    const std::int64_t holeEnd = noticeAt / page * page;
    const int descriptor = ::open(qPrintable(path), O_RDWR);
    const auto put = [descriptor](const std::string &bytes, std::int64_t at) {
        return ::pwrite(descriptor, bytes.data(), bytes.size(), at) == ssize_t(bytes.size());
    };
    char before = '\n';
    (void)!::pread(descriptor, &before, 1, begin - 1);
    std::string margin(std::size_t(holeBegin - begin), '\r');
    if (before != '\n' && !margin.empty())
        margin[0] = '\n';
    const bool isDone = put(std::string(std::size_t(noticeAt - holeEnd), '\r') + notice, holeEnd)
        && ::fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, holeBegin, holeEnd - holeBegin) == 0
        && put(margin, begin);
    ::close(descriptor);
    return isDone;
}

/// ns that this thread was at work.
std::int64_t ownTime()
{
    struct timespec now = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Of text in ASCII.
std::string utf16Of(std::string_view text, bool isBigEndian)
{
    std::string bytes = isBigEndian ? "\xfe\xff" : "\xff\xfe";
    for (const char c : text) {
        bytes += isBigEndian ? '\0' : c;
        bytes += isBigEndian ? c : '\0';
    }
    return bytes;
}

/// Where lines begin in a file.
std::vector<std::int64_t> beginsIn(const QString &path)
{
    QFile file(path);
    (void)file.open(QIODevice::ReadOnly);
    const QByteArray bytes = file.readAll();
    std::vector<std::int64_t> begins;
    for (qsizetype at = 0; at >= 0 && at < bytes.size();) {
        begins.push_back(at);
        const qsizetype newline = bytes.indexOf('\n', at);
        at = newline < 0 ? newline : newline + 1;
    }
    return begins;
}

} // namespace

/// With threads: this is what ThreadSanitizer looks at, see races. So it asks nothing of the engine, nor of Qt beside
/// files.
class TstLogSearcher final : public QObject
{
    Q_OBJECT

private:
    void write(const std::string &bytes, QIODevice::OpenMode mode = QIODevice::Append) const
    {
        writeTo(m_path, bytes, mode);
    }
    static void writeTo(const QString &path, const std::string &bytes, QIODevice::OpenMode mode = QIODevice::Append)
    {
        QFile file(path);
        QVERIFY(file.open(mode | QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes.data(), qint64(bytes.size())), qint64(bytes.size()));
    }
    /// The clock of files may stand still for some milliseconds.
    void setChanged(time_t seconds) const
    {
        const struct timespec times[2] = {{seconds, 0}, {seconds, 0}};
        QCOMPARE(::utimensat(AT_FDCWD, qPrintable(m_path), times, 0), 0);
    }
    [[nodiscard]] std::shared_ptr<LogFile> newFile() const { return std::make_shared<LogFile>(m_path.toStdString()); }
    static bool settle(LogSearcher &searcher)
    {
        searcher.extend();
        return QTest::qWaitFor([&] { return !searcher.state().isRunning; }, testing::patience);
    }

    QTemporaryDir m_folder;
    QString m_path;
    Workers m_workers{3};

private slots:
    void init()
    {
        m_path = m_folder.filePath(QStringLiteral("log.txt"));
        QFile::remove(m_path);
    }

    void findsAllWhileItGrows()
    {
        constexpr std::int64_t lines = 60'000;
        const std::shared_ptr<LogFile> file = newFile();
        LogFollower follower(2);
        const LogFollower::Hold hold = follower.follow(file);
        std::thread writer([this] {
            std::mt19937 random(1);
            const int descriptor = ::open(qPrintable(m_path), O_CREAT | O_WRONLY | O_APPEND, 0600);
            std::string bytes;
            for (std::int64_t i = 0; i < lines; ++i)
                bytes += numberedLine(i);
            for (std::size_t at = 0; at < bytes.size();) { // torn anywhere
                const std::size_t length = std::min<std::size_t>(1 + random() % 30'000, bytes.size() - at);
                at += std::size_t(std::max<ssize_t>(0, ::write(descriptor, bytes.data() + at, length)));
            }
            ::close(descriptor);
        });
        std::atomic<bool> isOver = false;
        std::atomic<int> wrong = 0;
        std::thread reader([&] { // as a view does, of the end and of anywhere
            std::mt19937 random(2);
            while (!isOver) {
                const auto content = file->content();
                const std::int64_t count = content ? content->tail().endedLines : 0;
                for (const std::int64_t line :
                     {count - 1, std::int64_t(random() % std::size_t(std::max<std::int64_t>(1, count)))}) {
                    if (line < 0 || line >= count)
                        continue;
                    const auto span = content->locate(line);
                    if (!span
                        || content->file().read(span->begin, span->end - span->begin) + '\n' != numberedLine(line))
                        ++wrong;
                }
            }
        });
        LogSearcher searcher(file, patternOf("line \\d+ marked"), m_workers);
        std::int64_t before = 0;
        const bool isWhole = QTest::qWaitFor(
            [&] {
                searcher.extend();
                const LogSearcher::State state = searcher.state();
                const std::int64_t ended = (state.searchedLines + 6) / 7;
                const bool isOpenOne =
                    state.searchedLines % 7 == 0 && state.hits == ended + 1; // it has its mark already
                wrong += state.hits < before || (state.hits != ended && !isOpenOne) ? 1 : 0;
                before = state.hits;
                return state.searchedLines == lines && !state.isRunning;
            },
            testing::patience);
        isOver = true;
        writer.join();
        reader.join();
        QVERIFY(isWhole);
        QCOMPARE(wrong.load(), 0);
        const std::vector<std::int64_t> hits = hitsOf(searcher);
        QCOMPARE(std::int64_t(hits.size()), (lines + 6) / 7);
        for (std::size_t i = 0; i < hits.size(); ++i)
            QCOMPARE(hits[i], std::int64_t(i) * 7);
    }

    void followsManyFilesWithFewThreads()
    {
        constexpr int files = 16;
        constexpr std::int64_t lines = 4000;
        LogFollower follower(2);
        std::vector<std::shared_ptr<LogFile>> followed;
        std::vector<LogFollower::Hold> holds;
        std::vector<std::thread> writers;
        for (int i = 0; i < files; ++i) {
            const QString path = m_folder.filePath(QStringLiteral("rank-%1").arg(i));
            followed.push_back(std::make_shared<LogFile>(path.toStdString()));
            holds.push_back(follower.follow(followed.back()));
            writers.emplace_back([path] {
                const int descriptor = ::open(qPrintable(path), O_CREAT | O_WRONLY | O_APPEND, 0600);
                for (std::int64_t line = 0; line < lines; ++line) {
                    const std::string bytes = numberedLine(line);
                    (void)!::write(descriptor, bytes.data(), bytes.size());
                }
                ::close(descriptor);
            });
        }
        for (std::thread &writer : writers)
            writer.join();
        const auto isWhole = [&] {
            return std::all_of(followed.begin(), followed.end(),
                               [](const auto &file) { return file->state().lines == lines; });
        };
        QVERIFY(QTest::qWaitFor(isWhole, testing::patience));
        for (const std::shared_ptr<LogFile> &file : followed) {
            QVERIFY(file->state().exists);
            QCOMPARE(file->content()->size(), file->state().bytes);
        }
        holds.clear();
        QVERIFY(QTest::qWaitFor([&] { return followed.front().use_count() == 1; },
                                testing::patience)); // nobody looks at it
    }

    void noticesAnotherFile_data()
    {
        QTest::addColumn<QString>("how");
        for (const char *how : {"cut", "cut and longer again", "as long, other bytes", "renamed", "replaced"})
            QTest::newRow(how) << QString::fromLatin1(how);
    }
    void noticesAnotherFile()
    {
        QFETCH(QString, how);
        write("first 1\nfirst 2\nfirst 3\n");
        setChanged(1000);
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        QVERIFY(!file->refresh(1000).isChanged);
        LogSearcher searcher(file, patternOf("^(first|other) [23]"), m_workers);
        QVERIFY(settle(searcher));
        QCOMPARE(hitsOf(searcher), (std::vector<std::int64_t>{1, 2}));

        std::string now = "other 1\nother 2\n";
        if (how == QStringLiteral("cut and longer again"))
            now += "other 3\nother 4\nother 5\n";
        if (how == QStringLiteral("as long, other bytes"))
            now += "other 3\n";
        if (how == QStringLiteral("renamed"))
            QVERIFY(QFile::rename(m_path, m_path + QStringLiteral(".1")));
        if (how == QStringLiteral("replaced")) {
            writeTo(m_path + QStringLiteral(".new"), now);
            QCOMPARE(::rename(qPrintable(m_path + QStringLiteral(".new")), qPrintable(m_path)), 0);
        } else {
            write(now, QIODevice::Truncate);
        }
        setChanged(2000);
        QVERIFY(file->refresh(1000).isRestarted);
        QCOMPARE(file->state().restarts, 1U);
        QCOMPARE(file->state().bytes, std::int64_t(now.size()));
        QVERIFY(settle(searcher));
        QCOMPARE(searcher.state().restarts, 1U);
        QCOMPARE(hitsOf(searcher).front(), 1);
        QVERIFY(!file->refresh(1000).isChanged);
        QFile::remove(m_path + QStringLiteral(".1"));
    }

    /// What is known before a gap and behind it stays, with the numbers that lines have by now.
    void keepsWhatIsAroundAGap()
    {
        std::mt19937 random(7); // the same numbers on every run
        const auto below = [&random](std::int64_t limit) {
            return std::uniform_int_distribution<std::int64_t>(0, limit - 1)(random);
        };
        std::int64_t number = 0;
        const auto grow = [&](int lines, int round) {
            std::string text;
            for (int i = 0; i < lines; ++i) {
                text += numberedLine(number++);
                if (round % 2 == 1 && below(2000) == 0)
                    text += std::string(std::size_t(below(2'500'000)), 'x') + " marked\n";
            }
            write(text + (below(2) == 0 ? "open" : ""));
        };
        for (int round = 0; round < (testing::isExtendedRun() ? 6 : 2); ++round) {
            write({}, QIODevice::Truncate);
            number = 0;
            grow(9000, round);
            const std::shared_ptr<LogFile> file = newFile();
            indexAll(*file);
            const bool isNoticeFound = round % 2 == 0;
            const char *expression = isNoticeFound ? "marked|taken" : "marked";
            LogSearcher searcher(file, patternOf(expression), m_workers);
            searcher.setContext(round % 3);
            if (round < 4)
                QVERIFY(settle(searcher)); // else it is amid its work
            std::int64_t begin = -1;
            std::int64_t end = -1;
            for (int bite = 0; bite < 6; ++bite) {
                const std::vector<std::int64_t> before = beginsIn(m_path);
                const LogFile::State state = file->state();
                const auto lineFrom = [&](std::int64_t offset) {
                    const bool isAmid = below(4) == 0; // as in a line of which no end is near
                    return isAmid ? offset : *std::lower_bound(before.begin(), std::prev(before.end()), offset);
                };
                begin = bite == 0 ? lineFrom(state.bytes / 4 + 1) : std::min(begin, lineFrom(begin - below(10'000)));
                const std::int64_t rest = state.bytes * 3 / 4 - std::max(end, begin);
                end = lineFrom(std::max(end, begin) + 100'000 + below(std::max<std::int64_t>(1, rest / 4)));
                if (end > state.bytes * 3 / 4)
                    break;
                if (!takeOut(m_path, begin, end))
                    QSKIP("the file system takes no holes");
                grow(int(below(3000)), round);
                setChanged(1000 + bite);
                for (int look = 0; look < 17; ++look) // not each looks for a gap
                    indexAll(*file);
                const LogFile::State now = file->state();
                QCOMPARE(now.restarts, 0U);
                const std::shared_ptr<LogFile> another = newFile();
                indexAll(*another);
                const std::vector<std::int64_t> begins = beginsIn(m_path);
                QCOMPARE(now.lines, std::int64_t(begins.size()));
                QCOMPARE(now.bytes, another->state().bytes);
                int wrong = 0;
                for (std::int64_t line = 0; line < now.lines; line += 1 + below(20)) {
                    const auto one = file->content()->locate(line);
                    const auto other = another->content()->locate(line);
                    const bool isSame = one && other && one->lineBegin == begins[std::size_t(line)]
                        && one->begin == other->begin && one->end == other->end && one->updates == other->updates;
                    wrong += isSame && file->content()->lineAt(one->lineBegin) == line ? 0 : 1;
                }
                QCOMPARE(wrong, 0);
                for (std::size_t line = 0; line < before.size(); line += std::size_t(1 + below(20))) {
                    const std::int64_t moved = movedLine(std::int64_t(line), state.gap, now.gap);
                    if (before[line] < begin || before[line] >= end)
                        wrong += begins[std::size_t(moved)] == before[line] ? 0 : 1;
                    else // a part of the last may have stayed
                        wrong += moved == now.gap.line || moved == now.gap.line + 1 ? 0 : 1;
                }
                QCOMPARE(wrong, 0);
                searcher.extend();
                QVERIFY(searcher.state().searchedLines > now.gap.line || round >= 4); // it does not begin anew
                QVERIFY(settle(searcher));
                LogSearcher fresh(another, patternOf(expression), m_workers);
                fresh.setContext(round % 3);
                QVERIFY(settle(fresh));
                QCOMPARE(searcher.state().restarts, 0U);
                QCOMPARE(hitsOf(searcher), hitsOf(fresh));
                QCOMPARE(rowsOf(searcher), rowsOf(fresh));
                QCOMPARE(searcher.isHit(now.gap.line), isNoticeFound);
            }
        }
    }

    /// Who shows a log cannot wait: what was found moves at once, however much it is, and workers do the rest.
    void movesAtOnceWhatItFound()
    {
        std::string text;
        const int lines = 3'000'000;
        for (int line = 0; line < lines; ++line)
            text += line % 100'000 == 99'999 ? "marked\n" : "x\n";
        write(text);
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        std::mutex busy;
        Workers workers{1};
        LogSearcher searcher(file, patternOf("x|taken"), workers);
        QVERIFY(settle(searcher));
        const std::int64_t hits = searcher.state().hits;
        const std::vector<std::int64_t> begins = beginsIn(m_path);
        if (!takeOut(m_path, begins.at(1'000'000), begins.at(1'200'000)))
            QSKIP("the file system takes no holes");
        setChanged(1000);
        file->lookAgain();
        indexAll(*file);
        QCOMPARE(file->state().gap.line, 1'000'000);

        std::unique_lock hold(busy); // the only worker waits for it
        workers.post([&busy] { const std::lock_guard lock(busy); });
        const std::int64_t begun = ownTime();
        searcher.extend();
        const std::int64_t took = ownTime() - begun;
        QVERIFY(searcher.state().isRunning);
        QCOMPARE(searcher.state().searchedLines, lines - 199'999);
        QCOMPARE(searcher.state().hits, hits - (200'000 - 2));
        QVERIFY(!searcher.isHit(1'000'000));
        QCOMPARE(searcher.hitAt(1'000'000 - 10), 1'000'001);
        QVERIFY(!searcher.isHit(1'299'999 - 199'999));
        hold.unlock();
        QVERIFY(settle(searcher));
        QVERIFY(searcher.isHit(1'000'000));
        QCOMPARE(searcher.state().hits, hits - (200'000 - 2) + 1);

        const std::int64_t copyBegun = ownTime();
        LineSet copy;
        for (std::int64_t line = 0; line < lines; ++line)
            copy.append(line);
        QVERIFY2(5 * took < ownTime() - copyBegun, qPrintable(QStringLiteral("%1 ns").arg(took)));
    }

    /// Who looks at a file once in a while gets all of it.
    void findsAGapWhenAskedToLookAgain()
    {
        std::string text;
        for (int line = 0; line < 20'000; ++line)
            text += numberedLine(line);
        write(text);
        LogFile file(m_path.toStdString());
        indexAll(file);
        if (!takeOut(m_path, beginsIn(m_path).at(5000), beginsIn(m_path).at(15'000)))
            QSKIP("the file system takes no holes");
        setChanged(1000);
        file.lookAgain();
        indexAll(file);
        QVERIFY(file.state().isIndexed);
        QCOMPARE(file.state().gap.line, 5000);
        QCOMPARE(file.state().lines, std::int64_t(beginsIn(m_path).size()));
    }

    void showsTheNoticeOfAGapInUtf16_data()
    {
        QTest::addColumn<bool>("isBigEndian");
        QTest::newRow("little endian") << false;
        QTest::newRow("big endian") << true;
    }
    void showsTheNoticeOfAGapInUtf16()
    {
        QFETCH(bool, isBigEndian);
        std::vector<std::string> lines;
        std::string text;
        for (int line = 0; line < 20'000; ++line)
            text += lines.emplace_back(numberedLine(line));
        write(utf16Of(text, isBigEndian));
        const std::int64_t begin =
            beginsIn(m_path).at(5000); // behind a byte, and not a character, as the quota does it
        const std::int64_t end = beginsIn(m_path).at(15'000);
        if (!takeOut(m_path, begin, end))
            QSKIP("the file system takes no holes");
        std::string expected;
        for (std::size_t line = 0; line < 20'000; ++line) {
            if (line < 5000 || line >= 15'000)
                expected += lines[line];
            else if (line == 5000)
                expected += "[taken " + std::to_string(begin) + " to " + std::to_string(end) + "]\n";
        }
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        QVERIFY(file->isConverted() && file->state().isIndexed);
        QCOMPARE(file->state().lines, 10'001);
        QVERIFY(file->content()->file().read(0, file->state().bytes) == expected);
    }

    void isNotIndexedUntilItsCopyIsWritten()
    {
        std::string text;
        for (int line = 0; line < 2000; ++line)
            text += numberedLine(line);
        write(utf16Of(text, false));
        const std::shared_ptr<LogFile> file = newFile();
        struct rlimit before = {};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
        const struct rlimit small = {1000, before.rlim_max};
        const auto handler = std::signal(SIGXFSZ, SIG_IGN);
        const bool isSmall = ::setrlimit(RLIMIT_FSIZE, &small) == 0; // no file takes more, as on a full disk
        const bool hasMore = file->refresh(1'000'000).hasMore;
        const LogFile::State full = file->state();
        const bool isRestored = ::setrlimit(RLIMIT_FSIZE, &before) == 0;
        std::signal(SIGXFSZ, handler);
        QVERIFY(isSmall && isRestored);
        QVERIFY(!hasMore); // nothing comes of trying at once
        QVERIFY(!full.isIndexed);
        QCOMPARE(full.lines, 0);
        indexAll(*file);
        QVERIFY(file->state().isIndexed);
        QCOMPARE(file->state().lines, 2000);
    }

    /// Copies count in no quota.
    void convertsNoLongFile()
    {
        write(utf16Of("a\n", false));
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        QVERIFY(file->isConverted());
        QVERIFY(QFile::resize(m_path, LogFile::longestConverted + 1)); // a hole
        indexAll(*file);
        QVERIFY(!file->isConverted());
        QCOMPARE(file->state().restarts, 1U);
        QCOMPARE(file->state().bytes, LogFile::longestConverted + 1);
        const std::shared_ptr<LogFile> another = newFile();
        indexAll(*another);
        QVERIFY(!another->isConverted());
    }

    /// All that was read of the end is gone since: what is before the gap is still the same.
    void goesOnBehindAGapThatTookItsEnd()
    {
        std::string text;
        for (int line = 0; line < 20'000; ++line)
            text += numberedLine(line);
        write(text);
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        write(text);
        const std::int64_t begin = file->content()->locate(5000).value_or(LineSpan()).lineBegin;
        const auto end = std::int64_t(text.size() + text.find('\n', 500'000) + 1);
        if (!takeOut(m_path, begin, end))
            QSKIP("the file system takes no holes");
        setChanged(1000);
        indexAll(*file);
        QCOMPARE(file->state().restarts, 0U);
        QCOMPARE(file->state().gap.line, 5000);
        const std::shared_ptr<LogFile> another = newFile();
        indexAll(*another);
        QCOMPARE(file->state().lines, another->state().lines);
        QCOMPARE(movedLine(4999, {}, file->state().gap), 4999);
        QCOMPARE(movedLine(19'999, {}, file->state().gap), 5000);
    }

    void readsOnWhatWasRemoved()
    {
        QFile writer(m_path);
        QVERIFY(writer.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        writer.write("one\n");
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        QVERIFY(QFile::remove(m_path));
        writer.write("two\n");
        QVERIFY(!file->refresh(1000).isRestarted);
        QCOMPARE(file->state().lines, 2);
    }

    void takesNothingButFiles()
    {
        QCOMPARE(::mkfifo(qPrintable(m_path), 0600), 0);
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        QVERIFY(!file->state().exists && file->state().isIndexed);
        const auto folder = std::make_shared<LogFile>(m_folder.path().toStdString());
        indexAll(*folder);
        QVERIFY(!folder->state().exists);
    }

    /// The line that has not ended may match, no longer match, and match again when it has ended.
    void searchesTheOpenLine()
    {
        const std::shared_ptr<LogFile> file = newFile();
        LogSearcher searcher(file, patternOf("x$"), m_workers);
        searcher.setContext(1);
        const auto step = [&](const char *bytes) {
            write(bytes);
            indexAll(*file);
            return settle(searcher);
        };
        QVERIFY(step("a\nb\nc\nx"));
        QCOMPARE(hitsOf(searcher), (std::vector<std::int64_t>{3}));
        QCOMPARE(rowsOf(searcher), (std::vector<std::int64_t>{2, 3}));
        QVERIFY(step("y"));
        QVERIFY(hitsOf(searcher).empty());
        QVERIFY(rowsOf(searcher).empty());
        QVERIFY(step("\rx")); // what it was before is not shown any more
        QCOMPARE(hitsOf(searcher), (std::vector<std::int64_t>{3}));
        QVERIFY(step("\nd\n"));
        QCOMPARE(hitsOf(searcher), (std::vector<std::int64_t>{3}));
        QCOMPARE(rowsOf(searcher), (std::vector<std::int64_t>{2, 3, 4}));
    }

    void givesContext()
    {
        std::mt19937 random(7);
        const std::shared_ptr<LogFile> file = newFile();
        LogSearcher searcher(file, patternOf("^hit"), m_workers);
        searcher.setContext(3);
        std::vector<std::int64_t> hits;
        std::int64_t count = 0;
        for (int round = 0; round < 30; ++round) {
            std::string bytes;
            for (std::size_t i = 0, n = random() % 400; i < n; ++i, ++count) {
                const bool isHit = random() % 20 == 0;
                if (isHit)
                    hits.push_back(count);
                bytes += isHit ? "hit\n" : "no\n";
            }
            write(bytes);
            indexAll(*file);
            QVERIFY(settle(searcher));
            if (round == 20)
                searcher.setContext(0);
            if (round == 25)
                searcher.setContext(3);
            const int context = round >= 20 && round < 25 ? 0 : 3;
            std::vector<std::int64_t> expected;
            for (std::int64_t line = 0; line < count; ++line) {
                const auto at = std::lower_bound(hits.begin(), hits.end(), line - context);
                if (at != hits.end() && *at <= line + context)
                    expected.push_back(line);
            }
            QCOMPARE(hitsOf(searcher), hits);
            QCOMPARE(rowsOf(searcher), expected);
            for (std::size_t row = 0; row < expected.size(); ++row)
                QCOMPARE(searcher.rowsBelow(expected[row]), std::int64_t(row));
        }
    }

    void searchesLinesOfAnyLength()
    {
        std::string line(20'000'000, 'x');
        line.replace(10'000'000, 6, "needle"); // and on the border of two reads
        write("short\n" + line + "\rshort again\n" + line + "\n" + line + "\nneedle\n");
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        for (const char *expression : {"needle", "n[e]+dle", "xneedlex|^needle$"}) {
            LogSearcher searcher(file, patternOf(expression), m_workers);
            QVERIFY(settle(searcher));
            QCOMPARE(hitsOf(searcher), (std::vector<std::int64_t>{2, 3, 4}));
        }
        QVERIFY(file->content()->indexBytes() < 20'000);
    }

    void endsWithATooHardExpression()
    {
        write("fine\n" + std::string(100, 'x') + "!\n");
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        LogSearcher searcher(file, patternOf("^(\\w+\\s?)*$"), m_workers);
        QVERIFY(settle(searcher));
        QVERIFY(searcher.state().isTooHard);
    }

    void endsAtOnce()
    {
        std::string bytes;
        for (std::int64_t i = 0; i < 40'000; ++i)
            bytes += numberedLine(i);
        write(bytes);
        const std::shared_ptr<LogFile> file = newFile();
        indexAll(*file);
        for (int round = 0; round < 50; ++round) {
            auto searcher = std::make_unique<LogSearcher>(file, patternOf("(?s)(l.*i.*n)+e \\d+ ma"), m_workers);
            if (round % 2 == 0)
                searcher->cancel();
            QVERIFY(round % 2 == 1 || !searcher->state().isRunning);
            searcher.reset();
        }
        Workers workers(2); // goes with tasks that wait
        const LogSearcher searcher(file, patternOf("(?s)(l.*i.*n)+e \\d+ ma"), workers);
    }
};

BATCHDECK_TEST(QCoreApplication, TstLogSearcher)
#include "tst_logsearcher.moc"
