// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/ctl/ctlfixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QRegularExpression>

using namespace Qt::StringLiterals;
using testing::at;
using testing::errorOf;
using testing::Installation;
using testing::Outcome;
using testing::valuesOf;
using testing::words;

namespace {

const QByteArray key = "c2VjcmV0IGtleSBvZiBsYWI=";
const QString placeholder = u"<AZURE_BATCHAI_STORAGE_ACCOUNT>"_s;

/// The variables of a storage account, as a user has them, while it lives.
class StorageVariables
{
    Q_DISABLE_COPY_MOVE(StorageVariables)

public:
    StorageVariables(const QByteArray &account, const QByteArray &accountKey)
    {
        set("AZURE_BATCHAI_STORAGE_ACCOUNT", account);
        set("AZURE_BATCHAI_STORAGE_KEY", accountKey);
    }
    ~StorageVariables()
    {
        qunsetenv("AZURE_BATCHAI_STORAGE_ACCOUNT");
        qunsetenv("AZURE_BATCHAI_STORAGE_KEY");
    }

private:
    static void set(const char *name, const QByteArray &value)
    {
        if (value.isEmpty())
            qunsetenv(name);
        else
            qputenv(name, value);
    }
};

QByteArray mountingJob();

/// Files below the service's documents that are jobs, or clusters.
QStringList oldFiles(const QString &what)
{
    QStringList files;
    const QString folder = testing::oldDocuments();
    if (folder.isEmpty())
        return files;
    for (const QString &part : {u"/recipes"_s, u"/cli-fixtures"_s}) {
        for (QDirIterator walk(folder + part, {what + u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
             walk.hasNext();)
            files.append(walk.next());
    }
    files.sort();
    return files;
}

} // namespace

/// `job plan` and `job create` with documents of the old service, unchanged, and az's mount options. One profile for
/// all.
class TstCtlplans final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void cleanupTestCase();

    void plansOldJobs_data();
    void plansOldJobs();
    void handsOutSamples();
    void makesOldClusters_data();
    void makesOldClusters();
    void fillsPlaceholders_data();
    void fillsPlaceholders();
    void mountsWhatOptionsSay_data();
    void mountsWhatOptionsSay();
    void takesMappedVolumes();
    void plansForAClusterThatIsNotHere();
    void namesTheDocumentOfAFault();
    void warnsAlike();
    void listsFaultsWithTheirPlaces_data();
    void listsFaultsWithTheirPlaces();
    void takesTheDocumentWhereOldLinesHaveIt();
    void readsLikeAScript();
    void tellsNobodyTheKey();

private:
    [[nodiscard]] Outcome run(const QString &line, const QByteArray &input = {}) const
    {
        return m_installation.batchctl(words(line), input);
    }

    Installation m_installation;
};

namespace {

// Below the class: moc loses its way in such a text.
QByteArray mountingJob()
{
    return R"({ // a comment, as old files have them
    "$schema": "https://example.org/job.json",
    "properties": {
        "nodeCount": 1,
        "stdOutErrPathPrefix": "$AZ_BATCHAI_JOB_MOUNT_ROOT/logs",
        "mountVolumes": {
            "azureFileShares": [{
                "accountName": "<AZURE_BATCHAI_STORAGE_ACCOUNT>",
                "azureFileUrl": "https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/logs",
                "credentials": {"accountKey": "<AZURE_BATCHAI_STORAGE_KEY>"},
                "relativeMountPath": "logs"
            }],
            "azureBlobFileSystems": [{
                "accountName": "<AZURE_BATCHAI_STORAGE_ACCOUNT>",
                "containerName": "data",
                "relativeMountPath": "data"
            }]
        },
        "customToolkitSettings": {"commandLine": "true"}
    }
})";
}

} // namespace

void TstCtlplans::initTestCase()
{
    const QByteArray fault = m_installation.makeCluster();
    QVERIFY2(fault.isEmpty(), fault.constData());
}

