// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"
#include "engine/api/documentschema.h"
#include "engine/batchai/jsonreader.h"
#include "tests/support/testmain.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

using namespace Qt::StringLiterals;
using engine::checkDocument;
using engine::PropertySpec;
using engine::PropertyType;
using engine::ResourceKind;

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

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
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

QStringList told(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(u"%1 %2 %3:%4"_s.arg(fault.code, fault.target).arg(fault.line).arg(fault.column));
    return texts;
}

// Read, written, and read again: the same, and nothing lost.
void checkKept(ResourceKind kind, const QByteArray &text, const QJsonObject &strict)
{
    const engine::DocumentCheck check = checkDocument(kind, text);
    QCOMPARE(told(check.faults), QStringList());
    for (const engine::Fault &warning : check.warnings)
        QVERIFY2(warning.code != u"Unknown", qPrintable(warning.target));
    QCOMPARE(check.document, strict);
    const QByteArray written = engine::writeDocument(kind, check.document);
    QCOMPARE(QJsonDocument::fromJson(written).object(), strict);
    QCOMPARE(engine::writeDocument(kind, checkDocument(kind, written).document), written);
}

// A swagger's or JSON schema's definitions, as paths of properties.
class Definitions
{
public:
    explicit Definitions(const QJsonObject &file) : m_definitions(file.value(u"definitions"_s).toObject()) { }

    struct Property
    {
        QString path;
        QString type;
        bool required = false;
        bool readOnly = false;
        QStringList values;
    };

    [[nodiscard]] QList<Property> of(const QString &name) const
    {
        QList<Property> found;
        add(m_definitions.value(name).toObject(), {}, found);
        return found;
    }

private:
    [[nodiscard]] QJsonObject resolved(QJsonObject definition) const
    {
        for (QString name = definition.value(u"$ref"_s).toString(); !name.isEmpty();
             name = definition.value(u"$ref"_s).toString())
            definition = m_definitions.value(name.section(u'/', -1)).toObject();
        return definition;
    }

    void add(const QJsonObject &given, const QString &prefix, QList<Property> &found) const
    {
        const QJsonObject definition = resolved(given);
        for (const QJsonValue &parent : definition.value(u"allOf"_s).toArray())
            add(parent.toObject(), prefix, found);
        const QJsonArray required = definition.value(u"required"_s).toArray();
        const QJsonObject properties = definition.value(u"properties"_s).toObject();
        for (auto it = properties.begin(); it != properties.end(); ++it) {
            const QJsonObject property = resolved(it.value().toObject());
            const QString path = prefix.isEmpty() ? it.key() : QString(prefix + u'.' + it.key());
            QStringList values;
            for (const QJsonValue &value : property.value(u"enum"_s).toArray())
                values.append(value.toString());
            const bool isMap = property.contains(u"additionalProperties"_s);
            const QString type = isMap               ? u"map"_s
                : property.contains(u"properties"_s) ? u"object"_s
                                                     : property.value(u"type"_s).toString();
            const bool readOnly = it.value().toObject().value(u"readOnly"_s).toBool();
            found.append({path, type, required.contains(it.key()), readOnly, values});
            if (type == u"array")
                add(property.value(u"items"_s).toObject(), path + u"[]"_s, found);
            else
                add(property, path, found);
        }
    }

    QJsonObject m_definitions;
};

const PropertySpec *specOf(ResourceKind kind, const QString &path)
{
    for (const PropertySpec &spec : engine::documentSchema(kind)) {
        if (spec.path == path)
            return &spec;
    }
    return nullptr;
}

QString typeOf(const PropertySpec &spec)
{
    switch (spec.type) {
    case PropertyType::Object:
        return u"object"_s;
    case PropertyType::Array:
        return u"array"_s;
    case PropertyType::Integer:
        return u"integer"_s;
    case PropertyType::StringMap:
        return u"map"_s;
    case PropertyType::String:
    case PropertyType::Duration:
        break;
    }
    return u"string"_s;
}

} // namespace

/// Reads the service's own files: swagger, schemas, examples of requests and answers, recipes, the command line's
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
    void knowsEveryPropertyOfTheSwagger_data();
    void knowsEveryPropertyOfTheSwagger();
};

