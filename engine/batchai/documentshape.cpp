// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/batchai/documentshape.h"

#include "engine/api/document/documents.h"
#include "engine/batchai/faultnotes.h"
#include "engine/batchai/schema/schemaindex.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <functional>

using namespace Qt::StringLiterals;

namespace engine {

QString inSnakeCase(const QString &key)
{
    QString snake;
    for (const QChar c : key)
        snake += c.isUpper() ? QString(u'_' + QString(c.toLower())) : QString(c);
    return snake;
}

namespace {

constexpr std::array describedKinds{ResourceKind::Job, ResourceKind::Cluster, ResourceKind::FileServer};

// Keys that no other kind has; vmSize alone would fit a cluster and a file server.
const QStringList &ownKeys(ResourceKind kind)
{
    static const QStringList job = [] {
        QStringList keys{u"stdOutErrPathPrefix"_s, u"jobPreparation"_s, u"inputDirectories"_s, u"outputDirectories"_s,
                         u"containerSettings"_s,   u"nodeCount"_s,      u"constraints"_s,      u"schedulingPriority"_s};
        for (const auto &[key, tool] : toolkits())
            keys.append(key);
        return keys;
    }();
    static const QStringList cluster{u"scaleSettings"_s, u"nodeSetup"_s, u"vmPriority"_s,
                                     u"virtualMachineConfiguration"_s, u"userAccountSettings"_s};
    static const QStringList server{u"dataDisks"_s, u"sshConfiguration"_s, u"mountSettings"_s};
    return kind == ResourceKind::Job ? job : kind == ResourceKind::Cluster ? cluster : server;
}

qsizetype ownCount(ResourceKind kind, const std::function<bool(const QString &)> &has)
{
    return std::count_if(ownKeys(kind).cbegin(), ownKeys(kind).cend(), has);
}

// The kind with the most own keys known to \a has().
std::optional<ResourceKind> kindByKeys(const std::function<bool(const QString &)> &has)
{
    const auto best =
        std::max_element(describedKinds.begin(), describedKinds.end(),
                         [&has](ResourceKind a, ResourceKind b) { return ownCount(a, has) < ownCount(b, has); });
    return ownCount(*best, has) > 0 ? std::optional(*best) : std::nullopt;
}

std::optional<ResourceKind> kindOfType(const QString &type)
{
    if (!type.startsWith(u"Microsoft.BatchAI/"_s, Qt::CaseInsensitive))
        return {};
    const QString last = type.section(u'/', -1).toLower();
    for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster, ResourceKind::FileServer,
                                    ResourceKind::Experiment, ResourceKind::Workspace}) {
        const QString known = typeName(kind).section(u'/', -1).toLower();
        if (last == known || last + u's' == known) // answers of the service also have "Job"
            return kind;
    }
    return {};
}

// "Microsoft.Compute/virtualMachines"; the value of "type" may also be unrelated.
bool isResourceType(const QString &type)
{
    static const QRegularExpression form(u"\\A[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z0-9]+)+(/[A-Za-z0-9]+)+\\z"_s);
    return form.match(type).hasMatch();
}

QString schemaOf(const QJsonObject &written)
{
    return written.value(u"$schema"_s).toString();
}

/// A resource of a template.
struct ArmResource
{
    QString type;
    QJsonObject object;
    JsonPath path;
};

QList<ArmResource> armResources(const QJsonObject &holder, const QString &holderType, const JsonPath &path)
{
    QList<ArmResource> all;
    const QJsonArray resources = holder.value(u"resources"_s).toArray();
    for (int i = 0; i < resources.size(); ++i) {
        const QJsonObject resource = resources.at(i).toObject();
        const QString own = resource.value(u"type"_s).toString();
        const QString type = own.contains(u'/') || holderType.isEmpty() ? own : QString(holderType + u'/' + own);
        const JsonPath place = path / u"resources"_s / i;
        all.append({type, resource, place});
        all += armResources(resource, type, place);
    }
    return all;
}

