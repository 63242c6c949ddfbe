// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/launch/toolkit/launchers.h"
#include "tests/launch/plantext.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::planOf;
using testing::row;
using testing::viewOf;

class TstLaunchers final : public QObject
{
    Q_OBJECT

private slots:
    void startsPlainToolkits_data();
    void startsPlainToolkits();
    void startsTensorFlow_data();
    void startsTensorFlow();
    void startsPyTorch_data();
    void startsPyTorch();
    void placesInBlocks_data();
    void placesInBlocks();
    void listensFromTheFirstPort();
    void bracketsAddressesOfIpv6();
    void meetsInAFile_data();
    void meetsInAFile();
    void quotesPaths_data();
    void quotesPaths();
    void boundsProcesses();
    void parsesUnderBash_data();
    void parsesUnderBash();
    void plansRecipes_data();
    void plansRecipes();
};

void TstLaunchers::startsPlainToolkits_data()
{
    testing::addPlanColumns();
    row("custom, alone", 1, R"("customToolkitSettings":{"commandLine":"a | b"})", uR"(
n0: 10.0.0.4|
  - 0 x1 stdout.txt stderr.txt: a | b
)"_s);
    row("custom", 2, R"("customToolkitSettings":{"commandLine":"a | b"})", uR"(
n0: 10.0.0.4|10.0.0.5|
  - 0 x1 stdout.txt stderr.txt: a | b
    OMPI_MCA_plm_rsh_agent=mpi-ssh
    OMPI_MCA_plm_rsh_no_tree_spawn=1
    OMPI_MCA_orte_leave_session_attached=1
    HYDRA_LAUNCHER_EXEC=mpi-ssh
    I_MPI_HYDRA_BOOTSTRAP_EXEC=mpi-ssh
n1: 10.0.0.4|10.0.0.5|
)"_s);
    row("Caffe2", 2, R"("caffe2Settings":{"pythonScriptFilePath":"/x.py","commandLineArgs":"--shard_id $I"})", uR"(
n0: 10.0.0.4|10.0.0.5|
  - 0 x1 stdout-0.txt stderr-0.txt: python /x.py --shard_id $I
    AZ_BATCHAI_TASK_INDEX=0
n1: 10.0.0.4|10.0.0.5|
  - 1 x1 stdout-1.txt stderr-1.txt: python /x.py --shard_id $I
    AZ_BATCHAI_TASK_INDEX=1
)"_s);
    row("Caffe", 1, R"("caffeSettings":{"configFilePath":"$A/s.prototxt","commandLineArgs":" -gpu all "})", uR"(
n0: 10.0.0.4|
  - 0 x1 stdout.txt stderr.txt: caffe train --solver=$A/s.prototxt -gpu all
)"_s);
    row("Caffe, Python", 2,
        R"("caffeSettings":{"pythonScriptFilePath":"/x.py","pythonInterpreterPath":"/py 3","processCount":1})", uR"(
n0: 10.0.0.4|10.0.0.5|
  - 0 x1 stdout.txt stderr.txt: "/py 3" /x.py
n1: 10.0.0.4|10.0.0.5|
)"_s);
    row("no toolkit", 1, R"("nodeCount":1)", u"\nn0: 10.0.0.4|\n"_s);
}

void TstLaunchers::startsPlainToolkits()
{
    testing::checkPlan();
}

