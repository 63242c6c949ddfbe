// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/document/documentkind.h"
#include "models/document/faultwords.h"
#include "tests/gui/cannedworld.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using models::DocumentKind;

Q_DECLARE_METATYPE(DocumentKind)

class TstDocumentKind final : public QObject
{
    Q_OBJECT

private slots:
    void tellsKindByContent_data();
    void tellsKindByContent();
    void tellsKindOfRecipes();
    void judgesDrops_data();
    void judgesDrops();
    void sumsUpExport();
    void faultsHaveRemedies_data();
    void faultsHaveRemedies();
};

void TstDocumentKind::tellsKindByContent_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<DocumentKind>("kind");
    QTest::newRow("job") << QByteArray(R"({"properties":{"nodeCount":1,"pyTorchSettings":{}}})") << DocumentKind::Job;
    QTest::newRow("job without its wrapper") << QByteArray(R"({"nodeCount":1})") << DocumentKind::Job;
    QTest::newRow("job with comments") << QByteArray("// old\n{\"properties\":{\"nodeCount\":2,},}")
                                       << DocumentKind::Job;
    QTest::newRow("job with a brace too few")
        << QByteArray(R"({"properties":{"nodeCount":1,"horovodSettings":{)") << DocumentKind::Job;
    QTest::newRow("cluster") << QByteArray(R"({"properties":{"vmSize":"X","scaleSettings":{}}})")
                             << DocumentKind::Cluster;
    QTest::newRow("cluster of a size only") << QByteArray(R"({"properties":{"vmSize":"X"}})") << DocumentKind::Cluster;
    QTest::newRow("file server") << QByteArray(R"({"properties":{"vmSize":"X","dataDisks":{}}})")
                                 << DocumentKind::FileServer;
    QTest::newRow("workspace") << QByteArray(R"({"location":"eastus","tags":{"a":"b"}})") << DocumentKind::Workspace;
    QTest::newRow("answer of the service")
        << QByteArray(R"({"id":"x","type":"Microsoft.BatchAI/workspaces/fileServers","properties":{}})")
        << DocumentKind::FileServer;
    QTest::newRow("its old spelling") << QByteArray(R"({"type":"Microsoft.BatchAI/Clusters","properties":{}})")
                                      << DocumentKind::Cluster;
    QTest::newRow("job in snake_case") << QByteArray(R"({"std_out_err_path_prefix":"/o","py_torch_settings":{}})")
                                       << DocumentKind::Job;
    QTest::newRow("cluster of a template")
        << QByteArray(R"({"contentVersion":"1","resources":[{"type":"Microsoft.BatchAI/workspaces"},
            {"type":"Microsoft.BatchAI/workspaces/clusters"}]})")
        << DocumentKind::Cluster;
    QTest::newRow("pool of Azure Batch") << QByteArray(R"({"id":"p","vmSize":"X","targetDedicatedNodes":1})")
                                         << DocumentKind::Unknown;
    QTest::newRow("export") << QByteArray(R"({"resources":[]})") << DocumentKind::Export;
    QTest::newRow("list") << QByteArray("\n[{}]") << DocumentKind::Export;
    QTest::newRow("nothing") << QByteArray() << DocumentKind::Unknown;
    QTest::newRow("other JSON") << QByteArray(R"({"name":"left-pad","version":"1.0.0"})") << DocumentKind::Unknown;
    QTest::newRow("no JSON") << QByteArray("hello") << DocumentKind::Unknown;
    QTest::newRow("bytes") << QByteArray("\0\xff\xfe", 3) << DocumentKind::Unknown;
}

void TstDocumentKind::tellsKindByContent()
{
    QFETCH(QByteArray, text);
    QFETCH(DocumentKind, kind);
    QCOMPARE(models::kindWords(models::documentKindOf(text)), models::kindWords(kind));
}

void TstDocumentKind::tellsKindOfRecipes()
{
    const QString folder =
        qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"));
    QDirIterator files(folder + u"/batch-ai/recipes"_s, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    int told = 0;
    while (files.hasNext()) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString name = files.fileName();
        const auto wanted = name.startsWith(u"cluster") ? DocumentKind::Cluster
            : name.startsWith(u"job")                   ? DocumentKind::Job
                                                        : DocumentKind::Unknown;
        QCOMPARE(models::kindWords(models::documentKindOf(file.readAll())), models::kindWords(wanted));
        ++told;
    }
    if (told == 0)
        SKIP_UNLESS_ALL("no recipes below BATCHDECK_TEST_DATA");
}

