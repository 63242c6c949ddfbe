// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/launch/planview.h"
#include "tests/support/measure/cputime.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;
using testing::viewOf;

namespace {

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
    void plansNoNodes();
    void describesANode();
    void asksForAShell();
    void describesEverything();
    void describesProcessesSideBySide();
    void describesWhatABashRuns();
    void mountsParentsFirst();
    void keepsHostileTextInItsPlace();
    void plansQuickly();
    void plansLargeDocuments();
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
set AZ_BATCHAI_JOB_TEMP_DIR=/h/jobs/P/U/a2/m0/temp/dir
set AZ_BATCHAI_SHARED_JOB_TEMP=/h/jobs/P/U/a2/shared
set AZ_BATCHAI_MPI_HOST_FILE=/h/jobs/P/U/a2/m0/temp/hostfile
set AZ_BATCHAI_NUM_GPUS=0
set AZ_BATCHAI_NUM_GPUS_PER_NODE=0
set AZ_BATCHAI_NODE_IP=10.0.0.4
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
          u"set AZ_BATCHAI_NUM_GPUS_PER_NODE=1"_s, u"set AZ_BATCHAI_NODE_IP=10.0.0.5"_s,
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

void TstLaunchPlan::plansNoNodes()
{
    const engine::LaunchPlan plan = planLaunch(viewOf(R"({"horovodSettings":{"pythonScriptFilePath":"x"}})", 0));
    QVERIFY(plan.nodes.isEmpty());
    QCOMPARE(plan.pathSegment, u"P/G.1/workspaces/W/experiments/E/jobs/J/U"_s);
}

void TstLaunchPlan::describesANode()
{
    const engine::PlanView view = viewOf(
        R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run me"}})", {u"one"_s, u"two"_s});
    const QString text = describe(planLaunch(view).nodes.at(0));
    QVERIFY(text.contains(u"\nexport AZ_BATCH_NODE_ID=\"one\"\n"_s));
    // The line is the user's; what lets an mpirun in it reach the other node stands before it.
    QVERIFY2(text.endsWith(u"    bash -c 'run me'\n"_s), qPrintable(text));
    QVERIFY(text.contains(u"OMPI_MCA_plm_rsh_agent=\"mpi-ssh\" \\\n"_s));
    QVERIFY(text.contains(u"# For the other nodes: an sshd of the job's own"_s));
    QVERIFY(describe(planLaunch(view).nodes.at(1)).contains(u"nothing runs here"_s));
    engine::PlanView alone = view;
    alone.nodes.removeLast();
    QVERIFY(describe(planLaunch(alone).nodes.at(0)).endsWith(u"# toolkit\nrun me\n"_s));
}

// Ranks need SSH between the nodes. A custom command may log in, or not; what other toolkits start, does not.
void TstLaunchPlan::asksForAShell()
{
    const auto gangOf = [](const QByteArray &toolkit) {
        return *planLaunch(viewOf(R"({"stdOutErrPathPrefix":"/o",)" + toolkit + '}', {u"one"_s, u"two"_s}))
                    .nodes.constFirst()
                    .gang;
    };
    const engine::PlannedGang ranks = gangOf(R"("horovodSettings":{"pythonScriptFilePath":"/x.py"})");
    QVERIFY(ranks.needsShell && !ranks.offersShell);
    const engine::PlannedGang custom = gangOf(R"("customToolkitSettings":{"commandLine":"x"})");
    QVERIFY(!custom.needsShell && custom.offersShell);
    const engine::PlannedGang others = gangOf(R"("caffe2Settings":{"pythonScriptFilePath":"/x.py"})");
    QVERIFY(!others.needsShell && !others.offersShell);
}

void TstLaunchPlan::describesEverything()
{
    engine::PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o",
        "tensorFlowSettings":{"pythonScriptFilePath":"/s/a b.py","masterCommandLineArgs":"--i $AZ_BATCHAI_TASK_INDEX"},
        "jobPreparation":{"commandLine":"echo 'p'"},
        "environmentVariables":[{"name":"A","value":"x$HOME"}],
        "secrets":[{"name":"TOKEN","value":"s3cret"}],
        "mountVolumes":{"azureFileShares":[{"azureFileUrl":"https://a.file.core.windows.net/s",
            "relativeMountPath":"afs","credentials":{"accountKey":"k3y"}}]},
        "containerSettings":{"imageSourceRegistry":{"image":"r.io/i:1","serverUrl":"r.io",
            "credentials":{"username":"me","password":"p4ss"}}}})",
                                   {u"one"_s});
    view.volumes = {{u"https://*/s"_s, u"path:/data"_s}};
    const QString text = describe(planLaunch(view).nodes.constFirst());
    const QString tail = uR"sh(export A="x$HOME"
