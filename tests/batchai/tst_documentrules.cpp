// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/batchai/rulerows.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace rulerows;
using engine::checkDocument;
using engine::ResourceKind;

namespace {

const QByteArray reference =
    R"({"sourceVault":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v"},
    "secretUrl":"u"})"_ba.replace('\n', ' ');

} // namespace

/// One row a rule that the table of properties cannot say; what the table says is broken in tst_documentschema.
class TstDocumentRules : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatBreaksARule_data();
    void tellsWhatBreaksARule();

private:
    void addToolkitRows();
    void addVolumeRows();
    void addJobRows();
    void addClusterRows();
};

void TstDocumentRules::addToolkitRows()
{
    const auto row = [](const QByteArray &name, const QByteArray &text, const QString &fault) {
        QTest::newRow(name.constData()) << ResourceKind::Job << text << QStringList{fault};
    };
    row("no toolkit", bareJob(R"("nodeCount":1)"),
        u"Required $.properties 1: A toolkit is missing; add one, for example “customToolkitSettings”."_s);
    row("two toolkits", custom(R"("caffe2Settings":{"pythonScriptFilePath":"x"})"),
        u"TooMany $.properties.caffe2Settings 2: “caffe2Settings” is one toolkit too many: “customToolkitSettings” is there; remove one of them."_s);
    row("Caffe with both files", toolkit(R"("caffeSettings":{"configFilePath":"c","pythonScriptFilePath":"p"})"),
        u"NotTogether $.properties.caffeSettings.pythonScriptFilePath 2: “pythonScriptFilePath” and “configFilePath” do not go together; remove one of them."_s);
    row("Caffe without a file", toolkit(R"("caffeSettings":{"configFilePath":""})"),
        u"Required $.properties.caffeSettings 2: “caffeSettings” should have either “pythonScriptFilePath” or “configFilePath”."_s);
    row("Caffe's interpreter without a script",
        toolkit(R"("caffeSettings":{"configFilePath":"c","pythonInterpreterPath":"python"})"),
        u"OnlyWith $.properties.caffeSettings.pythonInterpreterPath 2: “pythonInterpreterPath” goes only with “pythonScriptFilePath”; remove one of them."_s);
    row("CNTK without a file", toolkit(R"("cntkSettings":{})"),
        u"Required $.properties.cntkSettings 2: “cntkSettings” should have either “pythonScriptFilePath” or “configFilePath”."_s);
    row("CNTK with both files", toolkit(R"("cntkSettings":{"configFilePath":"c","pythonScriptFilePath":"p"})"),
        u"NotTogether $.properties.cntkSettings.pythonScriptFilePath 2: “pythonScriptFilePath” and “configFilePath” do not go together; remove one of them."_s);
    row("CNTK's interpreter without a script",
        toolkit(R"("cntkSettings":{"configFilePath":"c","pythonInterpreterPath":"p"})"),
        u"OnlyWith $.properties.cntkSettings.pythonInterpreterPath 2: “pythonInterpreterPath” goes only with “pythonScriptFilePath”; remove one of them."_s);
    row("Python without its script", toolkit(R"("cntkSettings":{"languageType":"Python"})"),
        u"Required $.properties.cntkSettings.pythonScriptFilePath 2: “pythonScriptFilePath” is missing; add it."_s);
    row("Python with BrainScript's file",
        toolkit(R"("cntkSettings":{"languageType":"python","pythonScriptFilePath":"p","configFilePath":"c"})"),
        u"OnlyWith $.properties.cntkSettings.configFilePath 2: “configFilePath” goes only with “languageType” BrainScript; remove one of them."_s);
    row("BrainScript without its file", toolkit(R"("cntkSettings":{"languageType":"BrainScript"})"),
        u"Required $.properties.cntkSettings.configFilePath 2: “configFilePath” is missing; add it."_s);
    row("BrainScript with a script",
        toolkit(R"("cntkSettings":{"languageType":"BrainScript","configFilePath":"c","pythonScriptFilePath":"p"})"),
        u"OnlyWith $.properties.cntkSettings.pythonScriptFilePath 2: “pythonScriptFilePath” goes only with “languageType” Python; remove one of them."_s);
    row("BrainScript with an interpreter",
        toolkit(R"("cntkSettings":{"languageType":"BrainScript","configFilePath":"c","pythonInterpreterPath":"p"})"),
        u"OnlyWith $.properties.cntkSettings.pythonInterpreterPath 2: “pythonInterpreterPath” goes only with “languageType” Python; remove one of them."_s);
    const QString backend =
        u"Required $.properties.pyTorchSettings.communicationBackend 2: Several processes need “communicationBackend”: add TCP, Gloo or MPI."_s;
    row("PyTorch on two nodes without a backend", toolkit(R"("pyTorchSettings":{"pythonScriptFilePath":"p"})", 2),
        backend);
    row("PyTorch in two processes without a backend",
        toolkit(R"("pyTorchSettings":{"pythonScriptFilePath":"p","processCount":2})"), backend);
    for (const char *key : {"cntkSettings", "caffeSettings", "chainerSettings", "horovodSettings"})
        row(QByteArray(key) + " with too many processes",
            toolkit('"' + QByteArray(key) + R"(":{"pythonScriptFilePath":"p","processCount":9})", 2),
            u"OutOfRange $.properties.%1.processCount 2: “processCount” is more than 8, which is 4 on each node; lower it or raise “nodeCount”."_s
                .arg(QLatin1StringView(key)));
    row("MPI with too many processes", toolkit(R"("customMpiSettings":{"commandLine":"x","processCount":5})"),
        u"OutOfRange $.properties.customMpiSettings.processCount 2: “processCount” is more than 4, which is 4 on each node; lower it or raise “nodeCount”."_s);
    row("PyTorch with too many processes",
        toolkit(R"("pyTorchSettings":{"pythonScriptFilePath":"p","processCount":5,"communicationBackend":"mpi"})"),
        u"OutOfRange $.properties.pyTorchSettings.processCount 2: “processCount” is more than 4, which is 4 on each node; lower it or raise “nodeCount”."_s);
    row("too many workers", toolkit(R"("tensorFlowSettings":{"pythonScriptFilePath":"p","workerCount":9})", 2),
        u"OutOfRange $.properties.tensorFlowSettings.workerCount 2: “workerCount” is more than 8, which is 4 on each node; lower it or raise “nodeCount”."_s);
    row("too many parameter servers",
        toolkit(R"("tensorFlowSettings":{"pythonScriptFilePath":"p","parameterServerCount":3})", 2),
        u"OutOfRange $.properties.tensorFlowSettings.parameterServerCount 2: “parameterServerCount” is more than 2, which is 1 on each node; lower it or raise “nodeCount”."_s);
}