void TstDocumentKind::judgesDrops_data()
{
    QTest::addColumn<DocumentKind>("kind");
    QTest::addColumn<QString>("under");
    QTest::addColumn<bool>("accepted");
    QTest::addColumn<QString>("place");
    QTest::newRow("job on experiment") << DocumentKind::Job << u"lab/vision/resnet"_s << true << u"resnet"_s;
    QTest::newRow("job on a job") << DocumentKind::Job << u"lab/vision/resnet/run-1"_s << true << u"resnet"_s;
    QTest::newRow("job on cluster") << DocumentKind::Job << u"lab/vision/clusters/desk"_s << true << QString();
    QTest::newRow("job on workspace") << DocumentKind::Job << u"lab/vision"_s << false << QString();
    QTest::newRow("job on machine") << DocumentKind::Job << u"machines/desk"_s << false << QString();
    QTest::newRow("job beside") << DocumentKind::Job << QString() << true << QString();
    QTest::newRow("cluster on workspace") << DocumentKind::Cluster << u"lab/vision"_s << true << u"vision"_s;
    QTest::newRow("cluster on a job") << DocumentKind::Cluster << u"lab/vision/resnet/run-1"_s << true << u"vision"_s;
    QTest::newRow("cluster on group") << DocumentKind::Cluster << u"lab"_s << false << QString();
    QTest::newRow("file server on machine") << DocumentKind::FileServer << u"machines/desk"_s << false << QString();
    QTest::newRow("workspace on group") << DocumentKind::Workspace << u"lab"_s << true << u"lab"_s;
    QTest::newRow("workspace on machine") << DocumentKind::Workspace << u"machines/desk"_s << false << QString();
    QTest::newRow("export on group") << DocumentKind::Export << u"lab"_s << true << u"lab"_s;
    QTest::newRow("export on experiment") << DocumentKind::Export << u"lab/vision/resnet"_s << true << QString();
}

void TstDocumentKind::judgesDrops()
{
    QFETCH(DocumentKind, kind);
    QFETCH(QString, under);
    QFETCH(bool, accepted);
    QFETCH(QString, place);
    const auto id = engine::ResourceId::parseShort(canned::profile, under);
    const auto verdict = models::judgeDrop(kind, under.isEmpty() ? engine::ResourceId() : *id);
    QCOMPARE(verdict.isAccepted, accepted);
    QCOMPARE(verdict.place.name(), place);
    QVERIFY(!verdict.words.isEmpty());
    if (under.contains(u"clusters/"))
        QCOMPARE(verdict.cluster.name(), u"desk"_s);
}

void TstDocumentKind::sumsUpExport()
{
    QJsonArray resources = canned::world(8);
    resources.append(QJsonObject{{u"id"_s, u"/nonsense"_s}});
    const auto summary =
        models::summaryOfExport(QJsonDocument(QJsonObject{{u"resources"_s, resources}}).toJson(), canned::profile);
    QCOMPARE(summary.lines,
             (QStringList{u"1 group: lab"_s, u"1 workspace: vision"_s, u"1 cluster: desk"_s, u"1 experiment: resnet"_s,
                          u"8 jobs: run-1, run-2, run-3, run-4, run-5, run-6 and 2 more"_s}));
    QCOMPARE(summary.ids.size(), resources.size() - 1);
    QCOMPARE(models::summaryOfExport(QJsonDocument(resources).toJson(), canned::profile).lines, summary.lines);
    // Of another profile, and as people write ids by hand: each is told as it would be here.
    const auto other = models::summaryOfExport(R"([{"id": "lab"}, {"id": "lab/vision"}, {"id":
        "/subscriptions/old/resourceGroups/lab/providers/Microsoft.BatchAI/workspaces/vision/clusters/desk"}])",
                                               canned::profile);
    QCOMPARE(other.ids.size(), 3);
    QCOMPARE(other.ids.last(), canned::clusterId());
}

void TstDocumentKind::faultsHaveRemedies_data()
{
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("target");
    QTest::newRow("missing") << u"Required"_s << u"$.properties.nodeCount"_s;
    QTest::newRow("wrong type") << u"WrongType"_s << u"$.properties.inputDirectories[3].path"_s;
    QTest::newRow("placeholder") << u"Placeholder"_s << u"$.properties.cluster.id"_s;
    QTest::newRow("syntax") << u"Syntax"_s << QString();
}

void TstDocumentKind::faultsHaveRemedies()
{
    QFETCH(QString, code);
    QFETCH(QString, target);
    const engine::Fault fault{code, {"x"}, target, 12, 5};
    QVERIFY(!models::remedyFor(fault, engine::ResourceKind::Job).isEmpty());
    QCOMPARE(models::placeWords(fault), u"Line 12, column 5"_s);
}

BATCHDECK_TEST(QCoreApplication, TstDocumentKind)
#include "tst_documentkind.moc"