/// Parameters and variables of a template.
class ArmValues
{
public:
    ArmValues() = default;
    explicit ArmValues(const QJsonObject &written)
        : m_parameters(written.value(u"parameters"_s).toObject()), m_variables(written.value(u"variables"_s).toObject())
    {
    }

    /// \a value with its expressions replaced. Members whose expressions have no value are removed and added to \a
    /// left.
    QJsonValue filled(const QJsonValue &value, const JsonPath &path, QList<DocumentShape::Note> &left) const
    {
        if (value.isObject()) {
            QJsonObject object;
            const QJsonObject given = value.toObject();
            for (auto it = given.begin(); it != given.end(); ++it) {
                const QJsonValue member = filled(it.value(), path / it.key(), left);
                if (!member.isUndefined())
                    object.insert(it.key(), member);
            }
            return object;
        }
        if (value.isArray()) {
            QJsonArray array;
            const QJsonArray given = value.toArray();
            for (int i = 0; i < given.size(); ++i) {
                const QJsonValue element = filled(given.at(i), path / i, left);
                array.append(element.isUndefined() ? QJsonValue() : element); // keeps the indexes
            }
            return array;
        }
        const QJsonValue known = valueOf(value, maximumNesting);
        if (known.isUndefined())
            left.append({path, u"Expression"_s, wordsFor(value.toString(), path)});
        return known;
    }

private:
    // Matches parameters('…') or variables('…') as the whole expression.
    static const QRegularExpression &reference()
    {
        static const QRegularExpression form(u"\\A\\[\\s*(parameters|variables)\\(\\s*'([^']*)'\\s*\\)\\s*\\]\\z"_s,
                                             QRegularExpression::CaseInsensitiveOption);
        return form;
    }

    static bool isVariable(const QRegularExpressionMatch &match)
    {
        return match.captured(1).compare(u"variables"_s, Qt::CaseInsensitive) == 0;
    }

    [[nodiscard]] static Message wordsFor(const QString &expression, const JsonPath &path)
    {
        const JsonStep &last = path.constLast();
        const QStringList both{shortened(expression), last.index < 0 ? shortened(last.key) : u"[%1]"_s.arg(last.index)};
        const auto match = reference().match(expression);
        if (!match.hasMatch())
            return {
                QT_TRANSLATE_NOOP("engine",
                                  "“%1” is an expression of Azure Resource Manager, which nobody evaluates here, so "
                                  "it is left out: write the value of “%2” in its place. A text that begins with [ "
                                  "is written with [[."),
                both};
        return {isVariable(match)
                    ? QT_TRANSLATE_NOOP("engine",
                                        "“%1” is an expression of Azure Resource Manager, which nobody evaluates here, "
                                        "so it is left out: write the value of “%2” in its place, or a plain one into "
                                        "the variable “%3”.")
                    : QT_TRANSLATE_NOOP("engine",
                                        "“%1” is an expression of Azure Resource Manager, which nobody evaluates here, "
                                        "so it is left out: write the value of “%2” in its place, or give the "
                                        "parameter “%3” a plain defaultValue."),
                both + QStringList{shortened(match.captured(2))}};
    }

    static constexpr int maximumNesting = 8; // of variables that refer to variables
    static constexpr qsizetype longestText = 4096; // limit of one text, as many expressions may repeat it

    [[nodiscard]] QJsonValue valueOf(const QJsonValue &value, int nesting) const
    {
        const QString text = value.toString();
        if (text.startsWith(u"[["))
            return text.sliced(1);
        if (!text.startsWith(u'[') || !text.endsWith(u']'))
            return value;
        const auto match = reference().match(text);
        if (!match.hasMatch() || nesting == 0)
            return QJsonValue(QJsonValue::Undefined);
        const QJsonValue named = isVariable(match) ? m_variables.value(match.captured(2))
                                                   : m_parameters.value(match.captured(2))[u"defaultValue"_s];
        if (named.isString() && named.toString().size() <= longestText)
            return valueOf(named, nesting - 1);
        return named.isDouble() || named.isBool() ? named : QJsonValue(QJsonValue::Undefined);
    }

