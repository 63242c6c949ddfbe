// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/changefeed.h"
#include "tests/engine/enginefixture.h"
#include "tests/support/json.h"
#include "tests/support/testmain.h"

#include <QDir>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

namespace {

QString codeOf(const Result<QJsonValue> &answer)
{
    return answer ? u"done"_s : toString(answer.error().code);
}

} // namespace

/// Groups, workspaces, clusters, file servers and experiments as the service had them: names, what may be changed, what
/// a deletion takes along.
class TstResources : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_fixture = std::make_unique<EngineFixture>();
        QVERIFY(m_fixture->start());
        QVERIFY(m_fixture->addThisComputer());
    }

    void cleanup() { m_fixture.reset(); }

    // What comes meanwhile is told together, and no snapshot is followed by news that it has.
    void tellsTheFirstChangeAtOnce()
    {
        ChangeFeed feed([](const ResourceId &id) { return QJsonObject{{u"id"_s, id.toString()}}; }, this);
        QStringList told;
        connect(&feed, &ChangeFeed::changed, this, [&told](const QJsonObject &delta) {
            told.append(u"%1: %2, %3"_s.arg(delta[u"revision"_s].toInt())
                            .arg(delta[u"upserted"_s].toArray().size())
                            .arg(delta[u"removed"_s].toArray().size()));
        });
        const auto tellAfter = [&](int milliseconds, const QString &word) {
            QTimer::singleShot(milliseconds, &feed, [&told, word] { told.append(word); });
        };
        const ResourceId group = ResourceId::group(u"p"_s, u"a"_s);
        feed.upsert(group);
        tellAfter(50, u"soon"_s);
        QCOMPARE(told, QStringList()); // not before the next turn
        QTRY_COMPARE(told, (QStringList{u"1: 1, 0"_s, u"soon"_s}));
        told.clear();
        tellAfter(50, u"soon"_s);
        feed.upsert(group);
        feed.flush();
        feed.upsert(group);
        feed.upsert(ResourceId::group(u"p"_s, u"b"_s));
        feed.remove(group);
        QTRY_COMPARE(told, (QStringList{u"2: 1, 0"_s, u"soon"_s, u"3: 1, 1"_s}));
        feed.flush();
        QCOMPARE(feed.revision(), 3U);
    }

    void refusesWhatIsThere_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("group") << u"DEFAULT"_s;
        QTest::newRow("workspace") << u"default/Default"_s;
        QTest::newRow("cluster") << u"default/default/clusters/DESK"_s;
        QTest::newRow("experiment") << u"default/default/DeFault"_s;
        QTest::newRow("file server") << u"default/default/fileServers/FS"_s;
        QTest::newRow("job") << u"default/default/default/A"_s;
    }

    // Names are the same in any case, and nothing is created over what is there.
    void refusesWhatIsThere()
    {
        QFETCH(QString, id);
        QVERIFY(create(u"default/default/fileServers/fs"_s, {{u"machine"_s, u"here"_s}, {u"path"_s, u"/data"_s}}));
        QVERIFY(m_fixture->submit(u"a"_s, u"true"_s));
        const QJsonObject more{
            {u"machine"_s, u"here"_s},
            {u"path"_s, u"/other"_s},
            {u"cluster"_s, u"desk"_s},
            {u"text"_s, id.endsWith(u"/A"_s) ? QString::fromUtf8(m_fixture->jobText(u"true"_s)) : u""_s}};
        QCOMPARE(codeOf(create(id, more)), u"AlreadyExists"_s);
        QVERIFY(isFinal(m_fixture->finished(u"a"_s).state));
        QCOMPARE(codeOf(create(id, more)), u"AlreadyExists"_s); // done jobs are known to the store only
    }

    void refusesBadNames_data()
    {
        QTest::addColumn<QString>("id");
        const QString longest(64, u'n');
        QTest::newRow("group") << u"a b"_s;
        QTest::newRow("workspace") << u"default/a.b"_s;
        QTest::newRow("cluster") << QString(u"default/default/clusters/x"_s + longest);
        QTest::newRow("experiment") << u"default/default/ä"_s;
        QTest::newRow("file server") << u"default/default/fileServers/f!"_s;
        QTest::newRow("job") << u"default/default/default/a.b"_s;
    }

    void refusesBadNames()
    {
        QFETCH(QString, id);
        const auto answer = create(id,
                                   {{u"machines"_s, QJsonArray{u"here"_s}},
                                    {u"machine"_s, u"here"_s},
                                    {u"path"_s, u"/data"_s},
                                    {u"cluster"_s, u"desk"_s}});
        QCOMPARE(codeOf(answer), u"InvalidDocument"_s);
        QCOMPARE(answer.error().details.first().code, u"NameRule"_s);
    }

    void changesWhatMayBeChanged_data()
    {
        QTest::addColumn<QString>("id");
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<QString>("outcome"); // a code, or "done"
        QTest::addColumn<QString>("target"); // of the refusal
        const QString workspace = u"default/default"_s;
        const QString cluster = u"default/default/clusters/desk"_s;
        QTest::newRow("tags of a workspace") << workspace << R"({"tags":{"a":"b"}})"_ba << u"done"_s << QString();
        QTest::newRow("tags of a group") << u"default"_s << R"({"tags":{"a":"b"}})"_ba << u"done"_s << QString();
        QTest::newRow("tags that are none")
            << workspace << R"({"tags":{"a":1}})"_ba << u"InvalidDocument"_s << u"$.tags.a"_s;
        QTest::newRow("region") << workspace << R"({"tags":{},"location":"x"})"_ba << u"InvalidArgument"_s
                                << u"$.location"_s;
        QTest::newRow("tags of a cluster") << cluster << R"({"tags":{}})"_ba << u"InvalidArgument"_s << u"$.tags"_s;
        QTest::newRow("size") << cluster << R"({"properties":{"vmSize":"STANDARD_NC6"}})"_ba << u"InvalidArgument"_s
                              << u"$.properties.vmSize"_s;
        QTest::newRow("fixed") << cluster << R"({"properties":{"scaleSettings":{"manual":{"targetNodeCount":0}}}})"_ba
                               << u"done"_s << QString();
        QTest::newRow("automatic")
            << cluster
            << R"({"properties":{"scaleSettings":{"autoScale":{"minimumNodeCount":0,"maximumNodeCount":1}}}})"_ba
            << u"done"_s << QString();
        QTest::newRow("both") << cluster
                              << R"({"properties":{"scaleSettings":{"manual":{"targetNodeCount":1},"autoScale":
            {"minimumNodeCount":0,"maximumNodeCount":1}}}})"_ba
                              << u"InvalidDocument"_s << u"$.properties.scaleSettings"_s;
        QTest::newRow("nothing") << cluster << "{}"_ba << u"InvalidArgument"_s << u"$.properties"_s;
        QTest::newRow("experiment") << u"default/default/default"_s << R"({"tags":{}})"_ba << u"InvalidArgument"_s
                                    << QString();
        QTest::newRow("job") << EngineFixture::jobId(u"a"_s) << R"({"properties":{}})"_ba << u"InvalidArgument"_s
                             << QString();
        QTest::newRow("file server") << u"default/default/fileServers/f"_s << R"({"properties":{}})"_ba
                                     << u"InvalidArgument"_s << QString();
        QTest::newRow("nobody") << u"default/nobody"_s << R"({"tags":{}})"_ba << u"NotFound"_s << QString();
    }

    void changesWhatMayBeChanged()
    {
        QFETCH(QString, id);
        QFETCH(QByteArray, change);
        QFETCH(QString, outcome);
        QFETCH(QString, target);
        const auto answer =
            m_fixture->call(u"resource.update"_s, {{u"id"_s, id}, {u"document"_s, testing::object(change)}});
        QCOMPARE(codeOf(answer), outcome);
        if (!answer && !target.isEmpty()) {
            const auto targets =
                answer.error().details.isEmpty() ? answer.error().target : answer.error().details.first().target;
            QCOMPARE(targets, target);
            return;
        }
        if (!answer)
            return;
        m_fixture->stop();
        QVERIFY(m_fixture->start());
        const auto kept = m_fixture->call(u"resource.get"_s, {{u"id"_s, id}});
        QVERIFY(kept);
        const QJsonObject wanted = testing::object(change);
        QCOMPARE((*kept)[u"tags"_s].toObject(), wanted.value(u"tags"_s).toObject());
        const QJsonValue scale = wanted[u"properties"_s][u"scaleSettings"_s];
        const QJsonValue settings = (*kept)[u"properties"_s][u"scaleSettings"_s];
        for (const QString &kind : scale.toObject().keys()) {
            QCOMPARE(settings.toObject().keys(), QStringList{kind});
            for (const QString &key : scale[kind].toObject().keys())
                QCOMPARE(settings[kind][key], scale[kind][key]);
        }
    }

    void understandsThreeNumbersOfNodes_data()
    {
        QTest::addColumn<QByteArray>("numbers");
        QTest::addColumn<QByteArray>("scale"); // empty: refused
        const QByteArray manual = R"({"manual":{"nodeDeallocationOption":"requeue","targetNodeCount":%1}})";
        const auto fixed = [&manual](char digit) { return QByteArray(manual).replace("%1", QByteArray(1, digit)); };
        const QByteArray automatic =
            R"({"autoScale":{"initialNodeCount":%1,"maximumNodeCount":3,"minimumNodeCount":0}})";
        QTest::newRow("none") << "{}"_ba << fixed('1');
        QTest::newRow("target") << R"({"target":4})"_ba << fixed('4');
        QTest::newRow("range") << R"({"minimum":0,"maximum":3})"_ba << QByteArray(automatic).replace("%1", "0");
        QTest::newRow("range and start") << R"({"minimum":0,"maximum":3,"target":2})"_ba
                                         << QByteArray(automatic).replace("%1", "2");
        QTest::newRow("no range") << R"({"minimum":2,"maximum":2})"_ba << fixed('2');
        QTest::newRow("half") << R"({"minimum":2})"_ba << QByteArray();
        QTest::newRow("other half") << R"({"maximum":2})"_ba << QByteArray();
        QTest::newRow("upside down") << R"({"minimum":3,"maximum":2})"_ba << QByteArray();
        QTest::newRow("negative") << R"({"minimum":-1,"maximum":2})"_ba << QByteArray();
    }

    void understandsThreeNumbersOfNodes()
    {
        QFETCH(QByteArray, numbers);
        QFETCH(QByteArray, scale);
        QJsonObject parameters = testing::object(numbers);
        parameters[u"id"_s] = u"default/default/clusters/c"_s;
        parameters[u"machines"_s] = QJsonArray{u"here"_s};
        const auto answer = m_fixture->call(u"cluster.create"_s, parameters);
        QCOMPARE(codeOf(answer), scale.isEmpty() ? u"InvalidDocument"_s : u"done"_s);
        if (answer)
            QCOMPARE((*answer)[u"properties"_s][u"scaleSettings"_s].toObject(), testing::object(scale));
    }

    void refusesMoreThanTheClusterMayHave()
    {
        QVERIFY(m_fixture
                    ->call(u"cluster.create"_s,
                           {{u"id"_s, u"default/default/clusters/c"_s},
                            {u"machines"_s, QJsonArray{u"here"_s}},
                            {u"minimum"_s, 0},
                            {u"maximum"_s, 3}})
                    .has_value());
        const auto asked = [this](int nodes) {
            QJsonObject document = testing::object(m_fixture->jobText(u"true"_s));
            QJsonObject properties = document[u"properties"_s].toObject();
            properties[u"nodeCount"_s] = nodes;
            document[u"properties"_s] = properties;
            return QJsonObject{{u"cluster"_s, u"c"_s},
                               {u"text"_s, QString::fromUtf8(QJsonDocument(document).toJson())}};
        };
        const auto submitted = [&](int nodes) {
            return create(u"default/default/default/job-%1"_s.arg(nodes), asked(nodes));
        };
        QJsonObject planned = asked(4);
        planned[u"id"_s] = u"default/default/default/job-4"_s;
        const auto plan = m_fixture->call(u"job.plan"_s, planned);
        QVERIFY(plan.has_value());
        QStringList codes;
        for (const QJsonValue &warning : (*plan)[u"warnings"_s].toArray())
            codes.append(warning[u"code"_s].toString());
        QVERIFY2(codes.contains(u"TooManyNodes"_s) && !codes.contains(u"TooFewNodes"_s), qPrintable(codes.join(u' ')));
        const auto answer = submitted(4);
        QCOMPARE(codeOf(answer), u"InvalidDocument"_s);
        const engine::Fault fault = answer.error().details.constLast();
        QCOMPARE(fault.target, u"$.properties.nodeCount"_s);
        QCOMPARE(fault.message.text(), u"Requested 4 nodes but the cluster only has 3 maximum nodes."_s);
        const auto fits = submitted(3); // what else this version may have to say of it
        if (!fits)
            QVERIFY(std::none_of(fits.error().details.cbegin(), fits.error().details.cend(),
                                 [](const engine::Fault &other) { return other.code == u"TooManyNodes"; }));
    }

    void refusesMoreWorkspacesThanAGroupMayHave()
    {
        QList<QFuture<engine::Result<QJsonValue>>> answers;
        for (int i = 0; i < 799; ++i) // and the default one
            answers.append(m_fixture->begin(u"resource.create"_s, {{u"id"_s, u"default/w%1"_s.arg(i)}}));
        for (auto &answer : answers)
            QTRY_VERIFY(answer.isFinished() && answer.result().has_value());
        const auto tooMany = create(u"default/w799"_s, {});
        QCOMPARE(codeOf(tooMany), u"Conflict"_s);
        QVERIFY(tooMany.error().message.text().contains(u"default has 800 workspaces"_s));
        QCOMPARE(codeOf(create(u"other"_s, {})), u"done"_s);
        QCOMPARE(codeOf(create(u"other/w799"_s, {})), u"done"_s);
    }

    void keepsFileServers_data()
    {
        QTest::addColumn<QByteArray>("parameters");
        QTest::addColumn<QString>("refusal"); // target; empty: kept
        QTest::newRow("placed") << R"({"machine":"here","path":"/srv/data"})"_ba << QString();
        QTest::newRow("nobody") << R"({"machine":"nobody","path":"/srv/data"})"_ba << u"machine"_s;
        QTest::newRow("no machine") << R"({"path":"/srv/data"})"_ba << u"machine"_s;
        QTest::newRow("no folder") << R"({"machine":"here"})"_ba << u"path"_s;
        QTest::newRow("no absolute folder") << R"({"machine":"here","path":"srv"})"_ba << u"path"_s;
        QTest::newRow("nothing") << "{}"_ba << u"machine"_s;
    }

    void keepsFileServers()
    {
        QFETCH(QByteArray, parameters);
        QFETCH(QString, refusal);
        const QString id = u"default/default/fileServers/fs"_s;
        const auto answer = create(id, testing::object(parameters));
        QCOMPARE(codeOf(answer), refusal.isEmpty() ? u"done"_s : u"InvalidDocument"_s);
        if (!answer) {
            QCOMPARE(answer.error().details.first().target, refusal);
            return;
        }
        m_fixture->stop();
        QVERIFY(m_fixture->start());
        const auto list = m_fixture->call(u"resource.list"_s, {{u"kind"_s, u"file-server"_s}});
        QVERIFY(list);
        QCOMPARE(list->toArray().size(), 1);
        const auto server = FileServerSnapshot::fromDocument(list->toArray().first().toObject());
        QCOMPARE(server.machine.name(), u"here"_s);
        QCOMPARE(server.path, u"/srv/data"_s);
        QCOMPARE((*list)[0][u"properties"_s][u"provisioningState"_s].toString(), u"succeeded"_s);
        QCOMPARE((*list)[0][u"properties"_s][u"mountSettings"_s][u"mountPoint"_s].toString(), u"/srv/data"_s);
        QCOMPARE(codeOf(remove(u"machines/here"_s)), u"Conflict"_s); // it holds the folder
    }

    void keepsAFileServerOfAnOldDocument()
    {
        const QByteArray text = R"({"properties":{"vmSize":"STANDARD_NC6","sshConfiguration":{"userAccountSettings":
            {"adminUserName":"a","adminUserPassword":"not for keeps"}},"dataDisks":{"diskSizeInGB":10,"diskCount":2,
            "storageAccountType":"Standard_LRS"}}})";
        const auto answer = create(u"default/default/fileServers/fs"_s, {{u"document"_s, testing::object(text)}});
        QVERIFY2(answer, qPrintable(answer ? QString() : answer.error().message.text()));
        const QJsonValue properties = (*answer)[u"properties"_s];
        QCOMPARE(properties[u"dataDisks"_s][u"diskCount"_s].toInt(), 2);
        QVERIFY(!QJsonDocument(answer->toObject()).toJson().contains("not for keeps"));
    }

    // It may go as it could from the service; who mounts it is told.
    void warnsOfAFileServerInUse()
    {
        QVERIFY(create(u"default/default/fileServers/fs"_s, {{u"machine"_s, u"here"_s}, {u"path"_s, u"/data"_s}}));
        const auto server = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/fileServers/fs"_s}});
        const QJsonObject entry{{u"fileServer"_s, QJsonObject{{u"id"_s, (*server)[u"id"_s]}}},
                                {u"relativeMountPath"_s, u"nfs"_s}};
        const QJsonObject setup{{u"mountVolumes"_s, QJsonObject{{u"fileServers"_s, QJsonArray{entry}}}}};
        QVERIFY(m_fixture->call(u"cluster.create"_s,
                                {{u"id"_s, u"default/default/clusters/c"_s},
                                 {u"machines"_s, QJsonArray{u"here"_s}},
                                 {u"text"_s, text({{u"vmSize"_s, u"STANDARD_NC6"_s}, {u"nodeSetup"_s, setup}})}}));
        const auto removed = remove(u"default/default/fileServers/fs"_s);
        QVERIFY(removed);
        QCOMPARE((*removed)[u"warnings"_s].toArray().size(), 1);
        QVERIFY(Message::fromJson((*removed)[u"warnings"_s][0].toObject()).text().contains(u"default / default / c"_s));
        QCOMPARE(codeOf(remove(u"default/default/fileServers/fs"_s)), u"NotFound"_s);
    }

    void aWorkspaceTakesAllItHolds()
    {
        QVERIFY(create(u"default/default/fileServers/fs"_s, {{u"machine"_s, u"here"_s}, {u"path"_s, u"/data"_s}}));
        QVERIFY(create(u"default/other"_s));
        QVERIFY(m_fixture->submit(u"done"_s, u"true"_s));
        QVERIFY(isFinal(m_fixture->finished(u"done"_s).state));
        QVERIFY(m_fixture->submit(u"running"_s, u"sleep 600"_s));
        QTRY_COMPARE(toString(m_fixture->job(u"running"_s).phase), u"executing"_s);
        auto removal = m_fixture->begin(u"resource.delete"_s, {{u"id"_s, u"default/default"_s}});
        const auto meanwhile = m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default"_s}});
        if (meanwhile && !removal.isFinished())
            QCOMPARE((*meanwhile)[u"properties"_s][u"provisioningState"_s].toString(), u"deleting"_s);
        QTRY_VERIFY(removal.isFinished());
        QVERIFY(removal.result());
        for (const QString &gone :
             {u"default/default"_s, u"default/default/clusters/desk"_s, u"default/default/default"_s,
              u"default/default/fileServers/fs"_s, EngineFixture::jobId(u"done"_s), EngineFixture::jobId(u"running"_s)})
            QCOMPARE(codeOf(m_fixture->call(u"resource.get"_s, {{u"id"_s, gone}})), u"NotFound"_s);
        QVERIFY(m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/other"_s}}));
        QVERIFY(m_fixture->call(u"resource.get"_s, {{u"id"_s, u"machines/here"_s}}));
        QVERIFY(QDir(m_fixture->home() + u"/jobs"_s).entryList(QDir::Dirs | QDir::NoDotAndDotDot).size() <= 1);
    }

    void anExperimentEndsItsJobsFirst()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo $$ > '%1/pid'; exec sleep 600"_s.arg(m_fixture->root())));
        QTRY_VERIFY(!EngineFixture::content(m_fixture->root() + u"/pid"_s).isEmpty());
        const QString pid = QString::fromUtf8(EngineFixture::content(m_fixture->root() + u"/pid"_s).trimmed());
        QVERIFY(remove(u"default/default/default"_s));
        QVERIFY(!QFileInfo::exists(u"/proc/"_s + pid));
        QCOMPARE(codeOf(m_fixture->call(u"job.get"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}})), u"NotFound"_s);
        QVERIFY(m_fixture->call(u"resource.get"_s, {{u"id"_s, u"default/default/clusters/desk"_s}}));
    }

    void aClusterLeavesItsFinishedJobs()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo kept"_s));
        QVERIFY(isFinal(m_fixture->finished(u"a"_s).state));
        QVERIFY(remove(u"default/default/clusters/desk"_s));
        QCOMPARE(toString(m_fixture->job(u"a"_s).state), u"succeeded"_s);
        m_fixture->stop(); // completed jobs stay until they are deleted
        QVERIFY(m_fixture->start());
        const JobSnapshot job = m_fixture->job(u"a"_s);
        QCOMPARE(toString(job.state), u"succeeded"_s);
        QCOMPARE(job.cluster.name(), u"desk"_s);
        QCOMPARE(EngineFixture::log(job, u"stdout.txt"_s), "kept\n"_ba);
        QVERIFY(m_fixture->call(u"job.delete"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
    }

    void aJobUsesAClusterOfAnotherGroup_data()
    {
        QTest::addColumn<bool>("full");
        QTest::newRow("path") << false;
        QTest::newRow("full id") << true;
    }

    // And a workspace does not go while jobs of another one use its cluster.
    void aJobUsesAClusterOfAnotherGroup()
    {
        QFETCH(bool, full);
        QVERIFY(create(u"lab"_s));
        QVERIFY(create(u"lab/w"_s));
        const auto made = m_fixture->call(u"cluster.create"_s,
                                          {{u"id"_s, u"lab/w/clusters/big"_s}, {u"machines"_s, QJsonArray{u"here"_s}}});
        QVERIFY(made);
        const QString cluster = full ? (*made)[u"id"_s].toString() : u"lab/w/clusters/big"_s;
        const QJsonObject reference{{u"cluster"_s, QJsonObject{{u"id"_s, cluster}}}};
        QVERIFY(m_fixture->call(u"job.create"_s,
                                {{u"id"_s, EngineFixture::jobId(u"a"_s)},
                                 {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"sleep 600"_s, reference))}}));
        QTRY_COMPARE(toString(m_fixture->job(u"a"_s).phase), u"executing"_s);
        QCOMPARE(m_fixture->job(u"a"_s).cluster.toString(), (*made)[u"id"_s].toString());
        for (const QString &holder : {u"lab"_s, u"lab/w"_s, u"lab/w/clusters/big"_s})
            QCOMPARE(codeOf(remove(holder)), u"Conflict"_s);
        QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, u"lab"_s}, {u"terminate"_s, true}}));
        const JobSnapshot job = m_fixture->finished(u"a"_s);
        QCOMPARE(job.errors.first().code, u"JobTerminatedByUser"_s);
    }

    // The words, and what is null when, of the service's answers: scripts wait for them.
    void tellsStatesAsTheServiceDid()
    {
        const QString begun = m_fixture->root() + u"/begun"_s;
        QVERIFY(m_fixture->submit(u"a"_s, u"trap 'sleep 2; exit 5' TERM; touch '%1'; sleep 600 & wait"_s.arg(begun)));
        QTRY_VERIFY(QFileInfo::exists(begun));
        QVERIFY(m_fixture->submit(u"b"_s, u"true"_s));
        QVERIFY(m_fixture->submit(u"c"_s, u"exit 3"_s));
        QTRY_COMPARE(stateOf(u"a"_s), u"running provisioned succeeded exit - begun ended - errors "_s);
        QCOMPARE(stateOf(u"b"_s), u"queued provisioned succeeded"_s);
        QCOMPARE(nodesOf(u"default/default/clusters/desk"_s), u"steady 1: running 1"_s);
        QVERIFY(m_fixture->call(u"job.terminate"_s, {{u"id"_s, EngineFixture::jobId(u"a"_s)}}));
        QCOMPARE(stateOf(u"a"_s), u"terminating provisioned succeeded exit - begun ended - errors "_s);
        (void)m_fixture->finished(u"a"_s);
        QCOMPARE(stateOf(u"a"_s), u"failed provisioned succeeded exit - begun ended + errors JobTerminatedByUser"_s);
        (void)m_fixture->finished(u"b"_s);
        QCOMPARE(stateOf(u"b"_s), u"succeeded provisioned succeeded exit 0 begun ended + errors "_s);
        (void)m_fixture->finished(u"c"_s);
        QCOMPARE(stateOf(u"c"_s), u"failed provisioned succeeded exit 3 begun ended + errors JobFailed"_s);
        QCOMPARE(nodesOf(u"default/default/clusters/desk"_s), u"steady 1: idle 1"_s);
    }

    void countsWhatThereIs()
    {
        const auto usages = m_fixture->call(u"usage.list"_s, {{u"location"_s, u"eastus"_s}});
        QVERIFY(usages);
        QStringList rows;
        for (const QJsonValue &usage : usages->toArray()) {
            QCOMPARE(usage[u"unit"_s].toString(), u"Count"_s);
            rows.append(u"%1 %2 %3"_s.arg(usage[u"name"_s][u"value"_s].toString())
                            .arg(usage[u"currentValue"_s].toInt())
                            .arg(usage[u"limit"_s].toInt(-1)));
        }
        QCOMPARE(rows, (QStringList{u"Clusters 1 -1"_s, u"Cluster Nodes 1 1"_s, u"Workspaces 1 -1"_s}));
        QCOMPARE(codeOf(m_fixture->call(u"usage.list"_s, {{u"location"_s, u"no/where"_s}})), u"InvalidArgument"_s);
    }