void TstCtlplans::cleanupTestCase()
{
    QCOMPARE(run(u"stop"_s).exitCode, 0);
}

void TstCtlplans::plansOldJobs_data()
{
    QTest::addColumn<QString>("file");
    for (const QString &file : oldFiles(u"job"_s))
        QTest::newRow(qPrintable(file.section(u'/', -2))) << file;
    if (oldFiles(u"job"_s).isEmpty())
        QTest::newRow("none") << QString();
}

void TstCtlplans::plansOldJobs()
{
    QFETCH(QString, file);
    if (file.isEmpty())
        SKIP_UNLESS_ALL("no documents of the old service below BATCHDECK_TEST_DATA");
    const StorageVariables variables("lab", key);
    const Outcome planned = m_installation.batchctl({u"job"_s, u"plan"_s, u"-c"_s, u"desk"_s, u"-f"_s, file});
    VERIFY_DONE(planned);
    const QJsonValue plan = planned.json();
    const QJsonArray nodes = plan[u"nodes"_s].toArray();
    QCOMPARE(nodes.size(), at(plan, u"document.properties.nodeCount"_s).toInt());
    QVERIFY(!nodes[0][u"commands"_s].toArray().isEmpty());
    for (const QJsonValue &node : nodes) {
        QVERIFY(!node[u"text"_s].toString().isEmpty());
        QVERIFY(!node[u"environment"_s].toArray().isEmpty());
    }
    QVERIFY(!planned.output.contains(key));
    QVERIFY2(!planned.output.contains("<AZURE_BATCHAI_STORAGE"), planned.output.constData());
}

// Each can be submitted as it is printed, and fits the cluster that is named.
void TstCtlplans::handsOutSamples()
{
    const Outcome listed = run(u"sample list"_s);
    VERIFY_DONE(listed);
    const QStringList names = valuesOf(listed.json(), u"name"_s);
    QVERIFY(names.size() >= 5);
    for (const QString &name : names) {
        const Outcome shown = m_installation.batchctl({u"sample"_s, u"show"_s, name, u"-c"_s, u"desk"_s});
        VERIFY_DONE(shown);
        QCOMPARE(at(shown.json(), u"properties.nodeCount"_s).toInt(), 1);
        const Outcome planned =
            m_installation.batchctl({u"job"_s, u"plan"_s, u"-c"_s, u"desk"_s, u"-f"_s, u"-"_s}, shown.output);
        VERIFY_DONE(planned);
        QCOMPARE(valuesOf(planned.json()[u"warnings"_s], u"code"_s), QStringList());
        QVERIFY(!planned.json()[u"nodes"_s][0][u"files"_s].toArray().isEmpty());
    }
    QVERIFY(run(u"sample show none"_s).exitCode != 0);
}

void TstCtlplans::makesOldClusters_data()
{
    QTest::addColumn<QString>("file");
    for (const QString &file : oldFiles(u"cluster"_s))
        QTest::newRow(qPrintable(file.section(u'/', -2))) << file;
    if (oldFiles(u"cluster"_s).isEmpty())
        QTest::newRow("none") << QString();
}

void TstCtlplans::makesOldClusters()
{
    QFETCH(QString, file);
    if (file.isEmpty())
        SKIP_UNLESS_ALL("no documents of the old service below BATCHDECK_TEST_DATA");
    const StorageVariables variables("lab", key);
    const Outcome made = m_installation.batchctl(words(u"cluster create -n old --machines here -f"_s, {file}));
    VERIFY_DONE(made);
    QCOMPARE(run(u"cluster delete -n old -y"_s).exitCode, 0);
    const QJsonValue properties = made.json()[u"properties"_s];
    const QJsonValue written = QJsonDocument::fromJson(testing::contentOf(file))[u"properties"_s];
    QCOMPARE(properties[u"vmSize"_s].toString().toUpper(), written[u"vmSize"_s].toString().toUpper());
    const QString target = u"scaleSettings.manual.targetNodeCount"_s;
    QCOMPARE(at(properties, target).toInt(), at(written, target).toInt());
    QVERIFY(!made.output.contains(key));
    QVERIFY2(!made.output.contains("<AZURE_BATCHAI_STORAGE"), made.output.constData());
}