export TOKEN=…hidden…

# mounts
# for this job: https://a.file.core.windows.net/s, mapped to path:/data
ln -s /data $AZ_BATCHAI_JOB_MOUNT_ROOT/afs

# container
docker login -u me --password-stdin r.io
docker pull r.io/i:1
docker run -d --rm --name batchdeck-U-a2-0 --network host --security-opt label=disable --user "$(id -u):$(id -g)" -v /h:/h -v /data:/data --entrypoint sleep r.io/i:1 infinity

cd "$AZ_BATCHAI_JOB_TEMP/wd"
# job preparation
PREFIX bash -c 'echo '\''p'\'''
# toolkit, worker 0, writes stdout-wk-0.txt and stderr-wk-0.txt
PREFIX env AZ_BATCHAI_TASK_TYPE="worker" \
    AZ_BATCHAI_TASK_INDEX="0" \
    AZ_BATCHAI_PS_HOSTS="" \
    AZ_BATCHAI_WORKER_HOSTS="10.0.0.4:2222" \
    TF_CONFIG="{\"cluster\":{\"worker\":[\"10.0.0.4:2222\"]},\"task\":TASK,\"environment\":\"cloud\"}" \
    bash -c 'python "/s/a b.py" --i $AZ_BATCHAI_TASK_INDEX'

# afterwards
docker rm -f batchdeck-U-a2-0
)sh"_s.replace(u"PREFIX"_s, u"docker exec -i -w $AZ_BATCHAI_JOB_TEMP/wd batchdeck-U-a2-0"_s)
                             .replace(u"TASK,"_s, u"{\\\"type\\\":\\\"worker\\\",\\\"index\\\":0},"_s);
    QVERIFY2(text.endsWith(tail), qPrintable(text));
    QVERIFY(text.startsWith(u"# Node: one\n# Folder: /h/jobs/P/U/a2/m0\n# Standard output directory: /o/P/"_s));
    QVERIFY(text.contains(u"# Log files: execution.log, stdout-job_prep.txt, stderr-job_prep.txt, stdout-wk-0.txt, "
                          "stderr-wk-0.txt\n# File temp/hostfile:\n#   10.0.0.4\n\nexport AZ_BATCHAI_MOUNT_ROOT="_s));
    for (const QString &secret : {u"s3cret"_s, u"k3y"_s, u"p4ss"_s})
        QVERIFY(!text.contains(secret));
    QCOMPARE(testing::bash(text, {u"-n"_s}), QByteArray());
}

void TstLaunchPlan::describesProcessesSideBySide()
{
    const QString text = describe(planLaunch(viewOf(R"({"stdOutErrPathPrefix":"/o",
        "pyTorchSettings":{"pythonScriptFilePath":"/x.py","processCount":2},"jobPreparation":{"commandLine":"prepare"}})",
                                                    {u"one"_s}))
                                      .nodes.constFirst());
    const QString tail = uR"(
# job preparation
prepare
# toolkit, process 0, writes stdout-0.txt and stderr-0.txt
env AZ_BATCHAI_TASK_INDEX="0" \
    AZ_BATCHAI_PYTORCH_INIT_METHOD="tcp://10.0.0.4:2222" \
    RANK="0" \
    WORLD_SIZE="2" \
    LOCAL_RANK="0" \
    MASTER_ADDR="10.0.0.4" \
    MASTER_PORT="2222" \
    bash -c 'python /x.py' &
# toolkit, process 1, writes stdout-1.txt and stderr-1.txt
env AZ_BATCHAI_TASK_INDEX="1" \
    AZ_BATCHAI_PYTORCH_INIT_METHOD="tcp://10.0.0.4:2222" \
    RANK="1" \
    WORLD_SIZE="2" \
    LOCAL_RANK="1" \
    MASTER_ADDR="10.0.0.4" \
    MASTER_PORT="2222" \
    bash -c 'python /x.py' &
wait
)"_s;
    QVERIFY2(text.endsWith(tail), qPrintable(text));
}