void TstLaunchers::startsTensorFlow_data()
{
    testing::addPlanColumns();
    const QByteArray all = R"("tensorFlowSettings":{"pythonScriptFilePath":"/x.py","masterCommandLineArgs":"m",
        "workerCommandLineArgs":"w","parameterServerCommandLineArgs":"p")";
    row("single", 1, all + "}", uR"(
n0: 10.0.0.4|
  worker 0 x1 stdout-wk-0.txt stderr-wk-0.txt: python /x.py m
    AZ_BATCHAI_TASK_TYPE=worker
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PS_HOSTS=
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2222
    TF_CONFIG={"cluster":{"worker":["10.0.0.4:2222"]},"task":{"type":"worker","index":0},"environment":"cloud"}
)"_s);
    row("null counts are none", 1, all + R"(,"workerCount":null,"parameterServerCount":null})", uR"(
n0: 10.0.0.4|
  worker 0 x1 stdout-wk-0.txt stderr-wk-0.txt: python /x.py m
    AZ_BATCHAI_TASK_TYPE=worker
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PS_HOSTS=
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2222
    TF_CONFIG={"cluster":{"worker":["10.0.0.4:2222"]},"task":{"type":"worker","index":0},"environment":"cloud"}
)"_s);
    // The recording of section 7.3 has three nodes, one server, three workers; two show the same.
    row("distributed", 2, all + "}", uR"(
n0: 10.0.0.4|10.0.0.5|
  ps 0 x1 stdout-ps-0.txt stderr-ps-0.txt: python /x.py p
    AZ_BATCHAI_TASK_TYPE=ps
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PS_HOSTS=10.0.0.4:2222
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2223,10.0.0.5:2222
    TF_CONFIG={"cluster":{"ps":["10.0.0.4:2222"],"worker":["10.0.0.4:2223","10.0.0.5:2222"]},"task":{"type":"ps","index":0},"environment":"cloud"}
  worker 0 x1 stdout-wk-0.txt stderr-wk-0.txt: python /x.py m
    AZ_BATCHAI_TASK_TYPE=worker
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PS_HOSTS=10.0.0.4:2222
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2223,10.0.0.5:2222
    TF_CONFIG={"cluster":{"ps":["10.0.0.4:2222"],"worker":["10.0.0.4:2223","10.0.0.5:2222"]},"task":{"type":"worker","index":0},"environment":"cloud"}
n1: 10.0.0.4|10.0.0.5|
  worker 1 x1 stdout-wk-1.txt stderr-wk-1.txt: python /x.py w
    AZ_BATCHAI_TASK_TYPE=worker
    AZ_BATCHAI_TASK_INDEX=1
    AZ_BATCHAI_PS_HOSTS=10.0.0.4:2222
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2223,10.0.0.5:2222
    TF_CONFIG={"cluster":{"ps":["10.0.0.4:2222"],"worker":["10.0.0.4:2223","10.0.0.5:2222"]},"task":{"type":"worker","index":1},"environment":"cloud"}
)"_s);
    row("no servers wanted", 2, all + R"(,"workerCount":1,"parameterServerCount":0})", uR"(
n0: 10.0.0.4|10.0.0.5|
  worker 0 x1 stdout-wk-0.txt stderr-wk-0.txt: python /x.py m
    AZ_BATCHAI_TASK_TYPE=worker
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PS_HOSTS=
    AZ_BATCHAI_WORKER_HOSTS=10.0.0.4:2222
    TF_CONFIG={"cluster":{"worker":["10.0.0.4:2222"]},"task":{"type":"worker","index":0},"environment":"cloud"}
n1: 10.0.0.4|10.0.0.5|
)"_s);
}

void TstLaunchers::startsTensorFlow()
{
    testing::checkPlan();
}

void TstLaunchers::startsPyTorch_data()
{
    testing::addPlanColumns();
    row("Gloo", 2,
        R"("pyTorchSettings":{"pythonScriptFilePath":"/x.py","commandLineArgs":"-r $R","communicationBackend":"gloo",
            "processCount":3})",
        uR"(
n0: 10.0.0.4|10.0.0.5|
  - 0 x1 stdout-0.txt stderr-0.txt: python /x.py -r $R
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PYTORCH_INIT_METHOD=tcp://10.0.0.4:2222
    AZ_BATCHAI_PYTORCH_BACKEND=gloo
    RANK=0
    WORLD_SIZE=3
    LOCAL_RANK=0
    MASTER_ADDR=10.0.0.4
    MASTER_PORT=2222
  - 1 x1 stdout-1.txt stderr-1.txt: python /x.py -r $R
    AZ_BATCHAI_TASK_INDEX=1
    AZ_BATCHAI_PYTORCH_INIT_METHOD=tcp://10.0.0.4:2222
    AZ_BATCHAI_PYTORCH_BACKEND=gloo
    RANK=1
    WORLD_SIZE=3
    LOCAL_RANK=1
    MASTER_ADDR=10.0.0.4
    MASTER_PORT=2222