void TstCtlplans::fillsPlaceholders_data()
{
    QTest::addColumn<QByteArray>("account");
    QTest::addColumn<QByteArray>("accountKey");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("expected"); // the account in the plan
    QTest::newRow("of the environment") << QByteArray("lab") << key << QString() << "lab";
    QTest::newRow("of an option") << QByteArray() << QByteArray()
                                  << u"--storage-account-name shed --storage-account-key "_s + QString::fromUtf8(key)
                                  << "shed";
    QTest::newRow("the option wins") << QByteArray("lab") << key << u"--storage-account-name shed"_s << "shed";
    QTest::newRow("nothing known") << QByteArray() << QByteArray() << QString() << placeholder;
}

void TstCtlplans::fillsPlaceholders()
{
    QFETCH(QByteArray, account);
    QFETCH(QByteArray, accountKey);
    QFETCH(QString, options);
    QFETCH(QString, expected);
    const StorageVariables variables(account, accountKey);
    const Outcome planned = run(u"job plan -c desk "_s + options, mountingJob());
    VERIFY_DONE(planned);
    const QJsonValue volumes = at(planned.json(), u"document.properties.mountVolumes"_s);
    QCOMPARE(at(volumes, u"azureFileShares.0.accountName"_s).toString(), expected);
    QCOMPARE(at(volumes, u"azureFileShares.0.azureFileUrl"_s).toString(),
             u"https://%1.file.core.windows.net/logs"_s.arg(expected));
    QCOMPARE(at(volumes, u"azureBlobFileSystems.0.accountName"_s).toString(), expected);
    QVERIFY(!planned.output.contains(key));
    QVERIFY(!planned.errorOutput.contains(key));
    QCOMPARE(planned.errorOutput.contains("$AZURE_BATCHAI_STORAGE_KEY is safer"), options.contains(u"-key"_s));
    QCOMPARE(valuesOf(planned.json()[u"warnings"_s], u"code"_s).contains(u"Placeholder"_s), expected == placeholder);

    // A plan may leave open where a volume is; a job may not.
    const Outcome refused = run(u"job create -n mounting -c desk -o json "_s + options, mountingJob());
    QCOMPARE(refused.exitCode, 4);
    const QString faults = valuesOf(errorOf(refused)[u"details"_s], u"target"_s).join(u' ');
    QVERIFY2(faults.contains(u"$.properties.mountVolumes"_s), refused.errorOutput.constData());
    QCOMPARE(run(u"job show -n mounting"_s).exitCode, 3);
}

void TstCtlplans::mountsWhatOptionsSay_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("path"); // below properties.mountVolumes
    QTest::addColumn<QString>("value");
    const QString nfs = u"/subscriptions/0/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/fileServers/f"_s;
    const auto row = [](const char *name, const QString &options, int exitCode, const QString &path = {},
                        const QString &value = {}) { QTest::newRow(name) << options << exitCode << path << value; };
    row("share", u"--storage-account-name lab --afs-name s"_s, 0, u"azureFileShares.0.azureFileUrl"_s,
        u"https://lab.file.core.windows.net/s"_s);
    row("share's path", u"--storage-account-name lab --afs-name s"_s, 0, u"azureFileShares.0.relativeMountPath"_s,
        u"afs"_s);
    row("share's own path", u"--storage-account-name lab --afs-name s --afs-mount-path here"_s, 0,
        u"azureFileShares.0.relativeMountPath"_s, u"here"_s);
    row("container", u"--storage-account-name lab --bfs-name c"_s, 0, u"azureBlobFileSystems.0.containerName"_s,
        u"c"_s);
    row("container's own path", u"--storage-account-name lab --bfs-name c --bfs-mount-path here"_s, 0,
        u"azureBlobFileSystems.0.relativeMountPath"_s, u"here"_s);
    row("file server", u"--nfs nfs"_s, 0, u"fileServers.0.mountOptions"_s, u"rw"_s);
    row("file server's path", u"--nfs nfs"_s, 0, u"fileServers.0.relativeMountPath"_s, u"nfs"_s);
    row("file server by its short id", u"--nfs default/default/fileServers/nfs --nfs-mount-path here"_s, 0,
        u"fileServers.0.relativeMountPath"_s, u"here"_s);
    row("file server of the old service", u"--nfs "_s + nfs, 0, u"fileServers.0.fileServer.id"_s, nfs);
    row("no such file server", u"--nfs none"_s, 3);
    row("share without account", u"--afs-name s"_s, 4);
    row("container without account", u"--bfs-name c"_s, 4);
    row("path that is taken", u"--storage-account-name lab --afs-name s --bfs-name c --bfs-mount-path afs"_s, 4);
}