// Copied into a terminal, the text of a node starts its processes as they should be.
void TstLaunchPlan::describesWhatABashRuns()
{
    QTemporaryDir root;
    const QString home = root.filePath(u"a 'home'"_s);
    engine::PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o","tensorFlowSettings":{"workerCount":2,
        "pythonInterpreterPath":"sh","pythonScriptFilePath":"$AZ_BATCHAI_INPUT_CODE/it's.sh",
        "masterCommandLineArgs":"'the master'","workerCommandLineArgs":"$USERS",
        "parameterServerCommandLineArgs":"$AZ_BATCHAI_WORKER_HOSTS"},
        "inputDirectories":[{"id":"CODE","path":"$AZ_BATCHAI_JOB_TEMP"}],
        "environmentVariables":[{"name":"USERS","value":"$AZ_BATCH_NODE_ID's"}]})",
                                   {u"one"_s});
    view.nodes.first().home = home;
    const engine::NodePlan node = planLaunch(view).nodes.constFirst();
    QVERIFY(QDir().mkpath(node.directory + u"/temp/wd"_s));
    QFile script(node.directory + u"/temp/it's.sh"_s);
    QVERIFY(script.open(QFile::WriteOnly));
    script.write("echo \"$AZ_BATCHAI_TASK_TYPE $AZ_BATCHAI_TASK_INDEX $# $1 $TF_CONFIG ${PWD##*/}\"\n");
    script.close();
    QByteArrayList lines = testing::bash(describe(node)).split('\n');
    std::sort(lines.begin(), lines.end());
    const QByteArray cluster =
        R"({"cluster":{"ps":["10.0.0.4:2222"],"worker":["10.0.0.4:2223","10.0.0.4:2224"]},"task":)";
    QCOMPARE(
        lines,
        QByteArrayList(
            {"",
             "ps 0 1 10.0.0.4:2223,10.0.0.4:2224 " + cluster + R"({"type":"ps","index":0},"environment":"cloud"} wd)",
             "worker 0 1 the master " + cluster + R"({"type":"worker","index":0},"environment":"cloud"} wd)",
             "worker 1 1 one's " + cluster + R"({"type":"worker","index":1},"environment":"cloud"} wd)"}));
}

void TstLaunchPlan::mountsParentsFirst()
{
    const engine::PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/l","customToolkitSettings":{"commandLine":"run"},
        "mountVolumes":{"azureBlobFileSystems":[
            {"accountName":"a","containerName":"in","relativeMountPath":"data/in"},
            {"accountName":"a","containerName":"all","relativeMountPath":"data"},
            {"accountName":"a","containerName":"out","relativeMountPath":"out"}]}})");
    QStringList paths;
    for (const engine::PlannedMount &mount : planLaunch(view).nodes.constFirst().mounts)
        paths.append(mount.path.section(u'/', 1));
    QCOMPARE(paths, (QStringList{u"data"_s, u"out"_s, u"data/in"_s}));
}

