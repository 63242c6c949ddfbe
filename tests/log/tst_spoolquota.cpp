// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/bytes.h"
#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolgap.h"
#include "engine/log/core/file/spoolparts.h"
#include "engine/log/reader/logdocument.h"
#include "engine/log/reader/loggap.h"
#include "engine/log/reader/logsearch.h"
#include "tests/log/collectorfixture.h"
#include "tests/support/await.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QScopeGuard>
#include <QSet>
#include <QSignalSpy>

#include <sys/mount.h>

using namespace engine;
using logcore::bytesOnDisk;
using logcore::removeMiddle;
using logcore::SpoolParts;
using testing::append;
using testing::CollectorFixture;
using testing::contentOf;

/// A spool that is too large: beginnings and ends stay, and what is missing is said.
class TstSpoolQuota final : public QObject
{
    Q_OBJECT

private slots:
    void takesTheMiddle();
    void takesMoreOfItAndAgain();
    void leavesTheEndOfALongLine();
    void isTakenThoughItsTakerIsKilled_data();
    void isTakenThoughItsTakerIsKilled();
    void isWholeOnceAnEngineRunsAgain();
    void leavesWhatWasCopiedOnceMore();
    void saysWhereItIs_data();
    void saysWhereItIs();
    void leavesSmallFilesAlone();
    void takesNothingWhereThereAreNoHoles();
    void keepsAJobWithinItsLimit();
    void keepsAProfileWithinItsLimit();
    void keepsToNewLimits();
    void makesRoomOnAFullDisk();
    void holdsUpNobodyForLimitsThatCannotBeMet();
    void goesOnAfterARestart();
    void goesOnBehindALongLine();
    void showsTheGapAsOneLine();
    void tellsWhoReadsMeanwhile();
};

namespace {

/// Numbered lines of 32 bytes.
QByteArray wideLines(qint64 bytes, qint64 from = 0)
{
    QByteArray text;
    text.reserve(bytes);
    for (qint64 line = from; text.size() < bytes; ++line)
        text += QByteArray::number(line).rightJustified(31, '.') + '\n';
    return text;
}

/// What is not here any more of \a now, which was \a before. False: it differs elsewhere, or is not one gap.
bool findGap(const QByteArray &before, const QByteArray &now, qint64 &begin, qint64 &end)
{
    if (before.size() != now.size())
        return false;
    for (begin = 0; begin < now.size() && now[begin] == before[begin];)
        ++begin;
    for (end = now.size(); end > begin && now[end - 1] == before[end - 1];)
        --end;
    while (begin % 32 != 0) // what is there by chance
        --begin;
    while (end % 32 != 0)
        ++end;
    const QByteArray gap = now.sliced(begin, end - begin);
    const qsizetype notice = gap.lastIndexOf('\r') + 1;
    return QByteArray(gap.first(notice)).replace('\0', QByteArray()).replace('\r', QByteArray()).isEmpty()
        && gap.sliced(notice).startsWith(QByteArray("[Batchdeck: " + QByteArray::number(end - begin) + " bytes"))
        && gap.endsWith("]\n");
}

/// As a reader shows them: each is one of \a before, or tells of a gap.
bool areWholeLines(const QByteArray &now, const QByteArray &before)
{
    const QList<QByteArray> written = before.split('\n');
    const QSet<QByteArray> known(written.cbegin(), written.cend());
    const QList<QByteArray> lines = now.split('\n');
    return std::all_of(lines.cbegin(), lines.cend(), [&](const QByteArray &line) {
        const QByteArray shown = line.sliced(line.lastIndexOf('\r') + 1);
        return known.contains(shown) || (shown.startsWith("[Batchdeck: ") && shown.endsWith(']'));
    });
}

/// What rewrites one line, without an end.
QByteArray progressOf(qint64 bytes)
{
    QByteArray text;
    for (qint64 step = 0; text.size() < bytes; ++step)
        text += '\r' + QByteArray::number(step).rightJustified(15, '.');
    return text.first(bytes);
}

struct Spool
{
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("job/node7/stdout.txt"));

