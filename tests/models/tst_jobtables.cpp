// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobtables.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>

using namespace Qt::StringLiterals;

class TstJobTables final : public QObject
{
    Q_OBJECT

private slots:
    void keepsTablesConsistent();
};

void TstJobTables::keepsTablesConsistent()
{
    models::JobEventsModel events;
    const QAbstractItemModelTester eventsTester(&events);
    QList<engine::JobEvent> all{{QDateTime::currentDateTimeUtc(), u"queued"_s, {"Waits."}, u"user"_s}};
    events.setEvents(all);
    all.append({QDateTime::currentDateTimeUtc(), u"running"_s, {}, u"schedule"_s});
    events.setEvents(all);
    QCOMPARE(events.rowCount(), 2);
    QCOMPARE(events.index(0, models::JobEventsModel::What).data().toString(), u"Waits."_s);
    QCOMPARE(events.index(1, models::JobEventsModel::Actor).data().toString(), u"the schedule"_s);
    events.setEvents({});
    QCOMPARE(events.rowCount(), 0);
}

BATCHDECK_TEST(QCoreApplication, TstJobTables)
#include "tst_jobtables.moc"