void TstCtlplans::mountsWhatOptionsSay()
{
    QFETCH(QString, options);
    QFETCH(int, exitCode);
    QFETCH(QString, path);
    QFETCH(QString, value);
    if (run(u"file-server show -n nfs"_s).exitCode == 3)
        VERIFY_DONE(run(u"file-server create -n nfs --machine here --path /srv/data"_s));
    const Outcome planned = run(u"job plan -c desk "_s + options, m_installation.jobText(u"true"_s));
    QVERIFY2(planned.exitCode == exitCode, planned.errorOutput.constData());
    if (exitCode == 0)
        QCOMPARE(at(planned.json(), u"document.properties.mountVolumes."_s + path).toString(), value);
}

void TstCtlplans::takesMappedVolumes()
{
    const StorageVariables variables("lab", key);
    const auto mounts = [this] { return at(run(u"job plan -c desk"_s, mountingJob()).json(), u"nodes.0.mounts"_s); };
    const auto unmapped = [this] {
        return valuesOf(run(u"job plan -c desk"_s, mountingJob()).json()[u"warnings"_s], u"code"_s)
            .count(u"Unmapped"_s);
    };
    QCOMPARE(mounts().toArray().size(), 2);
    QCOMPARE(mounts()[0][u"mappedTo"_s].toString(), QString());
    QCOMPARE(unmapped(), 2);
    VERIFY_DONE(run(u"volume map https://lab.file.core.windows.net/* path:/data/logs"_s));
    VERIFY_DONE(run(u"volume map blob://lab/data here:/data/blobs"_s));
    QCOMPARE(valuesOf(mounts(), u"mappedTo"_s), (QStringList{u"path:/data/logs"_s, u"here:/data/blobs"_s}));
    QVERIFY2(mounts()[0][u"commandLine"_s].toString().contains(u"/data/logs"_s),
             qPrintable(mounts()[0][u"commandLine"_s].toString()));
    QCOMPARE(unmapped(), 0);
    VERIFY_DONE(run(u"volume unmap https://lab.file.core.windows.net/*"_s));
    VERIFY_DONE(run(u"volume unmap blob://lab/data"_s));
    QCOMPARE(unmapped(), 2);
}