    QByteArray fill(qint64 bytes, const QString &file) const
    {
        QDir().mkpath(QFileInfo(file).path());
        const QByteArray text = wideLines(bytes);
        append(file, text);
        return text;
    }
};

enum class Killed { Yes, No, CannotBe };

/// Lets another process take all that may go, and kills it at a call.
Killed killTaker(const Spool &spool, const QString &call, int when)
{
    QProcess taker;
    taker.start(QStringLiteral("strace"),
                {QStringLiteral("-f"), QStringLiteral("-qq"), QStringLiteral("-o"),
                 spool.folder.filePath(QStringLiteral(".trace")), QStringLiteral("-e"), QStringLiteral("trace=") + call,
                 QStringLiteral("-e"), QStringLiteral("inject=%1:signal=KILL:when=%2").arg(call).arg(when),
                 QStringLiteral(SPOOLTAKER), spool.path, QString::number(8 * mebi)});
    const bool isOver = taker.waitForFinished(testing::patience);
    if (taker.readAllStandardError().toLower().contains("ptrace"))
        return Killed::CannotBe;
    return isOver && taker.exitStatus() == QProcess::CrashExit ? Killed::Yes : Killed::No;
}

} // namespace

void TstSpoolQuota::takesTheMiddle()
{
    const Spool spool;
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    QCOMPARE_GE(removeMiddle(pathBytes(spool.path), "node7", 3 * mebi), 3 * mebi - 64 * 1024);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(spool.path), begin, end));
    QCOMPARE(begin, 2 * mebi);
    QCOMPARE(end, 5 * mebi);
    QVERIFY(bytesOnDisk(pathBytes(spool.path)) <= 5 * mebi + 64 * 1024);
}

void TstSpoolQuota::takesMoreOfItAndAgain()
{
    const Spool spool;
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    for (int i = 0; i < 20; ++i)
        removeMiddle(pathBytes(spool.path), "node7", mebi / 2);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(spool.path), begin, end));
    QVERIFY(begin < 2 * mebi && begin >= 32 * 1024); // both shrink, and stay
    QVERIFY(end > 6 * mebi && end <= 8 * mebi - 32 * 1024);
}