private:
    Result<QJsonValue> create(const QString &id, QJsonObject more = {})
    {
        more[u"id"_s] = id;
        return m_fixture->call(u"resource.create"_s, more);
    }
    Result<QJsonValue> remove(const QString &id) { return m_fixture->call(u"resource.delete"_s, {{u"id"_s, id}}); }

    // "STATE provisioned STATE", and what came of it once it began.
    QString stateOf(const QString &job)
    {
        const auto answer = m_fixture->call(u"job.get"_s, {{u"id"_s, EngineFixture::jobId(job)}});
        const QJsonValue properties = answer ? (*answer)[u"properties"_s] : QJsonValue();
        QString text = properties[u"executionState"_s].toString() + u" provisioned "
            + properties[u"provisioningState"_s].toString();
        const QJsonValue info = properties[u"executionInfo"_s];
        if (!info.isObject())
            return text;
        const QJsonValue exitCode = info[u"exitCode"_s];
        text += u" exit "_s + (exitCode.isDouble() ? QString::number(exitCode.toInt()) : u"-"_s)
            + (info[u"startTime"_s].toString().isEmpty() ? u" waiting"_s : u" begun"_s) + u" ended "
            + (info[u"endTime"_s].toString().isEmpty() ? u'-' : u'+') + u" errors "_s;
        for (const QJsonValue error : info[u"errors"_s].toArray())
            text += error[u"message"_s].toString().isEmpty() ? u"no words"_s : error[u"code"_s].toString();
        return text;
    }

    // "ALLOCATION COUNT: WORD COUNT" of the nodes that there are.
    QString nodesOf(const QString &cluster)
    {
        const auto answer = m_fixture->call(u"resource.get"_s, {{u"id"_s, cluster}});
        const QJsonValue properties = answer ? (*answer)[u"properties"_s] : QJsonValue();
        QStringList counts;
        for (const char *word : {"idle", "running", "preparing", "unusable", "leaving"}) {
            const QJsonValue count =
                properties[u"nodeStateCounts"_s][QString(QLatin1StringView(word) + u"NodeCount"_s)];
            if (!count.isDouble() || count.toInt() > 0)
                counts.append(QLatin1StringView(word) + u' ' + QString::number(count.toInt(-1)));
        }
        return u"%1 %2: %3"_s.arg(properties[u"allocationState"_s].toString())
            .arg(properties[u"currentNodeCount"_s].toInt(-1))
            .arg(counts.join(u' '));
    }

    static QString text(const QJsonObject &properties)
    {
        return QString::fromUtf8(QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson());
    }

    std::unique_ptr<EngineFixture> m_fixture;
};

BATCHDECK_TEST(QCoreApplication, TstResources)
#include "tst_resources.moc"