void TstDocumentRules::addVolumeRows()
{
    const auto row = [](const QByteArray &name, const QByteArray &volumes, const QString &fault) {
        QTest::addRow("%s, of a job", name.constData())
            << ResourceKind::Job << custom(volumes) << QStringList{fault.arg(u"$.properties.mountVolumes"_s)};
        QTest::addRow("%s, of a cluster", name.constData())
            << ResourceKind::Cluster << cluster(R"("nodeSetup":{)" + volumes + '}')
            << QStringList{fault.arg(u"$.properties.nodeSetup.mountVolumes"_s)};
    };
    for (const char *path : {"/abs", "..", "a/../b", "a/..", ".", "./", "//", "~/data", "a\\nb"})
        row(QByteArray("mount path ") + path, share({}, path),
            u"NotAllowed %1.azureFileShares[0].relativeMountPath 2: “"_s
                + QString::fromLatin1(path).replace(u"\\n"_s, u"\n"_s)
                + u"” should be a path below the mount root, without / before it and without ..; for example data/images."_s);
    const auto twice = [](const QByteArray &first, const QByteArray &second, const QByteArray &list,
                          const QByteArray &rest) -> QByteArray {
        return mounts(R"("azureBlobFileSystems":[{"accountName":"a","containerName":"c","relativeMountPath":")" + first
                      + "\"}]," + list + ":[{" + rest + R"("relativeMountPath":")" + second + "\"}]");
    };
    row("mount path taken by another list",
        twice("data", "./data/", "\"unmanagedFileSystems\"", R"("mountCommand":"m",)"),
        u"Duplicate %1.unmanagedFileSystems[0].relativeMountPath 2: “./data/” is the mount path of another volume; choose another."_s);
    row("mount path taken by a file server",
        twice("a//b", "a/b", "\"fileServers\"", R"("fileServer":{"id":")" + batchAi + R"(/fileServers/f"},)"),
        u"Duplicate %1.fileServers[0].relativeMountPath 2: “a/b” is the mount path of another volume; choose another."_s);
    row("mount path taken by ours",
        twice("d", "d", "\"x-batchdeck\":{\"paths\"", R"("path":"/d",)").replace("\"d\"}]}", "\"d\"}]}}"),
        u"Duplicate %1['x-batchdeck'].paths[0].relativeMountPath 2: “d” is the mount path of another volume; choose another."_s
            .replace(u"['x-batchdeck']"_s, u".x-batchdeck"_s));
    row("path of the nodes", mounts(R"("x-batchdeck":{"paths":[{"path":"data","relativeMountPath":"d"}]})"),
        u"NotAllowed %1.x-batchdeck.paths[0].path 2: “data” should be a path from /, $NAME or ~."_s);
    for (const char *url : {"a", "http://a.file.core.windows.net/s", "https://a.blob.core.windows.net/s",
                            "https://a.file.core.windows.net", "https://a.file.core.windows.net/",
                            "https://.file.core.windows.net/s", "//a.file.core.windows.net/s",
                            "https://a.file.core.windows.net/s?sig=x", "https://a b.file.core.windows.net/s",
                            "https://<a.file.core.windows.net/s", "https://a.file.core.windows.net/a b"})
        row(QByteArray("URL ") + url, shareAt(url),
            u"NotAllowed %1.azureFileShares[0].azureFileUrl 2: “"_s + QString::fromLatin1(url).section(u'?', 0, 0)
                + u"” should be https://ACCOUNT.file.core.windows.net/SHARE."_s);
    for (const QByteArray &key : {"fileMode"_ba, "directoryMode"_ba}) {
        for (const QByteArray &mode : {"0888"_ba, "rwx"_ba, "77"_ba, ""_ba, "007777"_ba})
            row(key + " \"" + mode + '"', share(",\"" + key + "\":\"" + mode + '"'),
                u"NotAllowed %1.azureFileShares[0]."_s + QString::fromLatin1(key) + u" 2: “" + QString::fromLatin1(key)
                    + u"” should be three or four octal digits, for example 0777."_s);
    }
    row("key and its reference",
        share(R"(,"credentials":{"accountKey":"k","accountKeySecretReference":)" + reference + '}'),
        u"NotTogether %1.azureFileShares[0].credentials 2: “accountKey” and “accountKeySecretReference” do not go together; remove one of them."_s);
    row("key and its reference of a container",
        mounts(R"("azureBlobFileSystems":[{"accountName":"a","containerName":"c","relativeMountPath":"b",
            "credentials":{"accountKey":"k","accountKeySecretReference":)"_ba.replace('\n', ' ')
               + reference + "}}]"),
        u"NotTogether %1.azureBlobFileSystems[0].credentials 2: “accountKey” and “accountKeySecretReference” do not go together; remove one of them."_s);
    row("blank mount command", mounts(R"("unmanagedFileSystems":[{"mountCommand":" ","relativeMountPath":"b"}])"),
        u"Required %1.unmanagedFileSystems[0].mountCommand 2: “mountCommand” is empty; fill it in."_s);
    row("name in a file server's id",
        mounts(R"("fileServers":[{"relativeMountPath":"n","fileServer":{"id":")" + batchAi + R"(/fileServers/a.b"}}])"),
        u"NameRule %1.fileServers[0].fileServer.id 2: The name “a.b” is not allowed: use 1 to 64 letters, digits, - or _."_s);
}

