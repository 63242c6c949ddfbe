// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/logtimes.h"

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spooltimes.h"
#include "tests/support/testmain.h"

#include <QDateTime>
#include <QFile>
#include <QTemporaryDir>

using namespace engine;
using namespace Qt::StringLiterals;

class TstLogTimes final : public QObject
{
    Q_OBJECT

private:
    std::shared_ptr<LogDocument> newDocument(const QByteArray &bytes)
    {
        QFile file(m_folder.filePath(QString::number(++m_files)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            return {};
        file.close();
        auto document = std::make_shared<LogDocument>(file.fileName());
        while (document->refresh().hasMore) { }
        return document;
    }

    QTemporaryDir m_folder;
    int m_files = 0;

private slots:
    void readsTimes_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected"); // empty: no time
        QTest::newRow("ISO 8601") << u"2026-01-02T03:04:05.678Z INFO"_s << u"2026-01-02 03:04:05.678000"_s;
        QTest::newRow("with a zone") << u"2026-01-02T03:04:05+02:00 INFO"_s << u"2026-01-02 03:04:05.000000"_s;
        QTest::newRow("Python") << u"[2026-01-02 03:04:05,678] INFO"_s << u"2026-01-02 03:04:05.678000"_s;
        QTest::newRow("behind a level") << u"INFO 2026/01/02 03:04:05 x"_s << u"2026-01-02 03:04:05.000000"_s;
        QTest::newRow("syslog") << u"Mar  4 13:57:22 host x"_s << u"2000-03-04 13:57:22.000000"_s;
        QTest::newRow("glog") << u"I0304 13:57:22.123456 1 x"_s << u"2000-03-04 13:57:22.123456"_s;
        QTest::newRow("clock") << u"13:57:22.310 INFO"_s << u" 13:57:22.310000"_s;
        QTest::newRow("epoch") << u"1767323045 x"_s << u"2026-01-02 03:04:05.000000"_s;
        QTest::newRow("epoch, fraction") << u"[1767323045.25] x"_s << u"2026-01-02 03:04:05.250000"_s;
        QTest::newRow("epoch, ms") << u"1767323045678 x"_s << u"2026-01-02 03:04:05.678000"_s;
        QTest::newRow("merged") << u"rank 0 │ 13:57:22 INFO"_s << u" 13:57:22.000000"_s;
        QTest::newRow("merged by arrival") << u"13:57:22.310 n1 err │ 2026-01-02 03:04:05 x"_s << u" 13:57:22.310000"_s;
        QTest::newRow("with a bar") << u"2026-01-02 03:04:05 │ INFO"_s << u"2026-01-02 03:04:05.000000"_s;
        QTest::newRow("no month") << u"2026-13-02 03:04:05"_s << QString();
        QTest::newRow("progress") << u"50%|##| 1/2 [00:20<00:20]"_s << QString();
        QTest::newRow("number") << u"12345678901234 x"_s << QString();
        QTest::newRow("a word") << u"loss 0.5"_s << QString();
    }
    void readsTimes()
    {
        QFETCH(QString, line);
        const std::optional<LogTime> time = timeIn(line);
        const QString read = !time
            ? QString()
            : time->date.toString(Qt::ISODate) + u' ' + QTime(0, 0).addSecs(time->second).toString(u"hh:mm:ss"_s)
                + u".%1"_s.arg(time->microsecond, 6, 10, QLatin1Char('0'));
        QTEST(read, "expected");
    }

    void readsZones_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected"); // minutes ahead of UTC; empty: the line does not say it
        QTest::newRow("UTC") << u"2026-01-02T03:04:05Z INFO"_s << u"0"_s;
        QTest::newRow("behind a fraction") << u"2026-01-02T03:04:05.678Z INFO"_s << u"0"_s;
        QTest::newRow("ahead") << u"2026-01-02 03:04:05,678+02:00 INFO"_s << u"120"_s;
        QTest::newRow("behind") << u"2026-01-02T03:04:05-0330"_s << u"-210"_s;
        QTest::newRow("hours") << u"2026-01-02 03:04:05+05 INFO"_s << u"300"_s;
        QTest::newRow("before a colon") << u"2026-01-02 03:04:05+05: x"_s << u"300"_s;
        QTest::newRow("less than an hour") << u"2026-01-02 03:04:05-00:30"_s << u"-30"_s;
        QTest::newRow("none") << u"2026-01-02 03:04:05 INFO"_s << QString();
        QTest::newRow("another time") << u"2026-01-02 03:04:05 +02:00"_s << QString();
        QTest::newRow("a number") << u"2026-01-02 03:04:05-7 INFO"_s << QString();
        QTest::newRow("a year") << u"2026-01-02 03:04:05-2026"_s << QString();
        QTest::newRow("a process") << u"2026-01-02 03:04:05-02123 INFO"_s << QString();
        QTest::newRow("seconds since 1970") << u"1767323045 x"_s << QString();
    }
    void readsZones()
    {
        QFETCH(const QString, line);
        const std::optional<LogTime> time = timeIn(line);
        QVERIFY(time);
        QTEST(time->zone ? QString::number(*time->zone) : QString(), "expected");
    }