void TstCtlplans::plansForAClusterThatIsNotHere()
{
    const QString file = m_installation.path(u"cluster.json"_s);
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(R"({"properties":{"vmSize":"NC6","userAccountSettings":{"adminUserName":"a"},
        "scaleSettings":{"manual":{"targetNodeCount":1}},
        "nodeSetup":{"mountVolumes":{"unmanagedFileSystems":[{"mountCommand":"mount -t glusterfs 10.0.0.4:/gv0",
        "relativeMountPath":"gluster"}]}}}})");
    out.close();
    const Outcome planned = run(u"job plan -c far --cluster-file "_s + file,
                                m_installation.jobText(u"ls $AZ_BATCHAI_MOUNT_ROOT/gluster"_s));
    VERIFY_DONE(planned);
    const QJsonValue mount = at(planned.json(), u"nodes.0.mounts.0"_s);
    QCOMPARE(mount[u"kind"_s].toString(), u"unmanaged"_s);
    QVERIFY(mount[u"isOfCluster"_s].toBool());
    QVERIFY(mount[u"commandLine"_s].toString().startsWith(u"mount -t glusterfs 10.0.0.4:/gv0 "_s));
    QCOMPARE(run(u"job plan -c far --cluster-file /nowhere"_s, m_installation.jobText(u"true"_s)).exitCode, 3);
}

void TstCtlplans::namesTheDocumentOfAFault()
{
    const QString file = m_installation.path(u"bad.json"_s);
    const auto plan = [&](const QByteArray &cluster) {
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly))
            return QByteArray("the file cannot be written");
        out.write(cluster);
        out.close();
        return run(u"job plan -c far --cluster-file "_s + file, m_installation.jobText(u"true"_s)).errorOutput;
    };
    const QByteArray name = file.toUtf8();
    QVERIFY(
        plan("{\n \"vmPriority\": \"cheap\"}").contains(QByteArray('\n' + name + ":2:2: $.properties.vmPriority: ")));
    QVERIFY(plan("{\n \"vmSize\": [").contains(QByteArray('\n' + name + ":2:")));
    const QByteArray warnings = plan("{\n \"vmSize\": \"X\", \"colour\": 1, \"nodeSetup\": {\"mountVolumes\": {\n"
                                     "\"azureBlobFileSystems\": [{\"accountName\": \"a\", \"containerName\": \"c\",\n"
                                     "\"credentials\": {\"accountKey\": \"k\"}, \"relativeMountPath\": \"b\"}]}}}");
    QVERIFY2(warnings.contains(QByteArray(name + ":2:17: $.properties.colour: ")), warnings.constData());
    QVERIFY2(
        warnings.contains(QByteArray(name + ":3:26: $.properties.nodeSetup.mountVolumes.azureBlobFileSystems[0]: ")),
        warnings.constData());
    QVERIFY2(!warnings.contains("<stdin>"), warnings.constData());
}

void TstCtlplans::warnsAlike()
{
    QJsonObject job = QJsonDocument::fromJson(m_installation.jobText(u"echo $AZ_BATCHAI_INPUT_X"_s)).object();
    QJsonObject properties = job.value(u"properties"_s).toObject();
    properties[u"environmentVariables"_s] = QJsonArray{QJsonObject{{u"name"_s, u"A"_s}, {u"value"_s, u"pass$FNN"_s}},
                                                       QJsonObject{{u"name"_s, u"B"_s}, {u"value"_s, u"pass\\$FNN"_s}}};
    properties[u"colour"_s] = u"red"_s;
    job[u"properties"_s] = properties;
    const QByteArray text = QJsonDocument(job).toJson();
    const QByteArray planned = run(u"job plan -c desk"_s, text).errorOutput;
    QVERIFY2(planned.contains("environmentVariables[0].value: Nothing here defines $FNN"), planned.constData());
    QCOMPARE(planned.count('\n'), 3); // with the colour and the input
    static const QRegularExpression placed(u"^<stdin>:[0-9]+:[0-9]+: \\$\\."_s);
    for (const QByteArray &line : planned.trimmed().split('\n'))
        QVERIFY2(QString::fromUtf8(line).contains(placed), line.constData());
    QCOMPARE(run(u"job create -n alike -c desk"_s, text).errorOutput, planned);
    QCOMPARE(run(u"job check -c desk"_s, text).errorOutput, planned);
}

