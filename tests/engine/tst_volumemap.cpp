// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include "engine/client/engineclient.h"

#include <QDirIterator>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

namespace {

const QString shareUrl = u"https://acme.file.core.windows.net/data"_s;

QJsonObject shareEntry(const QString &url = shareUrl)
{
    return {{u"accountName"_s, u"acme"_s},
            {u"azureFileUrl"_s, url},
            {u"relativeMountPath"_s, u"afs"_s},
            {u"credentials"_s, QJsonObject{{u"accountKey"_s, u"a2V5"_s}}}};
}

QJsonObject mounted(const QString &list, const QJsonObject &entry)
{
    return {{u"mountVolumes"_s, QJsonObject{{list, QJsonArray{entry}}}}};
}

QStringList targetsOf(const QList<Fault> &faults, const QString &code)
{
    QStringList targets;
    for (const Fault &fault : faults) {
        if (fault.code == code)
            targets.append(fault.target);
    }
    return targets;
}

} // namespace

/// Where volumes of old documents live now: the map, what it means for a submit, and for a plan.
class TstVolumeMap : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<EngineFixture>();
        QVERIFY(m_fixture->start());
        QVERIFY(m_fixture->addThisComputer());
        m_client = std::make_unique<EngineClient>(m_fixture->link());
    }

    void cleanup()
    {
        m_client.reset();
        m_fixture.reset();
    }

    void keepsOneTargetASource_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("kept");
        QTest::newRow("share") << shareUrl << shareUrl;
        QTest::newRow("slash, scheme, spaces") << u"  HTTPS://acme.file.core.windows.net/data/ "_s << shareUrl;
        QTest::newRow("as a mount command has it") << u"//acme.file.core.windows.net/data"_s << shareUrl;
        QTest::newRow("container") << u"blob://acme/models"_s << u"blob://acme/models"_s;
        QTest::newRow("container's address")
            << u"https://acme.blob.core.windows.net/models"_s << u"blob://acme/models"_s;
        QTest::newRow("everything") << u"*"_s << u"*"_s;
    }

    void keepsOneTargetASource()
    {
        QFETCH(QString, source);
        QFETCH(QString, kept);
        QVERIFY(map(source, u"path:/one"_s));
        QVERIFY(map(source.toUpper(), u"path:/two"_s)); // the same one: compared without case
        QVERIFY(map(source, u"path:/three"_s));
        restart();
        const auto list = m_fixture->call(u"volume.list"_s);
        QVERIFY(list);
        QCOMPARE(list->toArray(), (QJsonArray{QJsonObject{{u"source"_s, kept}, {u"target"_s, u"path:/three"_s}}}));
        QVERIFY(m_fixture->call(u"volume.unmap"_s, {{u"source"_s, source}}));
        restart();
        QCOMPARE(m_fixture->call(u"volume.list"_s)->toArray().size(), 0);
        const auto again = m_fixture->call(u"volume.unmap"_s, {{u"source"_s, source}});
        QVERIFY(!again);
        QCOMPARE(toString(again.error().code), u"NotFound"_s);
    }

    void refusesPlacesThatNobodyKnows_data()
    {
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("code"); // empty: taken
        QTest::newRow("folder") << u"path:/data"_s << QString();
        QTest::newRow("machine") << u"here:/data"_s << QString();
        QTest::newRow("file server") << u"FS:sub"_s << QString();
        QTest::newRow("nobody") << u"nobody:/data"_s << u"NotFound"_s;
        QTest::newRow("home") << u"here:"_s << QString();
        QTest::newRow("in the home") << u"here:~/data"_s << QString();
        QTest::newRow("relative folder") << u"path:data"_s << u"InvalidArgument"_s;
        QTest::newRow("no place") << u"/data"_s << u"InvalidArgument"_s;
    }

    void refusesPlacesThatNobodyKnows()
    {
        QFETCH(QString, target);
        QFETCH(QString, code);
        QVERIFY(addFileServer());
        const auto answer = map(shareUrl, target);
        QCOMPARE(answer ? QString() : toString(answer.error().code), code);
        if (!answer)
            QCOMPARE(answer.error().target, u"target"_s);
    }

    void refusesWhatIsNowhere_data()
    {
        QTest::addColumn<QJsonObject>("more");
        QTest::addColumn<QStringList>("unmapped");
        QTest::addColumn<QStringList>("placeholders");
        const QString target = u"$.properties.mountVolumes.%1[0]"_s;
        QTest::newRow("share") << mounted(u"azureFileShares"_s, shareEntry())
                               << QStringList{target.arg(u"azureFileShares"_s)} << QStringList();
        QTest::newRow("container") << mounted(u"azureBlobFileSystems"_s,
                                              {{u"accountName"_s, u"acme"_s},
                                               {u"containerName"_s, u"models"_s},
                                               {u"relativeMountPath"_s, u"bfs"_s},
                                               {u"credentials"_s, QJsonObject{{u"accountKey"_s, u"a2V5"_s}}}})
                                   << QStringList{target.arg(u"azureBlobFileSystems"_s)} << QStringList();
        const QString gone = u"/subscriptions/old/resourceGroups/g/providers/Microsoft.BatchAI/workspaces/w/"
                             "fileServers/nfs"_s;
        QTest::newRow("file server") << mounted(
            u"fileServers"_s, {{u"fileServer"_s, QJsonObject{{u"id"_s, gone}}}, {u"relativeMountPath"_s, u"nfs"_s}})
                                     << QStringList{target.arg(u"fileServers"_s)} << QStringList();
        QTest::newRow("placeholder in a volume") << mounted(
            u"azureFileShares"_s, shareEntry(u"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/data"_s))
                                                 << QStringList{target.arg(u"azureFileShares"_s)} << QStringList();
        const QJsonObject variable{{u"name"_s, u"KEY"_s}, {u"value"_s, u"<AZURE_BATCHAI_STORAGE_KEY>"_s}};
        QTest::newRow("placeholder elsewhere")
            << QJsonObject{{u"environmentVariables"_s, QJsonArray{variable}}} << QStringList()
            << QStringList{u"$.properties.environmentVariables[0].value"_s};
    }

    // A submit refuses it and names the remedy; a plan warns, and says the same.
    void refusesWhatIsNowhere()
    {
        QFETCH(QJsonObject, more);
        QFETCH(QStringList, unmapped);
        QFETCH(QStringList, placeholders);
        const auto answer = m_fixture->submit(u"a"_s, u"true"_s, more);
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().code), u"InvalidDocument"_s);
        QCOMPARE(targetsOf(answer.error().details, u"Unmapped"_s), unmapped);
        QCOMPARE(targetsOf(answer.error().details, u"Placeholder"_s), placeholders);
        const JobPlanSnapshot plan = planOf(more);
        QCOMPARE(plan.nodes.size(), 1);
        QCOMPARE(targetsOf(plan.warnings, u"Unmapped"_s), unmapped);
        if (unmapped.isEmpty())
            return;
        // One sentence for both; its last command can be run as it stands.
        const QString words = answer.error().details.first().message.text();
        const auto said = std::find_if(plan.warnings.cbegin(), plan.warnings.cend(),
                                       [](const Fault &warning) { return warning.code == u"Unmapped"; });
        QCOMPARE(said->message.text(), words);
        const QString command = words.section(u"batchctl "_s, -1);
        QVERIFY2(command.startsWith(u"volume map "_s) && !command.contains(u'<'), qPrintable(words));
        QVERIFY(map(command.section(u' ', 2, 2).remove(u'\''), u"path:/data"_s));
        QCOMPARE(targetsOf(planOf(more).warnings, u"Unmapped"_s), QStringList());
    }

    // What a dialog hands over is the document's own text.
    void mapsWhatADocumentLeavesOpen()
    {
        const QString open = u"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/data"_s;
        QVERIFY(map(open, u"path:/data"_s));
        QCOMPARE(targetsOf(planOf(mounted(u"azureFileShares"_s, shareEntry(open))).warnings, u"Unmapped"_s),
                 QStringList());
        QCOMPARE(targetsOf(planOf(mounted(u"azureFileShares"_s, shareEntry())).warnings, u"Unmapped"_s), QStringList());
    }

    void saysEachPlaceholderOnce()
    {
        QJsonObject more =
            mounted(u"azureFileShares"_s,
                    shareEntry(u"https://<AZURE_BATCHAI_STORAGE_ACCOUNT>.file.core.windows.net/<YOUR SHARE>"_s));
        more[u"stdOutErrPathPrefix"_s] = u"/logs/<AZURE_BATCHAI_JOB>"_s;
        more[u"customToolkitSettings"_s] = QJsonObject{{u"commandLine"_s, u"$AZ_BATCHAI_A $AZ_BATCHAI_B"_s}};
        const QList<Fault> warnings = planOf(more).warnings;
        QCOMPARE(targetsOf(warnings, u"Placeholder"_s),
                 (QStringList{u"$.properties.mountVolumes.azureFileShares[0].azureFileUrl"_s,
                              u"$.properties.stdOutErrPathPrefix"_s})); // in the order of the text
        QCOMPARE(targetsOf(warnings, u"UndefinedVariable"_s).size(), 2); // two variables of one line are two facts
    }

    // More nodes than a cluster has: refused before any is planned.
    void plansNoMoreNodesThanAClusterMayHave_data()
    {
        QTest::addColumn<QJsonValue>("count");
        QTest::addColumn<bool>("planned");
        QTest::newRow("most") << QJsonValue(100) << true;
        QTest::newRow("one more") << QJsonValue(101) << false;
        QTest::newRow("huge") << QJsonValue(2147483647) << false;
        QTest::newRow("beyond int") << QJsonValue(1e300) << false;
        QTest::newRow("none") << QJsonValue(0) << false;
        QTest::newRow("negative") << QJsonValue(-2147483648.0) << false;
        QTest::newRow("text") << QJsonValue(u"2147483647"_s) << false;
    }

    void plansNoMoreNodesThanAClusterMayHave()
    {
        QFETCH(QJsonValue, count);
        QFETCH(bool, planned);
        const auto plan =
            take(m_client->jobs.plan({parsedId(u"a"_s), u"desk"_s, text({{u"nodeCount"_s, count}}), {}, {}}));
        const QByteArray list = QJsonDocument(QJsonArray{count}).toJson(QJsonDocument::Compact);
        const QString word = u"nodeCount="_s + QString::fromUtf8(list.sliced(1, list.size() - 2));
        const auto overridden = take(m_client->jobs.plan({parsedId(u"a"_s), u"desk"_s, text({}), {word}, {}}));
        QCOMPARE(bool(plan), planned);
        QCOMPARE(bool(overridden), planned);
        if (planned)
            QCOMPARE(qint64(plan->nodes.size()), count.toInteger());
        else
            QCOMPARE(plan.error().details.first().target, u"$.properties.nodeCount"_s);
    }

    // What batchctl makes of a document with many volumes is one long override.
    void takesLongOverrides()
    {
        const QString value = QString(100'000, u'x');
        const QString word = u"environmentVariables=[{\"name\":\"LONG\",\"value\":\"%1\"}]"_s.arg(value);
        const auto plan = take(m_client->jobs.plan({parsedId(u"a"_s), u"desk"_s, text({}), {word}, {}}));
        QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().message.text()));
        QCOMPARE(variable(plan->nodes.first(), u"LONG"_s), value);
    }

    void tellsWhoStillMountsWhatIsDeleted()
    {
        QVERIFY(addFileServer());
        QVERIFY(map(shareUrl, u"fs:data"_s));
        const auto id = ResourceId::parse(fileServerId());
        const auto warnings = take(m_client->resources.remove(*id));
        QVERIFY(warnings);
        QCOMPARE(warnings->size(), 1);
        QVERIFY2(warnings->first().text().contains(shareUrl), qPrintable(warnings->first().text()));
        QVERIFY(addFileServer());
        QVERIFY(m_fixture->call(u"volume.unmap"_s, {{u"source"_s, shareUrl}}));
        QCOMPARE(take(m_client->resources.remove(*id))->size(), 0);
    }

    void recordsThePlacesInTheJob()
    {
        QVERIFY(addFileServer());
        QVERIFY(map(u"https://*.file.core.windows.net/data"_s, u"path:/mnt/data"_s));
        // The cluster's own volumes count as well as the job's.
        const QJsonObject nfs{{u"fileServer"_s, QJsonObject{{u"id"_s, fileServerId()}}},
                              {u"relativeMountPath"_s, u"nfs"_s}};
        const QJsonObject volumes{{u"azureFileShares"_s, QJsonArray{shareEntry()}},
                                  {u"fileServers"_s, QJsonArray{nfs}}};
        const QJsonObject setup{{u"nodeSetup"_s, QJsonObject{{u"mountVolumes"_s, volumes}}}};
        QVERIFY(addCluster(setup));
        const auto made = submitOn(u"mounted"_s);
        QVERIFY2(made, qPrintable(made ? QString() : made.error().message.text()));
        const QJsonArray before = recorded(*made);
        QCOMPARE(before,
                 (QJsonArray{QJsonObject{{u"source"_s, shareUrl}, {u"target"_s, u"path:/mnt/data"_s}},
                             QJsonObject{{u"source"_s, fileServerId()}, {u"target"_s, u"here:/srv"_s}}}));
        QVERIFY(map(shareUrl, u"path:/elsewhere"_s));
        restart(); // it waits: nothing lies where the cluster's volumes should
        QCOMPARE(recorded(m_fixture->job(u"a"_s).document), before);
    }

    void refusesAClusterWhoseVolumesAreNowhere()
    {
        const QJsonObject setup{{u"nodeSetup"_s, mounted(u"azureFileShares"_s, shareEntry())}};
        QVERIFY(addCluster(setup));
        const auto answer = submitOn(u"mounted"_s);
        QVERIFY(!answer);
        QCOMPARE(targetsOf(answer.error().details, u"Unmapped"_s),
                 QStringList{u"cluster $.properties.nodeSetup.mountVolumes.azureFileShares[0]"_s});
        QVERIFY(map(u"*"_s, u"path:/mnt/all"_s));
        QVERIFY(submitOn(u"mounted"_s));
    }

    // From the files of an old project alone: neither the cluster nor a machine of it is there.
    void plansForAClusterThatIsNotThere()
    {
        JobRequest request{parsedId(u"a"_s), u"old"_s, text({{u"nodeCount"_s, 3}}), {}, {}};
        const auto without = take(m_client->jobs.plan(request));
        QVERIFY(without);
        QCOMPARE(targetsOf(without->warnings, u"NotFound"_s), QStringList{u"$.properties.cluster.id"_s});
        request.clusterText = R"({"properties":{"vmSize":"STANDARD_NC6","userAccountSettings":{"adminUserName":"a",
            "adminUserPassword":"b"},"scaleSettings":{"manual":{"targetNodeCount":3}}}})";
        const auto plan = take(m_client->jobs.plan(request));
        QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().message.text()));
        QCOMPARE(targetsOf(plan->warnings, u"NotFound"_s), QStringList());
        QStringList names;
        for (const JobPlanNode &node : plan->nodes)
            names.append(node.node);
        QCOMPARE(names, (QStringList{u"node0"_s, u"node1"_s, u"node2"_s}));
        QCOMPARE(variable(plan->nodes.at(1), u"AZ_BATCH_HOST_LIST"_s), u"node0,node1,node2"_s);
        QCOMPARE(variable(plan->nodes.at(1), u"AZ_BATCHAI_NUM_GPUS"_s), u"0"_s);
        QVERIFY(plan->pathSegment.contains(u"/workspaces/default/experiments/default/jobs/a/"_s));
        QCOMPARE(plan->nodes.first().commands.size(), 1);
        QCOMPARE(plan->nodes.first().commands.first().purpose, u"toolkit"_s);
        QCOMPARE(plan->nodes.first().commands.first().commandLine, u"true"_s);
        QCOMPARE(plan->nodes.at(1).commands.size(), 0);
        request.clusterText = R"({"properties":{"scaleSettings":{}}})";
        QVERIFY(!take(m_client->jobs.plan(request)));
    }

    void plansWhereTheVolumesLive()
    {
        QVERIFY(addFileServer());
        QVERIFY(map(u"https://*.file.core.windows.net/data"_s, u"path:/mnt/data"_s));
        const QString fromOld = u"/subscriptions/old"_s + fileServerId().sliced(fileServerId().indexOf(u"/resource"_s));
        const QJsonObject nfs{{u"fileServer"_s, QJsonObject{{u"id"_s, fromOld}}},
                              {u"relativeMountPath"_s, u"nfs"_s},
                              {u"sourceDirectory"_s, u"sub"_s}};
        JobRequest request{parsedId(u"a"_s), u"old"_s, text(mounted(u"fileServers"_s, nfs)), {}, {}};
        const QJsonObject cluster{
            {u"vmSize"_s, u"STANDARD_NC6"_s},
            {u"scaleSettings"_s, QJsonObject{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 1}}}}},
            {u"userAccountSettings"_s, QJsonObject{{u"adminUserName"_s, u"a"_s}, {u"adminUserPassword"_s, u"b"_s}}},
            {u"nodeSetup"_s, mounted(u"azureFileShares"_s, shareEntry())}};
        request.clusterText = QJsonDocument(QJsonObject{{u"properties"_s, cluster}}).toJson();
        const auto plan = take(m_client->jobs.plan(request));
        QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().message.text()));
        QCOMPARE(targetsOf(plan->warnings, u"Unmapped"_s), QStringList());
        const QList<JobPlanMount> mounts = plan->nodes.first().mounts;
        QCOMPARE(mounts.size(), 2);
        QVERIFY(mounts.at(0).isOfCluster && !mounts.at(1).isOfCluster);
        QCOMPARE(mounts.at(0).kind, u"azureFileShare"_s);
        QCOMPARE(mounts.at(0).mappedTo, u"path:/mnt/data"_s);
        QCOMPARE(mounts.at(0).commandLine, u"ln -s /mnt/data $AZ_BATCHAI_MOUNT_ROOT/afs"_s);
        QCOMPARE(mounts.at(1).mappedTo, u"here:/srv"_s);
        QCOMPARE(mounts.at(1).commandLine, u"mount -t nfs -o rw here:/srv/sub $AZ_BATCHAI_JOB_MOUNT_ROOT/nfs"_s);
    }

    // Old files, unchanged: one answer for every recipe, and nothing unmapped once its volumes have a place.
    void plansEveryRecipe()
    {
        const QString data =
            qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"));
        QDirIterator files(data + u"/batch-ai/recipes"_s, {u"job*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
        if (!files.hasNext())
            SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
        QVERIFY(map(u"*"_s, u"path:/mnt/all"_s));
        while (files.hasNext()) {
            const QString file = files.next();
            const auto plan = take(m_client->jobs.plan(
                {parsedId(u"a"_s), u"default/default/clusters/old"_s, EngineFixture::content(file), {}, {}}));
            QVERIFY2(plan, qPrintable(file + (plan ? QString() : plan.error().message.text())));
            QCOMPARE(int(plan->nodes.size()), plan->document[u"properties"_s][u"nodeCount"_s].toInt());
            QVERIFY2(!plan->nodes.first().commands.isEmpty(), qPrintable(file));
            QCOMPARE(targetsOf(plan->warnings, u"Unmapped"_s), QStringList());
        }
    }

    void plansContainersAndProcesses()
    {
        JobRequest request{parsedId(u"a"_s),
                           u"old"_s,
                           R"({"properties":{"nodeCount":2,"stdOutErrPathPrefix":"/out",
            "tensorFlowSettings":{"pythonScriptFilePath":"/a.py","masterCommandLineArgs":"-m"},
            "containerSettings":{"imageSourceRegistry":{"image":"tensorflow/tensorflow:1.8.0"}}}})",
                           {},
                           {}};
        const auto plan = take(m_client->jobs.plan(request));
        QVERIFY2(plan, qPrintable(plan ? QString() : plan.error().message.text()));
        const JobPlanNode &master = plan->nodes.first();
        QCOMPARE(master.container->image, u"tensorflow/tensorflow:1.8.0"_s);
        QVERIFY(master.container->commands.join(u'\n').contains(u"docker run"_s));
        QVERIFY(!master.container->prefix.isEmpty() && !master.container->stop.isEmpty());
        QStringList tasks;
        for (const JobPlanCommand &command : master.commands)
            tasks.append(command.task + u' ' + QString::number(command.index) + u' ' + command.standardOutput);
        QCOMPARE(tasks, (QStringList{u"ps 0 stdout-ps-0.txt"_s, u"worker 0 stdout-wk-0.txt"_s}));
        QVERIFY(!master.commands.first().environment.isEmpty());
    }

    void plansWithTheMachinesOfACluster()
    {
        // What the machine is like is known once it was reached.
        QTRY_VERIFY(planOf({}).nodes.value(0).directory.startsWith(m_fixture->home()));
        const JobPlanSnapshot one = planOf({});
        QCOMPARE(one.nodes.first().node, u"here"_s);
        QCOMPARE(variable(one.nodes.first(), u"AZ_BATCH_HOST_LIST"_s), u"127.0.0.1"_s);
        const JobPlanSnapshot two = planOf({{u"nodeCount"_s, 2}});
        QCOMPARE(two.nodes.size(), 2);
        QCOMPARE(variable(two.nodes.first(), u"AZ_BATCH_HOST_LIST"_s), u"here,node1"_s);
        QCOMPARE(targetsOf(two.warnings, u"TooFewNodes"_s), QStringList{u"$.properties.nodeCount"_s});
    }

