// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spoolgap.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/reader/logdocument.h"
#include "engine/log/reader/logsearch.h"
#include "engine/log/reader/merge/logmerge.h"
#include "tests/log/collectorfixture.h"

#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QDir>
#include <QElapsedTimer>
#include <QRegularExpression>
#include <QSet>
#include <QThread>

#include <algorithm>
#include <ctime>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

class TstLogMerge final : public QObject
{
    Q_OBJECT

private:
    QString pathOf(int rank) const { return m_folder->filePath(QString::number(rank)); }
    logcore::SpoolTimes timesOf(int rank) const { return logcore::SpoolTimes(pathBytes(pathOf(rank))); }
    QList<LogMerge::Source> sources(int count, const QList<qint64> &clockOffsets = {}) const
    {
        QList<LogMerge::Source> all;
        for (int i = 0; i < count; ++i)
            all.append({pathOf(i), QString::number(i), i, clockOffsets.value(i)});
        return all;
    }
    // Of logs that are complete.
    QByteArray merged(const QList<LogMerge::Source> &sources) const
    {
        LogMerge merge(sources, m_folder->filePath(u"cache"_s));
        merge.setComplete();
        const Result<void> outcome = merge.outcome().result();
        return outcome ? shown(merge) : outcome.error().message.englishText().toUtf8();
    }
    static QByteArray shown(const LogMerge &merge) { return withoutControlSequences(contentOf(merge.path())); }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void ordersByTheTimesOfLines()
    {
        append(pathOf(0), "10:00:01 a\nmore of a\n10:00:05 b\n");
        append(pathOf(1), "10:00:02 c\n10:00:05 d\n10:00:06 the last, which does not end");
        append(pathOf(2), "starting\n10:00:00 e\n");
        QCOMPARE(merged(sources(3)),
                 QByteArray("2 │ starting\n2 │ 10:00:00 e\n0 │ 10:00:01 a\n0 │ more of a\n1 │ 10:00:02 c\n"
                            "0 │ 10:00:05 b\n1 │ 10:00:05 d\n1 │ 10:00:06 the last, which does not end\n"));
    }