    void findsWhereTimesStand_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("expected");
        for (const char *line :
             {"<2026-01-02T03:04:05.678Z> INFO", "<2026-01-02T03:04:05+02:00> INFO", "[<2026-01-02 03:04:05,678>] INFO",
              "<2026-01-02 03:04:05>-7 x", "<2026-01-02 03:04:05> - x", "INFO <2026/01/02 03:04> x",
              "<Mar  4 13:57:22> host x", "<I0304 13:57:22.123456> 1 x", "[<13:57:22.310>] INFO", "<1767323045.25> x",
              "rank 0 │ <13:57:22> INFO", "<13:57:22> n1 err │ 03:04:05 x", "é <2026-01-02 03:04:05>", "no time"}) {
            const QString marked = QString::fromUtf8(line);
            QTest::newRow(line) << QString(marked).remove(u'<').remove(u'>')
                                << marked.section(u'<', 1).section(u'>', 0, 0);
        }
    }
    void findsWhereTimesStand()
    {
        QFETCH(QString, line);
        const ShownTime shown = shownTimeIn(line).value_or(ShownTime());
        QTEST(line.mid(shown.begin, shown.end - shown.begin), "expected");
    }

    void findsLinesOfTimes()
    {
        const auto document = newDocument("header\nMar  4 13:00:00 a\nno time\nMar  4 14:00:00 b\nMar  5 01:00:00 c\n");
        const auto lineOf = [&document](const char *typed, qint64 from = 0) {
            return lineOfTime(*document, *typedTime(QString::fromLatin1(typed)), from);
        };
        QCOMPARE(lineOf("13:00"), 1);
        QCOMPARE(lineOf("13:30"), 3);
        QCOMPARE(lineOf("1:00"), 1); // of the fourth
        QCOMPARE(lineOf("1:00", 4), 4); // of the fifth
        QCOMPARE(lineOf("2026-03-05 00:00:00"), 4);
        QCOMPARE(lineOf("Mar 4 14:00:00"), 3);
        QCOMPARE(lineOf("23:00", 4), 4); // the last
        QCOMPARE(lineOfTime(*newDocument("no\ntimes\n"), *typedTime(u"1:00"_s), 0), -1);
        QVERIFY(!typedTime(u"25:00"_s));
        QVERIFY(!typedTime(u"soon"_s));
    }

    void findsLinesByTheirArrival()
    {
        const auto document = newDocument("a\nb\nc\nd\ne\nopen");
        logcore::SpoolTimes times(pathBytes(document->path()));
        const auto arrives = [&times](qint64 offset, const char *when) {
            times.note(offset, QDateTime::fromString(QString::fromLatin1(when), Qt::ISODate).toMSecsSinceEpoch());
        };
        arrives(2, "2026-03-04T13:00:00"); // nothing of the first line
        arrives(4, "2026-03-04T14:00:00");
        arrives(8, "2026-03-05T01:00:00");
        const auto lineOf = [&document](const QString &typed, qint64 from = 1) {
            return lineOfTime(*document, *typedTime(typed), from);
        };
        QCOMPARE(lineOf(u"12:00"_s), 1);
        QCOMPARE(lineOf(u"13:00"_s), 1);
        QCOMPARE(lineOf(u"13:30"_s), 2);
        QCOMPARE(lineOf(u"Mar 5 00:00:00"_s), 4);
        QCOMPARE(lineOf(u"2026-03-04 13:59:59"_s), 2);
        QCOMPARE(lineOf(u"01:00"_s), 1); // of the fourth
        QCOMPARE(lineOf(u"01:00"_s, 4), 4); // of the fifth
        QCOMPARE(lineOf(u"2031-01-01"_s), 4); // the last that is known
        const QDateTime two(QDate(2026, 3, 4), QTime(14, 0));
        QCOMPARE(lineOf(QString::number(two.toSecsSinceEpoch())), 2);
    }

    void readsTheTimesOfOneLog()
    {
        const auto second = [](const LogTimeReader &reader, const char *line) {
            const std::optional<LogTime> time = reader.read(line);
            return time ? time->second : -1;
        };
        constexpr int expected = (13 * 60 + 57) * 60 + 22;
        const LogTimeReader clock("started 2026-01-02 03:04:05\nno time\n13:57:20 a\n\x1b[32m13:57:21\x1b[0m b\n");
        QCOMPARE(second(clock, "13:57:22.310 INFO"), expected);
        QCOMPARE(second(clock, "\x1b[32m13:57:22.310\x1b[0m INFO"), expected);
        QCOMPARE(second(clock, "started 2026-01-02 03:04:05"), -1);
        const LogTimeReader iso("INFO 2026-01-02 13:57:20 a\nERROR 2026-01-02 13:57:21 b\n");
        QCOMPARE(second(iso, "INFO 2026-01-02 13:57:22 a"), expected);
        QCOMPARE(second(iso, "ERROR 2026-01-02 13:57:22 a"), expected);
        QCOMPARE(second(iso, "it finishes on 2026-01-03 13:57:22"), -1);
        QCOMPARE(second(LogTimeReader("no\ntimes"), "13:57:22"), -1);
        QCOMPARE(second(LogTimeReader(), "13:57:22"), -1);
    }
};

BATCHDECK_TEST(QCoreApplication, TstLogTimes)
#include "tst_logtimes.moc"