void TstDocumentRules::addJobRows()
{
    const auto row = [](const QByteArray &name, const QByteArray &more, const QString &fault) {
        QTest::newRow(name.constData()) << ResourceKind::Job << custom(more) << QStringList{fault};
    };
    const auto clusterId = [](const QByteArray &id) -> QByteArray { return R"("cluster":{"id":")" + id + "\"}"; };
    const QString form =
        u"; it should be /subscriptions/…/resourceGroups/…/providers/Microsoft.BatchAI/workspaces/NAME/clusters/NAME."_s;
    row("cluster's id", clusterId("/clusters/c"),
        u"IdForm $.properties.cluster.id 2: “/clusters/c” is not such an id"_s + form);
    row("id of a workspace", clusterId("/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w"),
        u"IdForm $.properties.cluster.id 2: “/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/w…” is not such an id"_s
            + form);
    row("short id of something else", clusterId("g/w/e"),
        u"IdForm $.properties.cluster.id 2: “g/w/e” names no cluster: give its full id, its name, or GROUP/WORKSPACE/clusters/NAME."_s);
    row("cluster's name", clusterId("a b"),
        u"IdForm $.properties.cluster.id 2: “a b” names no cluster: give its full id, its name, or GROUP/WORKSPACE/clusters/NAME."_s);
    row("cluster's name in its id", clusterId(batchAi + "/clusters/" + QByteArray(65, 'c')),
        u"NameRule $.properties.cluster.id 2: The name “"_s + QString(63, u'c')
            + u"…” is not allowed: use 1 to 64 letters, digits, - or _."_s);
    row("group's name in an id", clusterId(QByteArray(batchAi).replace("/g/", "/g+/") + "/clusters/c"),
        u"NameRule $.properties.cluster.id 2: The name “g+” is not allowed: use 1 to 90 letters, digits, -, _ or dots."_s);
    row("directory's id", R"("inputDirectories":[{"id":"A-B","path":"/"}])",
        u"NameRule $.properties.inputDirectories[0].id 2: “A-B” should be letters, digits and _ only."_s);
    row("two directories of one id",
        R"("outputDirectories":[{"id":"A","pathPrefix":"/"},{"id":"A","pathPrefix":"/b"}])",
        u"Duplicate $.properties.outputDirectories[1].id 2: “A” is the id of another directory; choose another id."_s);
    const auto files = [](const QByteArray &entries) -> QByteArray {
        return R"("x-batchdeck":{"files":[)" + entries + "]}";
    };
    for (const char *path : {"/a", "../a", "a/../b", "a//b", "./a", "a/", "..", "~/a", "a\\nb"})
        row(path, files(R"({"path":")" + QByteArray(path) + R"(","content":"x"})"),
            u"NotAllowed $.properties.x-batchdeck.files[0].path 2: “%1” should be a path below the working directory: relative, without “..”, at most 255 characters."_s
                .arg(QString::fromLatin1(path).replace(u"\\n"_s, u"\n"_s)));
    row("a file twice", files(R"({"path":"a","content":"x"},{"path":"a","content":"x"})"),
        u"Duplicate $.properties.x-batchdeck.files[1].path 2: “a” is another file of the job; choose another path."_s);
    row("a file that is a folder", files(R"({"path":"a/b","content":"x"},{"path":"a","content":"x"})"),
        u"Duplicate $.properties.x-batchdeck.files[1].path 2: “a” is the folder of another file of the job; choose another path."_s);
    row("a file without a path", files(R"({"content":"x"})"),
        u"Required $.properties.x-batchdeck.files[0].path 2: “path” is missing; add it."_s);
    row("a file of numbers", files(R"({"path":"a","content":1})"),
        u"WrongType $.properties.x-batchdeck.files[0].content 2: “content” should be text in double quotes."_s);
    row("large files", files(R"({"path":"a","content":")" + QByteArray(1024 * 1024 + 1, 'x') + R"("})"),
        u"TooMany $.properties.x-batchdeck.files 2: The files of the job have 1048577 bytes together; at most 1048576 are allowed. Mount a volume that holds the larger ones."_s);
    row("an expression of a template", R"("outputDirectories":"[parameters('outputs')]")",
        u"WrongType $.properties.outputDirectories 2: “[parameters('outputs')]” is an expression of Azure Resource Manager, which nobody evaluates here: write the value of “outputDirectories” in its place."_s);
    row("reserved id", R"("outputDirectories":[{"id":"stdOutErr","pathPrefix":"/"}])",
        u"NameRule $.properties.outputDirectories[0].id 2: “stdOutErr” is the standard output directory of every job; choose another id."_s);
    row("variable's name", R"("environmentVariables":[{"name":"A-B","value":""}])",
        u"NameRule $.properties.environmentVariables[0].name 2: “A-B” is no name of a variable: letters, digits and _, no digit first."_s);
    row("secret without a value", R"("secrets":[{"name":"A"}])",
        u"Required $.properties.secrets[0] 2: Either “value” or “valueSecretReference” is missing; add one."_s);
    row("secret with both", R"("secrets":[{"name":"A","value":"v","valueSecretReference":)" + reference + "}]",
        u"NotTogether $.properties.secrets[0] 2: “value” and “valueSecretReference” do not go together; remove one of them."_s);
    const auto registry = [](const QByteArray &credentials) -> QByteArray {
        return R"("containerSettings":{"imageSourceRegistry":{"image":"i","credentials":{"username":"u")" + credentials
            + "}}}";
    };
    row("registry without a password", registry({}),
        u"Required $.properties.containerSettings.imageSourceRegistry.credentials 2: Either “password” or “passwordSecretReference” is missing; add one."_s);
    row("registry with both", registry(R"(,"password":"p","passwordSecretReference":)" + reference),
        u"NotTogether $.properties.containerSettings.imageSourceRegistry.credentials 2: “password” and “passwordSecretReference” do not go together; remove one of them."_s);
    for (const char *size : {"", "big", "-1g", "16 gigs", "1.g", "1gbb", "0x10"})
        row(QByteArray("size ") + size,
            R"("containerSettings":{"imageSourceRegistry":{"image":"i"},"shmSize":")" + QByteArray(size) + "\"}",
            u"NotAllowed $.properties.containerSettings.shmSize 2: “%1” is no size as docker writes it, for example 64m or 16gb."_s
                .arg(QLatin1StringView(size)));
    for (const char *time : {"P7DT1S", "7.00:00:01", "PT0S", "P8D", "7 days, 0:00:01"})
        row(QByteArray("time ") + time, R"("constraints":{"maxWallClockTime":")" + QByteArray(time) + "\"}",
            u"OutOfRange $.properties.constraints.maxWallClockTime 2: “maxWallClockTime” should be from 1 second to 7 days."_s);
}

