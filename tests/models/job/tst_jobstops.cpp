// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobstops.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QSignalSpy>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TstJobStops final : public QObject
{
    Q_OBJECT

private slots:
    void stopsAfterItsGrace();
    void canBeTakenBack();
    void stopsAtOnceAtTheEnd();

private:
    static engine::ResourceId job(int number)
    {
        return canned::experimentId().child(engine::ResourceKind::Job, u"run-%1"_s.arg(number));
    }
};

void TstJobStops::stopsAfterItsGrace()
{
    canned::CannedLink link;
    link.answers[u"job.terminate"_s] = engine::Error::of(engine::ErrorCode::Conflict, {"It is over already."});
    engine::EngineClient client(link);
    models::JobStops stops(client, 0ms);
    QSignalSpy done(&stops, &models::JobStops::done);
    QSignalSpy failed(&stops, &models::JobStops::failed);
    stops.stop({job(1), job(2)});
    QVERIFY(stops.isWaiting(job(1)) && !link.wasCalled(u"job.terminate"_s));
    QTRY_COMPARE(link.count(u"job.terminate"_s), 2);
    QVERIFY(!stops.isWaiting(job(1)));
    QCOMPARE(done.size(), 1);
    QTRY_COMPARE(failed.size(), 2);
}

void TstJobStops::canBeTakenBack()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    models::JobStops stops(client, 1h);
    QSignalSpy began(&stops, &models::JobStops::began);
    QSignalSpy undone(&stops, &models::JobStops::undone);
    stops.stop({job(1)});
    stops.stop({job(1), job(2)}); // the first waits already
    QCOMPARE(began.size(), 2);
    QCOMPARE(began.at(1).at(1).value<QList<engine::ResourceId>>(), QList{job(2)});
    stops.undo(began.at(0).at(0).toInt());
    stops.undo(began.at(0).at(0).toInt());
    QCOMPARE(undone.size(), 1);
    QVERIFY(!stops.isWaiting(job(1)) && stops.isWaiting(job(2)));
    QVERIFY(!link.wasCalled(u"job.terminate"_s));
}

void TstJobStops::stopsAtOnceAtTheEnd()
{
    canned::CannedLink link;
    engine::EngineClient client(link);
    models::JobStops stops(client, 1h);
    stops.stop({job(1)});
    stops.stop({job(2)});
    stops.stopNow();
    QCOMPARE(link.count(u"job.terminate"_s), 2);
    stops.stopNow();
    QCOMPARE(link.count(u"job.terminate"_s), 2);
}

BATCHDECK_TEST(QCoreApplication, TstJobStops)
#include "tst_jobstops.moc"
