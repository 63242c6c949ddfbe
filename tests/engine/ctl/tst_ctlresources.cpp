// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/engine/ctl/terminal.h"
#include "tests/support/testmain.h"

#include <QDir>

using namespace Qt::StringLiterals;
using testing::at;
using testing::errorOf;
using testing::Installation;
using testing::Outcome;
using testing::valuesOf;
using testing::words;

/// batchctl's verbs of groups, workspaces, clusters, file servers, volumes and documents, with the real engine. One
/// profile for all: each test uses names of its own.
class TstCtlresources final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void keepsTags_data();
    void keepsTags();
    void changesNothingElse_data();
    void changesNothingElse();
    void scalesAsAzDoes_data();
    void scalesAsAzDoes();
    void keepsWhatAzSaysOfNodes();
    void namesFoldersFileServers();
    void mapsVolumes();
    void listsUsages();
    void takesDocumentsOutAndIn();
    void importsWholeOrNotAtAll();
    void refuses_data();
    void refuses();
    void warnsOfDocuments();
    void tellsWhatADeletionTakesAlong();

private:
    [[nodiscard]] Outcome run(const QString &line, const QByteArray &input = {}) const
    {
        return m_installation.batchctl(words(line), input);
    }

    Installation m_installation;
};

void TstCtlresources::initTestCase()
{
    const QByteArray fault = m_installation.makeCluster();
    QVERIFY2(fault.isEmpty(), fault.constData());
}

void TstCtlresources::cleanupTestCase()
{
    QCOMPARE(run(u"stop"_s).exitCode, 0);
}

void TstCtlresources::keepsTags_data()
{
    QTest::addColumn<QString>("word");
    QTest::newRow("group") << "group";
    QTest::newRow("workspace") << "workspace";
}

void TstCtlresources::keepsTags()
{
    QFETCH(QString, word);
    const Outcome made = run(word + u" create -n tagged -l westus --tags team=vision note"_s);
    VERIFY_DONE(made);
    QCOMPARE(made.json()[u"tags"_s].toObject(), (QJsonObject{{u"team"_s, u"vision"_s}, {u"note"_s, QString()}}));
    QCOMPARE(made.json()[u"location"_s].toString(), u"westus"_s);
    QVERIFY2(made.errorOutput.contains("--location"), made.errorOutput.constData());
    QCOMPARE(run(word + u" create -n tagged"_s).exitCode, 5);

    VERIFY_DONE(run(word + u" update -n tagged --tags a=b=c"_s));
    const QJsonValue shown = run(word + u" show -n tagged"_s).json();
    QCOMPARE(shown[u"tags"_s].toObject(), (QJsonObject{{u"a"_s, u"b=c"_s}}));
    QCOMPARE(shown[u"location"_s].toString(), u"westus"_s);
    VERIFY_DONE(m_installation.batchctl({word, u"update"_s, u"-n"_s, u"tagged"_s, u"--tags"_s, QString()}));
    QCOMPARE(run(word + u" show -n tagged"_s).json()[u"tags"_s].toObject(), QJsonObject());

    QCOMPARE(run(word + u" update -n none --tags a=b"_s).exitCode, 3);
    QCOMPARE(run(word + u" update -n tagged --tags =b"_s).exitCode, 4);
    QCOMPARE(run(word + u" update -n tagged"_s).exitCode, 2);
    QCOMPARE(run(word + u" delete -n tagged -y"_s).exitCode, 0);
    QCOMPARE(run(word + u" show -n tagged"_s).exitCode, 3);
}

void TstCtlresources::changesNothingElse_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("experiments have no update") << "experiment update -n e --tags a=b" << 2;
    QTest::newRow("nor do file servers") << "file-server update -n f" << 2;
    QTest::newRow("scale of nothing") << "cluster auto-scale -n none --min 0 --max 1" << 3;
    QTest::newRow("less than nothing") << "cluster auto-scale -n desk --min -1 --max 1" << 4;
    QTest::newRow("most below fewest") << "cluster auto-scale -n desk --min 2 --max 1" << 4;
}

void TstCtlresources::changesNothingElse()
{
    QFETCH(QString, line);
    QFETCH(int, exitCode);
    const QJsonValue before = run(u"cluster show -n desk"_s).json()[u"properties"_s][u"scaleSettings"_s];
    const Outcome refused = run(line);
    QVERIFY2(refused.exitCode == exitCode, refused.errorOutput.constData());
    QCOMPARE(run(u"cluster show -n desk"_s).json()[u"properties"_s][u"scaleSettings"_s], before);
}

