// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logdocument.h"
#include "engine/api/logsearch.h"
#include "engine/log/spoolgap.h"
#include "tests/log/collectorfixture.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>

using namespace engine;
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
    void leavesSmallFilesAlone();
    void keepsAJobWithinItsLimit();
    void keepsAProfileWithinItsLimit();
    void goesOnAfterARestart();
    void showsTheGapAsOneLine();
    void tellsWhoReadsMeanwhile();
};

namespace {

constexpr qint64 mebi = 1024 * 1024;

/// Numbered lines of 32 bytes.
QByteArray linesOf(qint64 bytes, qint64 from = 0)
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

struct Spool
{
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("job/node7/stdout.txt"));

    QByteArray fill(qint64 bytes, const QString &file) const
    {
        QDir().mkpath(QFileInfo(file).path());
        const QByteArray text = linesOf(bytes);
        append(file, text);
        return text;
    }
};

} // namespace

void TstSpoolQuota::takesTheMiddle()
{
    const Spool spool;
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    QCOMPARE_GE(takeMiddle(spool.path, QStringLiteral("node7"), 3 * mebi), 3 * mebi - 64 * 1024);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(spool.path), begin, end));
    QCOMPARE(begin, 2 * mebi);
    QCOMPARE(end, 5 * mebi);
    QVERIFY(bytesOnDisk(spool.path) <= 5 * mebi + 64 * 1024);
}

void TstSpoolQuota::takesMoreOfItAndAgain()
{
    const Spool spool;
    const QByteArray before = spool.fill(8 * mebi, spool.path);
    for (int i = 0; i < 20; ++i)
        takeMiddle(spool.path, QStringLiteral("node7"), mebi / 2);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(spool.path), begin, end));
    QVERIFY(begin < 2 * mebi && begin >= 32 * 1024); // both shrink, and stay
    QVERIFY(end > 6 * mebi && end <= 8 * mebi - 32 * 1024);
}

void TstSpoolQuota::leavesSmallFilesAlone()
{
    const Spool spool;
    const QByteArray before = spool.fill(100'000, spool.path);
    QCOMPARE(takeMiddle(spool.path, QStringLiteral("node7"), mebi), 0);
    QCOMPARE(contentOf(spool.path), before);
    QCOMPARE(takeMiddle(spool.folder.filePath(QStringLiteral("none")), {}, mebi), 0);
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
        const QByteArray more = linesOf(mebi, before.size() / 32);
        QDir().mkpath(QFileInfo(spool.path).path());
        append(spool.path, more);
        before += more;
        quota.add(spool.path, more.size());
        QVERIFY2(bytesOnDisk(spool.path) + bytesOnDisk(small) <= 8 * mebi + 64 * 1024, QByteArray::number(i));
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
        quota.add(paths.constLast(), (i + 1) * mebi);
    }
    for (const QString &path : paths) {
        bytes += bytesOnDisk(path);
        QVERIFY(bytesOnDisk(path) > 0);
    }
    QVERIFY2(bytes <= 20 * mebi + 64 * 1024, QByteArray::number(bytes));
    QCOMPARE(contentOf(paths.constFirst()), linesOf(mebi)); // the largest go first
    // What is removed counts no longer.
    for (const QString &path : paths.sliced(1))
        QVERIFY(QFile::remove(path));
    const QString last = spool.folder.filePath(QStringLiteral("job/node/stdout.txt"));
    const QByteArray text = spool.fill(15 * mebi, last);
    quota.add(last, text.size());
    QCOMPARE(contentOf(last), text);
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
        const QByteArray more = linesOf(6 * mebi, before.size() / 32);
        append(fixture.original, more);
        before += more;
        if (i == 2) {
            QVERIFY(QFile::rename(fixture.original, fixture.original + QStringLiteral(".1")));
            append(fixture.original, linesOf(mebi, before.size() / 32));
            before += linesOf(mebi, before.size() / 32);
        }
        fixture.follow();
        QTRY_COMPARE_WITH_TIMEOUT(QFileInfo(fixture.spool).size(), before.size(), 30'000);
    }
    QSignalSpy completed(fixture.collector.get(), &LogCollector::completed);
    fixture.collector->finish(fixture.spool);
    QVERIFY(completed.count() == 1 || completed.wait());
    QCOMPARE(completed[0][1].toLongLong(), before.size());
    QVERIFY(bytesOnDisk(fixture.spool) <= 8 * mebi + 64 * 1024);
    qint64 begin = 0, end = 0;
    QVERIFY(findGap(before, contentOf(fixture.spool), begin, end));
    QVERIFY(contentOf(fixture.spool).contains(QByteArray("They were left on node7:" + fixture.original.toUtf8())));
}

void TstSpoolQuota::showsTheGapAsOneLine()
{
    const Spool spool;
    spool.fill(8 * mebi, spool.path);
    takeMiddle(spool.path, QStringLiteral("node7"), 3 * mebi);
    LogDocument document(spool.path);
    while (document.refresh().hasMore) { }
    constexpr qint64 gap = 2 * mebi / 32;
    QCOMPARE(document.size(), 8 * mebi);
    QCOMPARE(document.lineCount(), 5 * mebi / 32 + 1);
    QVERIFY(document.line(gap - 1).text.endsWith(QByteArray("." + QByteArray::number(gap - 1))));
    const LogLine notice = document.line(gap);
    QVERIFY2(notice.text.startsWith("[Batchdeck: 3145728 bytes") && notice.text.endsWith("node7]"), notice.text);
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
    const quint64 restarts = document.state().restarts;
    takeMiddle(spool.path, QStringLiteral("node7"), 3 * mebi);
    QTRY_COMPARE(document.state().restarts, restarts + 1);
    QCOMPARE(document.lineCount(), 5 * mebi / 32 + 1);
    QVERIFY(document.line(2 * mebi / 32).text.startsWith("[Batchdeck: "));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstSpoolQuota)
#include "tst_spoolquota.moc"
