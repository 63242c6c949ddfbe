// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobnodesmodel.h"
#include "models/job/jobnodewords.h"
#include "models/job/jobtablemodel.h"
#include "tests/gui/job/cannedgang.h"
#include "tests/support/testmain.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace Qt::StringLiterals;
using engine::JobNodeState;
using models::JobNodesModel;

class TstJobNodesModel final : public QObject
{
    Q_OBJECT

private slots:
    void readsWhatTheEngineTells();
    void wordsStates_data();
    void wordsStates();
    void changesRowsInPlace();
    void hasARowForAll();
    void namesTheFirstFailure_data();
    void namesTheFirstFailure();
    void tellsOfNodesInTheTableOfJobs();
};

void TstJobNodesModel::readsWhatTheEngineTells()
{
    const auto job = engine::JobSnapshot::fromDocument(canned::failedGang());
    QCOMPARE(job.nodeRuns.size(), 3);
    const engine::JobNode &node = job.nodeRuns.at(1);
    QCOMPARE(node.name, u"a05"_s);
    QCOMPARE(engine::toString(node.state), u"failed"_s);
    QCOMPARE(node.exitCode, std::optional(3));
    QCOMPARE(engine::toString(node.link), u"online"_s);
    QVERIFY(node.asOf.isValid());
    QVERIFY(!node.reason.isEmpty());
    QVERIFY(job.firstFailure);
    QCOMPARE(job.firstFailure->process, 1);
    for (const auto state : {JobNodeState::Waiting, JobNodeState::Running, JobNodeState::Succeeded,
                             JobNodeState::Failed, JobNodeState::Ended, JobNodeState::Lost})
        QCOMPARE(int(engine::fromWord<engine::JobNodeState>(engine::toString(state))), int(state));
    QVERIFY(!engine::JobSnapshot::fromDocument(canned::job(1, u"running"_s)).firstFailure);
}

void TstJobNodesModel::wordsStates_data()
{
    QTest::addColumn<QString>("state");
    QTest::addColumn<QString>("phase");
    QTest::addColumn<QString>("link");
    QTest::addColumn<QString>("words");
    QTest::newRow("waiting") << u"waiting"_s << u"none"_s << u"online"_s << u"waiting"_s;
    QTest::newRow("mounting") << u"running"_s << u"mounting"_s << u"online"_s << u"mounting"_s;
    QTest::newRow("running") << u"running"_s << u"executing"_s << u"degraded"_s << u"running"_s;
    QTest::newRow("no news") << u"running"_s << u"executing"_s << u"offline"_s << u"last seen running"_s;
    QTest::newRow("an end is an end") << u"failed"_s << u"executing"_s << u"offline"_s << u"failed"_s;
    QTest::newRow("lost") << u"lost"_s << u"none"_s << u"offline"_s << u"lost"_s;
    QTest::newRow("not begun, no link") << u"waiting"_s << u"none"_s << u"connecting"_s << u"waiting"_s;
}

void TstJobNodesModel::wordsStates()
{
    QFETCH(QString, state);
    QFETCH(QString, phase);
    QFETCH(QString, link);
    const auto node = engine::JobNode::fromJson(canned::node(u"a03"_s, state, phase, {{u"link"_s, link}}));
    QTEST(models::nodeStateText(node), "words");
}

void TstJobNodesModel::changesRowsInPlace()
{
    JobNodesModel model(JobNodesModel::FirstRow::AllNodes);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(model.rowCount(), 0);
    auto nodes = engine::JobSnapshot::fromDocument(canned::runningGang(100)).nodeRuns;
    model.setNodes(nodes);
    QCOMPARE(model.rowCount(), 101);
    QCOMPARE(models::nodesSummary(nodes), u"10 without news, 10 preparing, 80 running"_s);
    QCOMPARE(model.index(0, JobNodesModel::State).data().toString(), u"10 without news"_s);
    const QPersistentModelIndex kept = model.index(model.rowOf(u"a042"_s), JobNodesModel::State);
    QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setNodes(nodes);
    QCOMPARE(changes.size(), 0);
    nodes[42].state = JobNodeState::Failed;
    nodes[42].exitCode = 9;
    model.setNodes(nodes);
    QCOMPARE(changes.size(), 2); // the node, and the sum of all
    QCOMPARE(changes.at(0).at(0).toModelIndex().row(), kept.row());
    QCOMPARE(kept.data().toString(), u"failed"_s);
    QCOMPARE(model.index(kept.row(), JobNodesModel::ExitCode).data().toString(), u"9"_s);
    QCOMPARE(resets.size(), 0);
    model.setNodes(nodes.mid(0, 2)); // another attempt, on other nodes
    QCOMPARE(resets.size(), 1);
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.rowOf(u"a042"_s), -1);
    model.setNodes({});
    QCOMPARE(model.rowCount(), 0);
}