    QJsonObject m_parameters;
    QJsonObject m_variables;
};

// Recognises documents of other programs by their keys and names the program.
std::optional<Message> foreignWords(ResourceKind kind, const QJsonObject &written)
{
    const QString wanted = toString(kind);
    const auto has = [&written](const QString &key) { return written.contains(key); };
    if (schemaOf(written).contains(u"deploymentParameters"))
        return Message(QT_TRANSLATE_NOOP("engine", "It is a file of parameters for Azure Resource Manager, not a %1."),
                       {wanted});
    if (schemaOf(written).contains(u"json-schema.org"))
        return Message(QT_TRANSLATE_NOOP("engine", "It is a JSON schema, not a %1."), {wanted});
    if (has(u"apiVersion"_s) && has(u"kind"_s) && has(u"metadata"_s))
        return Message(QT_TRANSLATE_NOOP("engine", "It is a document of Kubernetes (%1), not a %2."),
                       {shortened(written.value(u"kind"_s).toString()), wanted});
    if (has(u"poolInfo"_s))
        return Message(QT_TRANSLATE_NOOP("engine", "It is a job of Azure Batch, not a %1 of Batch AI."), {wanted});
    if (has(u"targetDedicatedNodes"_s) || has(u"targetLowPriorityNodes"_s))
        return Message(QT_TRANSLATE_NOOP("engine", "It is a pool of Azure Batch, not a %1 of Batch AI."), {wanted});
    return {};
}

Message otherKind(ResourceKind is, ResourceKind wanted)
{
    return {QT_TRANSLATE_NOOP("engine", "It describes a %1, not a %2."), {toString(is), toString(wanted)}};
}

/// Converts one document to the service's own form.
class Shaper
{
public:
    Shaper(ResourceKind kind, const QJsonObject &written) : m_kind(kind), m_written(written) { }

    DocumentShape shape()
    {
        m_shape.document = m_written;
        if (m_written.value(u"resources"_s).isArray())
            readContainer();
        else if (const QString type = m_written.value(u"type"_s).toString(); isResourceType(type))
            readTyped(m_written, type);
        if (!m_shape.refusal)
            m_shape.refusal = foreignWords(m_kind, m_written);
        if (m_shape.refusal)
            return m_shape;
        wrap();
        m_shape.document = inCamelCase(SchemaIndex::of(m_kind).root(), m_shape.document, {});
        noteNames();
        refuseOthers();
        return m_shape;
    }

private:
    // A template or an export: both have "resources".
    void readContainer()
    {
        QStringList types;
        QStringList names;
        std::optional<ArmResource> found;
        for (const ArmResource &resource : armResources(m_written, {}, {})) {
            types.append(shortened(resource.type));
            if (kindOfType(resource.type) != m_kind)
                continue;
            names.append(shortened(resource.object.value(u"name"_s).toString()));
            found = resource;
        }
        types.removeDuplicates();
        if (names.isEmpty()) {
            m_shape.refusal =
                Message(QT_TRANSLATE_NOOP("engine", "It holds several resources and no %1 among them: %2."),
                        {toString(m_kind), listed(types)});
        } else if (names.size() > 1) {
            m_shape.refusal =
                Message(QT_TRANSLATE_NOOP("engine",
                                          "It holds %1 resources of this kind, and one is wanted: %2. Put "
                                          "that into a file of its own."),
                        {QString::number(names.size()), listed(names)});
        } else {
            m_shape.root = found->path;
            readTyped(found->object, found->type);
        }
    }

    static QString listed(const QStringList &words)
    {
        constexpr qsizetype most = 6;
        return words.mid(0, most).join(u", "_s) + (words.size() > most ? u"…"_s : QString());
    }

