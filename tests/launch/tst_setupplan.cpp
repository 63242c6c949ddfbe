// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/setupplan.h"
#include "engine/launch/shellwords.h"
#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

// With ' for ".
QJsonObject clusterOf(QByteArray nodeSetup, const QString &uuid = u"U"_s)
{
    const QJsonObject setup = QJsonDocument::fromJson(nodeSetup.replace('\'', '"')).object();
    return {
        {u"properties"_s, QJsonObject{{u"nodeSetup"_s, setup}, {u"x-batchdeck"_s, QJsonObject{{u"uuid"_s, uuid}}}}}};
}

SetupView viewOf(const QJsonObject &cluster)
{
    return {
        ResourceId::group(u"P"_s, u"G.1"_s).child(ResourceKind::Workspace, u"W"_s).child(ResourceKind::Cluster, u"C"_s),
        cluster,
        3,
        {u"a05"_s, u"10.0.0.5"_s, u"/h/"_s, u"m5"_s, 2}};
}

QStringList lines(const Variables &variables)
{
    QStringList list;
    for (const auto &[name, value] : variables)
        list.append(name + u'=' + value);
    return list;
}

const QByteArray everything =
    "{'mountVolumes':{"
    "'unmanagedFileSystems':[{'mountCommand':'mount -t tmpfs none','relativeMountPath':'ram'}],"
    "'azureFileShares':[{'accountName':'acc','relativeMountPath':'afs',"
    "'azureFileUrl':'https://acc.file.core.windows.net/data'}]},"
    "'setupTask':{'commandLine':'sh $AZ_BATCHAI_MOUNT_ROOT/afs/setup.sh',"
    "'environmentVariables':[{'name':'FROM','value':'$AZ_BATCHAI_MOUNT_ROOT/afs'}],"
    "'secrets':[{'name':'TOKEN'}],"
    "'stdOutErrPathPrefix':'$AZ_BATCHAI_MOUNT_ROOT/afs/'}}";

} // namespace

class TstSetupPlan : public QObject
{
    Q_OBJECT

private slots:
    void plansMountsAndTheTask();
    void takesTheHomeForATilde();
    void needsNoTask();
    void knowsWhatNeedsSetup();
    void jobsFindTheMounts();
};

void TstSetupPlan::plansMountsAndTheTask()
{
    SetupView view = viewOf(clusterOf(everything));
    view.volumes = {{u"https://acc.file.core.windows.net/data"_s, u"path:/srv/data"_s}};
    const NodePlan plan = planSetup(view);
    QVERIFY(plan.isSetup);
    QCOMPARE(plan.node, u"a05"_s);
    QCOMPARE(plan.directory, u"/h/jobs/P/U/a3/m5"_s);
    QCOMPARE(lines(plan.environment),
             QStringList({u"AZ_BATCHAI_MOUNT_ROOT=/h/nodes/m5/mounts/U"_s, u"AZ_BATCHAI_NUM_GPUS=2"_s,
                          u"AZ_BATCHAI_NODE_IP=10.0.0.5"_s, u"AZ_BATCH_NODE_ID=a05"_s,
                          u"AZ_BATCHAI_STDOUTERR_DIR=$AZ_BATCHAI_MOUNT_ROOT/afs/P/G.1/workspaces/W/clusters/C/U"_s,
                          u"FROM=$AZ_BATCHAI_MOUNT_ROOT/afs"_s}));
    QCOMPARE(plan.ownVariables, 5);
    QCOMPARE(plan.secretNames, QStringList({u"TOKEN"_s}));
    QStringList mounts;
    for (const PlannedMount &mount : plan.mounts) {
        QVERIFY(mount.isOfCluster);
        mounts.append(mount.commandLine);
    }
    QCOMPARE(mounts,
             QStringList({u"ln -s /srv/data $AZ_BATCHAI_MOUNT_ROOT/afs"_s,
                          u"mount -t tmpfs none $AZ_BATCHAI_MOUNT_ROOT/ram"_s}));
    QCOMPARE(plan.commands.size(), 1);
    QCOMPARE(plan.commands.first().commandLine, u"sh $AZ_BATCHAI_MOUNT_ROOT/afs/setup.sh"_s);
    QCOMPARE(plan.logFiles, QStringList({u"execution-a05.log"_s, u"stdout-a05.txt"_s, u"stderr-a05.txt"_s}));
}

void TstSetupPlan::takesTheHomeForATilde()
{
    const NodePlan plan =
        planSetup(viewOf(clusterOf("{'setupTask':{'commandLine':'true','stdOutErrPathPrefix':'~/logs'}}")));
    QCOMPARE(plan.standardOutputDirectory, u"$HOME/logs/P/G.1/workspaces/W/clusters/C/U"_s);
}

void TstSetupPlan::needsNoTask()
{
    const NodePlan plan = planSetup(viewOf(
        clusterOf("{'mountVolumes':{'unmanagedFileSystems':[{'mountCommand':'true','relativeMountPath':'x'}]}}")));
    QCOMPARE(plan.standardOutputDirectory, u"/h/jobs/P/U/a3/m5/temp/stdouterr"_s);
    QVERIFY(plan.commands.isEmpty());
    QCOMPARE(plan.logFiles, QStringList({u"execution-a05.log"_s}));
    QCOMPARE(plan.mounts.size(), 1);
}

void TstSetupPlan::knowsWhatNeedsSetup()
{
    QVERIFY(needsSetup(clusterOf(everything)));
    QVERIFY(needsSetup(clusterOf("{'setupTask':{'commandLine':'true'}}")));
    QVERIFY(!needsSetup(clusterOf("{}")));
    QVERIFY(!needsSetup(clusterOf("{'mountVolumes':{},'setupTask':null}")));
    QVERIFY(!needsSetup({}));
}

void TstSetupPlan::jobsFindTheMounts()
{
    PlanView view = testing::viewOf(R"({"customToolkitSettings":{"commandLine":"true"}})");
    const auto root = [&view] { return planLaunch(view).nodes.first().environment.first().second; };
    QCOMPARE(root(), u"/h/nodes/m0/mounts"_s);
    view.cluster = clusterOf("{}");
    QCOMPARE(root(), u"/h/nodes/m0/mounts"_s);
    view.cluster = clusterOf(everything);
    QCOMPARE(root(), u"/h/nodes/m0/mounts/U"_s);
    view.cluster = clusterOf(everything, {}); // one that is not made yet
    QCOMPARE(root(), u"/h/nodes/m0/mounts"_s);
}

BATCHDECK_TEST(QCoreApplication, TstSetupPlan)
#include "tst_setupplan.moc"