void TstServiceFiles::initTestCase()
{
    if (filesBelow(u"examples"_s).isEmpty())
        QSKIP("NOT TESTED: no files of the service below BATCHDECK_TEST_DATA");
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

void TstServiceFiles::knowsEveryPropertyOfTheSwagger_data()
{
    QTest::addColumn<ResourceKind>("kind");
    QTest::addColumn<QString>("definition");
    QTest::addColumn<QStringList>("optional"); // required of the service, not here, for a reason the tables give
    const QStringList credentials{u"accountName"_s, u"credentials"_s};
    QStringList ofJob{u"properties.cluster"_s, u"properties.cluster.id"_s};
    QStringList ofCluster{u"properties"_s, u"properties.vmSize"_s, u"properties.userAccountSettings"_s};
    for (const QString &key : credentials) {
        ofJob.append(u"properties.mountVolumes.azureFileShares[]."_s + key);
        ofCluster.append(u"properties.nodeSetup.mountVolumes.azureFileShares[]."_s + key);
    }
    ofJob.append(u"properties.mountVolumes.azureBlobFileSystems[].credentials"_s);
    ofCluster.append(u"properties.nodeSetup.mountVolumes.azureBlobFileSystems[].credentials"_s);
    const QStringList ofServer{u"properties.vmSize"_s, u"properties.sshConfiguration"_s, u"properties.dataDisks"_s};
    const QStringList ofWorkspace{u"location"_s};
    const auto row = [](ResourceKind kind, const char *definition, const QStringList &optional) {
        QTest::newRow(definition) << kind << QString::fromLatin1(definition) << optional;
    };
    row(ResourceKind::Job, "JobCreateParameters", ofJob);
    row(ResourceKind::Job, "Job", ofJob);
    row(ResourceKind::Cluster, "ClusterCreateParameters", ofCluster);
    row(ResourceKind::Cluster, "ClusterUpdateParameters", ofCluster);
    row(ResourceKind::Cluster, "Cluster", ofCluster);
    row(ResourceKind::FileServer, "FileServerCreateParameters", ofServer);
    row(ResourceKind::FileServer, "FileServer", ofServer);
    row(ResourceKind::Workspace, "WorkspaceCreateParameters", ofWorkspace);
    row(ResourceKind::Workspace, "WorkspaceUpdateParameters", ofWorkspace);
    row(ResourceKind::Workspace, "Workspace", ofWorkspace);
    row(ResourceKind::Experiment, "Experiment", {});
}

void TstServiceFiles::knowsEveryPropertyOfTheSwagger()
{
    QFETCH(const ResourceKind, kind);
    QFETCH(const QString, definition);
    QFETCH(const QStringList, optional);
    const bool isCreate = definition.endsWith(u"CreateParameters");
    const auto properties = Definitions(objectOf(dataFolder() + u"/BatchAI-2018-05-01.json"_s)).of(definition);
    QVERIFY(!properties.isEmpty());
    QSet<QString> known;
    for (const Definitions::Property &property : properties) {
        const PropertySpec *spec = specOf(kind, property.path);
        QVERIFY2(spec, qPrintable(property.path));
        QVERIFY2(typeOf(*spec) == property.type, qPrintable(property.path + u' ' + property.type));
        if (!spec->byServer)
            QVERIFY2(property.values.isEmpty() || property.values == spec->values, qPrintable(property.path));
        if (isCreate)
            QCOMPARE(spec->byServer, property.readOnly);
        if (property.readOnly && property.path.startsWith(u"properties."))
            QVERIFY2(spec->byServer, qPrintable(property.path));
        if (isCreate && property.required && !optional.contains(property.path))
            QVERIFY2(spec->required, qPrintable(property.path));
        known.insert(property.path);
    }
    if (!isCreate)
        return;
    const QStringList more{u"properties.customToolkitSettings.commandLine"_s, u"properties"_s};
    for (const PropertySpec &spec : engine::documentSchema(kind)) { // and asks for nothing that the service does not
        if (spec.required && !spec.path.contains(u"x-batchdeck") && !more.contains(spec.path))
            QVERIFY2(
                std::any_of(properties.begin(), properties.end(),
                            [&spec](const auto &property) { return property.path == spec.path && property.required; }),
                qPrintable(spec.path));
        if (!spec.byServer && !spec.path.contains(u"x-batchdeck") && spec.key() != u"[]" && spec.path != u"properties")
            QVERIFY2(known.contains(spec.path), qPrintable(spec.path));
    }
}

BATCHDECK_TEST_MAIN(QCoreApplication, TstServiceFiles)
#include "tst_servicefiles.moc"
