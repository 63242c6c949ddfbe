// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/launch/planview.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace engine;
using namespace Qt::StringLiterals;
using testing::viewOf;

namespace {

constexpr char logShare[] = R"({"azureFileUrl":"https://acc.file.core.windows.net/logs","relativeMountPath":"logs"})";

// The warnings of a job with \a properties, "CODE TARGET" each.
void warningRow(const char *name, int nodes, const QByteArray &properties, const QStringList &warnings)
{
    QTest::newRow(name) << nodes << properties << warnings;
}

QByteArray custom(const QByteArray &line, const QByteArray &more = {})
{
    return R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":")" + line + "\"}" + more + "}";
}

QStringList codes(const QList<Fault> &faults)
{
    QStringList seen;
    for (const Fault &fault : faults)
        seen.append(fault.code + u' ' + fault.target);
    return seen;
}

} // namespace

class TstPlanWarnings : public QObject
{
    Q_OBJECT

private slots:
    void warns_data();
    void warns();
    void namesTheRemedy_data();
    void namesTheRemedy();
    void namesTheVariable();
    void saysNothingOfMappedVolumes();
    void readsTheCluster();
    void knowsWhatIsShared();
};

void TstPlanWarnings::warns_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QByteArray>("properties");
    QTest::addColumn<QStringList>("warnings");
    warningRow("nothing", 2, custom("run"), {});
    warningRow(
        "share and container", 1,
        custom("run", QByteArray(R"(,"mountVolumes":{"azureFileShares":[)") + logShare + R"(],"azureBlobFileSystems":
            [{"accountName":"a","containerName":"c","relativeMountPath":"b"}]})"),
        {u"Unmapped $.properties.mountVolumes.azureFileShares[0]"_s,
         u"Unmapped $.properties.mountVolumes.azureBlobFileSystems[0]"_s});
    warningRow("file server of nowhere", 1,
               custom("run", R"(,"mountVolumes":{"fileServers":[{"fileServer":{"id":"/x"},"relativeMountPath":"n"}]})"),
               {u"Unmapped $.properties.mountVolumes.fileServers[0]"_s});
    warningRow(
        "what needs no mapping", 1,
        custom("run", R"(,"mountVolumes":{"unmanagedFileSystems":[{"mountCommand":"mount x","relativeMountPath":"n"}],
            "x-batchdeck":{"paths":[{"path":"/p","relativeMountPath":"p"}]}})"),
        {});
    warningRow("placeholders of a volume", 1, custom("run", R"(,"mountVolumes":{"azureFileShares":[
            {"azureFileUrl":"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s","relativeMountPath":"s",
             "credentials":{"accountKey":"<AZURE_BATCHAI_STORAGE_KEY>"}}]})"),
               {u"Unmapped $.properties.mountVolumes.azureFileShares[0]"_s,
                u"Placeholder $.properties.mountVolumes.azureFileShares[0].azureFileUrl"_s,
                u"Placeholder $.properties.mountVolumes.azureFileShares[0].credentials.accountKey"_s});
    warningRow("placeholder of a path", 1,
               R"({"stdOutErrPathPrefix":"/o","horovodSettings":{"pythonScriptFilePath":"/a/<script dir>/x.py"}})",
               {u"Placeholder $.properties.horovodSettings.pythonScriptFilePath"_s});
    warningRow("placeholder of a line", 1, custom("run <AZURE_BATCHAI_STORAGE_KEY>"),
               {u"Placeholder $.properties.customToolkitSettings.commandLine"_s});
    warningRow("dollar signs that are meant as such", 1, custom("run", R"(,
            "environmentVariables":[{"name":"A","value":"pa\\$word"},{"name":"B","value":"\\\\$word 5$ $1 $$"}])"),
               {u"UndefinedVariable $.properties.environmentVariables[1].value"_s});
    warningRow("variables of a mount", 1, custom("run", R"(,"mountVolumes":{
            "unmanagedFileSystems":[{"mountCommand":"X=1; mount $X","relativeMountPath":"$FNN"}],
            "x-batchdeck":{"paths":[{"path":"/data/$TEAM","relativeMountPath":"p"}]}})"),
               {u"UndefinedVariable $.properties.mountVolumes.unmanagedFileSystems[0].relativeMountPath"_s,
                u"UndefinedVariable $.properties.mountVolumes.x-batchdeck.paths[0].path"_s});
    warningRow("redirections are none", 1, custom("run <in >out"), {});
    warningRow("arguments", 2,
               R"({"stdOutErrPathPrefix":"/o","tensorFlowSettings":{"pythonScriptFilePath":"/x.py",
            "masterCommandLineArgs":"$AZ_BATCHAI_INPUT_DATASET $AZ_BATCHAI_WORKER_HOSTS $HOME",
            "parameterServerCommandLineArgs":"$AZ_BATCHAI_TASK_INDEX ${PARAM_X} $AZ_BATCHAI_PYTORCH_INIT_METHOD"}})",
               {u"UndefinedVariable $.properties.tensorFlowSettings.masterCommandLineArgs"_s,
                u"UndefinedVariable $.properties.tensorFlowSettings.parameterServerCommandLineArgs"_s,
                u"UndefinedVariable $.properties.tensorFlowSettings.parameterServerCommandLineArgs"_s});
    warningRow("a line's own variables", 1,
               custom("for i in 1; do echo $i $AZ_BATCHAI_INPUT_X; done",
                      R"(,"jobPreparation":{"commandLine":"$AZ_BATCH_Y"})"),
               {u"UndefinedVariable $.properties.jobPreparation.commandLine"_s,
                u"UndefinedVariable $.properties.customToolkitSettings.commandLine"_s});
    warningRow("variables of a process in the preparation", 1,
               R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"/$AZ_BATCHAI_TASK_INDEX.py"},
            "jobPreparation":{"commandLine":"run $AZ_BATCHAI_TASK_INDEX"}})",
               {u"UndefinedVariable $.properties.jobPreparation.commandLine"_s});
    warningRow("the order of definition", 1, custom("run $AZ_BATCHAI_INPUT_A $AZ_BATCHAI_OUTPUT_O $USERS $S", R"(,
            "inputDirectories":[{"id":"A","path":"$AZ_BATCHAI_INPUT_B"},{"id":"B","path":"$AZ_BATCHAI_INPUT_A/$USERS"}],
            "outputDirectories":[{"id":"O","pathPrefix":"$AZ_BATCHAI_STDOUTERR_DIR","pathSuffix":"$AZ_BATCHAI_INPUT_A"}],
            "environmentVariables":[{"name":"USERS","value":"$AZ_BATCHAI_OUTPUT_O$S$NEXT"},{"name":"NEXT","value":"$USERS"}],
            "secrets":[{"name":"S","value":"x"}])"),
               {u"UndefinedVariable $.properties.inputDirectories[0].path"_s,
                u"UndefinedVariable $.properties.inputDirectories[1].path"_s,
                u"UndefinedVariable $.properties.environmentVariables[0].value"_s,
                u"UndefinedVariable $.properties.environmentVariables[0].value"_s});
    warningRow("nothing is mounted there", 1,
               R"({"stdOutErrPathPrefix":"${AZ_BATCHAI_JOB_MOUNT_ROOT}/x","customToolkitSettings":{"commandLine":"run"},
            "mountVolumes":{"x-batchdeck":{"paths":[{"path":"/p","relativeMountPath":"p/"}]}},
            "inputDirectories":[{"id":"A","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/p/a"},
                                {"id":"B","path":"$AZ_BATCHAI_JOB_MOUNT_ROOT/pp"},
                                {"id":"C","path":"${AZ_BATCHAI_JOB_MOUNT_ROOT}/p"}]})",
               {u"NotMounted $.properties.stdOutErrPathPrefix"_s, u"OfJob $.properties.stdOutErrPathPrefix"_s,
                u"NotMounted $.properties.inputDirectories[1].path"_s});
    warningRow(
        "logs on Blob", 1,
        R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/b/logs","customToolkitSettings":{"commandLine":"run"},
            "mountVolumes":{"azureBlobFileSystems":[{"accountName":"a","containerName":"c","relativeMountPath":"b"}]}})",
        {u"Unmapped $.properties.mountVolumes.azureBlobFileSystems[0]"_s,
         u"LogsOnBlob $.properties.stdOutErrPathPrefix"_s});
    warningRow("logs in a relative folder", 1,
               R"({"stdOutErrPathPrefix":"logs","customToolkitSettings":{"commandLine":"run"}})",
               {u"RelativePath $.properties.stdOutErrPathPrefix"_s});
    warningRow("logs in another user's home", 1,
               R"({"stdOutErrPathPrefix":"~eve/logs","customToolkitSettings":{"commandLine":"run"}})",
               {u"RelativePath $.properties.stdOutErrPathPrefix"_s});
    warningRow("in the home", 1,
               R"({"stdOutErrPathPrefix":"~/logs","caffe2Settings":{"pythonScriptFilePath":"~/x.py"},
            "inputDirectories":[{"id":"A","path":"~"}],"outputDirectories":[{"id":"B","pathPrefix":"~/models"}]})",
               {});
    warningRow("the job's own logs", 1,
               R"({"stdOutErrPathPrefix":"${AZ_BATCHAI_JOB_TEMP}","customToolkitSettings":{"commandLine":"run"}})", {});
    warningRow("logs in a folder of the job's", 1,
               R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_TEMP_DIR","customToolkitSettings":{"commandLine":"run"}})",
               {u"OfJob $.properties.stdOutErrPathPrefix"_s});
    warningRow("relative directories", 1,
               R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run"},
            "inputDirectories":[{"id":"A","path":"data"}],
            "outputDirectories":[{"id":"B","pathPrefix":"./models"},{"id":"C","pathPrefix":"/o"}]})",
               {u"RelativePath $.properties.inputDirectories[0].path"_s,
                u"RelativePath $.properties.outputDirectories[0].pathPrefix"_s});
    warningRow("outputs in folders of the job's", 1,
               R"({"stdOutErrPathPrefix":"/o","customToolkitSettings":{"commandLine":"run"},"outputDirectories":[
            {"id":"A","pathPrefix":"$AZ_BATCHAI_JOB_TEMP"},{"id":"B","pathPrefix":"${AZ_BATCHAI_SHARED_JOB_TEMP}/x"},
            {"id":"C","pathPrefix":"/h/jobs/P/U/mine"},{"id":"D","pathPrefix":"$AZ_BATCHAI_OUTPUT_A/d"},
            {"id":"E","pathPrefix":"$PWD"},{"id":"F","pathPrefix":"$HOME/x"}]})",
               {u"OfJob $.properties.outputDirectories[0].pathPrefix"_s,
                u"OfJob $.properties.outputDirectories[1].pathPrefix"_s,
                u"OfJob $.properties.outputDirectories[2].pathPrefix"_s,
                u"OfJob $.properties.outputDirectories[3].pathPrefix"_s,
                u"OfJob $.properties.outputDirectories[4].pathPrefix"_s});
    warningRow("outputs by a variable that only programs see", 1,
               R"({"stdOutErrPathPrefix":"$MINE/o","customToolkitSettings":{"commandLine":"run $MINE"},
            "inputDirectories":[{"id":"A","path":"$MINE/a"}],"outputDirectories":[{"id":"B","pathPrefix":"$MINE/b"}],
            "environmentVariables":[{"name":"MINE","value":"$AZ_BATCHAI_JOB_TEMP/mine"}]})",
               {u"UndefinedVariable $.properties.stdOutErrPathPrefix"_s,
                u"UndefinedVariable $.properties.inputDirectories[0].path"_s,
                u"UndefinedVariable $.properties.outputDirectories[0].pathPrefix"_s});
    warningRow("a relative script", 1, R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"x.py",
            "pythonInterpreterPath":"python3"}})",
               {u"RelativePath $.properties.caffe2Settings.pythonScriptFilePath"_s});
    warningRow("a relative script that comes along", 1,
               R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"x.py"},
            "x-batchdeck":{"files":[{"path":"x.py","content":""}]}})",
               {});
    warningRow("a relative script that is prepared", 1,
               R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"x.py"},
            "jobPreparation":{"commandLine":"fetch x.py"}})",
               {});
    warningRow("a variable for no program", 1,
               custom("run", R"(,"environmentVariables":[{"name":"A","value":")" + QByteArray(131'070, 'x') + R"("}])"),
               {u"LongValue $.properties.environmentVariables[0].value"_s});
    warningRow("a variable as long as one can be", 1,
               custom("run", R"(,"environmentVariables":[{"name":"A","value":")" + QByteArray(131'069, 'x') + R"("}])"),
               {});
    const auto arguments = [](const QByteArray &text) -> QByteArray {
        return R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"/x.py","commandLineArgs":")"
            + text + R"("}})";
    };
    warningRow("an argument for no program", 1, arguments("--a 'b " + QByteArray(131'070, 'x') + "'"),
               {u"LongWord $.properties.caffe2Settings.commandLineArgs"_s});
    warningRow("many arguments", 1, arguments(QByteArray("--a '1 2' ").repeated(50'000)), {});
    warningRow("MPI on two nodes", 2,
               R"({"stdOutErrPathPrefix":"/o","horovodSettings":{"pythonScriptFilePath":"/x.py"}})",
               {u"NodeToNodeSsh $.properties.horovodSettings"_s});
    warningRow("MPI on one node", 1,
               R"({"stdOutErrPathPrefix":"/o","horovodSettings":{"pythonScriptFilePath":"/x.py","processCount":4}})",
               {});
    warningRow(
        "PyTorch by MPI", 2,
        R"({"stdOutErrPathPrefix":"/o","pyTorchSettings":{"pythonScriptFilePath":"/x.py","communicationBackend":"mpi"}})",
        {u"NodeToNodeSsh $.properties.pyTorchSettings"_s});
    warningRow(
        "PyTorch by Gloo", 2,
        R"({"stdOutErrPathPrefix":"/o","pyTorchSettings":{"pythonScriptFilePath":"/x.py","communicationBackend":"gloo"}})",
        {});
    warningRow(
        "too many processes", 1,
        R"({"stdOutErrPathPrefix":"/o","pyTorchSettings":{"pythonScriptFilePath":"/x.py","processCount":2147483647}})",
        {u"TooManyProcesses $.properties.pyTorchSettings.processCount"_s});
    warningRow("too many workers and servers", 1,
               R"({"stdOutErrPathPrefix":"/o","tensorFlowSettings":{"pythonScriptFilePath":"/x.py","workerCount":501,
            "parameterServerCount":2147483647}})",
               {u"TooManyProcesses $.properties.tensorFlowSettings.workerCount"_s,
                u"TooManyProcesses $.properties.tensorFlowSettings.parameterServerCount"_s});
}

void TstPlanWarnings::warns()
{
    QFETCH(const int, nodes);
    QFETCH(const QByteArray, properties);
    QFETCH(const QStringList, warnings);
    QVERIFY(!QJsonDocument::fromJson(properties).isNull());
    QCOMPARE(codes(planLaunch(viewOf(properties, nodes)).warnings), warnings);
}

void TstPlanWarnings::namesTheRemedy_data()
{
    QTest::addColumn<QByteArray>("volumes");
    QTest::addColumn<QString>("words");
    const QString words = u"Nothing says where %1 lives now: batchctl volume map %2 path:/FOLDER"_s;
    const QString url = u"https://acc.file.core.windows.net/logs"_s;
    QTest::newRow("share") << QByteArray(R"("azureFileShares":[)") + logShare + "]" << words.arg(url, url);
    QTest::newRow("placeholder") << QByteArray(R"("azureFileShares":[{"relativeMountPath":"s",
            "azureFileUrl":"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s"}])")
                                 << words.arg(u"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s"_s,
                                              u"'https://*.file.core.windows.net/s'"_s);
    QTest::newRow("container")
        << QByteArray(R"("azureBlobFileSystems":[{"accountName":"acc","containerName":"c","relativeMountPath":"b"}])")
        << u"Nothing says where blob://acc/c lives now: batchctl storage account add acc for the account itself, or "
           "batchctl volume map blob://acc/c path:/FOLDER"_s;
    QTest::newRow("a guide's placeholder")
        << QByteArray(R"("azureBlobFileSystems":[{"accountName":"<YOUR ACCOUNT>","containerName":"c d",
            "relativeMountPath":"b"}])")
        << words.arg(u"blob://<YOUR ACCOUNT>/c d"_s, u"'blob://*/c d'"_s);
}