n1: 10.0.0.4|10.0.0.5|
  - 2 x1 stdout-2.txt stderr-2.txt: python /x.py -r $R
    AZ_BATCHAI_TASK_INDEX=2
    AZ_BATCHAI_PYTORCH_INIT_METHOD=tcp://10.0.0.4:2222
    AZ_BATCHAI_PYTORCH_BACKEND=gloo
    RANK=2
    WORLD_SIZE=3
    LOCAL_RANK=0
    MASTER_ADDR=10.0.0.4
    MASTER_PORT=2222
)"_s);
    row("no backend", 1, R"("pyTorchSettings":{"pythonScriptFilePath":"/x.py"})", uR"(
n0: 10.0.0.4|
  - 0 x1 stdout-0.txt stderr-0.txt: python /x.py
    AZ_BATCHAI_TASK_INDEX=0
    AZ_BATCHAI_PYTORCH_INIT_METHOD=tcp://10.0.0.4:2222
    RANK=0
    WORLD_SIZE=1
    LOCAL_RANK=0
    MASTER_ADDR=10.0.0.4
    MASTER_PORT=2222
)"_s);
    row("MPI", 1, R"("pyTorchSettings":{"pythonScriptFilePath":"/x.py","communicationBackend":"MPI"})", uR"(
n0: 10.0.0.4 slots=1|
  - 0 x1 stdout.txt stderr.txt: mpirun -np 1 -bind-to none -map-by slot --allow-run-as-root --hostfile $AZ_BATCHAI_MPI_HOST_FILE EXPORTS -x AZ_BATCHAI_PYTORCH_BACKEND python /x.py
    AZ_BATCHAI_PYTORCH_BACKEND=MPI
)"_s);
}

void TstLaunchers::startsPyTorch()
{
    testing::checkPlan();
}

void TstLaunchers::placesInBlocks_data()
{
    QTest::addColumn<int>("processes");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QString>("blocks"); // FIRST+COUNT a node
    QTest::newRow("one each") << 3 << 3 << u"0+1 1+1 2+1"_s;
    QTest::newRow("five on two") << 5 << 2 << u"0+3 3+2"_s;
    QTest::newRow("eight on three") << 8 << 3 << u"0+3 3+3 6+2"_s;
    QTest::newRow("fewer than nodes") << 2 << 3 << u"0+1 1+1 2+0"_s;
    QTest::newRow("all on one") << 4 << 1 << u"0+4"_s;
    QTest::newRow("none") << 0 << 2 << u"0+0 0+0"_s;
}

void TstLaunchers::placesInBlocks()
{
    QFETCH(const int, processes);
    QFETCH(const int, nodes);
    QFETCH(const QString, blocks);
    QStringList seen;
    for (int node = 0; node < nodes; ++node) {
        const ProcessBlock block = blockOf(processes, nodes, node);
        seen.append(u"%1+%2"_s.arg(block.first).arg(block.count));
    }
    QCOMPARE(seen.join(u' '), blocks);
}

void TstLaunchers::listensFromTheFirstPort()
{
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o","tensorFlowSettings":{"pythonScriptFilePath":"/x.py",
        "workerCount":5,"parameterServerCount":2}})",
                           3);
    view.firstPort = 30000;
    const LaunchPlan plan = planLaunch(view);
    const auto environment = plan.nodes.at(2).commands.constLast().environment;
    QCOMPARE(environment.at(2).second, u"10.0.0.4:30000,10.0.0.5:30000"_s);
    QCOMPARE(environment.at(3).second, u"10.0.0.4:30001,10.0.0.4:30002,10.0.0.5:30001,10.0.0.5:30002,10.0.0.6:30000"_s);
    QStringList seen;
    for (const NodePlan &node : plan.nodes) {
        for (const PlannedCommand &command : node.commands)
            seen.append(node.node + u' ' + command.task + QString::number(command.index));
    }
    QCOMPARE(seen.join(u','), u"n0 ps0,n0 worker0,n0 worker1,n1 ps1,n1 worker2,n1 worker3,n2 worker4"_s);
}

