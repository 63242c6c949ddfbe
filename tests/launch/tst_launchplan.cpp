// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/launchplan.h"
#include "tests/support/testmain.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace {

engine::PlanView viewOf(const QByteArray &properties, const QStringList &nodes)
{
    engine::PlanView view;
    view.job = engine::ResourceId::group(u"P"_s, u"G.1"_s)
                   .child(engine::ResourceKind::Workspace, u"W"_s)
                   .child(engine::ResourceKind::Experiment, u"E"_s)
                   .child(engine::ResourceKind::Job, u"J"_s);
    view.jobUuid = u"U"_s;
    view.attempt = 2;
    view.document = {{u"properties"_s, QJsonDocument::fromJson(properties).object()}};
    for (qsizetype i = 0; i < nodes.size(); ++i)
        view.nodes.append({nodes.at(i), u"10.0.0.%1"_s.arg(i + 4), u"/h"_s, u"m%1"_s.arg(i), static_cast<int>(i)});
    return view;
}

// A plan as lines of text, so that an expectation is read, not computed.
QString written(const engine::NodePlan &plan)
{
    QString text = u"node %1 in %2\nstdouterr %3\n"_s.arg(plan.node, plan.directory, plan.standardOutputDirectory);
    for (const auto &[id, path] : plan.outputDirectories)
        text += u"output %1 %2\n"_s.arg(id, path);
    for (const engine::PlannedFile &file : plan.files)
        text += u"file %1 %2\n"_s.arg(file.path, QString::fromUtf8(file.content).replace(u'\n', u'|'));
    for (qsizetype i = 0; i < plan.environment.size(); ++i)
        text += u"%1 %2=%3\n"_s.arg(i < plan.ownVariables ? u"set"_s : u"user"_s, plan.environment.at(i).first,
                                    plan.environment.at(i).second);
    for (const engine::PlannedCommand &command : plan.commands)
        text += u"run %1: %2 > %3 2> %4\n"_s.arg(command.purpose, command.commandLine, command.standardOutput,
                                                 command.standardError);
    return text + u"logs %1\n"_s.arg(plan.logFiles.join(u' '));
}

} // namespace

class TstLaunchPlan : public QObject
{
    Q_OBJECT

private slots:
    void plansOneNode();
    void plansSeveralNodes();
    void joinsPaths_data();
    void joinsPaths();
    void isPure();
    void describesANode();
};

void TstLaunchPlan::plansOneNode()
{
    const engine::LaunchPlan plan = planLaunch(viewOf(R"({"nodeCount":1,"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_TEMP",
        "customToolkitSettings":{"commandLine":"python $AZ_BATCHAI_INPUT_CODE/x.py"},
        "inputDirectories":[{"id":"CODE","path":"$HOME/code"}],
        "outputDirectories":[{"id":"MODEL","pathPrefix":"/out","pathSuffix":"models"}],
        "environmentVariables":[{"name":"A","value":"1"},{"name":"B","value":"$A"}]})",
                                                      {u"one"_s}));
    QCOMPARE(plan.pathSegment, u"P/G.1/workspaces/W/experiments/E/jobs/J/U"_s);
    QCOMPARE(plan.nodes.size(), 1);
    const QString expected = uR"(node one in /h/jobs/P/U/a2/m0
stdouterr $AZ_BATCHAI_JOB_TEMP/P/G.1/workspaces/W/experiments/E/jobs/J/U/stdouterr
output MODEL /out/P/G.1/workspaces/W/experiments/E/jobs/J/U/models
file temp/hostfile 10.0.0.4|
set AZ_BATCHAI_MOUNT_ROOT=/h/nodes/m0/mounts
set AZ_BATCHAI_JOB_MOUNT_ROOT=/h/jobs/P/U/a2/m0/temp/mounts
set AZ_BATCHAI_JOB_TEMP=/h/jobs/P/U/a2/m0/temp
set AZ_BATCHAI_JOB_TEMP_DIR=/h/jobs
set AZ_BATCHAI_SHARED_JOB_TEMP=/h/jobs/P/U/a2/shared
set AZ_BATCHAI_MPI_HOST_FILE=/h/jobs/P/U/a2/m0/temp/hostfile
set AZ_BATCHAI_NUM_GPUS=0
set AZ_BATCHAI_JOB_MASTER_NODE_IP=10.0.0.4
set AZ_BATCH_HOST_LIST=10.0.0.4
set AZ_BATCH_NODE_LIST=10.0.0.4
set AZ_BATCH_MASTER_NODE=10.0.0.4:6000
set AZ_BATCH_NODE_ID=one
set AZ_BATCH_IS_CURRENT_NODE_MASTER=true
set AZ_BATCHAI_STDOUTERR_DIR=$AZ_BATCHAI_JOB_TEMP/P/G.1/workspaces/W/experiments/E/jobs/J/U/stdouterr
set AZ_BATCHAI_INPUT_CODE=$HOME/code
set AZ_BATCHAI_OUTPUT_MODEL=/out/P/G.1/workspaces/W/experiments/E/jobs/J/U/models
user A=1
user B=$A
run toolkit: python $AZ_BATCHAI_INPUT_CODE/x.py > stdout.txt 2> stderr.txt
logs execution.log stdout.txt stderr.txt
)"_s;
    QCOMPARE(written(plan.nodes.constFirst()), expected);
}