void TstCtlplans::listsFaultsWithTheirPlaces_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QString>("options");
    QTest::addColumn<QStringList>("targets");
    QTest::addColumn<QByteArrayList>("lines"); // how lines of stderr begin
    QTest::newRow("two at once") << QByteArray("{\n \"properties\": {\n  \"nodeCount\": 0,\n"
                                               "  \"stdOutErrPathPrefix\": 5,\n"
                                               "  \"customToolkitSettings\": {\"commandLine\": \"true\"}\n }\n}")
                                 << QString()
                                 << QStringList{u"$.properties.nodeCount"_s, u"$.properties.stdOutErrPathPrefix"_s}
                                 << QByteArrayList{"<stdin>:3:3: $.properties.nodeCount: ",
                                                   "<stdin>:4:3: $.properties.stdOutErrPathPrefix: "};
    QTest::newRow("places stay when placeholders are filled")
        << mountingJob().replace("\"nodeCount\": 1", "\"nodeCount\": -1") << u"--storage-account-name lab"_s
        << QStringList{u"$.properties.nodeCount"_s} << QByteArrayList{"<stdin>:4:9: $.properties.nodeCount: "};
    QTest::newRow("of an option") << mountingJob() << u"--set nodeCount=many"_s
                                  << QStringList{u"$.properties.nodeCount"_s}
                                  << QByteArrayList{"--set: $.properties.nodeCount: "};
    QTest::newRow("no toolkit") << QByteArray(R"({"properties":{"nodeCount":1,"stdOutErrPathPrefix":"/tmp"}})")
                                << QString() << QStringList{u"$.properties"_s}
                                << QByteArrayList{"<stdin>:1:2: $.properties: "};
    QTest::newRow("no JSON") << QByteArray("{\n  \"properties\": [,]\n}") << QString() << QStringList{QString()}
                             << QByteArrayList{"<stdin>:2:"};
}

void TstCtlplans::listsFaultsWithTheirPlaces()
{
    QFETCH(QByteArray, document);
    QFETCH(QString, options);
    QFETCH(QStringList, targets);
    QFETCH(QByteArrayList, lines);
    for (const QString &verb : {u"job plan"_s, u"job create -n x"_s}) {
        const Outcome refused = run(verb + u" -c desk -o json "_s + options, document);
        QCOMPARE(refused.exitCode, 4);
        const QJsonObject error = errorOf(refused);
        QCOMPARE(error.value(u"code"_s).toString(), u"InvalidDocument"_s);
        QCOMPARE(valuesOf(error.value(u"details"_s), u"target"_s), targets);
        for (const QByteArray &line : lines)
            QVERIFY2(refused.errorOutput.contains(QByteArray('\n' + line)), refused.errorOutput.constData());
    }
}