// batch-ai.md 6, "CLI mapping".
void TstCtlresources::scalesAsAzDoes_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QJsonObject>("scale"); // empty: refused
    const auto manual = [](int count) {
        return QJsonObject{
            {u"manual"_s, QJsonObject{{u"targetNodeCount"_s, count}, {u"nodeDeallocationOption"_s, u"requeue"_s}}}};
    };
    const auto automatic = [](int fewest, int most, int first) {
        return QJsonObject{{u"autoScale"_s,
                            QJsonObject{{u"minimumNodeCount"_s, fewest},
                                        {u"maximumNodeCount"_s, most},
                                        {u"initialNodeCount"_s, first}}}};
    };
    const QByteArray file = R"({"properties":{"vmSize":"NC6","userAccountSettings":{"adminUserName":"a"},
        "scaleSettings":{"manual":{"targetNodeCount":3,"nodeDeallocationOption":"terminate"}}}})";
    const QJsonObject ofFile{
        {u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 3}, {u"nodeDeallocationOption"_s, u"terminate"_s}}}};
    const auto row = [&](const char *name, const QString &options, const QByteArray &document,
                         const QJsonObject &scale) { QTest::newRow(name) << options << document << scale; };
    row("nothing: all machines", {}, {}, manual(1));
    row("target", u"-t 2"_s, {}, manual(2));
    row("target 0", u"-t 0"_s, {}, manual(0));
    row("equal", u"--min 2 --max 2"_s, {}, manual(2));
    row("all three equal", u"-t 2 --min 2 --max 2"_s, {}, manual(2));
    row("between", u"--min 0 --max 4"_s, {}, automatic(0, 4, 0));
    row("between, and a first number", u"-t 1 --min 0 --max 4"_s, {}, automatic(0, 4, 1));
    row("equal, and another first number", u"-t 1 --min 2 --max 2"_s, {}, automatic(2, 2, 1));
    row("the file's", {}, file, ofFile);
    row("options win over the file", u"-t 1"_s, file, manual(1));
    row("options win over the file, too", u"--min 1 --max 2"_s, file, automatic(1, 2, 0));
    row("fewest alone", u"--min 1"_s, {}, {});
    row("most alone", u"-t 1 --max 1"_s, {}, {});
    row("most below fewest", u"--min 2 --max 1"_s, {}, {});
    row("no number", u"-t two"_s, {}, {});
}

void TstCtlresources::scalesAsAzDoes()
{
    QFETCH(QString, options);
    QFETCH(QByteArray, document);
    QFETCH(QJsonObject, scale);
    const Outcome made =
        run(u"cluster create -n scaled --machines here "_s + (document.isEmpty() ? QString() : u"-f - "_s) + options,
            document);
    if (scale.isEmpty()) {
        QVERIFY2(made.exitCode == 4, made.errorOutput.constData());
        QCOMPARE(run(u"cluster show -n scaled"_s).exitCode, 3);
        return;
    }
    VERIFY_DONE(made);
    QCOMPARE(at(made.json(), u"properties.scaleSettings"_s).toObject(), scale);
    QCOMPARE(at(run(u"cluster show -n scaled"_s).json(), u"properties.scaleSettings"_s).toObject(), scale);
    QCOMPARE(run(u"cluster delete -n scaled -y"_s).exitCode, 0);
}