void TstLaunchers::bracketsAddressesOfIpv6()
{
    const auto variables = [](const QByteArray &toolkit) {
        PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o",)" + toolkit + "}", 2);
        view.nodes[0].address = u"fd00::4"_s;
        view.nodes[1].address = u"fe80::5%eth0"_s;
        const NodePlan node = planLaunch(view).nodes.constFirst();
        QHash<QString, QString> values;
        for (const auto &[name, value] : node.environment + node.commands.constFirst().environment)
            values.insert(name, value);
        return values;
    };
    const auto tensorFlow = variables(R"("tensorFlowSettings":{"pythonScriptFilePath":"/x.py"})");
    QCOMPARE(tensorFlow.value(u"AZ_BATCHAI_WORKER_HOSTS"_s), u"[fd00::4]:2223,[fe80::5%eth0]:2222"_s);
    QCOMPARE(tensorFlow.value(u"AZ_BATCH_MASTER_NODE"_s), u"[fd00::4]:6000"_s);
    QCOMPARE(tensorFlow.value(u"AZ_BATCH_HOST_LIST"_s), u"fd00::4,fe80::5%eth0"_s);
    const auto pyTorch =
        variables(R"("pyTorchSettings":{"pythonScriptFilePath":"/x.py","communicationBackend":"TCP"})");
    QCOMPARE(pyTorch.value(u"AZ_BATCHAI_PYTORCH_INIT_METHOD"_s), u"tcp://[fd00::4]:2222"_s);
    QCOMPARE(pyTorch.value(u"MASTER_ADDR"_s), u"fd00::4"_s);
}

void TstLaunchers::meetsInAFile_data()
{
    QTest::addColumn<QString>("backend");
    QTest::addColumn<bool>("isShared");
    QTest::addColumn<QString>("method");
    const QString file = u"file://$AZ_BATCHAI_SHARED_JOB_TEMP/init_method"_s;
    const QString address = u"tcp://10.0.0.4:2222"_s;
    QTest::newRow("Gloo, shared") << u"Gloo"_s << true << file;
    QTest::newRow("Gloo, apart") << u"gloo"_s << false << address;
    QTest::newRow("TCP, shared") << u"TCP"_s << true << address;
}

void TstLaunchers::meetsInAFile()
{
    QFETCH(const QString, backend);
    QFETCH(const bool, isShared);
    QFETCH(const QString, method);
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o","pyTorchSettings":{"pythonScriptFilePath":"/x.py",
        "communicationBackend":")"
                               + backend.toUtf8() + "\"}}",
                           2);
    view.hasSharedHome = isShared;
    for (const NodePlan &node : planLaunch(view).nodes)
        QCOMPARE(node.commands.constFirst().environment.at(1).second, method);
}

void TstLaunchers::quotesPaths_data()
{
    QTest::addColumn<QString>("home");
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QString>("line");
    QTest::newRow("plain") << u"/h"_s << "$AZ_BATCHAI_JOB_TEMP/x.py"_ba << u"python $AZ_BATCHAI_JOB_TEMP/x.py"_s;
    QTest::newRow("home with a space") << u"/a home"_s << "$AZ_BATCHAI_JOB_TEMP/x.py"_ba
                                       << u"python \"$AZ_BATCHAI_JOB_TEMP/x.py\""_s;
    QTest::newRow("through an input directory")
        << u"/a home"_s << "$AZ_BATCHAI_INPUT_I/x.py"_ba << u"python \"$AZ_BATCHAI_INPUT_I/x.py\""_s;
    QTest::newRow("space") << u"/h"_s << "/a b.py"_ba << u"python \"/a b.py\""_s;
    QTest::newRow("quote") << u"/h"_s << "/a'b.py"_ba << u"python \"/a'b.py\""_s;
    QTest::newRow("command") << u"/h"_s << "/$(id).py"_ba << u"python \"/\\$(id).py\""_s;
    QTest::newRow("line break") << u"/h"_s << "/a\\nb"_ba << u"python \"/a\nb\""_s;
}

void TstLaunchers::quotesPaths()
{
    QFETCH(const QString, home);
    QFETCH(const QByteArray, script);
    QFETCH(const QString, line);
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":")" + script
                           + R"("},"inputDirectories":[{"id":"I","path":"$AZ_BATCHAI_JOB_TEMP/i"}]})");
    view.nodes.first().home = home;
    QCOMPARE(planLaunch(view).nodes.constFirst().commands.constFirst().commandLine, line);
}

