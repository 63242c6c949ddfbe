// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/engine/enginefixture.h"
#include "tests/support/testmain.h"

#include <QSqlDatabase>
#include <QSqlQuery>

using namespace Qt::StringLiterals;
using namespace engine;
using testing::EngineFixture;

namespace {

QStringList namesIn(const QJsonValue &documentsOrIds)
{
    QStringList names;
    for (const QJsonValue &value : documentsOrIds.toArray()) {
        const auto id = ResourceId::parse(value.isString() ? value.toString() : value[u"id"_s].toString());
        names.append(id ? id->shortText() : u"?"_s);
    }
    return names;
}

QString textOf(const QJsonValue &answer)
{
    return QString::fromUtf8(QJsonDocument(answer.toObject()).toJson());
}

} // namespace

/// Documents checked, taken out of one profile and into another.
class TstExportImport : public QObject
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

    void checksEveryKind_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("known");
        QTest::addColumn<QStringList>("targets"); // of the faults
        QTest::newRow("job") << u"job"_s
                             << u"{\"properties\":{\"nodeCount\":1,\"stdOutErrPathPrefix\":\"/o\","
                                "\"customToolkitSettings\":{}}}"_s
                             << true << QStringList{u"$.properties.customToolkitSettings.commandLine"_s};
        QTest::newRow("cluster") << u"cluster"_s << u"{\"properties\":{\"vmSize\":7}}"_s << true
                                 << QStringList{u"$.properties.vmSize"_s};
        QTest::newRow("workspace") << u"workspace"_s << u"{\"tags\":{\"a\":1}}"_s << true << QStringList{u"$.tags.a"_s};
        QTest::newRow("group") << u"group"_s << u"{\"location\":\"eastus\"}"_s << true << QStringList();
        QTest::newRow("experiment") << u"experiment"_s << u"{}"_s << true << QStringList();
        QTest::newRow("no text") << u"experiment"_s << u"[1"_s << true << QStringList{QString()};
        QTest::newRow("machine") << u"machine"_s << u"{}"_s << false << QStringList();
        QTest::newRow("nonsense") << u"thing"_s << u"{}"_s << false << QStringList();
    }

    void checksEveryKind()
    {
        QFETCH(QString, kind);
        QFETCH(QString, text);
        QFETCH(bool, known);
        QFETCH(QStringList, targets);
        const auto answer = m_fixture->call(u"document.check"_s, {{u"kind"_s, kind}, {u"text"_s, text}});
        QCOMPARE(bool(answer), known);
        if (!answer)
            return;
        QStringList found;
        for (const QJsonValue &fault : (*answer)[u"faults"_s].toArray())
            found.append(fault[u"target"_s].toString());
        for (const QString &target : targets)
            QVERIFY2(found.contains(target), qPrintable(found.join(u' ')));
        QCOMPARE(found.isEmpty(), targets.isEmpty());
    }

    // All of a group, in an order in which it can be made; what a job needs is not in it, and no secret.
    void takesAWholeGroupElsewhere()
    {
        makeLab();
        const auto taken = m_fixture->call(u"document.export"_s, {{u"ids"_s, QJsonArray{u"lab"_s}}});
        QVERIFY(taken);
        const QStringList all{u"lab"_s, u"lab / w"_s, u"lab / w / big"_s, u"lab / w / e"_s, u"lab / w / fs"_s};
        QStringList sorted = namesIn((*taken)[u"resources"_s]);
        QCOMPARE(sorted.first(), u"lab"_s);
        QCOMPARE(sorted.at(1), u"lab / w"_s);
        sorted.sort();
        QCOMPARE(sorted, all);
        const QString text = textOf(*taken);
        for (const QString &left :
             {u"not for keeps"_s, u"creationTime"_s, u"provisioningState"_s, u"currentNodeCount"_s})
            QVERIFY2(!text.contains(left), qPrintable(left));

        EngineFixture other;
        QVERIFY(other.start());
        const auto early = other.call(u"document.import"_s, {{u"text"_s, text}});
        QVERIFY(!early); // there is no machine of that name yet
        QVERIFY(early.error().details.first().target.contains(u"/workspaces/w/"_s));
        QCOMPARE(other.call(u"resource.list"_s, {{u"kind"_s, u"group"_s}})->toArray().size(), 0);
        QVERIFY(other.addThisComputer());
        const auto put = other.call(u"document.import"_s, {{u"text"_s, text}});
        QVERIFY2(put, qPrintable(put ? QString() : put.error().details.first().message.text()));
        QStringList created = namesIn((*put)[u"created"_s]);
        created.sort();
        QCOMPARE(created, all);
        const auto again = other.call(u"document.import"_s, {{u"text"_s, text}});
        QVERIFY(again);
        QCOMPARE((*again)[u"created"_s].toArray().size(), 0);
        QCOMPARE((*again)[u"existing"_s].toArray().size(), 5);
        other.stop();
        QVERIFY(other.start());
        const auto cluster = other.call(u"resource.get"_s, {{u"id"_s, u"lab/w/clusters/big"_s}});
        QVERIFY(cluster);
        QCOMPARE((*cluster)[u"properties"_s][u"scaleSettings"_s][u"autoScale"_s][u"maximumNodeCount"_s].toInt(), 4);
        QCOMPARE((*cluster)[u"properties"_s][u"vmSize"_s].toString(), u"STANDARD_NC6"_s);
        const auto server = other.call(u"resource.get"_s, {{u"id"_s, u"lab/w/fileServers/fs"_s}});
        QCOMPARE(FileServerSnapshot::fromDocument(server->toObject()).path, u"/srv"_s);
        // Once more out of there: the same documents, but for the profile in their ids.
        const auto second = other.call(u"document.export"_s, {{u"ids"_s, QJsonArray{u"lab"_s}}});
        QVERIFY(second);
        QCOMPARE(withoutIds(*second), withoutIds(*taken));
    }

    // A cluster of machines alone has nothing of what the service asked for; one of an old document loses its keys.
    void takesClustersElsewhere_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("of machines alone") << u"default/default/clusters/desk"_s;
        QTest::newRow("of an old document") << u"default/default/clusters/old"_s;
    }

    void takesClustersElsewhere()
    {
        QFETCH(QString, id);
        const QString secret = u"not for keeps"_s;
        const QJsonObject share{{u"accountName"_s, u"acme"_s},
                                {u"azureFileUrl"_s, u"https://acme.file.core.windows.net/data"_s},
                                {u"relativeMountPath"_s, u"afs"_s},
                                {u"credentials"_s, QJsonObject{{u"accountKey"_s, secret}}}};
        const QJsonObject task{{u"commandLine"_s, u"true"_s},
                               {u"stdOutErrPathPrefix"_s, u"/o"_s},
                               {u"secrets"_s, QJsonArray{QJsonObject{{u"name"_s, u"S"_s}, {u"value"_s, secret}}}}};
        const QJsonObject properties{
            {u"vmSize"_s, u"STANDARD_NC6"_s},
            {u"userAccountSettings"_s, QJsonObject{{u"adminUserName"_s, u"a"_s}, {u"adminUserPassword"_s, secret}}},
            {u"scaleSettings"_s, QJsonObject{{u"manual"_s, QJsonObject{{u"targetNodeCount"_s, 1}}}}},
            {u"nodeSetup"_s,
             QJsonObject{{u"setupTask"_s, task},
                         {u"mountVolumes"_s, QJsonObject{{u"azureFileShares"_s, QJsonArray{share}}}}}}};
        const QByteArray text = QJsonDocument(QJsonObject{{u"properties"_s, properties}}).toJson();
        QVERIFY(m_fixture->call(u"cluster.create"_s,
                                {{u"id"_s, u"default/default/clusters/old"_s},
                                 {u"machines"_s, QJsonArray{u"here"_s}},
                                 {u"text"_s, QString::fromUtf8(text)}}));
        const auto taken = m_fixture->call(u"document.export"_s, {{u"ids"_s, QJsonArray{id}}});
        QVERIFY(taken && !textOf(*taken).contains(u"not for keeps"_s));
        QVERIFY(m_fixture->call(u"resource.delete"_s, {{u"id"_s, id}}));
        const auto put = m_fixture->call(u"document.import"_s, {{u"text"_s, textOf(*taken)}});
        QVERIFY2(put, qPrintable(put ? QString() : textOf(put.error().toJson())));
        const auto again = m_fixture->call(u"document.export"_s, {{u"ids"_s, QJsonArray{id}}});
        QCOMPARE(textOf(*again), textOf(*taken));
    }

    void aJobComesOnlyWhenItIsNamed()
    {
        QVERIFY(m_fixture->submit(u"a"_s, u"echo hello"_s, {{u"schedulingPriority"_s, u"high"_s}}));
        QVERIFY(isFinal(m_fixture->finished(u"a"_s).state));
        const auto group = m_fixture->call(u"document.export"_s, {{u"ids"_s, QJsonArray{u"default"_s}}});
        QVERIFY(!namesIn((*group)[u"resources"_s]).contains(u"default / default / default / a"_s));
        const auto job = m_fixture->call(u"document.export"_s, {{u"ids"_s, QJsonArray{EngineFixture::jobId(u"a"_s)}}});
        QVERIFY(job);
        QVERIFY(!textOf(*job).contains(u"executionState"_s));
        const auto kept = m_fixture->call(u"document.import"_s, {{u"text"_s, textOf(*job)}});
        QCOMPARE(namesIn((*kept)[u"existing"_s]), QStringList{u"default / default / default / a"_s});

        EngineFixture other;
        QVERIFY(other.start());
        QVERIFY(other.addThisComputer());
        const auto put = other.call(u"document.import"_s, {{u"text"_s, textOf(*job)}});
        QVERIFY2(put, qPrintable(put ? QString() : put.error().message.text()));
        const JobSnapshot finished = other.finished(u"a"_s);
        QCOMPARE(EngineFixture::log(finished, u"stdout.txt"_s), "hello\n"_ba);
        QCOMPARE(finished.document[u"properties"_s][u"schedulingPriority"_s].toString(), u"high"_s);
    }

    // Clusters and jobs of one file: each sees the other before either is made.
    void putsThemIntoAnotherWorkspace()
    {
        makeLab();
        QVERIFY(m_fixture->call(u"job.create"_s,
                                {{u"id"_s, u"lab/w/e/a"_s},
                                 {u"cluster"_s, u"big"_s},
                                 {u"text"_s, QString::fromUtf8(m_fixture->jobText(u"true"_s))}}));
        const auto taken = m_fixture->call(
            u"document.export"_s, {{u"ids"_s, QJsonArray{u"lab/w/e/a"_s, u"lab/w/e"_s, u"lab/w/clusters/big"_s}}});
        QVERIFY(taken);
        QVERIFY(m_fixture->call(u"resource.create"_s, {{u"id"_s, u"default/copy"_s}}));
        const auto put =
            m_fixture->call(u"document.import"_s, {{u"text"_s, textOf(*taken)}, {u"target"_s, u"default/copy"_s}});
        QVERIFY2(put, qPrintable(put ? QString() : put.error().message.text()));
        QCOMPARE(namesIn((*put)[u"created"_s]),
                 (QStringList{u"default / copy / big"_s, u"default / copy / e"_s, u"default / copy / e / a"_s}));
    }

    void listsEveryFaultAndMakesNothing_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("targets"); // what the fault's target ends with, one after the other
        const QString group = u"{\"id\":\"g2\"}"_s;
        QTest::newRow("no JSON") << u"{"_s << QStringList{QString()};
        QTest::newRow("nothing") << u"{\"resources\":[]}"_s << QStringList{u"$.resources"_s};
        QTest::newRow("no id") << u"[%1,{\"properties\":{}}]"_s.arg(group) << QStringList{u"$.resources[1].id"_s};
        QTest::newRow("a machine") << u"[%1,{\"id\":\"machines/m\"}]"_s.arg(group)
                                   << QStringList{u"$.resources[1].id"_s};
        QTest::newRow("twice") << u"[%1,{\"id\":\"G2\"}]"_s.arg(group) << QStringList{u"/resourceGroups/G2"_s};
        QTest::newRow("no parent") << u"[%1,{\"id\":\"gone/w\"}]"_s.arg(group) << QStringList{u"/workspaces/w"_s};
        QTest::newRow("two") << u"[%1,{\"id\":\"g2/w!\"},{\"id\":\"g2/w\",\"tags\":{\"a\":1}}]"_s.arg(group)
                             << QStringList{u"/workspaces/w! $.name"_s, u"/workspaces/w $.tags.a"_s};
        QTest::newRow("a bad job")
            << u"[%1,{\"id\":\"default/default/default/j\",\"properties\":{\"nodeCount\":0,\"stdOutErrPathPrefix\":\"/"
               u"o\","
               "\"cluster\":{\"id\":\"nobody\"},\"customToolkitSettings\":{\"commandLine\":\"x\"}}}]"_s.arg(group)
            << QStringList{u"/jobs/j $.properties.nodeCount"_s, u"/jobs/j $.properties.cluster.id"_s};
    }

    void listsEveryFaultAndMakesNothing()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, targets);
        const auto answer = m_fixture->call(u"document.import"_s, {{u"text"_s, text}});
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().code), u"InvalidDocument"_s);
        QStringList found;
        for (const Fault &fault : answer.error().details)
            found.append(fault.target);
        QCOMPARE(found.size(), targets.size());
        for (qsizetype i = 0; i < targets.size(); ++i)
            QVERIFY2(found.at(i).endsWith(targets.at(i)), qPrintable(found.at(i)));
        QVERIFY(!m_fixture->call(u"resource.get"_s, {{u"id"_s, u"g2"_s}}));
    }

    // The store refuses the last of them: then none is there, now and after a restart.
    void takesAllOrNothing()
    {
        m_fixture->stop();
        const QString refusal = u"CREATE TRIGGER refusal BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'no'); END"_s;
        QVERIFY(changeStore(refusal));
        QVERIFY(m_fixture->start());
        const QByteArray job = m_fixture->jobText(u"true"_s);
        QJsonObject document = QJsonDocument::fromJson(job).object();
        document[u"id"_s] = u"lab/w/e/a"_s;
        QJsonObject properties = document[u"properties"_s].toObject();
        properties[u"cluster"_s] = QJsonObject{{u"id"_s, u"default/default/clusters/desk"_s}};
        document[u"properties"_s] = properties;
        const QJsonArray all{QJsonObject{{u"id"_s, u"lab"_s}}, QJsonObject{{u"id"_s, u"lab/w"_s}},
                             QJsonObject{{u"id"_s, u"lab/w/e"_s}}, document};
        const QJsonObject parameters{{u"text"_s, QString::fromUtf8(QJsonDocument(all).toJson())}};
        const auto refused = m_fixture->call(u"document.import"_s, parameters);
        QVERIFY(!refused);
        QCOMPARE(toString(refused.error().code), u"IoError"_s);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(!m_fixture->call(u"resource.get"_s, {{u"id"_s, u"lab"_s}}));
            QVERIFY(!m_fixture->call(u"job.get"_s, {{u"id"_s, u"lab/w/e/a"_s}}));
            m_fixture->stop();
            QVERIFY(m_fixture->start());
        }
        m_fixture->stop();
        QVERIFY(changeStore(u"DROP TRIGGER refusal"_s));
        QVERIFY(m_fixture->start());
        const auto taken = m_fixture->call(u"document.import"_s, parameters);
        QVERIFY2(taken, qPrintable(taken ? QString() : taken.error().message.text()));
        QCOMPARE((*taken)[u"created"_s].toArray().size(), 4);
    }

    void exportsOnlyWhatIsThere_data()
    {
        QTest::addColumn<QJsonArray>("ids");
        QTest::addColumn<QString>("code");
        QTest::newRow("nothing") << QJsonArray() << u"InvalidArgument"_s;
        QTest::newRow("nobody") << QJsonArray{u"default"_s, u"nobody"_s} << u"NotFound"_s;
        QTest::newRow("no job") << QJsonArray{EngineFixture::jobId(u"x"_s)} << u"NotFound"_s;
        QTest::newRow("machine") << QJsonArray{u"machines/here"_s} << u"InvalidArgument"_s;
    }

    void exportsOnlyWhatIsThere()
    {
        QFETCH(QJsonArray, ids);
        QFETCH(QString, code);
        const auto answer = m_fixture->call(u"document.export"_s, {{u"ids"_s, ids}});
        QVERIFY(!answer);
        QCOMPARE(toString(answer.error().code), code);
    }