void TstCtlresources::keepsWhatAzSaysOfNodes()
{
    const Outcome made =
        run(u"cluster create -n sized -s Standard_NC6 --vm-priority lowpriority -i UbuntuDSVM -u anna -p word "
            "--generate-ssh-keys --setup-task ./prepare --setup-task-output $AZ_BATCHAI_MOUNT_ROOT/afs "
            "--storage-account-name lab --afs-name share --nfs-mount-path data --machines here -t 1"_s);
    VERIFY_DONE(made);
    QCOMPARE(made.errorOutput.count("Accepted"), 1);
    for (const char *option :
         {"--vm-size", "--vm-priority", "--image", "--user-name", "--password", "--generate-ssh-keys"})
        QVERIFY2(made.errorOutput.contains(option), option);
    const QJsonValue properties = run(u"cluster show -n sized"_s).json()[u"properties"_s];
    QCOMPARE(properties[u"vmSize"_s].toString().toUpper(), u"STANDARD_NC6"_s);
    QCOMPARE(properties[u"vmPriority"_s].toString(), u"lowpriority"_s);
    QCOMPARE(at(properties, u"virtualMachineConfiguration.imageReference.sku"_s).toString(), u"linuxdsvmubuntu"_s);
    QCOMPARE(at(properties, u"userAccountSettings.adminUserName"_s).toString(), u"anna"_s);
    QVERIFY(at(properties, u"userAccountSettings.adminUserPassword"_s).isUndefined());
    QCOMPARE(at(properties, u"nodeSetup.setupTask.commandLine"_s).toString(), u"./prepare"_s);
    const QJsonValue share = at(properties, u"nodeSetup.mountVolumes.azureFileShares.0"_s);
    QCOMPARE(share[u"azureFileUrl"_s].toString(), u"https://lab.file.core.windows.net/share"_s);
    QCOMPARE(share[u"relativeMountPath"_s].toString(), u"afs"_s);
    QCOMPARE(at(properties, u"x-batchdeck.kind"_s).toString(), u"local"_s);

    const Outcome wrong = run(u"cluster create -n wrong --vm-priority cheap --machines here -o json"_s);
    QCOMPARE(wrong.exitCode, 4);
    QCOMPARE(valuesOf(errorOf(wrong)[u"details"_s], u"target"_s), QStringList{u"$.properties.vmPriority"_s});
    QCOMPARE(run(u"cluster show -n wrong"_s).exitCode, 3);

    VERIFY_DONE(run(u"cluster auto-scale -n sized --min 0 --max 3"_s));
    QCOMPARE(
        at(run(u"cluster show -n sized"_s).json(), u"properties.scaleSettings.autoScale.maximumNodeCount"_s).toInt(),
        3);
    VERIFY_DONE(run(u"cluster resize -n sized -t 1"_s));
    QCOMPARE(at(run(u"cluster show -n sized"_s).json(), u"properties.scaleSettings.manual.targetNodeCount"_s).toInt(),
             1);
    QCOMPARE(run(u"cluster list-nodes -c sized -o tsv"_s).output.split('\t').value(0), QByteArray("here"));
    QCOMPARE(run(u"cluster list-nodes -n sized -o tsv"_s).output.split('\t').value(0), QByteArray("here"));
    const Outcome executed = m_installation.batchctl(
        words(u"cluster node exec -c sized -n here"_s, {u"--exec"_s, u"yes | head -n 1; exit 7"_s}));
    QCOMPARE(executed.exitCode, 7); // as of this computer no ssh is needed
    QCOMPARE(executed.output, "y\n");
    QCOMPARE(run(u"cluster node exec -c sized -n none --exec true"_s).exitCode, 3);
    QCOMPARE(run(u"cluster node exec -c sized"_s).exitCode, 2);
    QCOMPARE(run(u"cluster delete -n sized -y"_s).exitCode, 0);
}

