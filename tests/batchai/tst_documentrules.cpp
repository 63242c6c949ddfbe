// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"
#include "tests/support/testmain.h"

#include <QJsonObject>

using namespace Qt::StringLiterals;
using engine::checkDocument;
using engine::ResourceKind;

namespace {

// The one line of the rows below that breaks a rule stands in line 2.
QByteArray job(const QByteArray &more)
{
    return R"({"stdOutErrPathPrefix":"/o",)"
           "\n"
        + more + "\n}";
}

QByteArray custom(const QByteArray &more)
{
    return job(more + R"(,"nodeCount":1,"customToolkitSettings":{"commandLine":"x"})");
}

QByteArray toolkit(const QByteArray &settings, int nodes = 1)
{
    return job(settings + R"(,"nodeCount":)" + QByteArray::number(nodes));
}

QByteArray cluster(const QByteArray &more)
{
    return "{\n" + more + "\n}";
}

QByteArray mounts(const QByteArray &lists)
{
    return R"("mountVolumes":{)" + lists + '}';
}

QByteArray share(const QByteArray &more, const QByteArray &path = "a")
{
    return mounts(R"("azureFileShares":[{"azureFileUrl":"https://a.file.core.windows.net/s","relativeMountPath":")"
                  + path + '"' + more + "}]");
}

QByteArray shareAt(const QByteArray &url)
{
    return mounts(R"("azureFileShares":[{"azureFileUrl":")" + url + R"(","relativeMountPath":"a"}])");
}

// "CODE TARGET LINE: words"
QStringList told(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(u"%1 %2 %3: %4"_s.arg(fault.code, fault.target).arg(fault.line).arg(fault.message.englishText()));
    return texts;
}

const QByteArray reference =
    R"({"sourceVault":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.KeyVault/vaults/v"},
    "secretUrl":"u"})"_ba.replace('\n', ' ');
const QByteArray batchAi = "/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w"_ba;

} // namespace

