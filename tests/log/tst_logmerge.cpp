// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logdocument.h"
#include "engine/api/logmerge.h"
#include "engine/api/logsearch.h"
#include "engine/log/spoolgap.h"
#include "engine/log/spooltimes.h"
#include "tests/log/collectorfixture.h"

#include "tests/support/testmain.h"

#include <QDateTime>
#include <QDir>

using namespace engine;
using namespace testing;
using namespace Qt::StringLiterals;

class TstLogMerge final : public QObject
{
    Q_OBJECT

private:
    QString pathOf(int rank) const { return m_folder->filePath(QString::number(rank)); }
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
        SpoolTimes(pathOf(0)).note(0, midnight.addMSecs(-2000).toMSecsSinceEpoch());
        SpoolTimes(pathOf(1)).note(0, midnight.addMSecs(1000).toMSecsSinceEpoch());
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

    void ordersByArrivalWhereTimesAreNotAlike()
    {
        const qint64 noon = QDateTime(QDate(2026, 3, 4), QTime(12, 0)).toMSecsSinceEpoch();
        append(pathOf(0), "23:00:00 a\n22:00:00 b\n");
        append(pathOf(1), "no times\nat all\n");
        SpoolTimes(pathOf(0)).note(0, noon);
        SpoolTimes(pathOf(0)).note(11, noon + 2000);
        SpoolTimes(pathOf(1)).note(0, noon + 1234);
        SpoolTimes(pathOf(1)).note(9, noon + 3000);
        QCOMPARE(merged(sources(2)),
                 QByteArray("12:00:00.000 0 │ 23:00:00 a\n12:00:01.234 1 │ no times\n12:00:02.000 0 │ 22:00:00 b\n"
                            "12:00:03.000 1 │ at all\n"));
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

    // What comes later, and is earlier, goes first as long as it comes soon; a busy computer may be too slow for that.
    void waitsForTheOthers()
    {
        const QByteArray expected("0 │ 10:00:00 a\n1 │ 10:00:00 b\n1 │ 10:00:01 c\n0 │ 10:00:02 d\n");
        QByteArray last;
        for (int attempt = 0; attempt < 10 && last != expected; ++attempt) {
            init();
            append(pathOf(0), "10:00:00 a\n");
            append(pathOf(1), "10:00:00 b\n");
            SpoolTimes(pathOf(0)).note(0, 1000);
            SpoolTimes(pathOf(1)).note(0, 1000);
            LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
            QTRY_COMPARE(shown(merge).count('\n'), 2);
            append(pathOf(0), "10:00:02 d\n");
            SpoolTimes(pathOf(0)).note(11, QDateTime::currentMSecsSinceEpoch());
            QTest::qWait(200); // it has looked at that by now, and waits
            append(pathOf(1), "10:00:01 c\n");
            QTRY_COMPARE(shown(merge).count('\n'), 4);
            last = shown(merge);
        }
        QCOMPARE(last, expected);
    }

    void waitsUntilItKnowsHowToOrder()
    {
        append(pathOf(0), "Loading…\n"); // just now
        SpoolTimes(pathOf(0)).note(0, QDateTime::currentMSecsSinceEpoch());
        LogMerge merge(sources(2), m_folder->filePath(u"cache"_s));
        append(pathOf(0), "10:00:02 a\n");
        append(pathOf(1), "10:00:01 b\n");
        QTRY_VERIFY(!shown(merge).isEmpty());
        merge.setComplete();
        QVERIFY(merge.outcome().result());
        QCOMPARE(shown(merge), QByteArray("0 │ Loading…\n1 │ 10:00:01 b\n0 │ 10:00:02 a\n"));
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
        QVERIFY(takeMiddle(pathOf(0), u"n1"_s, 1024 * 1024) > 0);
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
        QCOMPARE(shown(merge), QByteArray("0 │ 10:00:00 a line of it\n0 │ 10:00:01 a\n1 │ 10:00:02 b\n"));
    }

    void endsWhereItIsTooLarge()
    {
        append(pathOf(0), "10:00:00 a\n");
        LogMerge merge(sources(1), m_folder->filePath(u"cache"_s), {.sources = 1000, .merged = 20});
        QTRY_VERIFY(!shown(merge).isEmpty());
        append(pathOf(0), "10:00:01 b\n");
        const Result<void> outcome = merge.outcome().result();
        QVERIFY(!outcome);
        QVERIFY2(outcome.error().message.englishText().contains(u"as large as it may be"_s),
                 qPrintable(outcome.error().message.englishText() + outcome.error().technical));
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

BATCHDECK_TEST_MAIN(QCoreApplication, TstLogMerge)
#include "tst_logmerge.moc"