private:
    void makeLab()
    {
        QVERIFY(m_fixture->call(
            u"resource.create"_s,
            {{u"id"_s, u"lab"_s}, {u"document"_s, QJsonObject{{u"tags"_s, QJsonObject{{u"who"_s, u"us"_s}}}}}}));
        QVERIFY(m_fixture->call(u"resource.create"_s,
                                {{u"id"_s, u"lab/w"_s}, {u"document"_s, QJsonObject{{u"location"_s, u"eastus"_s}}}}));
        QVERIFY(m_fixture->call(u"resource.create"_s, {{u"id"_s, u"lab/w/e"_s}}));
        QVERIFY(
            m_fixture->call(u"resource.create"_s,
                            {{u"id"_s, u"lab/w/fileServers/fs"_s}, {u"machine"_s, u"here"_s}, {u"path"_s, u"/srv"_s}}));
        const QString text = u"{\"properties\":{\"vmSize\":\"STANDARD_NC6\",\"userAccountSettings\":{\"adminUserName\":"
                             "\"a\",\"adminUserPassword\":\"not for keeps\"}}}"_s;
        QVERIFY(m_fixture->call(u"cluster.create"_s,
                                {{u"id"_s, u"lab/w/clusters/big"_s},
                                 {u"machines"_s, QJsonArray{u"here"_s}},
                                 {u"text"_s, text},
                                 {u"minimum"_s, 0},
                                 {u"maximum"_s, 4}}));
    }
    bool changeStore(const QString &statement)
    {
        bool done = false;
        {
            QSqlDatabase store = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"test"_s);
            store.setDatabaseName(m_fixture->profile() + u"/store/batchdeck.db"_s);
            done = store.open() && QSqlQuery(store).exec(statement);
        }
        QSqlDatabase::removeDatabase(u"test"_s);
        return done;
    }
    static QJsonArray withoutIds(const QJsonValue &taken)
    {
        QJsonArray documents;
        for (const QJsonValue &value : taken[u"resources"_s].toArray()) {
            QJsonObject document = value.toObject();
            document.remove(u"id"_s);
            documents.append(document);
        }
        return documents;
    }

    std::unique_ptr<EngineFixture> m_fixture;
};

BATCHDECK_TEST(QCoreApplication, TstExportImport)
#include "tst_exportimport.moc"