void TstCtlresources::namesFoldersFileServers()
{
    const Outcome made = run(u"file-server create -n nfs --machine here --path /srv/data"_s);
    VERIFY_DONE(made);
    const QJsonValue shown = run(u"file-server show -n nfs"_s).json();
    QCOMPARE(shown[u"type"_s].toString(), u"Microsoft.BatchAI/workspaces/fileServers"_s);
    QCOMPARE(at(shown, u"properties.x-batchdeck.path"_s).toString(), u"/srv/data"_s);
    QVERIFY(at(shown, u"properties.x-batchdeck.machine"_s).toString().endsWith(u"/machines/here"_s));
    const QByteArrayList table = run(u"file-server list -o table"_s).output.split('\n');
    QCOMPARE(table.value(0).simplified(),
             QByteArray("Name Resource Group Size Disks Public IP Internal IP Mount Point Machine"));
    QVERIFY2(table.value(2).simplified().endsWith("/srv/data here"), table.value(2).constData());

    const QByteArray old = R"({"properties":{"vmSize":"STANDARD_D1","dataDisks":{"diskSizeInGB":10,"diskCount":2,
        "storageAccountType":"Standard_LRS"},"sshConfiguration":{"userAccountSettings":{"adminUserName":"DemoUser",
        "adminUserPassword":"hidden word"}}}})";
    VERIFY_DONE(run(u"file-server create -n old --disk-count 4 --caching-type readonly -f -"_s, old));
    const QByteArrayList cells = run(u"file-server show -n old -o tsv"_s).output.split('\t');
    QCOMPARE(cells.value(2), QByteArray("STANDARD_D1"));
    QCOMPARE(cells.value(3), QByteArray("4 x 10 Gb"));
    QVERIFY(!run(u"file-server show -n old"_s).output.contains("hidden word"));
    const Outcome wrong = run(u"file-server create -n wrong --disk-count many -f - -o json"_s, old);
    QCOMPARE(wrong.exitCode, 4);
    QCOMPARE(valuesOf(errorOf(wrong)[u"details"_s], u"target"_s), QStringList{u"$.properties.dataDisks.diskCount"_s});

    QCOMPARE(run(u"file-server create -n nfs --machine here --path /srv"_s).exitCode, 5);
    QCOMPARE(run(u"file-server create -n none --machine nobody --path /srv"_s).exitCode, 4);
    QCOMPARE(run(u"file-server create -n none --path nobody:srv"_s).exitCode, 3);
    for (const QString &folder : {u"--machine here --path srv"_s, u"--path here:srv"_s}) {
        const Outcome inHome = run(u"file-server create -n home "_s + folder);
        VERIFY_DONE(inHome);
        QCOMPARE(at(inHome.json(), u"properties.x-batchdeck.path"_s).toString(), QString(QDir::homePath() + u"/srv"_s));
        VERIFY_DONE(run(u"file-server delete -y -n home"_s));
    }
    QCOMPARE(run(u"file-server create -n none --machine here"_s).exitCode, 2);
    QCOMPARE(run(u"file-server show -n none"_s).exitCode, 3);
    QCOMPARE(run(u"file-server delete -n nfs"_s).exitCode, 2); // nobody was asked
    VERIFY_DONE(run(u"cluster create -n mounting --machines here --nfs nfs"_s));
    // A machine wins over a file server of its name, also where a volume is mapped to.
    VERIFY_DONE(run(u"file-server create -n here --path here:/srv/twin"_s));
    VERIFY_DONE(run(u"volume map blob://lab/machines here:/data"_s));
    VERIFY_DONE(run(u"volume map blob://lab/servers nfs:models"_s));
    const Outcome deleted = run(u"file-server delete -y -n nfs"_s);
    VERIFY_DONE(deleted);
    QVERIFY2(deleted.errorOutput.contains("mounting"), deleted.errorOutput.constData()); // who has it no more
    QVERIFY2(deleted.errorOutput.contains("blob://lab/servers"), deleted.errorOutput.constData());
    const Outcome twin = run(u"file-server delete -y -n here"_s);
    VERIFY_DONE(twin);
    QCOMPARE(twin.errorOutput, QByteArray());
    VERIFY_DONE(run(u"volume unmap blob://lab/machines"_s));
    VERIFY_DONE(run(u"volume unmap blob://lab/servers"_s));
    QCOMPARE(run(u"file-server delete -y -n old"_s).exitCode, 0);
    QCOMPARE(run(u"cluster delete -n mounting --terminate -y"_s).exitCode, 0);
    QCOMPARE(run(u"file-server list"_s).json().toArray(), QJsonArray());
}

void TstCtlresources::mapsVolumes()
{
    const QString share = u"https://lab.file.core.windows.net/scripts"_s;
    const Outcome mapped = run(u"volume map "_s + share + u" path:/data/scripts"_s);
    VERIFY_DONE(mapped);
    QCOMPARE(mapped.json().toObject(), (QJsonObject{{u"source"_s, share}, {u"target"_s, u"path:/data/scripts"_s}}));
    VERIFY_DONE(run(u"volume map blob://*/* here:/blobs"_s));
    VERIFY_DONE(run(u"volume map "_s + share + u" here:/scripts"_s)); // the last one counts
    const QJsonArray list = run(u"volume list"_s).json().toArray();
    QCOMPARE(valuesOf(list, u"source"_s), (QStringList{u"blob://*/*"_s, share}));
    QCOMPARE(valuesOf(list, u"target"_s), (QStringList{u"here:/blobs"_s, u"here:/scripts"_s}));
    QCOMPARE(run(u"volume list -o tsv"_s).output,
             QByteArray("blob://*/*\there:/blobs\n" + share.toUtf8() + "\there:/scripts\n"));

    QCOMPARE(run(u"volume unmap "_s + share).exitCode, 0);
    QCOMPARE(run(u"volume unmap -y blob://*/*"_s).exitCode, 0);
    QCOMPARE(run(u"volume unmap "_s + share).exitCode, 3);
    QCOMPARE(run(u"volume list"_s).json().toArray(), QJsonArray());
}