void TstLaunchers::boundsProcesses()
{
    const auto count = [](const QByteArray &settings) {
        return planOf(1, settings).nodes.constFirst().commands.size();
    };
    QCOMPARE(count(R"("pyTorchSettings":{"pythonScriptFilePath":"/x.py","processCount":2147483647})"), 500);
    QCOMPARE(count(R"("tensorFlowSettings":{"pythonScriptFilePath":"/x.py","workerCount":10,
        "parameterServerCount":2147483647})"),
             510);
    QCOMPARE(planOf(2, R"("horovodSettings":{"pythonScriptFilePath":"/x.py","processCount":2147483647})")
                 .nodes.constFirst()
                 .files.constFirst()
                 .content,
             "10.0.0.4 slots=1073741824\n10.0.0.5 slots=1073741823\n"_ba);
}

void TstLaunchers::parsesUnderBash_data()
{
    QTest::addColumn<QByteArray>("settings");
    const QByteArray script =
        R"({"pythonScriptFilePath":"/it's \"a\" $(b) `c` \\ \n {d}","commandLineArgs":"--a 'b c'",)";
    for (const char *toolkit : {"tensorFlowSettings", "pyTorchSettings", "caffe2Settings", "horovodSettings",
                                "chainerSettings", "cntkSettings", "caffeSettings"})
        QTest::newRow(toolkit) << QByteArray('"' + QByteArray(toolkit) + "\":" + script
                                             + R"("pythonInterpreterPath":"/my $PYTHON's"})");
    QTest::newRow("BrainScript") << R"("cntkSettings":{"configFilePath":"/it's \"a\" $(b"})"_ba;
    QTest::newRow("solver") << R"("caffeSettings":{"configFilePath":"/it's \"a\" $(b"})"_ba;
    QTest::newRow("custom MPI") << R"("customMpiSettings":{"commandLine":"if it's \"so"})"_ba; // its shell's affair
}

void TstLaunchers::parsesUnderBash()
{
    QFETCH(const QByteArray, settings);
    for (const QString &flavour : {u"openmpi"_s, u"intel"_s, u"mpich"_s}) {
        PlanView view = viewOf(R"({"stdOutErrPathPrefix":"/o 'x","environmentVariables":[{"name":"A","value":"'\"`$("}],
            "containerSettings":{"imageSourceRegistry":{"image":"a'b"}},)"
                                   + settings + '}',
                               2);
        view.nodes.first().mpi = flavour;
        for (const NodePlan &node : planLaunch(view).nodes) {
            for (const PlannedCommand &command : node.commands)
                QCOMPARE(testing::bash(command.commandLine, {u"-n"_s}), QByteArray());
            QCOMPARE(testing::bash(describe(node), {u"-n"_s}), QByteArray());
        }
    }
}

void TstLaunchers::plansRecipes_data()
{
    QTest::addColumn<QString>("path");
    const QString data =
        qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"));
    QDirIterator files(data + u"/batch-ai/recipes"_s, {u"job*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    if (!files.hasNext())
        QTest::newRow("none") << QString();
    while (files.hasNext()) {
        const QString path = files.next();
        QTest::newRow(path.section(u'/', -2).toUtf8().constData()) << path;
    }
}

// What each of them comes to is tested where the recipes' table is; this holds for any of them.
void TstLaunchers::plansRecipes()
{
    QFETCH(const QString, path);
    if (path.isEmpty())
        SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
    QFile file(path);
    QVERIFY(file.open(QFile::ReadOnly));
    const DocumentCheck check = checkDocument(ResourceKind::Job, file.readAll());
    QVERIFY(check.isValid());
    PlanView view = viewOf("{}", check.document[u"properties"_s][u"nodeCount"_s].toInt());
    view.document = withDefaults(ResourceKind::Job, check.document);
    const LaunchPlan plan = planLaunch(view);
    QVERIFY(!plan.nodes.constFirst().commands.isEmpty());
    for (const NodePlan &node : plan.nodes) {
        for (const PlannedCommand &command : node.commands)
            QCOMPARE(testing::bash(command.commandLine, {u"-n"_s}), QByteArray());
        QCOMPARE(testing::bash(describe(node), {u"-n"_s}), QByteArray());
    }
}

BATCHDECK_TEST(QCoreApplication, TstLaunchers)
#include "tst_launchers.moc"
