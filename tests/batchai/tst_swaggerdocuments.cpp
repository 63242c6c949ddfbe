// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"
#include "engine/api/document/documentschema.h"
#include "tests/batchai/randomdocument.h"
#include "tests/batchai/swagger.h"
#include "tests/batchai/wildtext.h"
#include "tests/support/parts.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonDocument>

#include <array>
#include <cstdio>

using namespace Qt::StringLiterals;
using engine::checkDocument;
using engine::ResourceKind;
using testing::RandomDocument;
using testing::Shape;

namespace {

constexpr std::array describedKinds{ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer,
                                    ResourceKind::Experiment, ResourceKind::Job};

/// What the service requires and our schema does not.
struct Exception
{
    const char *path; // its end
    const char *reason;
    bool isFault = false; // a rule requires it, unless something stands in its place
};
constexpr Exception exceptions[]{
    {"job properties.cluster", "the command line and the window name it"},
    {"workspace location", "a machine has no region"},
    {"azureFileShares[].accountName", "the address holds it"},
    {"azureFileShares[].credentials", "looked up elsewhere, and a mapped share needs none"},
    {"azureBlobFileSystems[].credentials", "looked up elsewhere, and a mapped container needs none"},
    {"cluster properties.vmSize", "the machines are named beside the document"},
    {"cluster properties.userAccountSettings", "they have their users"},
    {"file-server properties.vmSize", "or a machine is named", true},
    {"file-server properties.sshConfiguration", "or a machine is named", true},
    {"file-server properties.dataDisks", "or a machine is named", true},
};

const Exception *exceptionOf(ResourceKind kind, const QString &path)
{
    const auto found = std::find_if(std::begin(exceptions), std::end(exceptions), [&](const Exception &exception) {
        return QString(toString(kind) + u' ' + path).endsWith(QLatin1StringView(exception.path));
    });
    return found == std::end(exceptions) ? nullptr : found;
}

/// A property of a shape, with its path as documentSchema() writes it.
struct Property
{
    QString path;
    const Shape *shape = nullptr;
};

void collect(const Shape &shape, const QString &path, QList<Property> &all)
{
    for (const Shape &child : shape.children) {
        const bool isElement = shape.type == Shape::Type::Array;
        const QString below = isElement ? QString(path + u"[]")
            : path.isEmpty()            ? child.name
                                        : QString(path + u'.' + child.name);
        all.append({below, &child});
        collect(child, below, all);
    }
}

QList<Property> propertiesOf(const Shape &shape)
{
    QList<Property> all;
    collect(shape, {}, all);
    return all;
}

QString inOneLine(const QList<engine::Fault> &faults)
{
    QStringList texts;
    for (const engine::Fault &fault : faults)
        texts.append(u"%1 %2 (%3)"_s.arg(fault.code, fault.target, fault.message.englishText()));
    return texts.join(u", "_s);
}

// QtTest cuts long messages off.
bool areNone(const QStringList &lines)
{
    for (const QString &line : lines)
        std::printf("  %s\n", qPrintable(line));
    return lines.isEmpty();
}

QByteArray compact(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

// Whether \a whole has all that \a part has.
bool holds(const QJsonValue &whole, const QJsonValue &part)
{
    if (part.isArray()) {
        const QJsonArray parts = part.toArray(), wholes = whole.toArray();
        return wholes.size() == parts.size()
            && std::equal(parts.begin(), parts.end(), wholes.begin(),
                          [](const QJsonValue &p, const QJsonValue &w) { return holds(w, p); });
    }
    if (!part.isObject())
        return whole == part;
    const QJsonObject parts = part.toObject(), wholes = whole.toObject();
    for (auto it = parts.begin(); it != parts.end(); ++it) {
        if (!holds(wholes.value(it.key()), it.value()))
            return false;
    }
    return true;
}

// The document without the property at \a path, of which each array has its first element only.
QJsonObject without(QJsonObject object, const QStringList &path)
{
    const QString &first = path.constFirst();
    if (path.size() == 1) {
        object.remove(first);
    } else if (first.endsWith(u"[]")) {
        const QString key = first.chopped(2);
        object.insert(key, QJsonArray{without(object.value(key).toArray().first().toObject(), path.mid(1))});
    } else {
        object.insert(first, without(object.value(first).toObject(), path.mid(1)));
    }
    return object;
}

// Whether the document has the parent of \a path, first elements all along.
bool hasParent(const QJsonObject &document, const QStringList &path)
{
    QJsonValue value = document;
    for (const QString &key : path.first(path.size() - 1)) {
        const bool isList = key.endsWith(u"[]");
        value = value.toObject().value(isList ? key.chopped(2) : key);
        if (isList)
            value = value.toArray().first();
        if (!value.isObject())
            return false;
    }
    return true;
}

/// Paths that documents have, "path=value" where only some values are allowed, and paths that they leave out.
struct Seen
{
    QSet<QString> there;
    QSet<QString> absent;
};

void note(const Shape &shape, const QJsonValue &value, const QString &path, Seen &seen)
{
    for (const Shape &child : shape.children) {
        const bool isElement = shape.type == Shape::Type::Array;
        const QString below = isElement ? QString(path + u"[]")
            : path.isEmpty()            ? child.name
                                        : QString(path + u'.' + child.name);
        const QJsonArray values = isElement ? value.toArray() : QJsonArray{value.toObject().value(child.name)};
        for (const QJsonValue &each : values) {
            if (each.isUndefined() || (!isElement && !value.toObject().contains(child.name))) {
                seen.absent.insert(below);
                continue;
            }
            seen.there.insert(below);
            if (!child.values.isEmpty())
                seen.there.insert(below + u'=' + each.toString());
            note(child, each, below, seen);
        }
    }
}

bool agrees(engine::PropertyType type, const Shape &shape)
{
    switch (shape.type) {
    case Shape::Type::Object:
        return type == engine::PropertyType::Object;
    case Shape::Type::Array:
        return type == engine::PropertyType::Array;
    case Shape::Type::Map:
        return type == engine::PropertyType::StringMap;
    case Shape::Type::Integer:
        return type == engine::PropertyType::Integer;
    case Shape::Type::Text:
        break;
    }
    return type == (shape.format == u"duration" ? engine::PropertyType::Duration : engine::PropertyType::String);
}

} // namespace

class TstSwaggerDocuments : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void knowsEveryProperty_data() { addKinds(); }
    void knowsEveryProperty();
    void agreesOnEveryProperty_data() { addKinds(); }
    void agreesOnEveryProperty();
    void missesWhatIsRequired_data() { addKinds(); }
    void missesWhatIsRequired();
    void refusesWrongTypes_data() { addKinds(); }
    void refusesWrongTypes();
    void takesRandomDocuments_data() { addKinds(); }
    void takesRandomDocuments();
    void makesEverythingAndLeavesItOut_data() { addKinds(); }
    void makesEverythingAndLeavesItOut();
    void takesAnyLayout_data() { addKinds(); }
    void takesAnyLayout();

private:
    static void addKinds();
    [[nodiscard]] Shape shape() const;

