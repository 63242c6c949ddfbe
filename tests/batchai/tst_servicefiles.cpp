// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/api/document/documentschema.h"
#include "engine/batchai/json/jsonreader.h"
#include "tests/batchai/faulttexts.h"
#include "tests/support/files.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using engine::checkDocument;
using engine::PropertySpec;
using engine::ResourceKind;
using testing::contentOf;
using testing::faultPlaces;

namespace {

QString dataFolder()
{
    return qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
        + u"/batch-ai"_s;
}

QStringList filesBelow(const QString &folder)
{
    QStringList paths;
    QDirIterator files(dataFolder() + u'/' + folder, {u"*.json"_s}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        paths.append(files.next());
    paths.sort();
    return paths;
}

QJsonObject objectOf(const QString &path)
{
    return QJsonDocument::fromJson(contentOf(path)).object();
}

// By its type in an answer, e.g. "Microsoft.BatchAI/Clusters", or by what a file is called.
std::optional<ResourceKind> kindIn(const QString &text)
{
    const QList<std::pair<QLatin1StringView, ResourceKind>> words{{"job"_L1, ResourceKind::Job},
                                                                  {"cluster"_L1, ResourceKind::Cluster},
                                                                  {"fileserver"_L1, ResourceKind::FileServer},
                                                                  {"file_server"_L1, ResourceKind::FileServer},
                                                                  {"experiment"_L1, ResourceKind::Experiment},
                                                                  {"workspace"_L1, ResourceKind::Workspace}};
    for (const auto &[word, kind] : words) {
        if (text.contains(word, Qt::CaseInsensitive))
            return kind;
    }
    return std::nullopt;
}

// Read, written, and read again: the same, and nothing lost.
void checkKept(ResourceKind kind, const QByteArray &text, const QJsonObject &strict)
{
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(faultPlaces(check.faults), QStringList());
    for (const engine::Fault &warning : check.warnings)
        QVERIFY2(warning.code != u"Unknown", qPrintable(warning.target));
    QCOMPARE(check.document, strict);
    const QByteArray written = engine::writeDocument(kind, check.document);
    QCOMPARE(QJsonDocument::fromJson(written).object(), strict);
    QCOMPARE(engine::writeDocument(kind, checkDocument(kind, written).document), written);
}

const PropertySpec *specOf(ResourceKind kind, const QString &path)
{
    for (const PropertySpec &spec : engine::documentSchema(kind)) {
        if (spec.path == path)
            return &spec;
    }
    return nullptr;
}

} // namespace

/// Reads the service's own files: schemas, examples of requests and answers, recipes, the command line's
/// tests.
class TstServiceFiles : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void keepsRequests_data();
    void keepsRequests();
    void keepsAnswers_data();
    void keepsAnswers();
    void keepsFilesOfPeople_data();
    void keepsFilesOfPeople();
    void readsEveryFile();
    void knowsPropertiesOfSchemas_data();
    void knowsPropertiesOfSchemas();
};

void TstServiceFiles::initTestCase()
{
    if (filesBelow(u"examples"_s).isEmpty())
        SKIP_UNLESS_ALL("no files of the service below BATCHDECK_TEST_DATA");
}

void TstServiceFiles::keepsRequests_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QJsonObject>("document");
    for (const QString &path : filesBelow(u"examples"_s)) {
        const QJsonValue body = objectOf(path).value(u"parameters"_s).toObject().value(u"parameters"_s);
        const QString name = QFileInfo(path).completeBaseName();
        if (body.isObject())
            QTest::newRow(qPrintable(name)) << *kindIn(name) << body.toObject();
    }
}

void TstServiceFiles::keepsRequests()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QJsonObject, document);
    // Without the wrapper it would be taken for what the wrapper holds.
    checkKept(kind, QJsonDocument(document).toJson(), document);
}

void TstServiceFiles::keepsAnswers_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QJsonObject>("document");
    for (const QString &path : filesBelow(u"examples"_s)) {
        const QJsonObject responses = objectOf(path).value(u"responses"_s).toObject();
        const QString name = QFileInfo(path).completeBaseName();
        for (const QString &code : responses.keys()) {
            const QJsonObject body = responses.value(code).toObject().value(u"body"_s).toObject();
            const QJsonArray answers =
                body.value(u"value"_s).isArray() ? body.value(u"value"_s).toArray() : QJsonArray{body};
            for (int i = 0; i < answers.size(); ++i) {
                const QJsonObject answer = answers.at(i).toObject();
                const QString type = answer.value(u"type"_s).toString();
                const auto kind = kindIn(type.section(u'/', -1));
                if (kind)
                    QTest::addRow("%s %s %d", qPrintable(name), qPrintable(code), i) << *kind << answer;
            }
        }
    }
}

void TstServiceFiles::keepsAnswers()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QJsonObject, document);
    checkKept(kind, QJsonDocument(document).toJson(), document);
}

void TstServiceFiles::keepsFilesOfPeople_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : filesBelow(u"recipes"_s) + filesBelow(u"cli-fixtures"_s)) {
        if (!path.contains(u"/params"))
            QTest::newRow(qPrintable(path.section(u'/', -2))) << path;
    }
}

void TstServiceFiles::keepsFilesOfPeople()
{
    QFETCH(const QString, path);
    const auto kind = kindIn(QFileInfo(path).fileName());
    QVERIFY(kind);
    checkKept(*kind, contentOf(path), objectOf(path));
}

void TstServiceFiles::readsEveryFile()
{
    for (const QString &path : filesBelow({})) {
        const engine::JsonReading reading = engine::readJson(contentOf(path));
        QVERIFY2(reading.faults.isEmpty(), qPrintable(path));
        QVERIFY2(reading.warnings.isEmpty(), qPrintable(path));
        QCOMPARE(reading.value.toObject(), objectOf(path));
    }
}

void TstServiceFiles::knowsPropertiesOfSchemas_data()
{
    QTest::addColumn<QString>("path");
    for (const QString &path : filesBelow(u"schemas"_s))
        QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
}

void TstServiceFiles::knowsPropertiesOfSchemas()
{
    QFETCH(const QString, path);
    const bool isCluster = path.endsWith(u"/cluster.json");
    const ResourceKind kind = isCluster ? ResourceKind::Cluster
        : path.endsWith(u"/nfs.json")   ? ResourceKind::FileServer
                                        : ResourceKind::Job;
    const QJsonObject properties = objectOf(path)[u"properties"_s][u"properties"_s][u"properties"_s].toObject();
    QVERIFY(!properties.isEmpty());
    for (const QString &key : properties.keys())
        QVERIFY2(specOf(kind, u"properties."_s + key), qPrintable(key));
}

BATCHDECK_TEST(QCoreApplication, TstServiceFiles)
#include "tst_servicefiles.moc"