// The next line begins where the file ends; a gap up to there would leave nothing of the end.
void TstSpoolQuota::leavesTheEndOfALongLine()
{
    const Spool spool;
    const QByteArray before = spool.fill(600'000, spool.path) + progressOf(598'000) + '\n';
    append(spool.path, before.sliced(600'000));
    if (!logcore::hasHoles(pathBytes(spool.path)))
        SKIP_UNLESS_ALL("the file system takes no holes");
    QVERIFY(removeMiddle(pathBytes(spool.path), "node7", 10 * mebi) > 0);
    const QByteArray now = contentOf(spool.path);
    const std::optional<LogGap> gap = logGap(spool.path);
    QVERIFY(gap);
    QVERIFY2(before.size() - gap->end >= before.size() / 8, QByteArray::number(before.size() - gap->end));
    QCOMPARE(now.size(), before.size());
    QVERIFY(now.first(gap->begin) == before.first(gap->begin));
    QVERIFY(now.sliced(gap->end) == before.sliced(gap->end));
    QVERIFY(now.first(gap->end).endsWith("]\n"));
}

void TstSpoolQuota::isTakenThoughItsTakerIsKilled_data()
{
    QTest::addColumn<QString>("call");
    QTest::addColumn<int>("when");
    QTest::addColumn<bool>("isSecond");
    for (int second = 0; second < (testing::isExtendedRun() ? 2 : 1); ++second) {
        const bool isSecond = second == 1;
        for (const char *call : {"fdatasync", "rename", "pwrite64", "fallocate"}) {
            const bool isTwice = QByteArray(call) == "pwrite64" || QByteArray(call) == "fallocate";
            for (int when = 1; when <= (isTwice ? 2 : 1); ++when)
                QTest::addRow("%s %d of the %s", call, when, isSecond ? "second" : "first")
                    << QString::fromLatin1(call) << when << isSecond;
        }
    }
}

// All that may go at once, so that there is nothing more for who comes after it.
void TstSpoolQuota::isTakenThoughItsTakerIsKilled()
{
    QFETCH(const QString, call);
    QFETCH(const int, when);
    QFETCH(const bool, isSecond);
    SKIP_WITHOUT("strace");
    const Spool spool;
    const std::string path = pathBytes(spool.path);
    const QByteArray before = spool.fill(8 * mebi + 3200, spool.path);
    if (!logcore::hasHoles(path))
        SKIP_UNLESS_ALL("the file system takes no holes");
    if (isSecond)
        QVERIFY(removeMiddle(path, "node7", 2 * mebi) > 0);
    const QByteArray untouched = contentOf(spool.path);
    const qint64 least = bytesOnDisk(path) / 2 + 64 * 1024;
    const Killed killed = killTaker(spool, call, when);
    if (killed == Killed::CannotBe)
        SKIP_UNLESS_ALL("this system does not let a test trace its children");
    QVERIFY(killed == Killed::Yes);
    const QByteArray left = contentOf(spool.path);
    QCOMPARE(left.size(), before.size());
    QVERIFY(areWholeLines(left, before));
    const bool mayHaveBegun = call == QStringLiteral("pwrite64") || (call == QStringLiteral("fallocate") && when == 2);
    QVERIFY(mayHaveBegun || left == untouched);

    removeMiddle(path, "node7", 8 * mebi);
    const QByteArray now = contentOf(spool.path);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, now, begin, end));
    QCOMPARE(now.count("[Batchdeck: "), 1);
    QVERIFY(areWholeLines(now, before));
    const std::optional<LogGap> gap = logGap(spool.path);
    QVERIFY(gap);
    QCOMPARE(begin, gap->begin);
    QCOMPARE(end, gap->end);
    QVERIFY2(bytesOnDisk(path) <= least, QByteArray::number(bytesOnDisk(path)));
}

// Also of a job that is over, of which nothing comes any more, and with room enough.
void TstSpoolQuota::isWholeOnceAnEngineRunsAgain()
{
    SKIP_WITHOUT("strace");
    const Spool spool;
    const QByteArray before = spool.fill(8 * mebi + 3200, spool.path);
    if (!logcore::hasHoles(pathBytes(spool.path)))
        SKIP_UNLESS_ALL("the file system takes no holes");
    QVERIFY(removeMiddle(pathBytes(spool.path), "node7", 2 * mebi) > 0);
    const Killed killed = killTaker(spool, QStringLiteral("pwrite64"), 1);
    if (killed == Killed::CannotBe)
        SKIP_UNLESS_ALL("this system does not let a test trace its children");
    QVERIFY(killed == Killed::Yes);
    const auto isWhole = [&] {
        qint64 begin = 0, end = 0;
        const std::optional<LogGap> gap = logGap(spool.path);
        return findGap(before, contentOf(spool.path), begin, end) && gap && gap->begin == begin && gap->end == end;
    };
    QVERIFY(!isWhole());
    const LogCollector collector(nullptr, {.spoolRoot = spool.folder.path()});
    QTRY_VERIFY(isWhole());
    QVERIFY(contentOf(spool.path).contains("The file on node7 "));
}

// Somebody removed the copy, and what is known of it stayed.
void TstSpoolQuota::leavesWhatWasCopiedOnceMore()
{
    const Spool spool;
    spool.fill(8 * mebi, spool.path);
    removeMiddle(pathBytes(spool.path), "node7", 2 * mebi);
    QVERIFY(QFile::remove(spool.path));
    const QByteArray text = spool.fill(8 * mebi, spool.path);
    SpoolQuota(spool.folder.path(), {}).start();
    QVERIFY(contentOf(spool.path) == text);
}

