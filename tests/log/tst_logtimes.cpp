// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logtimes.h"

#include "tests/support/testmain.h"

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

BATCHDECK_TEST_MAIN(QCoreApplication, TstLogTimes)
#include "tst_logtimes.moc"