void TstPlanWarnings::namesTheRemedy()
{
    QFETCH(const QByteArray, volumes);
    QFETCH(const QString, words);
    const auto plan = planLaunch(viewOf(custom("run", R"(,"mountVolumes":{)" + volumes + "}")));
    QCOMPARE(plan.warnings.constFirst().message.englishText(), words);
}

void TstPlanWarnings::namesTheVariable()
{
    QCOMPARE(planLaunch(viewOf(custom("run $AZ_BATCHAI_INPUT_DATASET"))).warnings.constFirst().message.englishText(),
             u"Nothing here defines $AZ_BATCHAI_INPUT_DATASET: unless the node does, nothing stands in its place. A "
             "dollar sign itself is written \\$, in JSON \\\\$."_s);
}

void TstPlanWarnings::saysNothingOfMappedVolumes()
{
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_JOB_MOUNT_ROOT/b",
        "customToolkitSettings":{"commandLine":"run"},"mountVolumes":{
        "azureFileShares":[{"azureFileUrl":"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s",
                            "relativeMountPath":"s"}],
        "azureBlobFileSystems":[{"accountName":"a","containerName":"c","relativeMountPath":"b"}],
        "fileServers":[{"fileServer":{"id":"/f/fileServers/x"},"relativeMountPath":"n"}]}})");
    view.volumes = {{u"https://*/s"_s, u"path:/s"_s}, {u"blob://a/c"_s, u"nas:/b"_s}};
    view.fileServers = {{{u"id"_s, u"/F/fileServers/X"_s},
                         {u"properties"_s, QJsonObject{{u"x-batchdeck"_s, QJsonObject{{u"machine"_s, u"m"_s}}}}}}};
    QCOMPARE(codes(planLaunch(view).warnings), QStringList());
    view.volumes[1].target = u"blob://a/c"_s; // mounted itself
    QCOMPARE(codes(planLaunch(view).warnings), QStringList{u"LogsOnBlob $.properties.stdOutErrPathPrefix"_s});
}