void TstCtlresources::listsUsages()
{
    for (const QString &line : {u"list-usages"_s, u"list-usages -l westus"_s, u"usage show"_s}) {
        const Outcome usages = run(line);
        VERIFY_DONE(usages);
        const QJsonArray rows = usages.json().toArray();
        const auto clusters = std::find_if(rows.begin(), rows.end(), [](const QJsonValue &row) {
            return at(row, u"name.value"_s).toString() == u"Clusters"_s;
        });
        QVERIFY(clusters != rows.end());
        QCOMPARE((*clusters)[u"unit"_s].toString(), u"Count"_s);
        QVERIFY((*clusters)[u"currentValue"_s].toInt() >= 1);
    }
    QCOMPARE(run(u"list-usages -o table"_s).output.split('\n').value(0).simplified(), QByteArray("Value Usage Limit"));
}

void TstCtlresources::takesDocumentsOutAndIn()
{
    VERIFY_DONE(run(u"group create -n lab --tags team=vision"_s));
    VERIFY_DONE(run(u"workspace create -g lab -n vision"_s));
    VERIFY_DONE(run(u"cluster create -g lab -w vision -n gpus --machines here -s NC6 --storage-account-name lab "
                    "--storage-account-key c2VjcmV0a2V5 --afs-name share"_s));
    VERIFY_DONE(run(u"file-server create -g lab -w vision -n nfs --machine here --path /srv/data"_s));
    VERIFY_DONE(run(u"experiment create -g lab -w vision -n first"_s));
    const QString file = m_installation.path(u"lab.json"_s);
    VERIFY_DONE(run(u"export lab -f "_s + file));
    const QByteArray text = testing::contentOf(file);
    QVERIFY(!text.contains("c2VjcmV0a2V5"));
    const QJsonValue resources = QJsonDocument::fromJson(text)[u"resources"_s];
    QCOMPARE(valuesOf(resources, u"name"_s).size(), 5);
    QCOMPARE(valuesOf(resources, u"name"_s).mid(0, 2), (QStringList{u"lab"_s, u"vision"_s})); // parents first
    QCOMPARE(run(u"export lab"_s).output, text);

    const Outcome again = run(u"import -f "_s + file);
    VERIFY_DONE(again);
    QCOMPARE(again.json()[u"created"_s].toArray().size(), 0);
    QCOMPARE(again.json()[u"existing"_s].toArray().size(), 5);

    const Installation other;
    QCOMPARE(other.makeCluster(), QByteArray());
    const Outcome imported = other.batchctl(words(u"import -f "_s + file));
    VERIFY_DONE(imported);
    QCOMPARE(imported.json()[u"created"_s].toArray().size(), 5);
    QCOMPARE(at(other.batchctl(words(u"group show -n lab"_s)).json(), u"tags.team"_s).toString(), u"vision"_s);
    const QJsonValue cluster = other.batchctl(words(u"cluster show -g lab -w vision -n gpus"_s)).json();
    QCOMPARE(at(cluster, u"properties.vmSize"_s).toString(), u"NC6"_s);
    QCOMPARE(at(cluster, u"properties.x-batchdeck.nodes.0.name"_s).toString(), u"here"_s);
    const Outcome rows = other.batchctl(words(u"import -o tsv -f "_s + file));
    QVERIFY2(rows.output.startsWith("existing\t/subscriptions/"), rows.output.constData());
    const Outcome copied = other.batchctl(words(u"import -g copies -f "_s + file));
    VERIFY_DONE(copied);
    QCOMPARE(other.batchctl(words(u"cluster show -g copies -w vision -n gpus"_s)).exitCode, 0);

    QCOMPARE(run(u"export none"_s).exitCode, 3);
    QCOMPARE(run(u"export -f %1/no/folder lab"_s.arg(m_installation.path(QString()))).exitCode, 1);
    QCOMPARE(run(u"import -f /nowhere/x.json"_s).exitCode, 3);
    QCOMPARE(run(u"group delete -n lab -y"_s).exitCode, 0);
}

