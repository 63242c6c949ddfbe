// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/tree/resourcetreemodel.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using models::ResourceTreeModel;

class TstResourceTreeModel final : public QObject
{
    Q_OBJECT

private slots:
    void showsWhatIs();
    void foldsManyJobs();
    void changesWithoutReset();
    void removesFoldersWithLastChild();
    void showsMachinesBelowGroups();
    void showsFileServers();
    void showsStorageAccounts();

private:
    static engine::ResourceDelta delta(const QJsonArray &upserted, const QStringList &removed = {})
    {
        return engine::ResourceDelta::fromJson(canned::delta(1, upserted, removed));
    }
    static QStringList names(const ResourceTreeModel &model, const QModelIndex &parent)
    {
        QStringList all;
        for (int row = 0; row < model.rowCount(parent); ++row)
            all.append(model.index(row, 0, parent).data().toString());
        return all;
    }
};

void TstResourceTreeModel::showsWhatIs()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(delta(canned::world(3)));
    const QModelIndex workspace = model.indexOf(canned::experimentId().parent());
    QCOMPARE(names(model, workspace), (QStringList{u"Clusters"_s, u"Experiments"_s}));
    const QModelIndex experiment = model.indexOf(canned::experimentId());
    QCOMPARE(names(model, experiment), (QStringList{u"run-3"_s, u"run-2"_s, u"run-1"_s}));
    QCOMPARE(experiment.data(ResourceTreeModel::FactRole).toString(), u"3 jobs"_s);
    QCOMPARE(model.index(0, 0, experiment).data(ResourceTreeModel::FactRole).toString(), u"queued"_s);
    QVERIFY(model.index(1, 0, experiment).data(ResourceTreeModel::JobStateRole).value<engine::JobState>()
            == engine::JobState::Running);
    QCOMPARE(names(model, model.indexOf(canned::clusterId())), QStringList{u"desk"_s});
    QVERIFY(model.indexOf(canned::machineId()).isValid());
}

void TstResourceTreeModel::foldsManyJobs()
{
    ResourceTreeModel model;
    const testing::CpuTimer timer;
    model.apply(delta(canned::world(10000)));
    const QModelIndex experiment = model.indexOf(canned::experimentId());
    QCOMPARE(model.rowCount(experiment), ResourceTreeModel::shownJobs + 1);
    QCOMPARE(model.index(0, 0, experiment).data().toString(), u"run-10000"_s);
    QCOMPARE(model.index(ResourceTreeModel::shownJobs, 0, experiment).data().toString(), u"All 10,000 jobs"_s);
    QCOMPARE(experiment.data(ResourceTreeModel::CountRole).toInt(), 10000);
    QVERIFY2(timer.seconds() < 10, timer.words());

    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(delta({canned::job(10001, u"queued"_s)}));
    QCOMPARE(model.rowCount(experiment), ResourceTreeModel::shownJobs + 1);
    QCOMPARE(model.index(0, 0, experiment).data().toString(), u"run-10001"_s);
    // The row that one leaves is taken by the next older job.
    model.apply(delta({}, {canned::experimentId().child(engine::ResourceKind::Job, u"run-10001"_s).toString()}));
    QCOMPARE(model.rowCount(experiment), ResourceTreeModel::shownJobs + 1);
    QCOMPARE(model.index(199, 0, experiment).data().toString(), u"run-9801"_s);
}

void TstResourceTreeModel::changesWithoutReset()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(delta(canned::world(3)));
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex job(model.index(0, 0, model.indexOf(canned::experimentId())));
    const QPersistentModelIndex node(model.index(0, 0, model.indexOf(canned::clusterId())));
    model.apply(delta({canned::job(3, u"succeeded"_s), canned::job(4, u"queued"_s), canned::machine(u"offline"_s),
                       canned::cluster({u"a"_s, u"desk"_s})}));
    QCOMPARE(job.row(), 1);
    QVERIFY(job.data(ResourceTreeModel::JobStateRole).value<engine::JobState>() == engine::JobState::Succeeded);
    QCOMPARE(node.row(), 1);
    QVERIFY(node.data(ResourceTreeModel::LinkRole).value<engine::LinkState>() == engine::LinkState::Offline);
    QCOMPARE(node.data(ResourceTreeModel::FactRole).toString(), u"offline"_s);
    QCOMPARE(resets.count(), 0);
}