void TstJobNodesModel::hasARowForAll()
{
    const auto nodes = engine::JobSnapshot::fromDocument(canned::failedGang()).nodeRuns;
    JobNodesModel all(JobNodesModel::FirstRow::AllNodes);
    all.setNodes(nodes);
    QCOMPARE(all.index(0, 0).data().toString(), u"All 3 nodes"_s);
    QCOMPARE(all.index(0, 0).data(Qt::ToolTipRole).toString(), u"1 failed, 2 ended"_s);
    QCOMPARE(all.index(0, 0).data(JobNodesModel::NodeNameRole).toString(), QString());
    QCOMPARE(all.rowOf({}), 0);
    QCOMPARE(all.rowOf(u"a05"_s), 2);
    JobNodesModel one(JobNodesModel::FirstRow::Node);
    QAbstractItemModelTester tester(&one, QAbstractItemModelTester::FailureReportingMode::QtTest);
    one.setNodes(nodes);
    QCOMPARE(one.rowCount(), 3);
    QCOMPARE(one.rowOf({}), -1);
    QCOMPARE(one.index(1, JobNodesModel::Name).data(Qt::AccessibleTextRole).toString(),
             u"a05: failed, Exit code 3, Out of memory."_s);
}

void TstJobNodesModel::namesTheFirstFailure_data()
{
    QTest::addColumn<QJsonValue>("process");
    QTest::addColumn<QString>("task");
    QTest::addColumn<QString>("toolkit");
    QTest::addColumn<QString>("words");
    const QString torch = u"pyTorchSettings"_s;
    const QString tensorFlow = u"tensorFlowSettings"_s;
    QTest::newRow("rank") << QJsonValue(1) << u"rank"_s << torch << u"Rank 1 on a05 failed first (exit code 3)."_s;
    QTest::newRow("rank without its task")
        << QJsonValue(1) << QString() << torch << u"Rank 1 on a05 failed first (exit code 3)."_s;
    QTest::newRow("worker") << QJsonValue(2) << u"worker"_s << tensorFlow
                            << u"Worker 2 on a05 failed first (exit code 3)."_s;
    QTest::newRow("server") << QJsonValue(0) << u"ps"_s << tensorFlow
                            << u"Parameter server 0 on a05 failed first (exit code 3)."_s;
    QTest::newRow("the only one") << QJsonValue(0) << QString() << u"customToolkitSettings"_s
                                  << u"a05 failed first (exit code 3)."_s;
    QTest::newRow("untold") << QJsonValue() << QString() << torch << u"a05 failed first (exit code 3)."_s;
}

void TstJobNodesModel::namesTheFirstFailure()
{
    QFETCH(const QJsonValue, process);
    QFETCH(const QString, task);
    QFETCH(const QString, toolkit);
    const QJsonObject document = canned::withFailure(canned::failedGang(toolkit), process, task);
    QTEST(models::firstFailureText(engine::JobSnapshot::fromDocument(document)), "words");
}

void TstJobNodesModel::tellsOfNodesInTheTableOfJobs()
{
    models::JobTableModel model;
    model.upsert({engine::JobSnapshot::fromDocument(canned::failedGang())});
    const QModelIndex cell = model.index(0, models::JobTableModel::Nodes);
    QCOMPARE(cell.data().toString(), u"3"_s);
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(), u"1 failed, 2 ended\nRank 1 on a05 failed first (exit code 3)."_s);
}

BATCHDECK_TEST(QCoreApplication, TstJobNodesModel)
#include "tst_jobnodesmodel.moc"