void TstCtlresources::importsWholeOrNotAtAll()
{
    const QByteArray text = R"({"resources":[
        {"id":"/subscriptions/0/resourceGroups/whole"},
        {"id":"/subscriptions/0/resourceGroups/whole/providers/Microsoft.BatchAI/workspaces/w"},
        {"id":"/subscriptions/0/resourceGroups/whole/providers/Microsoft.BatchAI/workspaces/w/clusters/c",
         "properties":{"vmPriority":"cheap","x-batchdeck":{"machines":["here"]}}},
        {"name":"lost"}]})";
    const Outcome refused = run(u"import -o json"_s, text);
    QVERIFY2(refused.exitCode == 4, refused.errorOutput.constData());
    const QStringList targets = valuesOf(errorOf(refused)[u"details"_s], u"target"_s);
    QVERIFY2(targets.contains(u"$.resources[3].id"_s), refused.errorOutput.constData());
    QVERIFY2(targets.join(u' ').contains(u"$.properties.vmPriority"_s), refused.errorOutput.constData());
    QCOMPARE(run(u"group show -n whole"_s).exitCode, 3);
    QCOMPARE(run(u"import"_s, "{\"resources\": [").exitCode, 4);
    QCOMPARE(run(u"import"_s, "{}").exitCode, 4);
}

void TstCtlresources::refuses_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("no target") << "volume map blob://a/b" << 2;
    QTest::newRow("target that is no place") << "volume map blob://a/b /data" << 4;
    QTest::newRow("relative folder") << "volume map blob://a/b path:data" << 4;
    QTest::newRow("place that is not there") << "volume map blob://a/b nobody:/data" << 3;
    QTest::newRow("image") << "cluster create -n x -i Windows" << 4;
    QTest::newRow("custom image alone") << "cluster create -n x --custom-image /subscriptions/s/x" << 4;
    QTest::newRow("setup task without output") << "cluster create -n x --setup-task a" << 4;
    QTest::newRow("share without an account") << "cluster create -n x --afs-name s" << 4;
    QTest::newRow("file server that is not there") << "cluster create -n x --nfs none" << 3;
    QTest::newRow("file that is not there") << "cluster create -n x -f /nowhere" << 3;
    QTest::newRow("file server without a folder") << "file-server create -n x" << 2;
    QTest::newRow("region") << "list-usages -l west/us" << 4;
    QTest::newRow("nothing to export") << "export" << 2;
    QTest::newRow("id") << "export a/b/c/d/e" << 4;
    QTest::newRow("export of a machine") << "export machines/here" << 4;
}

void TstCtlresources::refuses()
{
    QFETCH(QString, line);
    QFETCH(int, exitCode);
    const Outcome refused = run(line + u" -o json"_s);
    QVERIFY2(refused.exitCode == exitCode, refused.errorOutput.constData());
    QVERIFY(refused.output.isEmpty());
    QVERIFY2(refused.errorOutput.contains("batchctl: "), refused.errorOutput.constData());
    QCOMPARE(errorOf(refused).isEmpty(), exitCode == 2);
}