void TstResourceTreeModel::removesFoldersWithLastChild()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.apply(delta(canned::world(3)));
    model.apply(delta({}, {canned::clusterId().toString()}));
    const auto workspace = canned::experimentId().parent();
    QCOMPARE(names(model, model.indexOf(workspace)), QStringList{u"Experiments"_s});
    model.apply(delta({}, {workspace.parent().toString()}));
    QCOMPARE(names(model, {}), QStringList{u"Machines"_s}); // they belong to no group
    QVERIFY(!model.indexOf(canned::experimentId()).isValid());
    model.apply(delta({}, {canned::machineId().toString()}));
    QCOMPARE(model.rowCount(), 0);
}

void TstResourceTreeModel::showsMachinesBelowGroups()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const engine::Question question{engine::Question::Kind::Password, u"ada@gpu-b:22"_s, {}, {}, {}, false};
    model.apply(delta({canned::sshMachine(u"gpu-c"_s, u"offline"_s), canned::sshMachine(u"gpu-a"_s, u"online"_s),
                       canned::sshMachine(u"gpu-b"_s, u"needs-attention"_s, {{u"question"_s, question.toJson()}})}));
    model.apply(delta(canned::world(1)));
    model.apply(delta({canned::sshMachine(u"gpu-d"_s, u"connecting"_s)}));
    QCOMPARE(names(model, {}), (QStringList{u"lab"_s, u"Machines"_s}));
    const QModelIndex machines = model.index(1, 0);
    QCOMPARE(names(model, machines), (QStringList{u"desk"_s, u"gpu-a"_s, u"gpu-b"_s, u"gpu-c"_s, u"gpu-d"_s}));
    QStringList facts;
    for (int row = 0; row < 5; ++row)
        facts.append(model.index(row, 0, machines).data(ResourceTreeModel::FactRole).toString());
    QCOMPARE(facts,
             (QStringList{u"this computer"_s, u"2 GPUs"_s, u"needs an answer"_s, u"offline"_s, u"connecting"_s}));
    model.apply(delta({}, {canned::sshMachineId(u"gpu-d"_s).toString()}));
    QCOMPARE(model.rowCount(machines), 4);
    QCOMPARE(machines.data(ResourceTreeModel::FactRole).toString(), u"4"_s);
}

void TstResourceTreeModel::showsFileServers()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const auto workspace = canned::experimentId().parent();
    const auto server = workspace.child(engine::ResourceKind::FileServer, u"nas-1"_s);
    // It comes first of all, and its folder stands between the others' all the same.
    model.apply(delta(
        {canned::document(server, {{u"x-batchdeck"_s, QJsonObject{{u"machine"_s, canned::machineId().toString()}}}})}));
    model.apply(delta(canned::world(1)));
    QCOMPARE(names(model, model.indexOf(workspace)), (QStringList{u"Clusters"_s, u"File servers"_s, u"Experiments"_s}));
    const QModelIndex row = model.indexOf(server);
    QCOMPARE(row.data(ResourceTreeModel::FactRole).toString(), u"desk"_s);
    QVERIFY(row.data(ResourceTreeModel::LinkRole).value<engine::LinkState>() == engine::LinkState::Online);
    model.apply(delta({}, {server.toString()}));
    QCOMPARE(names(model, model.indexOf(workspace)), (QStringList{u"Clusters"_s, u"Experiments"_s}));
}

void TstResourceTreeModel::showsStorageAccounts()
{
    ResourceTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    // It comes first, and stands last all the same.
    model.apply(delta({canned::storageAccount(u"labstore"_s)}));
    model.apply(delta(canned::world(1)));
    model.apply(delta({canned::storageAccount(u"archive"_s, u"http://127.0.0.1:10000/archive"_s)}));
    QCOMPARE(names(model, {}), (QStringList{u"lab"_s, u"Machines"_s, u"Storage accounts"_s}));
    const QModelIndex accounts = model.index(2, 0);
    QCOMPARE(accounts.data(ResourceTreeModel::FactRole).toString(), u"2"_s);
    QCOMPARE(names(model, accounts), (QStringList{u"archive"_s, u"labstore"_s}));
    const auto archive = engine::ResourceId::storageAccount(canned::profile, u"archive"_s);
    QCOMPARE(model.indexOf(archive).data(ResourceTreeModel::FactRole).toString(), u"127.0.0.1"_s);
    QCOMPARE(model.index(1, 0, accounts).data(ResourceTreeModel::FactRole).toString(), QString());
    model.apply(delta({}, {archive.toString()}));
    QCOMPARE(names(model, model.index(2, 0)), QStringList{u"labstore"_s});
    model.apply(delta({}, {engine::ResourceId::storageAccount(canned::profile, u"labstore"_s).toString()}));
    QCOMPARE(names(model, {}), (QStringList{u"lab"_s, u"Machines"_s}));
}

BATCHDECK_TEST(QCoreApplication, TstResourceTreeModel)
#include "tst_resourcetreemodel.moc"
