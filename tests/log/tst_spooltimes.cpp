// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logdocument.h"
#include "engine/log/spooltimes.h"
#include "tests/log/collectorfixture.h"

#include "tests/support/testmain.h"

#include <QDateTime>
#include <QSignalSpy>

using namespace engine;
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
        const QString spool = m_folder.filePath(u"a/stdout.txt"_s);
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
        const QString spool = m_folder.filePath(u"b/stdout.txt"_s);
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

BATCHDECK_TEST_MAIN(QCoreApplication, TstSpoolTimes)
#include "tst_spooltimes.moc"