void TstSpoolQuota::saysWhereItIs_data()
{
    QTest::addColumn<QString>("source");
    QTest::addColumn<qint64>("rotatedAt"); ///< where the last part begins
    QTest::addColumn<bool>("isKnown");
    QTest::newRow("in a file") << QStringLiteral("/run/log\nof it") << qint64(0) << true;
    QTest::newRow("in a file that came after a rotation") << QStringLiteral("/run/log") << mebi << true;
    QTest::newRow("in one that was rotated away") << QStringLiteral("/run/log") << 3 * mebi << false;
    QTest::newRow("nobody knows") << QString() << qint64(0) << false;
}

// In the line that stands for the gap as in what the panel asks.
void TstSpoolQuota::saysWhereItIs()
{
    QFETCH(const QString, source);
    QFETCH(const qint64, rotatedAt);
    QFETCH(const bool, isKnown);
    const Spool spool;
    spool.fill(8 * mebi, spool.path);
    SpoolParts parts;
    parts.begin({rotatedAt, "34", false});
    parts.setSource(source.toStdString());
    QVERIFY(!parts.save(pathBytes(spool.path)));
    QVERIFY(removeMiddle(pathBytes(spool.path), "node7", 3 * mebi) > 0);
    const std::optional<LogGap> gap = logGap(spool.path);
    QVERIFY(gap);
    QCOMPARE(gap->source, isKnown ? source : QString());
    QCOMPARE(gap->sourceBegin, isKnown ? 2 * mebi - rotatedAt : 0);
    QByteArray words = "to byte 5242880. The file on node7 that had them is not known any more]\n";
    if (isKnown)
        words = "to byte 5242880. They were left on node7:" + QString(source).replace(u'\n', u' ').toUtf8()
            + ", unless that was rotated since]\n";
    QVERIFY(contentOf(spool.path).contains(words));
}

void TstSpoolQuota::leavesSmallFilesAlone()
{
    const Spool spool;
    const QByteArray before = spool.fill(100'000, spool.path);
    QCOMPARE(removeMiddle(pathBytes(spool.path), "node7", mebi), 0);
    QCOMPARE(contentOf(spool.path), before);
    QCOMPARE(removeMiddle(pathBytes(spool.folder.filePath(QStringLiteral("none"))), "", mebi), 0);
}

void TstSpoolQuota::takesNothingWhereThereAreNoHoles()
{
    const Spool spool;
    const QByteArray folder = QFile::encodeName(QFileInfo(spool.path).path());
    QVERIFY(QDir().mkpath(QFile::decodeName(folder)));
    if (::mount("none", folder.constData(), "ramfs", 0, nullptr) != 0)
        SKIP_UNLESS_ALL("a file system without holes needs root.");
    const auto unmount = qScopeGuard([&] { ::umount2(folder.constData(), MNT_DETACH); });
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    QCOMPARE(removeMiddle(pathBytes(spool.path), "node7", 3 * mebi), 0);
    QVERIFY(contentOf(spool.path) == before);
    QVERIFY(!SpoolParts::of(pathBytes(spool.path)).gap());

    // The user is told that there is no limit, once.
    const QTemporaryDir machine;
    const QString original = machine.filePath(QStringLiteral("original"));
    LogCollector collector(nullptr, {.spoolRoot = spool.folder.path(), .limits = {.profile = mebi, .job = mebi}});
    QSignalSpy stalled(&collector, &LogCollector::stalled);
    QSignalSpy completed(&collector, &LogCollector::completed);
    for (const char *name : {"job/node7/one.txt", "job/node7/two.txt"}) {
        const QString copy = spool.folder.filePath(QString::fromLatin1(name));
        append(original, before);
        collector.follow({copy, std::make_shared<testing::ProcessHost>(), original, copy});
        collector.finish(copy);
        QTRY_COMPARE(completed.count(), 1);
        QVERIFY(contentOf(copy) == contentOf(original));
        completed.clear();
    }
    QCOMPARE(stalled.count(), 1);
    const QString words = stalled[0][1].value<Error>().message.englishText();
    QVERIFY2(words.contains(QStringLiteral("/job/node7/stdout.txt cannot give back")), qPrintable(words));
}

void TstSpoolQuota::keepsAJobWithinItsLimit()
{
    const Spool spool;
    const QString other = spool.folder.filePath(QStringLiteral("other/node7/stdout.txt"));
    const QString small = spool.folder.filePath(QStringLiteral("job/node7/execution.log"));
    SpoolQuota quota(spool.folder.path(), {.profile = 1000 * mebi, .job = 8 * mebi});
    const QByteArray untouched = spool.fill(6 * mebi, other);
    const QByteArray smallText = spool.fill(mebi, small);
    QByteArray before;
    for (int i = 0; i < 40; ++i) {
        const QByteArray more = wideLines(mebi, before.size() / 32);
        QDir().mkpath(QFileInfo(spool.path).path());
        append(spool.path, more);
        before += more;
        VERIFY_RESULT(quota.add(spool.path, more.size()));
        QVERIFY2(bytesOnDisk(pathBytes(spool.path)) + bytesOnDisk(pathBytes(small)) <= 8 * mebi + 64 * 1024,
                 QByteArray::number(i));
    }
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(spool.path), begin, end));
    QVERIFY(begin >= mebi && before.size() - end >= mebi);
    QCOMPARE(contentOf(other), untouched);
    QCOMPARE(contentOf(small), smallText);
}