// What a document says that nobody will use is told by each verb that takes one, on stderr and with its line.
void TstCtlresources::warnsOfDocuments()
{
    const QByteArray cluster = R"({"properties": {"vmSize": "STANDARD_NC6",
        "userAccountSettings": {"adminUserName": "a", "adminUserPassword": "b"},
        "scaleSettings": {"manual": {"targetNodeCount": 1}},
        "colour": "red"}})";
    const Outcome made = run(u"cluster create -n warned --machines here -f -"_s, cluster);
    VERIFY_DONE(made);
    QVERIFY2(made.errorOutput.contains(":4:9: $.properties.colour: "), made.errorOutput.constData());
    VERIFY_DONE(run(u"cluster delete -n warned -y"_s));
    QByteArray mounting = cluster;
    mounting.replace("\"colour\": \"red\"", R"("nodeSetup": {"mountVolumes": {"azureFileShares": [
        {"accountName": "a", "azureFileUrl": "https://a.file.core.windows.net/s", "relativeMountPath": "s",
         "credentials": {"accountKey": "k"}}]}})");
    const Outcome unmapped = run(u"cluster create -n unmapped --machines here -f -"_s, mounting);
    VERIFY_DONE(unmapped);
    QVERIFY2(unmapped.errorOutput.contains(":5:9: $.properties.nodeSetup.mountVolumes.azureFileShares[0]: "),
             unmapped.errorOutput.constData());
    QVERIFY(!unmapped.output.contains("\"warnings\""));
    VERIFY_DONE(run(u"cluster delete -n unmapped -y"_s));
    const Outcome nothing = run(u"cluster create -n nothing --machines here -f -"_s, " \n");
    QCOMPARE(nothing.exitCode, 4);
    QVERIFY2(nothing.errorOutput.contains("<stdin> is empty"), nothing.errorOutput.constData());
    const Outcome server =
        run(u"file-server create -n warned --machine here --path /srv -f -"_s, R"({"vmSize": "V", "colour": "red"})");
    VERIFY_DONE(server);
    QVERIFY2(server.errorOutput.contains("$.properties.colour: "), server.errorOutput.constData());
    VERIFY_DONE(run(u"file-server delete -n warned -y"_s));
    QByteArray job = m_installation.jobText(u"true"_s);
    job.replace("\"nodeCount\"", "\"colour\": \"red\", \"nodeCount\"");
    const Outcome submitted = run(u"job create -n warned -c desk -f -"_s, job);
    VERIFY_DONE(submitted);
    QVERIFY2(submitted.errorOutput.contains("$.properties.colour: "), submitted.errorOutput.constData());
    VERIFY_DONE(run(u"job wait -n warned"_s));
}

void TstCtlresources::tellsWhatADeletionTakesAlong()
{
    const QByteArray go = m_installation.path(u"go"_s).toUtf8();
    const auto submit = [this](const QString &line, const QByteArray &command) {
        return run(line, m_installation.jobText(QString::fromUtf8(command)));
    };
    VERIFY_DONE(run(u"experiment create -n going"_s));
    VERIFY_DONE(submit(u"job create -n done -e going -c desk -f - --wait"_s, "echo word"));
    VERIFY_DONE(submit(u"job create -n live -e going -c desk -f -"_s, "until [ -e '" + go + "' ]; do sleep 0.1; done"));
    const auto state = [this] {
        return at(run(u"job show -n live -e going -o json"_s).json(), u"properties.executionState"_s).toString();
    };
    QTRY_COMPARE(state(), u"running"_s);
    const QByteArray folder = "here:" + m_installation.path(u"home/jobs"_s).toUtf8();
    const QList<std::pair<QString, QByteArrayList>> questions{
        {u"experiment delete -n going"_s,
         {"Not done, and stopped first: 1 job (live).", "stay there: " + folder, ": 2 jobs with their logs ("}},
        {u"workspace delete -n default"_s, {"1 job (live).", folder, " cluster", " jobs with their logs ("}},
        {u"group delete -n default"_s, {"1 job (live).", folder, ": 1 workspace, ", " jobs with their logs ("}},
        {u"cluster delete -n desk --terminate"_s,
         {"Ended, as the cluster goes: 1 job (default / default / going / live).", ": here.",
          "Delete the cluster default / default / desk?"}},
    };
    for (const auto &[line, said] : questions) {
        testing::Terminal terminal(m_installation, words(line));
        QTRY_VERIFY2(terminal.screen().contains("[y/N]"), terminal.screen().constData());
        for (const QByteArray &part : said)
            QVERIFY2(terminal.screen().contains(part), QByteArray(part + " in " + terminal.screen()));
        terminal.type("n");
        QCOMPARE(terminal.exitCode(), 2);
    }
    QCOMPARE(state(), u"running"_s);
    VERIFY_DONE(run(u"experiment delete -n going -y"_s));
    testing::Terminal terminal(m_installation, words(u"machine clean here"_s));
    QTRY_VERIFY2(terminal.screen().contains("[y/N]"), terminal.screen().constData());
    QVERIFY2(terminal.screen().contains("with all below"), terminal.screen().constData());
    terminal.type("n");
    QCOMPARE(terminal.exitCode(), 2);
}

BATCHDECK_TEST(QCoreApplication, TstCtlresources)
#include "tst_ctlresources.moc"