void TstLaunchPlan::plansSeveralNodes()
{
    const engine::LaunchPlan plan =
        planLaunch(viewOf(R"({"nodeCount":2,"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run"},
                  "jobPreparation":{"commandLine":"prepare"}})",
                          {u"one"_s, u"two"_s}));
    QCOMPARE(plan.nodes.size(), 2);
    const QString master = written(plan.nodes.at(0));
    QVERIFY(master.endsWith(uR"(run job preparation: prepare > stdout-job_prep-one.txt 2> stderr-job_prep-one.txt
run toolkit: run > stdout.txt 2> stderr.txt
logs execution-one.log stdout-job_prep-one.txt stderr-job_prep-one.txt stdout.txt stderr.txt
)"_s));
    const QString other = written(plan.nodes.at(1));
    QVERIFY(other.startsWith(u"node two in /h/jobs/P/U/a2/m1\n"_s));
    for (const QString &line :
         {u"file temp/hostfile 10.0.0.4|10.0.0.5|"_s, u"set AZ_BATCH_HOST_LIST=10.0.0.4,10.0.0.5"_s,
          u"set AZ_BATCH_NODE_LIST=10.0.0.4;10.0.0.5"_s, u"set AZ_BATCHAI_NUM_GPUS=1"_s,
          u"set AZ_BATCHAI_JOB_MASTER_NODE_IP=10.0.0.4"_s, u"set AZ_BATCH_IS_CURRENT_NODE_MASTER=false"_s})
        QVERIFY2(other.contains(u'\n' + line + u'\n'), qPrintable(line));
    QVERIFY(other.endsWith(uR"(run job preparation: prepare > stdout-job_prep-two.txt 2> stderr-job_prep-two.txt
logs execution-two.log stdout-job_prep-two.txt stderr-job_prep-two.txt
)"_s));
}

void TstLaunchPlan::joinsPaths_data()
{
    QTest::addColumn<QString>("prefix");
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("path");
    const QString segment = u"P/G.1/workspaces/W/experiments/E/jobs/J/U"_s;
    QTest::newRow("plain") << u"/a"_s << u"b"_s << u"/a/"_s + segment + u"/b"_s;
    QTest::newRow("no suffix") << u"/a"_s << u""_s << u"/a/"_s + segment;
    QTest::newRow("slashes") << u"/a//"_s << u"/b/c"_s << u"/a/"_s + segment + u"/b/c"_s;
    QTest::newRow("root") << u"/"_s << u""_s << u"/"_s + segment;
}

void TstLaunchPlan::joinsPaths()
{
    QFETCH(const QString, prefix);
    QFETCH(const QString, suffix);
    QFETCH(const QString, path);
    const QJsonObject directory{{u"id"_s, u"X"_s}, {u"pathPrefix"_s, prefix}, {u"pathSuffix"_s, suffix}};
    const QJsonObject job{{u"outputDirectories"_s, QJsonArray{directory}}};
    const engine::LaunchPlan plan = planLaunch(viewOf(QJsonDocument(job).toJson(), {u"one"_s}));
    QCOMPARE(plan.nodes.constFirst().outputDirectories.constFirst().second, path);
}

void TstLaunchPlan::isPure()
{
    const engine::PlanView view =
        viewOf(R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run"}})", {u"one"_s, u"two"_s});
    QCOMPARE(wrapperPayload(planLaunch(view).nodes.at(0)), wrapperPayload(planLaunch(view).nodes.at(0)));
}

void TstLaunchPlan::describesANode()
{
    const engine::PlanView view = viewOf(
        R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run me"}})", {u"one"_s, u"two"_s});
    const QString text = describe(planLaunch(view).nodes.at(0));
    QVERIFY(text.contains(u"\nexport AZ_BATCH_NODE_ID=\"one\"\n"_s));
    QVERIFY(text.endsWith(u"# toolkit\nrun me\n"_s));
    QVERIFY(describe(planLaunch(view).nodes.at(1)).contains(u"nothing runs here"_s));
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstLaunchPlan)
#include "tst_launchplan.moc"