    // A resource with a "type"; one of Azure Resource Manager also has an API version.
    void readTyped(const QJsonObject &resource, const QString &type)
    {
        const auto kind = kindOfType(type);
        if (!kind)
            m_shape.refusal = Message(QT_TRANSLATE_NOOP("engine", "It is a resource of the type %1, not a %2."),
                                      {shortened(type), toString(m_kind)});
        else if (kind != m_kind)
            m_shape.refusal = otherKind(*kind, m_kind);
        else if (resource.contains(u"apiVersion"_s) || isArmTemplate(m_written))
            readArm(resource, type);
        else
            readPlain(resource);
    }

    void readPlain(const QJsonObject &resource)
    {
        m_shape.document = resource;
        if (!m_shape.root.isEmpty())
            note({},
                 Message(QT_TRANSLATE_NOOP("engine", "It holds several resources; the only %1 of them is taken."),
                         {toString(m_kind)}));
    }

    void readArm(const QJsonObject &resource, const QString &type)
    {
        const ArmValues values(m_written);
        m_shape.document = {{u"type"_s, type}};
        for (const QString &key : {u"tags"_s, u"properties"_s}) {
            if (!resource.contains(key))
                continue;
            const QJsonValue value = values.filled(resource.value(key), JsonPath() / key, m_shape.expressions);
            if (!value.isUndefined() || key == u"properties")
                m_shape.document.insert(key, value.isUndefined() ? QJsonObject() : value);
        }
        note({},
             Message(QT_TRANSLATE_NOOP("engine",
                                       "It is a resource of Azure Resource Manager: its properties are taken, and "
                                       "what surrounds them is left out.")));
    }

    // {"nodeCount":1} becomes {"properties":{"nodeCount":1}}.
    void wrap()
    {
        QJsonObject &document = m_shape.document;
        if (document.contains(u"properties"_s))
            return;
        QJsonObject outer;
        QJsonObject properties;
        for (auto it = document.constBegin(); it != document.constEnd(); ++it)
            (SchemaIndex::of(m_kind).root().child(it.key()) ? outer : properties).insert(it.key(), it.value());
        outer.insert(u"properties"_s, properties);
        document = outer;
        m_shape.isWrapped = true;
    }

    QJsonObject inCamelCase(const SchemaNode &node, const QJsonObject &object, const JsonPath &path)
    {
        QJsonObject converted;
        for (auto it = object.begin(); it != object.end(); ++it) {
            const SchemaNode *child = node.child(it.key());
            if (const SchemaNode *meant = child ? nullptr : snakeChild(node, object, it.key())) {
                child = meant;
                m_shape.renamed.insert(toString(path / child->key), it.key());
            }
            const QString key = child ? child->key : it.key();
            converted.insert(key, child ? inCamelCase(*child, it.value(), path / key) : it.value());
        }
        return converted;
    }

    QJsonValue inCamelCase(const SchemaNode &node, const QJsonValue &value, const JsonPath &path)
    {
        if (value.isObject() && !node.children.isEmpty())
            return inCamelCase(node, value.toObject(), path);
        if (!value.isArray() || !node.element || node.element->children.isEmpty())
            return value;
        QJsonArray converted;
        const QJsonArray array = value.toArray();
        for (int i = 0; i < array.size(); ++i)
            converted.append(inCamelCase(*node.element, array.at(i), path / i));
        return converted;
    }

    // The property that \a key in snake_case stands for, unless the document has that property as well.
    static const SchemaNode *snakeChild(const SchemaNode &node, const QJsonObject &object, const QString &key)
    {
        if (!key.contains(u'_') || key != key.toLower())
            return nullptr;
        const QString plain = QString(key).remove(u'_');
        const auto found = std::find_if(node.children.begin(), node.children.end(), [&plain](const SchemaNode *child) {
            return child->key.compare(plain, Qt::CaseInsensitive) == 0;
        });
        return found == node.children.end() || object.contains((*found)->key) ? nullptr : *found;
    }

