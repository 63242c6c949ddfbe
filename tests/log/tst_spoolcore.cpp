// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logfollower.h"
#include "engine/log/core/file/spoolfile.h"
#include "engine/log/core/file/spoolgap.h"
#include "engine/log/core/file/spoolparts.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/core/search/logsearcher.h"
#include "engine/log/core/search/workers.h"

#include "tests/log/numberedlines.h"
#include "tests/support/testmain.h"

#include <QTemporaryDir>

#include <algorithm>
#include <random>

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace engine::logcore;
using testing::hitsOf;
using testing::numberedLine;

namespace {

std::string contentOf(const std::string &path)
{
    const auto file = TextFile::open(path);
    TextFile::Facts facts;
    return file && file->facts(facts) ? file->read(0, facts.size) : std::string();
}

/// Numbers of the lines of \a text that have a mark.
std::vector<std::int64_t> marksIn(std::string_view text)
{
    std::vector<std::int64_t> marks;
    for (std::int64_t line = 0; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (text.substr(0, end).find("marked") != std::string_view::npos)
            marks.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return marks;
}

/// Nothing more can be opened while it lives.
class FewFiles final
{
public:
    FewFiles()
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        const struct rlimit none = {0, m_before.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    ~FewFiles() { ::setrlimit(RLIMIT_NOFILE, &m_before); }

private:
    struct rlimit m_before = {};
};

struct Arrival
{
    std::int64_t offset = 0;
    std::int64_t ms = 0;
};

/// A log on its way into the spool, as fast as that goes and torn anywhere, by a clock of its own.
class Appender final
{
public:
    static constexpr std::int64_t leastBytes = 8'000'000;
    static constexpr std::int64_t mostBytes = 96'000'000;

    Appender(const std::string &path, const std::atomic<bool> &isEnough)
        : m_thread([this, path, &isEnough] { append(path, isEnough); })
    {
    }
    ~Appender() { join(); }
    void join()
    {
        if (m_thread.joinable())
            m_thread.join();
    }

    std::atomic<std::int64_t> size = 0; ///< bytes that are there
    std::atomic<std::int64_t> now = 1000; ///< its clock
    std::atomic<bool> isOver = false;
    // From join() on.
    std::string bytes;
    std::vector<Arrival> arrivals;
    std::error_code error;

private:
    void append(const std::string &path, const std::atomic<bool> &isEnough)
    {
        std::mt19937 random(1); // the same lines on every run
        SpoolFile spool(path);
        SpoolTimes times(path);
        std::int64_t lines = 0;
        while (!error && size < mostBytes && (size < leastBytes || !isEnough)) {
            const std::size_t length = 1 + random() % 30'000;
            while (bytes.size() < std::size_t(size) + length)
                bytes += numberedLine(lines++);
            take(spool, times, length);
        }
        if (!error)
            take(spool, times, bytes.size() - std::size_t(size));
        isOver = true;
    }
    void take(SpoolFile &spool, SpoolTimes &times, std::size_t length)
    {
        arrivals.push_back({spool.size(), now += 7});
        times.note(spool.size(), now);
        error = spool.append(std::string_view(bytes).substr(std::size_t(spool.size()), length));
        size = spool.size();
    }

    std::thread m_thread;
};

} // namespace

/// The spool as plain files: who writes them, who takes out of them and who reads them know nothing of each other.
/// This is what ThreadSanitizer looks at, see races.
class TstSpoolCore final : public QObject
{
    Q_OBJECT

private:
    [[nodiscard]] std::string pathOf(const char *name) const
    {
        return m_folder.filePath(QString::fromUtf8(name)).toStdString();
    }

    QTemporaryDir m_folder;
    Workers m_workers{2};

private slots:
    void keepsPartsAsText()
    {
        const std::string path = pathOf("parts/stdout.txt");
        QVERIFY(!SpoolParts::of(path).gap());
        QCOMPARE(SpoolParts::of(path).parts().size(), 1U);
        SpoolParts parts;
        parts.setInode("12");
        parts.begin({100, "34", true});
        parts.begin({200, {}, false});
        parts.setGap({50, 150});
        const std::string source = "/home/a b/100%/\xc3\xa4~x_.\n";
        parts.setSource(source);
        QVERIFY(!parts.save(path));
        const std::string text = "part 0 12 0\npart 100 34 1\npart 200 - 0\ngap 50 150\n"
                                 "source /home/a%20b/100%25/%C3%A4~x_.%0A\n";
        QCOMPARE(contentOf(pathOf("parts/.parts/stdout.txt")), text);
        struct stat status = {};
        QCOMPARE(::stat(SpoolParts::pathOf(path).c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0600U);
        const SpoolParts read = SpoolParts::of(path);
        QCOMPARE(read.source(), source);
        QCOMPARE(read.gap()->end, 150);
        QCOMPARE(read.last().begin, 200);
        QVERIFY(!read.save(path));
        QCOMPARE(contentOf(SpoolParts::pathOf(path)), text);
    }

    void keepsAGapBehindTheParts()
    {
        const std::string path = pathOf("appended/stdout.txt");
        SpoolParts parts;
        parts.setGap({50, 150});
        QVERIFY(parts.appendGap(path) == std::errc::no_such_file_or_directory);
        QVERIFY(!parts.save(path));
        parts.setGap({40, 160});
        QVERIFY(!parts.appendGap(path));
        QVERIFY(SpoolParts::of(path).gap() == SpoolParts::Gap({40, 160}));
        QVERIFY(!SpoolFile(SpoolParts::pathOf(path)).append("\ngap 30 17")); // of 170: the disk had no room for more
        QVERIFY(SpoolParts::of(path).gap() == SpoolParts::Gap({40, 160}));
        parts.setGap({30, 180});
        QVERIFY(!parts.appendGap(path));
        QVERIFY(SpoolParts::of(path).gap() == SpoolParts::Gap({30, 180}));
        QVERIFY(!SpoolParts::of(path).save(path));
        QCOMPARE(contentOf(SpoolParts::pathOf(path)), std::string("part 0 - 0\ngap 30 180\n"));
    }

    void saysWhyNothingIsWritten()
    {
        QVERIFY(!SpoolFile(pathOf("file")).append("text"));
        QVERIFY(SpoolFile(pathOf("file/stdout.txt")).append("text") == std::errc::not_a_directory);
        QVERIFY(SpoolParts().save(pathOf("file/stdout.txt")) == std::errc::not_a_directory);
        QVERIFY(SpoolFile(pathOf(std::string(300, 'x').c_str())).create() == std::errc::filename_too_long);
        QCOMPARE(contentOf(pathOf("file")), std::string("text"));
    }

    void tellsWhatIsNotThereFromWhatCannotBeRead()
    {
        const std::string path = pathOf("unread/stdout.txt");
        SpoolParts parts;
        QVERIFY(!SpoolParts::read(path, parts));
        parts.begin({100, "34", false});
        QVERIFY(!parts.save(path));
        SpoolFile file(path);
        QVERIFY(!file.look());
        QVERIFY(!file.append("0123456789"));
        std::string end = "before";
        {
            const FewFiles few;
            SpoolParts unread;
            QVERIFY(SpoolParts::read(path, unread) == std::errc::too_many_files_open);
            QCOMPARE(unread.last().begin, 0);
            QVERIFY(SpoolFile(path).look() == std::errc::too_many_files_open);
            QVERIFY(file.readEnd(4, end) == std::errc::too_many_files_open);
            QCOMPARE(removeMiddle(path, "node7", 1'000'000), 0);
        }
        QVERIFY(!file.readEnd(4, end));
        QCOMPARE(end, std::string("6789"));
        QVERIFY(!file.readEnd(0, end));
        QCOMPARE(end, std::string());
        QVERIFY(file.readEnd(11, end) == std::errc::io_error); // more than can be read
        SpoolFile again(path);
        QVERIFY(!again.look());
        QCOMPARE(again.size(), 10);
        QVERIFY(!SpoolParts::read(path, parts));
        QCOMPARE(parts.last().begin, 100);
        QCOMPARE(::truncate(SpoolParts::pathOf(path).c_str(), 0), 0); // as a loss of power may leave it
        QVERIFY(!SpoolParts::read(path, parts));
        QCOMPARE(parts.last().begin, 0);
    }

    /// What is asked of the file system goes behind the end, wherever that is by then.
    void losesNothingWhenAskedForHoles()
    {
        for (int round = 0; round < 8; ++round) {
            const std::string path = pathOf("asked/") + std::to_string(round);
            QVERIFY(!SpoolFile(path).create());
            const std::atomic<bool> isEnough = true;
            Appender appender(path, isEnough);
            while (!appender.isOver)
                (void)hasHoles(path);
            appender.join();
            QCOMPARE(appender.error, std::error_code());
            QVERIFY(contentOf(path) == appender.bytes);
        }
    }

    /// One appends, one takes middles out of it, one follows, indexes and searches, and one asks when bytes arrived.
    void isReadWhileItGrowsAndItsMiddleIsTaken()
    {
        const std::string path = pathOf("job/node7/stdout.txt");
        QVERIFY(!SpoolFile(path).create());
        if (!hasHoles(path))
            QSKIP("the file system takes no holes");
        const auto file = std::make_shared<LogFile>(path);
        LogFollower follower(2);
        const LogFollower::Hold hold = follower.follow(file);
        LogSearcher searcher(file, std::get<Pattern>(Pattern::compile({"line \\d+ marked", true, true})), m_workers);
        const SpoolArrivals arrivals(path);
        std::atomic<bool> isEnough = false;
        std::atomic<int> wrong = 0;

        Appender appender(path, isEnough);
        int taken = 0;
        std::thread quota([&] {
            while (!appender.isOver) {
                if (appender.size > 1'000'000 && removeMiddle(path, "node7", 1'000'000) > 0)
                    isEnough = ++taken >= 20;
            }
        });
        std::thread reader([&] {
            std::mt19937 random(2);
            while (!appender.isOver) {
                searcher.extend();
                (void)hitsOf(searcher);
                const std::shared_ptr<const LogContent> content = file->content();
                const auto line = std::int64_t(random() % 100); // nobody takes the beginning
                const std::optional<LineSpan> span = content ? content->locate(line) : std::nullopt;
                if (!span || span->end >= appender.size)
                    continue;
                const std::string text = content->file().read(span->begin, span->end + 1 - span->begin);
                wrong += text == numberedLine(line) && arrivals.at(span->end) ? 0 : 1;
            }
        });
        std::thread asking([&] {
            std::mt19937 random(3);
            while (!appender.isOver) {
                if (appender.size == 0)
                    continue;
                const auto near = std::int64_t(random() % std::uint64_t(appender.size));
                const auto far = near + std::int64_t(random() % std::uint64_t(appender.size - near));
                const auto first = arrivals.at(near);
                const auto second = arrivals.at(far);
                wrong += first && second && *first <= *second && *second <= appender.now ? 0 : 1;
            }
        });
        appender.join();
        quota.join();
        reader.join();
        asking.join();
        QCOMPARE(appender.error, std::error_code());
        QVERIFY2(taken > 1, QByteArray::number(taken));
        QCOMPARE(wrong.load(), 0);

        const std::string now = contentOf(path);
        const std::string_view before = appender.bytes;
        QCOMPARE(now.size(), before.size());
        const SpoolParts::Gap gap = SpoolParts::of(path).gap().value_or(SpoolParts::Gap());
        const auto begin = std::size_t(gap.begin);
        const auto end = std::size_t(gap.end);
        QVERIFY(begin > 0 && begin < end && end < now.size());
        QVERIFY(std::string_view(now).substr(0, begin) == before.substr(0, begin));
        QVERIFY(std::string_view(now).substr(end) == before.substr(end));
        const std::size_t notice = now.rfind('\r', end) + 1;
        const auto isBlank = [](char c) { return c == '\0' || c == '\r'; };
        QVERIFY(std::all_of(now.begin() + gap.begin, now.begin() + std::ptrdiff_t(notice), isBlank));
        QCOMPARE(now.substr(notice, end - notice),
                 "[Batchdeck: " + std::to_string(end - begin) + " bytes are not kept on this computer, from byte "
                     + std::to_string(begin) + " to byte " + std::to_string(end)
                     + ". The file on node7 that had them is not known any more]\n");

        const auto lines = std::int64_t(std::count(now.begin(), now.end(), '\n'));
        QTRY_COMPARE(file->state().lines, lines);
        QTRY_COMPARE(file->state().bytes, std::int64_t(now.size()));
        QTRY_VERIFY((searcher.extend(), !searcher.state().isRunning));
        QCOMPARE(searcher.state().searchedLines, lines);
        QCOMPARE(hitsOf(searcher), marksIn(now));

        int early = 0;
        std::int64_t last = 0;
        for (const Arrival &arrival : appender.arrivals) {
            const std::int64_t ms = arrivals.at(arrival.offset).value_or(0);
            early += ms > arrival.ms - 50 && ms <= arrival.ms && ms >= last ? 0 : 1;
            last = ms;
        }
        QCOMPARE(early, 0);
    }
};

BATCHDECK_TEST(QCoreApplication, TstSpoolCore)
#include "tst_spoolcore.moc"
