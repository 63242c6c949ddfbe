// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/batchai/rulerows.h"
#include "tests/support/testmain.h"

using namespace Qt::StringLiterals;
using namespace rulerows;
using engine::checkDocument;
using engine::ResourceKind;

/// What the rules that the table of properties cannot say leave free, and what they only warn of.
class TstDocumentLeeway final : public QObject
{
    Q_OBJECT

private slots:
    void takesWhatKeepsTheRules_data();
    void takesWhatKeepsTheRules();
    void warnsOfWhatMayGoWrong_data();
    void warnsOfWhatMayGoWrong();
};

void TstDocumentLeeway::takesWhatKeepsTheRules_data()
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
    row("files",
        custom(
            R"("x-batchdeck":{"files":[{"path":"a.py","content":"x\ny"},{"path":"b/c d","content":""},{"path":"b/e"}]})"));
    row("the largest file",
        custom(R"("x-batchdeck":{"files":[{"path":"a","content":")" + QByteArray(1024 * 1024, 'x') + R"("}]})"));
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

void TstDocumentLeeway::takesWhatKeepsTheRules()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(told(check.faults), QStringList());
    QCOMPARE(told(check.warnings), QStringList());
}

void TstDocumentLeeway::warnsOfWhatMayGoWrong_data()
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

void TstDocumentLeeway::warnsOfWhatMayGoWrong()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QByteArray, text);
    QFETCH(const QString, warning);
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(told(check.faults), QStringList());
    QCOMPARE(told(check.warnings), QStringList{warning});
}

BATCHDECK_TEST(QCoreApplication, TstDocumentLeeway)
#include "tst_documentleeway.moc"