    QJsonObject m_swagger;
};

void TstSwaggerDocuments::initTestCase()
{
    QFile file(qEnvironmentVariable("BATCHDECK_TEST_DATA", QStringLiteral(BATCHDECK_SOURCE_DIR "/../shared/data"))
               + u"/batch-ai/BatchAI-2018-05-01.json"_s);
    if (!file.open(QFile::ReadOnly))
        SKIP_UNLESS_ALL("no BatchAI-2018-05-01.json below BATCHDECK_TEST_DATA");
    m_swagger = QJsonDocument::fromJson(file.readAll()).object();
    QVERIFY(!m_swagger.isEmpty());
}

void TstSwaggerDocuments::addKinds()
{
    QTest::addColumn<ResourceKind>("kind");
    for (const ResourceKind kind : describedKinds)
        QTest::newRow(qPrintable(toString(kind))) << kind;
}

Shape TstSwaggerDocuments::shape() const
{
    QFETCH(const ResourceKind, kind);
    return testing::Swagger(m_swagger).document(kind);
}

void TstSwaggerDocuments::knowsEveryProperty()
{
    QFETCH(const ResourceKind, kind);
    QSet<QString> known;
    for (const engine::PropertySpec &spec : engine::documentSchema(kind))
        known.insert(spec.path);
    const Shape document = shape();
    QStringList missing;
    for (const Property &property : propertiesOf(document)) {
        const bool isOfText = property.path.endsWith(u"[]") && property.shape->type != Shape::Type::Object;
        if (!isOfText && !known.contains(property.path))
            missing.append(property.path);
    }
    QVERIFY(areNone(missing));
}