    void noteNames()
    {
        if (m_shape.renamed.isEmpty())
            return;
        const auto first = std::min_element(m_shape.renamed.keyBegin(), m_shape.renamed.keyEnd());
        const JsonPath path = parseJsonPath(*first).value_or(JsonPath());
        note(path,
             Message(QT_TRANSLATE_NOOP("engine",
                                       "Names are in snake_case here: %1 of them are read as the service writes them, "
                                       "“%2” as “%3”."),
                     {QString::number(m_shape.renamed.size()), m_shape.renamed.value(*first),
                      path.isEmpty() ? QString() : path.constLast().key}));
    }

    void refuseOthers()
    {
        const QJsonObject properties = m_shape.document.value(u"properties"_s).toObject();
        const auto has = [&properties](const QString &key) {
            return properties.contains(key) || properties.contains(inSnakeCase(key));
        };
        const auto other = kindByKeys(has);
        if (other && ownCount(m_kind, has) == 0) {
            m_shape.refusal = otherKind(*other, m_kind);
            return;
        }
        if (m_shape.isWrapped && properties.isEmpty()
            && (m_written.contains(u"location"_s) || m_written.contains(u"tags"_s))) {
            m_shape.refusal = otherKind(ResourceKind::Workspace, m_kind);
            return;
        }
        const SchemaNode &node = *SchemaIndex::of(m_kind).root().child(u"properties"_s);
        const QStringList keys = properties.keys();
        const bool isForeign = !keys.isEmpty() && std::none_of(keys.begin(), keys.end(), [&node](const QString &key) {
            return std::any_of(node.children.begin(), node.children.end(), [&key](const SchemaNode *child) {
                return child->key.compare(key, Qt::CaseInsensitive) == 0;
            });
        });
        if (isForeign)
            m_shape.refusal =
                Message(QT_TRANSLATE_NOOP("engine", "It is no %1: nothing in it is known of one, not %2."),
                        {toString(m_kind), listed(keys)});
    }

    void note(const JsonPath &path, const Message &message) { m_shape.notes.append({path, u"Converted"_s, message}); }

    const ResourceKind m_kind;
    const QJsonObject m_written;
    DocumentShape m_shape;
};

} // namespace

bool isArmTemplate(const QJsonObject &written)
{
    return written.value(u"resources"_s).isArray()
        && (written.contains(u"contentVersion"_s) || schemaOf(written).contains(u"deploymentTemplate"));
}

DocumentShape shapedAs(ResourceKind kind, const QJsonObject &written)
{
    return Shaper(kind, written).shape();
}

std::optional<ResourceKind> describedKind(const QByteArray &text)
{
    const QJsonValue read = readDocument(text);
    if (!read.isObject()) { // the text is no JSON: its keys may still tell the intended kind
        if (!read.isUndefined() || text.size() > maximumDocumentSize)
            return {};
        return kindByKeys([&text](const QString &key) { return text.contains(QByteArray('"' + key.toUtf8() + '"')); });
    }
    const QJsonObject written = read.toObject();
    if (isArmTemplate(written)) {
        QList<ResourceKind> kinds;
        for (const ArmResource &resource : armResources(written, {}, {})) {
            const auto kind = kindOfType(resource.type);
            if (kind && std::find(describedKinds.begin(), describedKinds.end(), *kind) != describedKinds.end())
                kinds.append(*kind);
        }
        return kinds.size() == 1 ? std::optional(kinds.constFirst()) : std::nullopt;
    }
    if (const auto kind = kindOfType(written.value(u"type"_s).toString()))
        return kind;
    const QJsonObject properties =
        written.contains(u"properties"_s) ? written.value(u"properties"_s).toObject() : written;
    const auto has = [&properties](const QString &key) {
        return properties.contains(key) || properties.contains(inSnakeCase(key));
    };
    if (const auto kind = kindByKeys(has))
        return kind;
    const bool isMachine = has(u"vmSize"_s) && !foreignWords(ResourceKind::Cluster, written);
    return isMachine ? std::optional(ResourceKind::Cluster) : std::nullopt;
}

} // namespace engine