/// One row a rule that the table of properties cannot say; what the table says is broken in tst_documentschema.
class TstDocumentRules : public QObject
{
    Q_OBJECT

private slots:
    void tellsWhatBreaksARule_data();
    void tellsWhatBreaksARule();
    void takesWhatKeepsTheRules_data();
    void takesWhatKeepsTheRules();
    void warnsOfWhatMayGoWrong_data();
    void warnsOfWhatMayGoWrong();

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
    row("no toolkit", job(R"("nodeCount":1)"),
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
    for (const char *path : {"/abs", "..", "a/../b", "a/..", ".", "./", "//", "a\\nb"})
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

void TstDocumentRules::takesWhatKeepsTheRules_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const QByteArray &name, const QByteArray &text) {
        QTest::newRow(name.constData()) << ResourceKind::Job << text;
    };
    row("most processes", toolkit(R"("horovodSettings":{"pythonScriptFilePath":"p","processCount":8})", 2));
    row("most workers",
        toolkit(R"("tensorFlowSettings":{"pythonScriptFilePath":"p","workerCount":8,"parameterServerCount":2})", 2));
    row("no parameter server",
        toolkit(R"("tensorFlowSettings":{"pythonScriptFilePath":"p","parameterServerCount":0})", 2));
    row("null counts",
        toolkit(R"("tensorFlowSettings":{"pythonScriptFilePath":"p","workerCount":null,"parameterServerCount":null})"));
    row("one process of PyTorch", toolkit(R"("pyTorchSettings":{"pythonScriptFilePath":"p"})"));
    for (const char *backend : {"TCP", "tcp", "Gloo", "GLOO", "mpi"})
        row(QByteArray("backend ") + backend,
            toolkit(R"("pyTorchSettings":{"pythonScriptFilePath":"p","communicationBackend":")" + QByteArray(backend)
                        + "\"}",
                    2));
    row("empty text for none", toolkit(R"("caffeSettings":{"configFilePath":"","pythonScriptFilePath":"p"})"));
    row("null for none", toolkit(R"("cntkSettings":{"configFilePath":"c","pythonScriptFilePath":null})"));
    for (const char *path : {"a", "a/b", "./a", "a/", "...", "a..b", ".a"})
        row(QByteArray("mount path ") + path, custom(share({}, path)));
    for (const char *url : {"https://a.file.core.windows.net/s", "https://a.file.core.windows.net/s/",
                            "HTTPS://A.File.core.windows.net/s", "https://a_b.file.core.windows.net/s/d",
                            "https://a.file.core.chinacloudapi.cn/s"})
        row(QByteArray("URL ") + url, custom(shareAt(url)));
    for (const char *mode : {"0777", "777", "1777", "0000"})
        row(QByteArray("mode ") + mode, custom(share(R"(,"fileMode":")" + QByteArray(mode) + '"')));
    row("no key yet", custom(share(R"(,"credentials":{})")));
    row("null for a key", custom(share(R"(,"credentials":{"accountKey":null})")));
    for (const char *size : {"1", "64m", "16gb", "16 GB", "1.5g", "2TiB", "100b"})
        row(QByteArray("size ") + size,
            custom(R"("containerSettings":{"imageSourceRegistry":{"image":"i"},"shmSize":")" + QByteArray(size)
                   + "\"}"));
    row("image of its registry",
        custom(R"("containerSettings":{"imageSourceRegistry":{"serverUrl":"https://r.io","image":"r.io/i"}})"));
    row("image of Docker Hub",
        custom(
            R"("containerSettings":{"imageSourceRegistry":{"serverUrl":"https://index.docker.io/v1/","image":"t/i"}})"));
    for (const QByteArray &id : {"desk"_ba, "g/w/clusters/c"_ba, ""_ba, QByteArray(batchAi + "/clusters/c"),
                                 QByteArray((batchAi + "/CLUSTERS/c").toUpper())})
        row("cluster " + id, custom(R"("cluster":{"id":")" + id + "\"}"));
    for (const char *time : {"P7D", "7.00:00:00", "7 days, 0:00:00", "PT1S", "1 day, 2:03:04", "P1W"})
        row(QByteArray("time ") + time, custom(R"("constraints":{"maxWallClockTime":")" + QByteArray(time) + "\"}"));
    row("what files have beside it",
        "\xef\xbb\xbf// of "
        "2018\n{\"$schema\":\"s\",\"$comment\":\"c\",\"comment\":\"c\",\"location\":\"eastus\",\"tags\":null,"
        "\"properties\":{ # ours\n\"location\":\"eastus\",\"comment\":1,\"toolType\":\"custom\",\"nodeCount\":1,"
        "\"stdOutErrPathPrefix\":\"/\",\"customToolkitSettings\":{\"commandLine\":\"x\",},\"secrets\":null,},}"_ba);
    row("what az shows of a job",
        R"({"additionalProperties":{},"caffe2Settings":null,"cluster":{"additionalProperties":{},
        "id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/clusters/c","resourceGroup":"g"},
        "constraints":{"maxWallClockTime":"7 days, 0:00:00"},"executionInfo":null,"id":"i","name":"j",
        "resourceGroup":"g","type":"Microsoft.BatchAI/workspaces/experiments/jobs","nodeCount":1,
        "mountVolumes":{"azureFileShares":[{"accountName":"a","azureFileUrl":"https://a.file.core.windows.net/logs",
            "credentials":{"accountKey":null,"accountKeySecretReference":null},"relativeMountPath":"logs"}],
            "fileServers":null},
        "provisioningState":"succeeded","schedulingPriority":"normal","secrets":null,"stdOutErrPathPrefix":"/",
        "toolType":"custom","customToolkitSettings":{"commandLine":"x"}})");
    QTest::newRow("what az shows of a cluster")
        << ResourceKind::Cluster << R"({"location":"eastus","name":"nc6","nodeSetup":null,"subnet":{"id":null},
        "provisioningState":"succeeded","scaleSettings":{"additionalProperties":{},"autoScale":null,
        "manual":{"nodeDeallocationOption":"requeue","targetNodeCount":1}},"tags":null,
        "nodeStateCounts":{"additionalProperties":{},"idleNodeCount":0}})"_ba;
    row("ours anywhere",
        custom(R"("x-batchdeck":{"new":1},"inputDirectories":[{"id":"A","path":"/","x-batchdeck":{"b":2}}])"));
    QTest::newRow("file server") << ResourceKind::FileServer << "{}"_ba;
    QTest::newRow("file server of ours") << ResourceKind::FileServer
                                         << R"({"x-batchdeck":{"machine":"m","path":"/srv","more":1}})"_ba;
    QTest::newRow("workspace without a region") << ResourceKind::Workspace << R"({"tags":{"a":null}})"_ba;
}