void TstSpoolQuota::keepsAProfileWithinItsLimit()
{
    const Spool spool;
    SpoolQuota quota(spool.folder.path(), {.profile = 20 * mebi, .job = 1000 * mebi});
    qint64 bytes = 0;
    QStringList paths;
    for (int i = 0; i < 10; ++i) {
        paths.append(spool.folder.filePath(QStringLiteral("job%1/node/stdout.txt").arg(i)));
        spool.fill((i + 1) * mebi, paths.constLast());
        VERIFY_RESULT(quota.add(paths.constLast(), (i + 1) * mebi));
    }
    for (const QString &path : paths) {
        bytes += bytesOnDisk(pathBytes(path));
        QVERIFY(bytesOnDisk(pathBytes(path)) > 0);
    }
    QVERIFY2(bytes <= 20 * mebi + 64 * 1024, QByteArray::number(bytes));
    QCOMPARE(contentOf(paths.constFirst()), wideLines(mebi)); // the largest go first
    // What is removed counts no longer.
    for (const QString &path : paths.sliced(1))
        QVERIFY(QFile::remove(path));
    const QString last = spool.folder.filePath(QStringLiteral("job/node/stdout.txt"));
    const QByteArray text = spool.fill(15 * mebi, last);
    VERIFY_RESULT(quota.add(last, text.size()));
    QCOMPARE(contentOf(last), text);
}

void TstSpoolQuota::keepsToNewLimits()
{
    CollectorFixture fixture;
    fixture.spool = fixture.folder.filePath(QStringLiteral("spool/job/node7/stdout.txt"));
    LogCollector::Settings settings;
    settings.spoolRoot = fixture.folder.filePath(QStringLiteral("spool"));
    fixture.collector = CollectorFixture::newCollector(settings);
    append(fixture.original, wideLines(12 * mebi));
    fixture.follow();
    QTRY_COMPARE(QFileInfo(fixture.spool).size(), 12 * mebi);
    QVERIFY(bytesOnDisk(pathBytes(fixture.spool)) >= 12 * mebi);
    fixture.collector->setLimits({.profile = 1000 * mebi, .job = 8 * mebi}); // nothing grows
    QTRY_VERIFY(bytesOnDisk(pathBytes(fixture.spool)) <= 8 * mebi);
    fixture.collector->setLimits({.profile = 4 * mebi, .job = 8 * mebi});
    QTRY_VERIFY(bytesOnDisk(pathBytes(fixture.spool)) <= 4 * mebi);
    // More is allowed: what comes now stays.
    fixture.collector->setLimits({.profile = 1000 * mebi, .job = 1000 * mebi});
    const qint64 before = bytesOnDisk(pathBytes(fixture.spool));
    append(fixture.original, wideLines(8 * mebi, 12 * mebi / 32));
    QTRY_COMPARE(QFileInfo(fixture.spool).size(), 20 * mebi);
    QVERIFY(bytesOnDisk(pathBytes(fixture.spool)) >= before + 8 * mebi - 64 * 1024);
}

