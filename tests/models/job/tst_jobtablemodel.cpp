// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobtablemodel.h"
#include "models/resourcestore.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>

using namespace Qt::StringLiterals;
using models::JobTableModel;

class TstJobTableModel final : public QObject
{
    Q_OBJECT

private slots:
    void sortsAndFilters();
    void tellsTheCauseOfAFailure();
    void keepsSelectionWhileRowsMove();
    void saysWhatHasNoNews();
    void listsOneGroupBelowAWorkspace();
    void forgetsJobsWithWhatHeldThem();
    void countsByExperiment();

private:
    static engine::JobSnapshot job(int number, const QString &state)
    {
        return engine::JobSnapshot::fromDocument(canned::job(number, state));
    }
};

void TstJobTableModel::sortsAndFilters()
{
    JobTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.upsert({job(1, u"succeeded"_s), job(2, u"failed"_s), job(3, u"queued"_s)});
    QCOMPARE(model.index(0, JobTableModel::Name).data().toString(), u"run-3"_s);
    QCOMPARE(model.index(2, JobTableModel::ExitCode).data().toString(), u"0"_s);
    model.sort(JobTableModel::Name, Qt::AscendingOrder);
    QCOMPARE(model.index(0, JobTableModel::Name).data().toString(), u"run-1"_s);
    model.setFilter(u"queued"_s);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.knownCount(), 3);
    model.upsert({job(3, u"failed"_s)}); // no longer what the filter asks for
    QCOMPARE(model.rowCount(), 0);
    model.setFilter({});
    QCOMPARE(model.countOf(models::JobGroup::Failed), 2);
    model.remove({job(1, u"succeeded"_s).id});
    QCOMPARE(model.rowCount(), 2);
}

void TstJobTableModel::tellsTheCauseOfAFailure()
{
    JobTableModel model;
    engine::JobSnapshot failed = job(1, u"failed"_s);
    const auto reason = [&] {
        model.upsert({failed});
        return model.index(0, JobTableModel::Reason).data().toString();
    };
    failed.reason = {"It failed."};
    QCOMPARE(reason(), u"It failed."_s);
    failed.errors = {{u"JobFailed"_s, {"The command ended with exit code 3."}}};
    QCOMPARE(reason(), u"The command ended with exit code 3."_s);
    failed.cause = {"Python exception: ValueError: 7"};
    QCOMPARE(reason(), u"Python exception: ValueError: 7"_s);
    model.setFilter(u"valueerror"_s);
    QCOMPARE(model.rowCount(), 1);
}

void TstJobTableModel::keepsSelectionWhileRowsMove()
{
    JobTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.upsert({job(1, u"succeeded"_s), job(2, u"failed"_s)});
    const QPersistentModelIndex chosen(model.index(model.rowOf(job(1, {}).id), JobTableModel::Name));
    model.upsert({job(3, u"queued"_s)});
    QCOMPARE(chosen.row(), 2);
    QCOMPARE(chosen.data().toString(), u"run-1"_s);
}

void TstJobTableModel::saysWhatHasNoNews()
{
    JobTableModel model;
    engine::JobSnapshot one = job(1, u"running"_s);
    one.phase = engine::JobPhase::Staging;
    model.upsert({one});
    const QModelIndex state = model.index(0, JobTableModel::State);
    QCOMPARE(state.data().toString(), u"staging"_s);
    one.link = engine::LinkState::Offline;
    model.upsert({one});
    QCOMPARE(state.data().toString(), u"last seen staging"_s);
}

void TstJobTableModel::listsOneGroupBelowAWorkspace()
{
    JobTableModel model(nullptr, engine::ResourceKind::Workspace);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.upsert({job(1, u"terminating"_s), job(2, u"failed"_s), job(3, u"running"_s)});
    model.setGroup(models::JobGroup::Running);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, JobTableModel::Name).data().toString(), u"resnet / run-3"_s);
    model.setFilter(u"resnet"_s);
    QCOMPARE(model.rowCount(), 2);
    model.upsert({job(3, u"succeeded"_s)});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.countOf(models::JobGroup::All), 3);
}

void TstJobTableModel::forgetsJobsWithWhatHeldThem()
{
    JobTableModel model(nullptr, engine::ResourceKind::Group);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const engine::ResourceId workspace = canned::experimentId().parent();
    engine::JobSnapshot other = job(4, u"failed"_s);
    other.id =
        workspace.child(engine::ResourceKind::Experiment, u"bert"_s).child(engine::ResourceKind::Job, u"run-4"_s);
    model.upsert({job(1, u"failed"_s), job(2, u"succeeded"_s), other, job(3, u"running"_s), job(5, u"failed"_s)});
    model.setGroup(models::JobGroup::Failed); // so not every job that goes has a row
    QVERIFY(!model.remove({canned::clusterId(), canned::machineId(), job(9, {}).id}));
    QCOMPARE(model.knownCount(), 5);
    QVERIFY(model.remove({job(5, {}).id}));
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.remove({job(1, {}).id, canned::experimentId()}));
    QCOMPARE(model.knownCount(), 1);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.rowOf(other.id), 0);
    QVERIFY(model.remove({workspace}));
    QCOMPARE(model.knownCount(), 0);
}

// The engine's count stands alone: of an experiment that has it, no job is looked at.
void TstJobTableModel::countsByExperiment()
{
    const auto other = canned::experimentId().parent().child(engine::ResourceKind::Experiment, u"bert"_s);
    const QJsonObject extension{{u"jobCount"_s, 2}, {u"queuedJobs"_s, 7}, {u"runningJobs"_s, 5}};
    QJsonArray world = canned::world(3); // of resnet, run-3 queued, run-2 running
    world.append(canned::document(other));
    canned::CannedEngine engine(world);
    engine::EngineClient client(engine.link);
    models::ResourceStore store(client);
    store.sync();
    QTRY_VERIFY(store.isLoaded());
    const auto counts = [&store](const engine::ResourceId &scope) {
        const models::JobCounts jobs = models::countJobs(store, scope);
        return QList<qint64>{jobs.all, jobs.running, jobs.queued};
    };
    QCOMPARE(counts({}), (QList<qint64>{3, 1, 1}));
    QCOMPARE(counts(other), (QList<qint64>{0, 0, 0}));
    emit engine.link.changed(canned::delta(2, {canned::document(other, {{u"x-batchdeck"_s, extension}})}));
    QCOMPARE(counts(other), (QList<qint64>{2, 5, 7}));
    QCOMPARE(counts(canned::experimentId().parent()), (QList<qint64>{5, 6, 8}));
    QCOMPARE(models::countJobsByExperiment(store).size(), 2);
    emit engine.link.changed(
        canned::delta(3, {canned::document(canned::experimentId(), {{u"x-batchdeck"_s, extension}})}));
    QCOMPARE(counts({}), (QList<qint64>{4, 10, 14}));
    QCOMPARE(models::jobsOn(store, canned::clusterId()).size(), 3);
    QVERIFY(models::jobsOn(store, canned::machineId()).isEmpty());
}

BATCHDECK_TEST(QCoreApplication, TstJobTableModel)
#include "tst_jobtablemodel.moc"