// -c is the document only where it names a file and there is no -f.
void TstCtlplans::takesTheDocumentWhereOldLinesHaveIt()
{
    const QString file = m_installation.path(u"desk"_s); // called as the cluster is
    QVERIFY(testing::writeFile(file, m_installation.jobText(u"./from-c"_s)));
    const QByteArray input = m_installation.jobText(u"./from-f"_s);
    const auto plans = [&](const QStringList &options, const QByteArray &command) {
        const Outcome planned = m_installation.batchctl(words(u"job plan -o table"_s, options), input);
        return planned.exitCode == 0 && planned.output.startsWith("# Node: here\n") && planned.output.contains(command);
    };
    QVERIFY(plans({u"-r"_s, u"desk"_s, u"-c"_s, file}, "./from-c"));
    QVERIFY(plans({u"--cluster-name"_s, u"desk"_s, u"--config"_s, file}, "./from-c"));
    QVERIFY(plans({u"-c"_s, u"desk"_s, u"-f"_s, file}, "./from-c"));
    QVERIFY(plans({u"-c"_s, u"desk"_s}, "./from-f"));
    QVERIFY(plans({u"--cluster-resource-group"_s, u"default"_s, u"-r"_s, u"desk"_s}, "./from-f"));
    QVERIFY(!plans({u"--cluster-resource-group"_s, u"other"_s, u"-r"_s, u"desk"_s}, "# Node: here"));
    QProcess batchctl; // in the folder of that file
    batchctl.setWorkingDirectory(m_installation.path({}));
    batchctl.start(QStringLiteral(BATCHDECK_BUILD_DIR "/app/batchctl"),
                   {u"--profile"_s, m_installation.profile(), u"job"_s, u"plan"_s, u"-c"_s, u"desk"_s, u"-f"_s, u"-"_s,
                    u"-o"_s, u"table"_s});
    batchctl.write(input);
    batchctl.closeWriteChannel();
    const Outcome planned = testing::outcomeOf(batchctl);
    QVERIFY2(planned.output.contains("./from-f"), planned.errorOutput.constData());

    const QString cluster = m_installation.path(u"cluster.json"_s);
    QVERIFY(testing::writeFile(cluster, R"({"properties":{"vmSize":"STANDARD_NC24"}})"));
    VERIFY_DONE(m_installation.batchctl(words(u"cluster create -n old --machines here -c"_s, {cluster})));
    QCOMPARE(at(run(u"cluster show -n old -o json"_s).json(), u"properties.vmSize"_s).toString(), u"STANDARD_NC24"_s);
    QCOMPARE(m_installation.batchctl(words(u"cluster create -n older --machines here -c none.json"_s)).exitCode, 2);
    QCOMPARE(m_installation
                 .batchctl(words(u"cluster create -n older --machines here"_s, {u"-c"_s, cluster, u"-f"_s, cluster}))
                 .exitCode,
             2);
    VERIFY_DONE(run(u"cluster delete -n old -y"_s));
}

void TstCtlplans::readsLikeAScript()
{
    const Outcome planned = run(u"job plan -c desk -o table"_s, m_installation.jobText(u"./train --fast"_s));
    VERIFY_DONE(planned);
    QVERIFY2(planned.output.startsWith("# Node: here\n"), planned.output.constData());
    QVERIFY2(planned.output.contains("./train --fast"), planned.output.constData());
    QVERIFY2(planned.output.contains("export AZ_BATCHAI_JOB_MOUNT_ROOT="), planned.output.constData());
    // What is open goes to stderr, so that the rest can be kept.
    const Outcome open = run(u"job plan -c nowhere -o table"_s, mountingJob());
    VERIFY_DONE(open);
    QVERIFY2(open.errorOutput.contains("$.properties.cluster.id"), open.errorOutput.constData());
    QVERIFY2(open.errorOutput.contains("batchctl volume map"), open.errorOutput.constData());
    QVERIFY(!open.output.contains("batchctl volume map"));
}

void TstCtlplans::tellsNobodyTheKey()
{
    const Installation fresh; // its engine is started by a client that has the key
    const StorageVariables variables("lab", key);
    QCOMPARE(fresh.makeCluster(), QByteArray());
    VERIFY_DONE(fresh.batchctl(words(u"job plan -c desk"_s), mountingJob()));
    VERIFY_DONE(fresh.batchctl(words(u"cluster create -n keyed --machines here --afs-name share"_s)));
    (void)fresh.batchctl(words(u"job create -n keyed -c desk"_s), mountingJob());
    const QString process = u"/proc/%1/"_s.arg(fresh.enginePid());
    QVERIFY(!testing::contentOf(process + u"cmdline"_s).contains(key));
    QVERIFY(!testing::contentOf(process + u"cmdline"_s).isEmpty());
    QVERIFY(!testing::contentOf(process + u"environ"_s).contains(key));
    QCOMPARE(fresh.batchctl({u"stop"_s}).exitCode, 0);
    int files = 0;
    for (QDirIterator walk(fresh.profile(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories); walk.hasNext();
         ++files)
        QVERIFY2(!testing::contentOf(walk.next()).contains(key), qPrintable(walk.filePath()));
    QVERIFY(files > 0);
}

BATCHDECK_TEST(QCoreApplication, TstCtlplans)
#include "tst_ctlplans.moc"
