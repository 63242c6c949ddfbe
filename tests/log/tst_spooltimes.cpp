// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/pathbytes.h"
#include "engine/log/core/file/spooltimes.h"
#include "engine/log/reader/logdocument.h"
#include "tests/log/collectorfixture.h"

#include "tests/support/testmain.h"

#include <QDateTime>
#include <QSignalSpy>

using namespace engine;
using namespace engine::logcore;
using namespace testing;
using namespace Qt::StringLiterals;

class TstSpoolTimes final : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_folder;

private slots:
    void saysWhenBytesArrived()
    {
        const std::string spool = pathBytes(m_folder.filePath(u"a/stdout.txt"_s));
        QVERIFY(!SpoolArrivals(spool).at(0)); // nobody wrote anything down
        SpoolTimes times(spool);
        times.note(0, 1000);
        const SpoolArrivals arrivals(spool);
        QCOMPARE(arrivals.at(0), 1000);
        QCOMPARE(arrivals.at(999), 1000);
        times.note(100, 1049); // too soon after the other to be told apart
        times.note(200, 1050);
        times.note(300, 5000);
        times.note(400, 4000); // the clock was set back
        times.note(500, 6000);
        QCOMPARE(arrivals.at(199), 1000);
        QCOMPARE(arrivals.at(200), 1050);
        QCOMPARE(arrivals.at(299), 1050);
        QCOMPARE(arrivals.at(300), 5000);
        QCOMPARE(arrivals.at(450), 5000);
        QCOMPARE(arrivals.at(500), 6000);
        QCOMPARE(arrivals.at(0), 1000);
    }

    void goesOnWhereItWasKilled()
    {
        const std::string spool = pathBytes(m_folder.filePath(u"b/stdout.txt"_s));
        {
            SpoolTimes times(spool);
            times.note(0, 1000);
            times.note(100, 2000);
            times.note(200, 3000);
        }
        append(m_folder.filePath(u"b/.times/stdout.txt"_s), "half"); // of one
        {
            SpoolTimes times(spool);
            times.note(300, 4000);
        }
        const SpoolArrivals arrivals(spool);
        QCOMPARE(arrivals.at(250), 3000);
        QCOMPARE(arrivals.at(300), 4000);
        {
            SpoolTimes times(spool); // of a spool file that somebody cut
            times.note(150, 5000);
        }
        const SpoolArrivals afterwards(spool);
        QCOMPARE(afterwards.at(149), 2000);
        QCOMPARE(afterwards.at(150), 5000);
        QCOMPARE(afterwards.at(350), 5000);
    }

    void staysSmall()
    {
        const QString path = m_folder.filePath(u"c/.times/stdout.txt"_s);
        const std::string spool = pathBytes(m_folder.filePath(u"c/stdout.txt"_s));
        const auto timeOf = [](qint64 offset) -> qint64 { return 1000 + 50 * offset; };
        constexpr qint64 count = 150'000; // two hours of a log that never rests
        SpoolTimes times(spool);
        const SpoolArrivals arrivals(spool); // of somebody who looks all the time
        qint64 largest = 0;
        for (qint64 i = 0; i < count; ++i) {
            times.note(i, timeOf(i));
            if (i % 100 == 0) {
                largest = std::max(largest, QFileInfo(path).size());
                QCOMPARE(arrivals.at(i), timeOf(i));
            }
        }
        QVERIFY2(largest > 900 * 1024 && largest <= 1024 * 1024, QByteArray::number(largest));
        const SpoolArrivals afterwards(spool);
        for (qint64 i = 0; i < count; ++i) {
            const qint64 distance = std::min(timeOf(i) - timeOf(0), timeOf(count - 1) - timeOf(i));
            const qint64 early = timeOf(i) - afterwards.at(i).value_or(0);
            QVERIFY2(early >= 0 && early <= (distance < 100'000 ? 0 : 50 + distance / 1000), QByteArray::number(i));
            QVERIFY(i % 100 > 0 || arrivals.at(i) == afterwards.at(i));
        }
    }

    void getsSmallWhenItWasLarge()
    {
        const QString path = m_folder.filePath(u"d/.times/stdout.txt"_s);
        const std::string spool = pathBytes(m_folder.filePath(u"d/stdout.txt"_s));
        SpoolTimes(spool).note(0, 1000);
        QByteArray marks;
        for (qint64 i = 1; i < 200'000; ++i) { // of before there was a bound
            const qint64 ms = 1000 + 50 * i;
            marks.append(reinterpret_cast<const char *>(&i), sizeof i)
                .append(reinterpret_cast<const char *>(&ms), sizeof ms);
        }
        append(path, marks);
        const SpoolArrivals arrivals(spool);
        QCOMPARE(arrivals.at(199'999), 1000 + 50 * 199'999);
        SpoolTimes(spool).note(200'000, 20'000'000);
        QVERIFY2(QFileInfo(path).size() <= 512 * 1024, QByteArray::number(QFileInfo(path).size()));
        QCOMPARE(arrivals.at(200'000), 20'000'000);
        QCOMPARE(arrivals.at(1), 1050);
    }

    void staysSmallOnAFullDisk()
    {
        const QString path = m_folder.filePath(u"e/.times/stdout.txt"_s);
        const std::string spool = pathBytes(m_folder.filePath(u"e/stdout.txt"_s));
        SpoolTimes times(spool);
        times.note(0, 0);
        append(m_folder.filePath(u"e/.times.new"_s), "no folder");
        for (qint64 i = 1; i < 100'000; ++i)
            times.note(i, 50 * i);
        QVERIFY2(QFileInfo(path).size() < 1024 * 1024 + 100 * 16, QByteArray::number(QFileInfo(path).size()));
        QVERIFY(SpoolArrivals(spool).at(99'999).value_or(0) > 50 * 99'999 - 61'000);
    }

    void isWrittenOfWhatIsFollowed()
    {
        CollectorFixture fixture;
        const qint64 begin = QDateTime::currentMSecsSinceEpoch();
        append(fixture.original, "first\n");
        fixture.follow();
        QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\n"));
        LogDocument document(fixture.spool);
        document.refresh();
        std::optional<qint64> first;
        QTRY_VERIFY((first = document.arrival(0)));
        QVERIFY(*first >= begin && *first <= QDateTime::currentMSecsSinceEpoch());
        QTRY_VERIFY(QDateTime::currentMSecsSinceEpoch() > *first + 100); // far enough to be told apart
        const qint64 later = QDateTime::currentMSecsSinceEpoch();
        append(fixture.original, "second\nopen");
        QTRY_COMPARE(contentOf(fixture.spool), QByteArray("first\nsecond\nopen"));
        document.refresh();
        std::optional<qint64> second;
        QTRY_VERIFY((second = document.arrival(1)) && *second != *first);
        QVERIFY(*second >= later);
        QCOMPARE(document.arrival(0), first);
        QVERIFY(!document.arrival(2)); // not yet
        QVERIFY(!document.arrival(3));
    }
};

BATCHDECK_TEST(QCoreApplication, TstSpoolTimes)
#include "tst_spooltimes.moc"