// What people write: its type, whether it must be there, what it may be, and whether the service fills it in.
void TstSwaggerDocuments::agreesOnEveryProperty()
{
    QFETCH(const ResourceKind, kind);
    QHash<QString, const engine::PropertySpec *> specs;
    for (const engine::PropertySpec &spec : engine::documentSchema(kind))
        specs.insert(spec.path, &spec);
    const Shape document = shape();
    QStringList differing;
    for (const Property &property : propertiesOf(document)) {
        const engine::PropertySpec *spec = specs.value(property.path);
        const bool isAnswer = property.shape->isAnswer || (spec && spec->byServer);
        if (!spec || isAnswer || property.path.endsWith(u"[]"))
            continue;
        if (!agrees(spec->type, *property.shape))
            differing.append(property.path + u": another type"_s);
        if (property.shape->isRequired && !spec->required && !exceptionOf(kind, property.path))
            differing.append(property.path + u": should be required"_s);
        if (!property.shape->values.isEmpty()
            && QSet<QString>(spec->values.begin(), spec->values.end())
                != QSet<QString>(property.shape->values.begin(), property.shape->values.end()))
            differing.append(property.path + u": other values: "_s + spec->values.join(u' '));
        if (property.shape->hasDefault && spec->defaultJson.isEmpty() && property.shape->type != Shape::Type::Object)
            differing.append(property.path + u": has a default"_s);
    }
    QVERIFY(areNone(differing));
}

void TstSwaggerDocuments::missesWhatIsRequired()
{
    QFETCH(const ResourceKind, kind);
    const Shape document = shape();
    QStringList wrong;
    for (const Property &property : propertiesOf(document)) {
        if (!property.shape->isRequired)
            continue;
        const QStringList path = property.path.split(u'.');
        const QJsonObject whole = RandomDocument(1, 0, property.path).make(document);
        QVERIFY2(hasParent(whole, path), qPrintable(property.path));
        const engine::DocumentCheck before = checkDocument(kind, compact(whole));
        const engine::DocumentCheck check = checkDocument(kind, compact(without(whole, path)));
        const QString target = u"$."_s + QString(property.path).replace(u"[]"_s, u"[0]"_s);
        const bool isFound =
            std::any_of(check.faults.begin(), check.faults.end(), [&target](const engine::Fault &fault) {
                return fault.code == u"Required" && fault.target == target && !fault.message.isEmpty();
            });
        const Exception *exception = exceptionOf(kind, property.path);
        if (!before.isValid())
            wrong.append(property.path + u": not even with it: "_s + inOneLine(before.faults));
        else if (exception && !exception->isFault ? !check.isValid() : !isFound)
            wrong.append(property.path + u": "_s + inOneLine(check.faults));
    }
    QVERIFY(areNone(wrong));
}

// A value of another type is a fault at its place, and never a crash below it.
void TstSwaggerDocuments::refusesWrongTypes()
{
    QFETCH(const ResourceKind, kind);
    const Shape document = shape();
    QStringList wrong;
    for (const Property &property : propertiesOf(document)) {
        if (property.shape->isAnswer || property.path.endsWith(u"[]"))
            continue;
        const QStringList path = property.path.split(u'.');
        const QJsonObject whole = RandomDocument(2, 0, property.path).make(document);
        if (!hasParent(whole, path))
            continue; // below an answer
        const QJsonObject broken = without(whole, path);
        QByteArray text = compact(broken);
        const bool isText = property.shape->type == Shape::Type::Text;
        // Into its parent, by the door that people have.
        const QString place = QString(property.path).replace(u"[]"_s, u"[0]"_s);
        const engine::DocumentCheck check =
            checkDocument(kind, text, {place + u'=' + (isText ? u"7.5"_s : u"\"x\""_s)});
        const QString target = u"$."_s + place;
        const bool isFound =
            std::any_of(check.faults.begin(), check.faults.end(), [&target](const engine::Fault &fault) {
                return fault.code == u"WrongType" && fault.target == target;
            });
        if (!isFound && property.path.startsWith(u"properties."))
            wrong.append(property.path + u": "_s + inOneLine(check.faults));
    }
    QVERIFY(areNone(wrong));
}