// Whoever reads that the disk is full sets lower limits.
void TstSpoolQuota::makesRoomOnAFullDisk()
{
    const Spool spool;
    const QByteArray folder = QFile::encodeName(spool.folder.path());
    if (::mount("none", folder.constData(), "tmpfs", 0, "size=16m") != 0)
        SKIP_UNLESS_ALL("making a small file system needs root.");
    const auto unmount = qScopeGuard([&] { ::umount2(folder.constData(), MNT_DETACH); });
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    SpoolParts parts;
    parts.setSource("/run/log");
    QVERIFY(!parts.save(pathBytes(spool.path)));
    SpoolQuota quota(spool.folder.path(), {.profile = 1000 * mebi, .job = 1000 * mebi});
    VERIFY_RESULT(quota.add(spool.path, before.size()));
    for (const qint64 limit : {6 * mebi, 3 * mebi}) {
        QFile filler(spool.folder.filePath(QStringLiteral(".filler%1").arg(limit)));
        QVERIFY(filler.open(QIODevice::WriteOnly | QIODevice::Unbuffered));
        const QByteArray page(4096, 'x');
        while (filler.write(page) == page.size()) { }
        QVERIFY(parts.save(pathBytes(spool.path)) == std::errc::no_space_on_device);
        quota.setLimits({.profile = limit, .job = 1000 * mebi});
        QVERIFY2(bytesOnDisk(pathBytes(spool.path)) <= limit, QByteArray::number(bytesOnDisk(pathBytes(spool.path))));
        qint64 begin = 0, end = 0;
        QVERIFY(findGap(before, contentOf(spool.path), begin, end));
        const std::optional<LogGap> gap = logGap(spool.path);
        QVERIFY(gap);
        QCOMPARE(gap->begin, begin);
        QCOMPARE(gap->end, end);
        QCOMPARE(gap->source, QStringLiteral("/run/log"));
    }
}

// Five thousand small files have nothing to give, and each append was a search through all of them.
void TstSpoolQuota::holdsUpNobodyForLimitsThatCannotBeMet()
{
    const Spool spool;
    const QByteArray text = wideLines(4096);
    QString path;
    for (int i = 0; i < 5000; ++i) {
        path = spool.folder.filePath(QStringLiteral("job%1/node/%2.txt").arg(i % 10).arg(i));
        spool.fill(text.size(), path);
    }
    SpoolQuota quota(spool.folder.path(), {.profile = SpoolLimits::least, .job = SpoolLimits::least});
    VERIFY_RESULT(quota.add(path, text.size()));
    const testing::CpuTimer timer;
    for (int i = 0; i < 2000; ++i) {
        append(path, "a line\n");
        VERIFY_RESULT(quota.add(path, 7));
        QVERIFY2(timer.seconds() < 20, QByteArray::number(i));
    }
    // What can give still does.
    spool.fill(8 * mebi, spool.path);
    VERIFY_RESULT(quota.add(spool.path, 8 * mebi));
    QVERIFY(bytesOnDisk(pathBytes(spool.path)) < mebi);
}

// Of the collector: what it goes on with behind a gap, and after a rotation, is in its place.
void TstSpoolQuota::goesOnAfterARestart()
{
    CollectorFixture fixture;
    fixture.spool = fixture.folder.filePath(QStringLiteral("spool/job/node7/stdout.txt"));
    LogCollector::Settings settings;
    settings.spoolRoot = fixture.folder.filePath(QStringLiteral("spool"));
    settings.limits.job = 8 * mebi;
    QByteArray before;
    for (int i = 0; i < 4; ++i) {
        fixture.collector = CollectorFixture::newCollector(settings);
        const QByteArray more = wideLines(6 * mebi, before.size() / 32);
        append(fixture.original, more);
        before += more;
        if (i == 2) {
            QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".1")));
            append(fixture.original, wideLines(mebi, before.size() / 32));
            before += wideLines(mebi, before.size() / 32);
        }
        fixture.follow();
        QTRY_COMPARE(QFileInfo(fixture.spool).size(), before.size());
    }
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait(testing::patience));
    QCOMPARE(completed[0][1].toLongLong(), before.size());
    QVERIFY(bytesOnDisk(pathBytes(fixture.spool)) <= 8 * mebi + 64 * 1024);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(fixture.spool), begin, end));
    QVERIFY(contentOf(fixture.spool).contains("The file on node7 that had them is not known any more]")); // rotated
}