    void correctsTheClocksOfNodes()
    {
        append(pathOf(0), "2026-01-01 00:00:10 a\n2026-01-01 00:00:20 b\n");
        append(pathOf(1), "2026-01-01 00:01:11 c\n2026-01-01 00:01:21 d\n"); // a minute fast
        QCOMPARE(merged(sources(2, {0, 60'000})),
                 QByteArray("0 │ 2026-01-01 00:00:10 a\n1 │ 2026-01-01 00:01:11 c\n0 │ 2026-01-01 00:00:20 b\n"
                            "1 │ 2026-01-01 00:01:21 d\n"));
    }

    void believesOnlyTheTimesOfTheLog()
    {
        append(pathOf(0),
               "started 2026-01-01 09:00\n10:00:01 a\n10:00:02 finishes on 2026-01-02 20:00:00\n10:00:04 b\n");
        append(pathOf(1), "10:00:03 c\n10:00:05 d\n");
        QCOMPARE(
            merged(sources(2)),
            QByteArray("0 │ started 2026-01-01 09:00\n0 │ 10:00:01 a\n0 │ 10:00:02 finishes on 2026-01-02 20:00:00\n"
                       "1 │ 10:00:03 c\n0 │ 10:00:04 b\n1 │ 10:00:05 d\n"));
    }

    void beginsBehindMidnight()
    {
        append(pathOf(0), "23:59:58 a\n00:00:02 b\n");
        append(pathOf(1), "00:00:01 c\n");
        const QDateTime midnight(QDate(2026, 3, 4), QTime(0, 0));
        timesOf(0).note(0, midnight.addMSecs(-2000).toMSecsSinceEpoch());
        timesOf(1).note(0, midnight.addMSecs(1000).toMSecsSinceEpoch());
        QCOMPARE(merged(sources(2)), QByteArray("0 │ 23:59:58 a\n1 │ 00:00:01 c\n0 │ 00:00:02 b\n"));
    }

    void goesOnBehindNewYear()
    {
        append(pathOf(0), "Dec 31 23:59:58 a\nJan  1 00:00:01 b\n");
        append(pathOf(1), "Dec 31 23:59:59 c\nJan  1 00:00:02 d\n");
        QCOMPARE(merged(sources(2)),
                 QByteArray("0 │ Dec 31 23:59:58 a\n1 │ Dec 31 23:59:59 c\n0 │ Jan  1 00:00:01 b\n"
                            "1 │ Jan  1 00:00:02 d\n"));
    }

    void goesOnBehindMidnight()
    {
        append(pathOf(0), "23:59:58 a\n00:00:01 b\n");
        append(pathOf(1), "23:59:59 c\n00:00:02 d\n");
        QCOMPARE(merged(sources(2)), QByteArray("0 │ 23:59:58 a\n1 │ 23:59:59 c\n0 │ 00:00:01 b\n1 │ 00:00:02 d\n"));
    }

    static qint64 noon() { return QDateTime(QDate(2026, 3, 4), QTime(12, 0)).toMSecsSinceEpoch(); }

    void ordersByArrivalWhereNoneShowsTimes()
    {
        append(pathOf(0), "one\ntwo\n");
        append(pathOf(1), "no times\nat all\n");
        timesOf(0).note(0, noon());
        timesOf(0).note(4, noon() + 2000);
        timesOf(1).note(0, noon() + 1234);
        timesOf(1).note(9, noon() + 3000);
        QCOMPARE(merged(sources(2)),
                 QByteArray("12:00:00.000 0 │ one\n12:00:01.234 1 │ no times\n12:00:02.000 0 │ two\n"
                            "12:00:03.000 1 │ at all\n"));
    }

    // One that shows none does not take them from the others.
    void ordersOneWithoutTimesByItsArrival()
    {
        append(pathOf(0), "12:00:00.900 a\nmore of a\n12:00:02 b\n"); // which came late, together
        append(pathOf(1), "a warning\nanother\n");
        append(pathOf(2), "12:00:01.100 c\n12:00:04 d\n");
        timesOf(0).note(0, noon() + 2100);
        timesOf(1).note(0, noon() + 1000);
        timesOf(1).note(10, noon() + 3000);
        timesOf(2).note(0, noon() + 1150);
        QCOMPARE(merged(sources(3)),
                 QByteArray("0 │ 12:00:00.900 a\n0 │ more of a\n1 │ a warning\n2 │ 12:00:01.100 c\n"
                            "0 │ 12:00:02 b\n1 │ another\n2 │ 12:00:04 d\n"));
    }

    // Seconds since 1970 know no zone, a clock on a wall shows one: the machine's, which need not be ours.
    void ordersDifferentTimesByOneClock_data()
    {
        QTest::addColumn<int>("zone"); // minutes ahead of UTC
        QTest::newRow("UTC") << 0;
        QTest::newRow("Delhi") << 330;
        QTest::newRow("Los Angeles") << -480;
    }
    void ordersDifferentTimesByOneClock()
    {
        QFETCH(int, zone);
        const qint64 begin = noon() / 1000;
        const auto wall = [&](int second) {
            return QDateTime::fromSecsSinceEpoch(begin + second, Qt::OffsetFromUTC, zone * 60)
                .toString(u"yyyy-MM-dd hh:mm:ss"_s)
                .toLatin1();
        };
        const auto since = [&](int second) { return QByteArray::number(begin + second); };
        append(pathOf(0), wall(0) + " a\n" + wall(2) + " b\n");
        append(pathOf(1), since(1) + " c\n" + since(3) + " d\n");
        append(pathOf(2), "e\n");
        for (int i = 0; i < 3; ++i)
            timesOf(i).note(0, noon() + (i == 2 ? 1500 : 60));
        QCOMPARE(merged(sources(3)),
                 "12:00:00.000 0 │ " + wall(0) + " a\n12:00:01.000 1 │ " + since(1) + " c\n12:00:01.500 2 │ e\n"
                     + "12:00:02.000 0 │ " + wall(2) + " b\n12:00:03.000 1 │ " + since(3) + " d\n");
    }

    // What a line says of its zone is not guessed, and tells nothing of the zone of others.
    void believesTheZonesThatLinesShow_data()
    {
        QTest::addColumn<QString>("one"); // what is behind the clock of a zone
        QTest::addColumn<int>("oneZone"); // minutes ahead of UTC
        QTest::addColumn<QString>("other");
        QTest::addColumn<int>("otherZone");
        QTest::newRow("UTC and local times") << u"Z"_s << 0 << QString() << 120;
        QTest::newRow("UTC and local times behind it") << u"Z"_s << 0 << QString() << -480;
        QTest::newRow("two zones") << u"+02:00"_s << 120 << u"Z"_s << 0;
        QTest::newRow("a zone and local times") << u"-05:00"_s << -300 << QString() << 330;
        QTest::newRow("one zone") << u"+02:00"_s << 120 << u"+02:00"_s << 120;
    }
    void believesTheZonesThatLinesShow()
    {
        QFETCH(const QString, one);
        QFETCH(const int, oneZone);
        QFETCH(const QString, other);
        QFETCH(const int, otherZone);
        const auto wall = [](int second, int zone, const QString &shown) -> QByteArray {
            return QDateTime::fromMSecsSinceEpoch(noon() + second * 1000, Qt::OffsetFromUTC, zone * 60)
                       .toString(u"yyyy-MM-ddThh:mm:ss"_s)
                       .toLatin1()
                + shown.toLatin1();
        };
        const QByteArrayList lines{wall(0, oneZone, one) + " a\n", wall(1, otherZone, other) + " b\n",
                                   wall(2, oneZone, one) + " c\n", wall(3, otherZone, other) + " d\n"};
        append(pathOf(0), lines[0] + lines[2]);
        append(pathOf(1), lines[1] + lines[3]);
        for (int i = 0; i < 2; ++i)
            timesOf(i).note(0, noon() + 3060);
        QByteArray expected;
        for (int i = 0; i < 4; ++i) {
            if (one != other) // eyes could not tell
                expected += "12:00:0" + QByteArray::number(i) + ".000 ";
            expected += QByteArray::number(i % 2) + " │ " + lines[i];
        }
        QCOMPARE(merged(sources(2)), expected);
    }

    void grows()
    {
        append(pathOf(0), "10:00:01 a\n");
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
        QTRY_COMPARE(shown(merge), QByteArray("0 │ 10:00:01 a\n"));
        append(pathOf(1), "10:00:02 b\n10:00:03 half of ");
        QTRY_COMPARE(shown(merge), QByteArray("0 │ 10:00:01 a\n1 │ 10:00:02 b\n"));
        append(pathOf(1), "a line\nend");
        QTRY_VERIFY(shown(merge).endsWith("1 │ 10:00:03 half of a line\n"));
        QVERIFY(!merge.outcome().isFinished());
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        QVERIFY(shown(merge).endsWith("a line\n1 │ end\n"));
    }

    // What the others have by then goes first; nobody waits for those that say nothing.
    void isNotHeldUpByTheSilent_data()
    {
        QTest::addColumn<bool>("hasTimes");
        QTest::newRow("by times") << true;
        QTest::newRow("by arrival") << false;
    }
    void isNotHeldUpByTheSilent()
    {
        QFETCH(bool, hasTimes);
        append(pathOf(0), hasTimes ? "10:00:00 a\n" : "a\n");
        append(pathOf(1), hasTimes ? "10:00:00 b\n" : "b\n"); // and never more
        logcore::SpoolTimes times = timesOf(0);
        times.note(0, 1000);
        timesOf(1).note(0, 1000);
        LogMerge merge(sources(3), m_folder->filePath(u"cache"_s)); // the third does not even exist
        QTRY_COMPARE(shown(merge).count('\n'), 2);
        std::vector<qint64> waits; // ms
        for (int i = 0; i < 21; ++i) {
            const qint64 before = QFileInfo(merge.path()).size();
            times.note(QFileInfo(pathOf(0)).size(), QDateTime::currentMSecsSinceEpoch());
            append(pathOf(0), (hasTimes ? QTime(10, 1, i).toString(u"hh:mm:ss"_s).toLatin1() : "c") + " c\n");
            QElapsedTimer waited;
            waited.start();
            while (QFileInfo(merge.path()).size() == before && waited.elapsed() < patience)
                QThread::usleep(500);
            waits.push_back(waited.elapsed());
        }
        std::nth_element(waits.begin(), waits.begin() + 10, waits.end());
        QVERIFY(measured(hasTimes ? "merged by times beside a silent log, p50"
                                  : "merged by arrival beside a silent log, p50",
                         waits[10], 60));
    }

    void putsRightWhatIsKnown()
    {
        append(pathOf(0), "10:00:00 a\n");
        append(pathOf(1), "10:00:00 b\n");
        timesOf(0).note(0, 1000);
        timesOf(1).note(0, 1000);
        const QByteArray expected("0 │ 10:00:00 a\n1 │ 10:00:00 b\n1 │ 10:00:01 c\n0 │ 10:00:02 d\n");
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
        QTRY_COMPARE(shown(merge).count('\n'), 2);
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        timesOf(0).note(11, now);
        timesOf(1).note(11, now);
        append(pathOf(1), "10:00:01 c\n");
        append(pathOf(0), "10:00:02 d\n");
        QTRY_COMPARE(shown(merge), expected);
    }

    void showsProgressLive()
    {
        append(pathOf(0), "10:00:00 a\n");
        append(pathOf(1), "10:00:00 b\n");
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
        QTRY_COMPARE(shown(merge).count('\n'), 2);
        const QByteArray begin = shown(merge);
        append(pathOf(0), "10%\r");
        QTRY_COMPARE(shown(merge), begin + "0 │ 10%");
        append(pathOf(0), "20%\r30%\r");
        QTRY_COMPARE(shown(merge), begin + "0 │ 10%\r0 │ 30%");
        append(pathOf(1), "10:00:01 c\n");
        QTRY_COMPARE(shown(merge), begin + "0 │ 10%\r0 │ 30%\n1 │ 10:00:01 c\n");
        append(pathOf(0), "40%\r");
        QTRY_VERIFY(shown(merge).endsWith("c\n0 │ 40%"));
        append(pathOf(0), "done\nhalf of a line");
        QTRY_COMPARE(shown(merge), begin + "0 │ 10%\r0 │ 30%\n1 │ 10:00:01 c\n0 │ 40%\r0 │ done\n");
        append(pathOf(1), "1 %\r");
        QTRY_VERIFY(shown(merge).endsWith("done\n1 │ 1 %"));
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        QVERIFY2(shown(merge).endsWith("done\n1 │ 1 %\n0 │ half of a line\n1 │ 1 %\n"), shown(merge));
    }

    void waitsUntilItKnowsHowToOrder()
    {
        const QDateTime now = QDateTime::currentDateTime();
        const auto at = [&now](int seconds) {
            return now.addSecs(seconds).toString(u"yyyy-MM-dd hh:mm:ss"_s).toLatin1();
        };
        append(pathOf(0), "Loading…\n"); // just now
        timesOf(0).note(0, now.toMSecsSinceEpoch());
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
        append(pathOf(0), at(3) + " a\n");
        append(pathOf(1), at(2) + " b\n");
        QTRY_VERIFY(!shown(merge).isEmpty());
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        QCOMPARE(shown(merge), "0 │ Loading…\n1 │ " + at(2) + " b\n0 │ " + at(3) + " a\n");
    }

    // What arrived an hour after it was written stands where it was written.
    void takesWhatCameLateByItsTimes()
    {
        append(pathOf(0), "begins\n12:00:01 a\nmore of a\n12:00:03 b\n");
        append(pathOf(1), "12:00:00 c\n12:00:02 d\n");
        timesOf(0).note(0, noon() + 3'600'000);
        timesOf(1).note(0, noon() + 50);
        QCOMPARE(merged(sources(2)),
                 QByteArray("1 │ 12:00:00 c\n0 │ begins\n0 │ 12:00:01 a\n0 │ more of a\n1 │ 12:00:02 d\n"
                            "0 │ 12:00:03 b\n"));
    }

    // As many processes as there are colours are told apart by them, in each of their lines.
    void givesEachProcessItsColour()
    {
        constexpr int ranks = 16;
        for (int rank = 0; rank < ranks; ++rank)
            append(pathOf(rank), "10:00:01 a\n10:00:02 b\n");
        QList<LogMerge::Source> all = sources(ranks);
        append(pathOf(ranks), "10:00:03 an error\n");
        all.append({pathOf(ranks), u"3 err"_s, 3, 0}); // of the same process as 3
        LogMerge merge(all, m_folder->filePath(u"cache"_s));
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        static const QRegularExpression label(u"^\x1b\\[38;5;(\\d+)m(\\d+)( err)? *│\x1b\\[0m 10:00"_s);
        QHash<int, int> colourOf; // by rank
        for (const QString &line : QString::fromUtf8(contentOf(merge.path())).split(u'\n', Qt::SkipEmptyParts)) {
            const QRegularExpressionMatch match = label.match(line);
            QVERIFY2(match.hasMatch(), qPrintable(line));
            const int colour = match.capturedView(1).toInt();
            QCOMPARE(colourOf.value(match.capturedView(2).toInt(), colour), colour);
            colourOf.insert(match.capturedView(2).toInt(), colour);
        }
        QCOMPARE(colourOf.size(), ranks);
        const QList<int> colours = colourOf.values();
        QCOMPARE(QSet<int>(colours.begin(), colours.end()).size(), ranks);
    }

    void keepsEveryByteOfManyLines()
    {
        constexpr int ranks = 16;
        constexpr int lines = 20'000;
        QList<QByteArray> logs(ranks);
        quint32 state = 7;
        for (int i = 0; i < lines; ++i) {
            state = state * 1664525u + 1013904223u;
            const int rank = int(state >> 24) % ranks;
            logs[rank] += QTime(0, 0).addMSecs(i).toString(u"hh:mm:ss.zzz "_s).toLatin1()
                + QByteArray("x").repeated(int(state >> 8) % 300) + '\n';
        }
        for (int rank = 0; rank < ranks; ++rank)
            append(pathOf(rank), logs[rank]);
        QList<QByteArray> split(ranks);
        QByteArray last;
        qsizetype count = 0;
        const QByteArray all = merged(sources(ranks));
        for (QByteArrayView rest = all; !rest.isEmpty(); ++count) {
            const qsizetype end = rest.indexOf('\n') + 1;
            const QByteArray line = rest.first(end).toByteArray();
            const qsizetype mark = line.indexOf("│ ");
            const QByteArray text = line.sliced(mark + 4);
            QVERIFY(text.first(12) > last);
            last = text.first(12);
            split[line.first(mark).trimmed().toInt()] += text;
            rest = rest.sliced(end);
        }
        QCOMPARE(count, lines);
        QVERIFY(split == logs);
    }

    void takesLongLinesAndRewrittenOnes()
    {
        const QByteArray line("long ", 5);
        append(pathOf(0), "10:00:00 " + line.repeated(1'000'000) + '\n' + "10:00:02 1 %\r10:00:02 2 %\r\n");
        append(pathOf(1), "10:00:01 b\n");
        QCOMPARE(merged(sources(2)),
                 "0 │ 10:00:00 " + line.repeated(1'000'000) + "\n1 │ 10:00:01 b\n0 │ 10:00:02 2 %\n");
    }

    void passesOverWhatTheQuotaTook()
    {
        append(pathOf(0), QByteArray("10:00:00 a line of it\n").repeated(100'000));
        QVERIFY(logcore::removeMiddle(pathBytes(pathOf(0)), "n1", 1024 * 1024) > 0);
        append(pathOf(1), "10:00:01 b\n");
        const QByteArray all = merged(sources(2));
        QVERIFY(all.contains("\n0 │ [Batchdeck: "));
        QVERIFY(all.endsWith("\n1 │ 10:00:01 b\n"));
        QVERIFY(!all.contains('\0'));
        QVERIFY(all.size() < 100'000 * 29 - 1024 * 1024);
    }

    void hasTheEndsOfLargeLogs()
    {
        append(pathOf(0), QByteArray("10:00:00 a line of it\n").repeated(1000) + "10:00:01 a\n");
        append(pathOf(1), "10:00:02 b\n");
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s), {.sources = 100, .merged = 10'000});
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        const QByteArray all = shown(merge);
        const qsizetype begin = all.indexOf('\n') + 1;
        QCOMPARE(all.first(begin),
                 QByteArray("0 │ [Batchdeck: the 21961 bytes before this are not merged, as these logs are too large "
                            "for that. Its own log has them.]\n"));
        QCOMPARE(all.sliced(begin), QByteArray("0 │ 10:00:00 a line of it\n0 │ 10:00:01 a\n1 │ 10:00:02 b\n"));
    }

    // It goes on, without what is oldest.
    void givesUpWhatIsOldest()
    {
        constexpr int lines = 200'000;
        QByteArray log;
        for (int i = 0; i < lines; ++i)
            log += QTime(10, 0).addMSecs(i).toString(u"hh:mm:ss.zzz"_s).toLatin1() + " a line\n";
        append(pathOf(0), log);
        constexpr qint64 limit = 2'000'000;
        LogMerge merge(sources(1), m_folder->filePath(u"cache"_s), {.sources = 1'000'000'000, .merged = limit});
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        QVERIFY(logcore::bytesOnDisk(pathBytes(merge.path())) <= limit + 512 * 1024);
        LogDocument document(merge.path());
        while (document.refresh().hasMore) { }
        QVERIFY(document.lineCount() > limit / 2 / 50 && document.lineCount() < lines);
        const auto lineAt = [&](qint64 line) { return withoutControlSequences(document.lineBytes(line, 0, 200)); };
        QVERIFY2(lineAt(0).startsWith("[Batchdeck: ") && lineAt(0).endsWith(" more are not kept.]"), lineAt(0));
        QCOMPARE(lineAt(document.lineCount() - 1), QByteArray("0 │ 10:03:19.999 a line"));
        for (qint64 line = 1; line < document.lineCount(); ++line)
            QCOMPARE(
                lineAt(line).sliced(6, 12),
                QTime(10, 0).addMSecs(int(lines - document.lineCount() + line)).toString(u"hh:mm:ss.zzz"_s).toLatin1());
    }

    // Sixteen ranks that print 100 MB/s together must not leave it behind; one more is silent.
    void keepsUp_data()
    {
        QTest::addColumn<int>("oneInSoMany"); // shows times
        QTest::newRow("with times") << 1;
        QTest::newRow("half of them with times") << 2;
    }
    void keepsUp()
    {
        QFETCH(int, oneInSoMany);
        constexpr int ranks = 16;
        const qint64 each = (testing::isLongRun() ? 8192 : 256) * 1024;
        for (int rank = 0; rank < ranks; ++rank) {
            QByteArray log;
            for (int i = 0; log.size() < each; ++i)
                log += (rank % oneInSoMany == 0
                            ? QTime(10, 0).addMSecs(i).toString(u"2026-01-02 hh:mm:ss,zzz "_s).toLatin1()
                            : "")
                    + "INFO train.py:88 epoch 3 step 4711 loss 0.1234 accuracy 0.9876 images/s 12345.6\n";
            append(pathOf(rank), log);
        }
        const auto processorTime = [] { return double(std::clock()) / CLOCKS_PER_SEC; }; // of all threads
        const double before = processorTime();
        LogMerge merge(sources(ranks + 1), m_folder->filePath(u"cache"_s));
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        const double rate = double(ranks * each) / 1e6 / (processorTime() - before);
        measured(oneInSoMany == 1 ? "logs merged by times in a second of one core"
                                  : "logs merged, half of them without times",
                 QString::number(rate, 'f', 0) + u" MB"_s, "100 MB");
        QVERIFY2(rate > 25 || !testing::isLongRun(), qPrintable(QString::number(rate)));
    }

    void leavesNothingBehind()
    {
        append(pathOf(0), "a\n");
        const QString cache = m_folder->filePath(u"cache"_s);
        LogMerge merge(sources(1), cache);
        QTRY_COMPARE(QFileInfo(merge.path()).size() > 0, true);
        QVERIFY(QDir(cache).exists());
        QVERIFY(QDir(cache).isEmpty(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden));
    }

    void saysWhenItCannot()
    {
        append(m_folder->filePath(u"file"_s), "x");
        const LogMerge merge(sources(1), m_folder->filePath(u"file/folder"_s));
        QVERIFY(merge.path().isEmpty());
        const Result<void> outcome = merge.outcome().result();
        QVERIFY(!outcome && outcome.error().message.englishText().contains(u"file/folder"_s));
    }
};

BATCHDECK_TEST(QCoreApplication, TstLogMerge)
#include "tst_logmerge.moc"