void TstSwaggerDocuments::takesRandomDocuments()
{
    QFETCH(const ResourceKind, kind);
    const Shape document = shape();
    const quint32 seeds = testing::isLongRun() ? 20'000 : 500;
    for (quint32 seed = 0; seed < seeds; ++seed) {
        const QJsonObject made = RandomDocument(seed, static_cast<int>(seed % 11) * 10).make(document);
        const engine::DocumentCheck check = checkDocument(kind, compact(made));
        const QString place = u"seed %1: "_s.arg(seed) + QString::fromUtf8(compact(made).left(4000));
        const auto with = [&place](const QString &what) { return QString(what + u"\n    " + place).toUtf8(); };
        QVERIFY2(check.isValid(), with(inOneLine(check.faults)).constData());
        for (const engine::Fault &warning : check.warnings)
            QVERIFY2(warning.code != u"Unknown", with(warning.target).constData());
        QVERIFY2(compact(check.document) == compact(made), qPrintable(place));

        const QByteArray written = engine::writeDocument(kind, check.document);
        const engine::DocumentCheck again = checkDocument(kind, written);
        QVERIFY2(compact(again.document) == compact(made), qPrintable(place));
        QVERIFY2(engine::writeDocument(kind, again.document) == written, qPrintable(place));

        const QJsonObject completed = withDefaults(kind, check.document);
        QVERIFY2(holds(completed, made), with(QString::fromUtf8(compact(completed))).constData());
        QVERIFY2(withDefaults(kind, completed) == completed, qPrintable(place));
        const engine::DocumentCheck complete = checkDocument(kind, compact(completed));
        QVERIFY2(complete.isValid(), with(inOneLine(complete.faults)).constData());
    }
}

// What the random documents of the test above hold: else it would prove less than it says.
void TstSwaggerDocuments::makesEverythingAndLeavesItOut()
{
    const Shape document = shape();
    Seen seen;
    for (quint32 seed = 0; seed < 500; ++seed)
        note(document, RandomDocument(seed, static_cast<int>(seed % 11) * 10).make(document), {}, seen);
    // What a job must have that the swagger leaves open, and what goes by its toolkit.
    static const QStringList never{u"properties"_s, u"properties.toolType"_s,
                                   u"properties.customToolkitSettings.commandLine"_s,
                                   u"properties.pyTorchSettings.communicationBackend"_s};
    QStringList lacking;
    for (const Property &property : propertiesOf(document)) {
        if (!seen.there.contains(property.path))
            lacking.append(property.path + u": is in none"_s);
        const bool isElement = property.path.endsWith(u"[]");
        if (!property.shape->isRequired && !isElement && !never.contains(property.path)
            && !seen.absent.contains(property.path))
            lacking.append(property.path + u": is in all"_s);
        for (const QString &value : property.shape->values) {
            if (!seen.there.contains(QString(property.path + u'=' + value)))
                lacking.append(property.path + u": is never "_s + value);
        }
    }
    QVERIFY(areNone(lacking));
}

void TstSwaggerDocuments::takesAnyLayout()
{
    QFETCH(const ResourceKind, kind);
    const Shape document = shape();
    const quint32 seeds = testing::isLongRun() ? 10'000 : 300;
    for (quint32 seed = 0; seed < seeds; ++seed) {
        testing::WildText wild(seed);
        const QJsonObject made =
            wild.strewn(document, RandomDocument(seed, static_cast<int>(seed % 11) * 10).make(document));
        const QByteArray text = wild.write(made);
        const engine::DocumentCheck check = checkDocument(kind, text);
        const QByteArray place = "seed " + QByteArray::number(seed) + ": " + text.left(4000);
        QVERIFY2(check.isValid(), QByteArray(inOneLine(check.faults).toUtf8() + "\n    " + place).constData());
        for (const engine::Fault &warning : check.warnings)
            QVERIFY2(warning.code != u"Duplicate" && warning.code != u"Rounded", place.constData());
        QVERIFY2(check.document == made, place.constData());
        const QByteArray written = engine::writeDocument(kind, made);
        QVERIFY2(checkDocument(kind, written).document == made, place.constData());
    }
}

BATCHDECK_TEST(QCoreApplication, TstSwaggerDocuments)
#include "tst_swaggerdocuments.moc"