void TstDocumentRules::addClusterRows()
{
    const auto row = [](const QByteArray &name, const QByteArray &more, const QString &fault) {
        QTest::newRow(name.constData()) << ResourceKind::Cluster << cluster(more) << QStringList{fault};
    };
    const auto range = [](int least, int most, int first) {
        return uR"("scaleSettings":{"autoScale":{"minimumNodeCount":%1,"maximumNodeCount":%2,"initialNodeCount":%3}})"_s
            .arg(least)
            .arg(most)
            .arg(first)
            .toUtf8();
    };
    row("no scale", R"("scaleSettings":{})",
        u"Required $.properties.scaleSettings 2: “scaleSettings” should have either “manual” or “autoScale”."_s);
    row("both scales",
        R"("scaleSettings":{"manual":{"targetNodeCount":1},"autoScale":{"minimumNodeCount":0,"maximumNodeCount":1}})",
        u"NotTogether $.properties.scaleSettings 2: “manual” and “autoScale” do not go together; remove one of them."_s);
    row("least over most", range(3, 2, 0),
        u"OutOfRange $.properties.scaleSettings.autoScale.minimumNodeCount 2: “minimumNodeCount” is greater than “maximumNodeCount”; lower it or raise the other."_s);
    row("first over most", range(1, 2, 3),
        u"OutOfRange $.properties.scaleSettings.autoScale.initialNodeCount 2: “initialNodeCount” should be from 1 to 2, or 0."_s);
    row("first below least", range(2, 3, 1),
        u"OutOfRange $.properties.scaleSettings.autoScale.initialNodeCount 2: “initialNodeCount” should be from 2 to 3, or 0."_s);
    const QByteArray insights =
        R"("nodeSetup":{"performanceCountersSettings":{"appInsightsReference":{"component":
        {"id":"/subscriptions/s/resourceGroups/g/providers/microsoft.insights/components/c"})"_ba.replace('\n', ' ');
    row("counters without a key", insights + "}}}",
        u"Required $.properties.nodeSetup.performanceCountersSettings.appInsightsReference 2: Either “instrumentationKey” or “instrumentationKeySecretReference” is missing; add one."_s);
    row("counters with both keys",
        insights + R"(,"instrumentationKey":"k","instrumentationKeySecretReference":)" + reference + "}}}",
        u"NotTogether $.properties.nodeSetup.performanceCountersSettings.appInsightsReference 2: “instrumentationKey” and “instrumentationKeySecretReference” do not go together; remove one of them."_s);
    const auto setup = [](const QByteArray &more) -> QByteArray {
        return R"("nodeSetup":{"setupTask":{"commandLine":"x","stdOutErrPathPrefix":"/",)" + more + "}}";
    };
    row("variable of a setup task", setup(R"("environmentVariables":[{"name":"1","value":""}])"),
        u"NameRule $.properties.nodeSetup.setupTask.environmentVariables[0].name 2: “1” is no name of a variable: letters, digits and _, no digit first."_s);
    row("secret of a setup task", setup(R"("secrets":[{"name":"A"}])"),
        u"Required $.properties.nodeSetup.setupTask.secrets[0] 2: Either “value” or “valueSecretReference” is missing; add one."_s);
    const auto missing = [](const char *key) -> QString {
        return u"Required $.properties.%1 1: “%1” is missing; add it."_s.arg(QLatin1StringView(key));
    };
    QTest::newRow("file server of a size only") << ResourceKind::FileServer << "{\n\"vmSize\":\"x\"}"_ba
                                                << QStringList{missing("sshConfiguration"), missing("dataDisks")};
    QTest::newRow("file server of disks only")
        << ResourceKind::FileServer
        << "{\n\"dataDisks\":{\"diskSizeInGB\":1,\"diskCount\":1,\"storageAccountType\":\"Standard_LRS\"}}"_ba
        << QStringList{missing("vmSize"), missing("sshConfiguration")};
}

void TstDocumentRules::tellsWhatBreaksARule_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("faults");
    addToolkitRows();
    addVolumeRows();
    addJobRows();
    addClusterRows();
}

void TstDocumentRules::tellsWhatBreaksARule()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, faults);
    QCOMPARE(told(checkDocument(kind, text).faults), faults);
}

BATCHDECK_TEST(QCoreApplication, TstDocumentRules)
#include "tst_documentrules.moc"
