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
    void tellsWhatHappenedInOrder();
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

void TstJobTables::tellsWhatHappenedInOrder()
{
    engine::JobSnapshot job;
    QVERIFY(models::jobHistory(job, {}).isEmpty());
    const QDateTime start = QDateTime::currentDateTimeUtc();
    job.created = start;
    job.nodes = QStringList{u"a03"_s, u"a05"_s};
    const auto told = [&job](const QList<engine::JobEvent> &events) {
        models::JobEventsModel model;
        model.setEvents(models::jobHistory(job, events));
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            const auto cell = [&](int column) { return model.index(row, column).data().toString(); };
            rows.append(cell(models::JobEventsModel::State) + u": "_s + cell(models::JobEventsModel::What) + u' '
                        + cell(models::JobEventsModel::Actor));
        }
        return rows;
    };
    const auto event = [&start](int s, const QString &state, const QString &actor, const engine::Message &said = {}) {
        return engine::JobEvent{start.addSecs(s), state, said, actor};
    };
    QCOMPARE(told({}), QStringList{u"queued: It was submitted. you"_s});
    job.state = engine::JobState::Failed;
    QVERIFY(told({}).isEmpty());
    QCOMPARE(told({event(1, u"running"_s, u"schedule"_s, {"It was placed on %1.", {u"a01"_s}}),
                   event(1, u"starting"_s, u"node"_s), event(2, u"queued"_s, u"node"_s, {"The machine was restarted."}),
                   event(3, u"running"_s, u"schedule"_s), event(3, u"starting"_s, u"node"_s),
                   event(4, u"executing"_s, u"node"_s), event(9, u"terminating"_s, u"user"_s, {"Ada stopped it."}),
                   event(10, u"failed"_s, u"user"_s, {"Ada stopped it."})}),
             (QStringList{
                 u"queued: It was submitted. you"_s, u"placed: It was placed on a01. the schedule"_s,
                 u"starting: It is started on its machines. the node"_s,
                 u"queued: The machine was restarted. the node"_s, u"placed: It was placed on a03, a05. the schedule"_s,
                 u"starting: It is started on its machines. the node"_s, u"running: Its command runs. the node"_s,
                 u"stopping: Ada stopped it. you"_s, u"failed: Ada stopped it. you"_s}));
}

BATCHDECK_TEST(QCoreApplication, TstJobTables)
#include "tst_jobtables.moc"