// Every text of a document that is no command, and one that tries to become one in each of them.
void TstLaunchPlan::keepsHostileTextInItsPlace()
{
    const QString hostile = u"x'; touch bad; \"$(touch bad)`touch bad`\n touch bad #"_s;
    QByteArray job = R"({"stdOutErrPathPrefix":"H",
        "pyTorchSettings":{"pythonScriptFilePath":"H","pythonInterpreterPath":"H","communicationBackend":"H"},
        "inputDirectories":[{"id":"I","path":"H"}],
        "outputDirectories":[{"id":"O","pathPrefix":"H","pathSuffix":"H"}],
        "environmentVariables":[{"name":"A","value":"H"}],
        "mountVolumes":{"azureFileShares":[{"azureFileUrl":"H","relativeMountPath":"H","fileMode":"H"}],
            "azureBlobFileSystems":[
                {"accountName":"H","containerName":"H","relativeMountPath":"H","mountOptions":"H"},
                {"accountName":"mapped","containerName":"H","relativeMountPath":"H"},
                {"accountName":"ours","containerName":"H","relativeMountPath":"H"}],
            "fileServers":[
                {"fileServer":{"id":"H"},"relativeMountPath":"H","sourceDirectory":"H","mountOptions":"H"}]},
        "containerSettings":{"shmSize":"H","imageSourceRegistry":{"image":"H","serverUrl":"H",
            "credentials":{"username":"H"}}}})";
    const QByteArray json = QJsonDocument(QJsonArray{hostile}).toJson(QJsonDocument::Compact);
    job.replace("\"H\"", json.sliced(1, json.size() - 2));
    engine::PlanView view = viewOf(job, {u"one"_s, u"two"_s});
    view.volumes = {{u"blob://mapped/*"_s, u"path:/"_s + hostile}, {u"blob://ours/*"_s, u"blob://ours/"_s + hostile}};
    for (const engine::NodePlan &node : planLaunch(view).nodes) {
        QCOMPARE(node.commands.size(), 1);
        const QTemporaryDir folder;
        // What it runs does nothing but run what a container would: what else happens, the text did.
        QString script = u"mount() { :; }; ln() { :; }; blobfuse2() { :; }; rclone() { :; }\n"
                         "docker() { while [ $# -gt 0 ] && [ \"$1\" != bash ]; do shift; done; \"$@\"; }\n"_s
            + describe(node);
        script.replace(u"cd \"$AZ_BATCHAI_JOB_TEMP/wd\""_s, u":"_s);
        const QByteArray said = testing::bash(script, {}, folder.path());
        QVERIFY2(!said.startsWith("FAILED"), said);
        QCOMPARE(QDir(folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    }
}

void TstLaunchPlan::plansQuickly()
{
    const engine::PlanView view = viewOf(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs",
        "tensorFlowSettings":{"pythonScriptFilePath":"$AZ_BATCHAI_JOB_MOUNT_ROOT/afs/x.py",
            "masterCommandLineArgs":"--data=$AZ_BATCHAI_INPUT_IN"},
        "inputDirectories":[{"id":"IN","path":"/in"}],
        "mountVolumes":{"azureFileShares":[
            {"azureFileUrl":"https://a.file.core.windows.net/s","relativeMountPath":"afs"}]}})",
                                         {u"one"_s, u"two"_s});
    const testing::CpuTimer timer;
    for (int i = 0; i < 1000; ++i)
        QCOMPARE(planLaunch(view).nodes.size(), 2);
    qInfo("MEASURED: launch plans of 2 nodes | %.0f a second | 1000 a second", 1000 / timer.seconds());
    QVERIFY2(timer.seconds() < 10, "no plan may take 10 ms");
}

// As large as a document may be, in each list that a plan goes through: what grows faster than the text takes minutes.
void TstLaunchPlan::plansLargeDocuments()
{
    constexpr int count = 20000;
    QJsonArray variables;
    QJsonArray inputs;
    QJsonArray shares;
    QString arguments;
    for (int i = 0; i < count; ++i) {
        const QString number = QString::number(i);
        variables.append(
            QJsonObject{{u"name"_s, QString(u"V"_s + number)}, {u"value"_s, QString(u"$V0$W"_s + number)}});
        inputs.append(
            QJsonObject{{u"id"_s, number}, {u"path"_s, QString(u"$AZ_BATCHAI_JOB_MOUNT_ROOT/"_s + number + u"/x"_s)}});
        shares.append(QJsonObject{{u"azureFileUrl"_s, QString(u"https://a.file.core.windows.net/"_s + number)},
                                  {u"relativeMountPath"_s, number}});
        arguments += u" $X"_s + number;
    }
    const QJsonObject job{
        {u"stdOutErrPathPrefix"_s, QString(u"$AZ_BATCHAI_JOB_MOUNT_ROOT"_s + u"/a"_s.repeated(1000000))},
        {u"horovodSettings"_s, QJsonObject{{u"pythonScriptFilePath"_s, u"/x.py"_s}, {u"commandLineArgs"_s, arguments}}},
        {u"environmentVariables"_s, variables},
        {u"inputDirectories"_s, inputs},
        {u"mountVolumes"_s, QJsonObject{{u"azureFileShares"_s, shares}}},
        {u"containerSettings"_s, QJsonObject{{u"imageSourceRegistry"_s, QJsonObject{{u"image"_s, u"i"_s}}}}}};
    engine::PlanView view = viewOf("{}", {u"one"_s});
    view.document = {{u"properties"_s, job}};
    view.volumes = {{u"https://*/1*1"_s, u"path:/x"_s}, {u"https://a*b*c*d*/*"_s, u"path:/y"_s}};
    const testing::CpuTimer timer;
    const engine::LaunchPlan plan = planLaunch(view);
    const qsizetype size = describe(plan.nodes.constFirst()).size();
    QCOMPARE(plan.nodes.constFirst().mounts.size(), count);
    QCOMPARE(plan.warnings.size(), 1000);
    QVERIFY(size > 4000000);
    QVERIFY2(timer.seconds() < 10, timer.words());
}

BATCHDECK_TEST(QCoreApplication, TstLaunchPlan)
#include "tst_launchplan.moc"