// Its copy ends with the file's own bytes, by which it is known: none is copied again.
void TstSpoolQuota::goesOnBehindALongLine()
{
    CollectorFixture fixture;
    QByteArray before = wideLines(600'000) + progressOf(598'000) + '\n';
    append(fixture.original, before);
    fixture.follow();
    QTRY_COMPARE(QFileInfo(fixture.spool).size(), before.size());
    fixture.collector.reset();
    if (!logcore::hasHoles(pathBytes(fixture.spool)))
        SKIP_UNLESS_ALL("the file system takes no holes");
    QVERIFY(removeMiddle(pathBytes(fixture.spool), "node7", 10 * mebi) > 0);
    fixture.collector = CollectorFixture::newCollector();
    append(fixture.original, "more\n");
    before += "more\n";
    fixture.follow();
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait(testing::patience));
    QCOMPARE(completed[0][1].toLongLong(), before.size());
    QVERIFY(contentOf(fixture.spool).endsWith("\nmore\n"));
    QVERIFY(!mayMissBytes(fixture.spool));
}

void TstSpoolQuota::showsTheGapAsOneLine()
{
    const Spool spool;
    spool.fill(8 * mebi, spool.path);
    removeMiddle(pathBytes(spool.path), "node7", 3 * mebi);
    LogDocument document(spool.path);
    while (document.refresh().hasMore) { }
    constexpr qint64 gap = 2 * mebi / 32;
    QCOMPARE(document.size(), 8 * mebi);
    QCOMPARE(document.lineCount(), 5 * mebi / 32 + 1);
    QVERIFY(document.line(gap - 1).text.endsWith(QByteArray("." + QByteArray::number(gap - 1))));
    const LogLine notice = document.line(gap);
    QVERIFY2(notice.text.startsWith("[Batchdeck: 3145728 bytes") && notice.text.endsWith("]"), notice.text);
    QCOMPARE(notice.updates, 1);
    QVERIFY(!notice.isCut);
    QVERIFY(document.line(gap + 1).text.endsWith(QByteArray("." + QByteArray::number(5 * mebi / 32))));
    const auto pattern = LogPattern::compile({.text = QStringLiteral("not kept on this computer")});
    QVERIFY(pattern);
    LogSearch search(document, *pattern);
    QTRY_VERIFY(!search.state().isRunning);
    QCOMPARE(search.state().hits, 1);
    QCOMPARE(search.hitAt(0), gap);
}

void TstSpoolQuota::tellsWhoReadsMeanwhile()
{
    const Spool spool;
    spool.fill(8 * mebi, spool.path);
    LogDocument document(spool.path);
    document.follow();
    QTRY_COMPARE(document.lineCount(), 8 * mebi / 32);
    const LogDocument::State before = document.state();
    removeMiddle(pathBytes(spool.path), "node7", 3 * mebi);
    QTRY_COMPARE(document.state().gapLine, 2 * mebi / 32);
    QCOMPARE(document.state().restarts, before.restarts);
    QCOMPARE(LogDocument::movedLine(8 * mebi / 32 - 1, before, document.state()), 5 * mebi / 32);
    QCOMPARE(document.lineCount(), 5 * mebi / 32 + 1);
    QVERIFY(document.line(2 * mebi / 32).text.startsWith("[Batchdeck: "));
}

BATCHDECK_TEST(QCoreApplication, TstSpoolQuota)
#include "tst_spoolquota.moc"