void TstPlanWarnings::readsTheCluster()
{
    PlanView view = viewOf(R"({"stdOutErrPathPrefix":"$AZ_BATCHAI_MOUNT_ROOT/logs/a",
        "customToolkitSettings":{"commandLine":"run"},
        "outputDirectories":[{"id":"M","pathPrefix":"$AZ_BATCHAI_MOUNT_ROOT/external"}]})");
    QCOMPARE(codes(planLaunch(view).warnings), QStringList()); // which cluster it will be is not known
    view.cluster = QJsonDocument::fromJson(R"({"properties":{"nodeSetup":{"mountVolumes":{"azureFileShares":[)"
                                           + QByteArray(logShare) + "]}}}}")
                       .object();
    QCOMPARE(codes(planLaunch(view).warnings),
             QStringList({u"Unmapped $.properties.nodeSetup.mountVolumes.azureFileShares[0]"_s,
                          u"NotMounted $.properties.outputDirectories[0].pathPrefix"_s}));
}

void TstPlanWarnings::knowsWhatIsShared()
{
    const QByteArray job = R"({"stdOutErrPathPrefix":"/o","caffe2Settings":{"pythonScriptFilePath":"/x.py",
        "commandLineArgs":"--file_store_path $AZ_BATCHAI_SHARED_JOB_TEMP"}})";
    QCOMPARE(codes(planLaunch(viewOf(job, 1)).warnings), QStringList());
    PlanView view = viewOf(job, 2);
    QCOMPARE(codes(planLaunch(view).warnings), QStringList{u"NotShared $.properties.caffe2Settings.commandLineArgs"_s});
    view.hasSharedHome = true;
    QCOMPARE(codes(planLaunch(view).warnings), QStringList());
}

BATCHDECK_TEST(QCoreApplication, TstPlanWarnings)
#include "tst_planwarnings.moc"