void TstDocumentRules::takesWhatKeepsTheRules()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(told(check.faults), QStringList());
    QCOMPARE(told(check.warnings), QStringList());
}

void TstDocumentRules::warnsOfWhatMayGoWrong_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("warning");
    const auto row = [](const QByteArray &name, const QByteArray &text, const QString &warning) {
        QTest::newRow(name.constData()) << ResourceKind::Job << text << warning;
    };
    row("placeholder", custom(shareAt("https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/s")),
        u"Placeholder $.properties.mountVolumes.azureFileShares[0].azureFileUrl 2: <AZURE_BATCHAI_STORAGE_ACCOUNT> stands for something that you have to fill in."_s);
    row("placeholder of a guide", custom(shareAt("https://<YOUR STORAGE ACCOUNT>.file.core.windows.net/<SHARE>")),
        u"Placeholder $.properties.mountVolumes.azureFileShares[0].azureFileUrl 2: <YOUR STORAGE ACCOUNT> stands for something that you have to fill in."_s);
    row("placeholder of a name",
        custom(
            mounts(R"("azureBlobFileSystems":[{"accountName":"<NAME>","containerName":"c","relativeMountPath":"b"}])")),
        u"Placeholder $.properties.mountVolumes.azureBlobFileSystems[0].accountName 2: <NAME> stands for something that you have to fill in."_s);
    row("image of another registry",
        custom(R"("containerSettings":{"imageSourceRegistry":{"serverUrl":"r.io","image":"t/i"}})"),
        u"Unqualified $.properties.containerSettings.imageSourceRegistry.image 2: “t/i” is looked for in Docker Hub; put the name of its registry before it."_s);
    row("id without a workspace",
        custom(R"("cluster":{"id":"/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/clusters/c"})"),
        u"IdForm $.properties.cluster.id 2: “/subscriptions/s/resourceGroups/g/providers/Microsoft.BatchAI/c…” is an id of an older form; it should be /subscriptions/…/resourceGroups/…/providers/Microsoft.BatchAI/workspaces/NAME/clusters/NAME."_s);
    row("secret of an answer", custom(R"("provisioningState":"succeeded","secrets":[{"name":"A"}])"),
        u"SecretMissing $.properties.secrets[0] 2: No service returns “value”; fill it in before it is used."_s);
    row("secret of an export", custom(R"("id":"/subscriptions/s","secrets":[{"name":"A"}])"),
        u"SecretMissing $.properties.secrets[0] 2: No service returns “value”; fill it in before it is used."_s);
    row("unknown key", custom(R"("nodecount":2)"),
        u"Unknown $.properties.nodecount 2: “nodecount” is not known here; it is kept and not used."_s);
    row("number of many digits", custom(R"("x-batchdeck":{"n":18446744073709551615})"),
        u"Rounded  2: 18446744073709551615 has more digits than are kept; in quotes it is kept whole."_s);
    QTest::newRow("scale of its own")
        << ResourceKind::Cluster
        << cluster(R"("scaleSettings":{"autoScale":{"minimumNodeCount":0,"maximumNodeCount":100}})")
        << u"Unused $.properties.scaleSettings.autoScale 2: This version keeps “autoScale” and does not use it."_s;
}

void TstDocumentRules::warnsOfWhatMayGoWrong()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const QString, warning);
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(told(check.faults), QStringList());
    QCOMPARE(told(check.warnings), QStringList{warning});
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstDocumentRules)
#include "tst_documentrules.moc"