private:
    void restart()
    {
        m_client.reset();
        m_fixture->stop();
        QVERIFY(m_fixture->start());
        m_client = std::make_unique<EngineClient>(m_fixture->link());
    }
    template <typename T> Result<T> take(const QFuture<Result<T>> &future)
    {
        if (!QTest::qWaitFor([&future] { return future.isFinished(); }, testing::patience))
            return Error::of(ErrorCode::Timeout, {});
        return future.result();
    }
    Result<QJsonValue> map(const QString &source, const QString &target)
    {
        return m_fixture->call(u"volume.map"_s, {{u"source"_s, source}, {u"target"_s, target}});
    }
    bool addFileServer()
    {
        const auto made = m_fixture->call(
            u"resource.create"_s,
            {{u"id"_s, u"default/default/fileServers/fs"_s}, {u"machine"_s, u"here"_s}, {u"path"_s, u"/srv"_s}});
        return bool(made);
    }
    QString fileServerId()
    {
        const auto server = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/fileServers/fs"_s}});
        return server ? (*server)[u"id"_s].toString() : QString();
    }
    Result<QJsonValue> addCluster(QJsonObject properties)
    {
        properties[u"vmSize"_s] = u"STANDARD_NC6"_s;
        properties[u"userAccountSettings"_s] =
            QJsonObject{{u"adminUserName"_s, u"a"_s}, {u"adminUserPassword"_s, u"b"_s}};
        const QJsonObject document{{u"properties"_s, properties}};
        return m_fixture->call(u"cluster.create"_s,
                               {{u"id"_s, u"default/default/clusters/mounted"_s},
                                {u"machines"_s, QJsonArray{u"here"_s}},
                                {u"target"_s, 1},
                                {u"text"_s, QString::fromUtf8(QJsonDocument(document).toJson())}});
    }
    Result<QJsonValue> submitOn(const QString &cluster)
    {
        return m_fixture->call(u"job.create"_s,
                               {{u"id"_s, EngineFixture::jobId(u"a"_s)},
                                {u"cluster"_s, cluster},
                                {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"true"_s))}});
    }
    static QJsonArray recorded(const QJsonValue &document)
    {
        return document[u"properties"_s][u"x-batchdeck"_s][u"volumes"_s].toArray();
    }
    ResourceId parsedId(const QString &job)
    {
        const auto workspace = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/default"_s}});
        const auto id = ResourceId::parse((*workspace)[u"id"_s].toString());
        return id ? id->child(ResourceKind::Job, job) : ResourceId();
    }
    QByteArray text(const QJsonObject &more)
    {
        QJsonObject document = QJsonDocument::fromJson(m_fixture->jobText(u"true"_s)).object();
        QJsonObject properties = document[u"properties"_s].toObject();
        for (auto it = more.begin(); it != more.end(); ++it)
            properties[it.key()] = it.value();
        document[u"properties"_s] = properties;
        return QJsonDocument(document).toJson();
    }
    JobPlanSnapshot planOf(const QJsonObject &more)
    {
        const auto plan = take(m_client->jobs.plan({parsedId(u"a"_s), u"desk"_s, text(more), {}, {}}));
        if (!plan)
            qInfo("%s", qPrintable(plan.error().message.text()));
        return plan ? *plan : JobPlanSnapshot();
    }
    static QString variable(const JobPlanNode &node, const QString &name)
    {
        for (const auto &[key, value] : node.environment) {
            if (key == name)
                return value;
        }
        return {};
    }

    std::unique_ptr<EngineFixture> m_fixture;
    std::unique_ptr<EngineClient> m_client;
};

BATCHDECK_TEST(QCoreApplication, TstVolumeMap)
#include "tst_volumemap.moc"
