// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/document/documents.h"

#include "engine/api/document/keptdocument.h"
#include "engine/batchai/documentshape.h"
#include "engine/batchai/faultnotes.h"
#include "engine/batchai/schema/schemaindex.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QJsonValue parsed(const QByteArray &json)
{
    return QJsonDocument::fromJson('[' + json + ']').array().at(0);
}

void fillIn(const SchemaNode &node, QJsonObject &object);

QJsonValue filled(const SchemaNode &node, const QJsonValue &value)
{
    if (value.isObject() && !node.children.isEmpty()) {
        QJsonObject object = value.toObject();
        fillIn(node, object);
        return object;
    }
    if (!value.isArray() || !node.element)
        return value;
    QJsonArray array;
    for (const QJsonValue &entry : value.toArray())
        array.append(filled(*node.element, entry));
    return array;
}

void fillIn(const SchemaNode &node, QJsonObject &object)
{
    for (const SchemaNode *child : node.children) {
        QJsonValue value = object.value(child->key);
        if (child->spec->byServer || (!isGiven(value) && child->spec->defaultJson.isEmpty()))
            continue;
        if (!isGiven(value))
            value = parsed(child->spec->defaultJson);
        object.insert(child->key, filled(*child, value));
    }
}

void fillInCount(QJsonObject &settings, const QString &key, const QJsonValue &count)
{
    if (!isGiven(settings.value(key)))
        settings.insert(key, count);
}

// Defaults that depend on other properties, as the service's answers have them.
void fillInToolkit(const QString &toolkit, const QJsonValue &nodeCount, QJsonObject &settings)
{
    static const SchemaNode &properties = *SchemaIndex::of(ResourceKind::Job).root().child(u"properties"_s);
    if (properties.child(toolkit)->child(u"processCount"_s))
        fillInCount(settings, u"processCount"_s, nodeCount);
    if (toolkit == u"cntkSettings" && !isGiven(settings.value(u"languageType"_s)))
        settings.insert(u"languageType"_s,
                        isGiven(settings.value(u"pythonScriptFilePath"_s)) ? u"Python"_s : u"BrainScript"_s);
    if (toolkit != u"tensorFlowSettings")
        return;
    // Without any count a job is not distributed; any count makes it distributed.
    const QString workers = u"workerCount"_s;
    const QString servers = u"parameterServerCount"_s;
    if (nodeCount.toDouble() > 1 || isGiven(settings.value(workers)) || isGiven(settings.value(servers))) {
        fillInCount(settings, workers, nodeCount);
        fillInCount(settings, servers, 1);
    }
}

void fillInJob(QJsonObject &job)
{
    const QString toolkit = toolkitOf({{u"properties"_s, job}});
    for (const auto &[key, type] : toolkits()) {
        if (key == toolkit)
            job.insert(u"toolType"_s, type);
    }
    if (toolkit.isEmpty()
        || !job.value(toolkit)
                .isObject()) // without the object, withDefaults() would create a property with the toolkit's name
        return;
    QJsonObject settings = job.value(toolkit).toObject();
    fillInToolkit(toolkit, job.value(u"nodeCount"_s), settings);
    job.insert(toolkit, settings);
}

class DocumentWriter
{
public:
    QByteArray write(const SchemaNode &root, const QJsonObject &document)
    {
        writeObject(&root, document, 0);
        return m_text + '\n';
    }

private:
    // \a node is null for a property that the schema does not know.
    void writeValue(const SchemaNode *node, const QJsonValue &value, int depth)
    {
        if (value.isObject()) {
            writeObject(node, value.toObject(), depth);
        } else if (value.isArray()) {
            writeArray(node ? node->element : nullptr, value.toArray(), depth);
        } else {
            const QByteArray scalar = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
            m_text += scalar.sliced(1, scalar.size() - 2);
        }
    }

    void writeArray(const SchemaNode *element, const QJsonArray &array, int depth)
    {
        m_text += '[';
        for (qsizetype i = 0; i < array.size(); ++i) {
            beginEntry(i == 0, depth + 1);
            writeValue(element, array.at(i), depth + 1);
        }
        end(']', array.isEmpty(), depth);
    }

    void writeObject(const SchemaNode *node, const QJsonObject &object, int depth)
    {
        m_text += '{';
        bool first = true;
        const auto writeMember = [&](const SchemaNode *child, const QString &key, const QJsonValue &value) {
            beginEntry(first, depth + 1);
            first = false;
            writeValue(nullptr, key, depth);
            m_text += ": ";
            writeValue(child, value, depth + 1);
        };
        for (const SchemaNode *child : node ? node->children : QList<const SchemaNode *>()) {
            const auto member = object.constFind(child->key);
            if (member != object.constEnd())
                writeMember(child, child->key, member.value());
        }
        for (auto it = object.constBegin(); it != object.constEnd(); ++it) {
            if (!node || !node->child(it.key()))
                writeMember(nullptr, it.key(), it.value());
        }
        end('}', object.isEmpty(), depth);
    }

    void beginEntry(bool first, int depth)
    {
        m_text += first ? "\n" : ",\n";
        m_text.append(2 * depth, ' ');
    }
    void end(char bracket, bool empty, int depth)
    {
        if (!empty) {
            m_text += '\n';
            m_text.append(2 * depth, ' ');
        }
        m_text += bracket;
    }

    QByteArray m_text;
};

// Keys of secrets, by the schema: a key of its own, or, for a common word such as "value", the key together with the
// list whose entries have it.
struct SecretKeys
{
    QSet<QString> anywhere; ///< "accountKey"
    QHash<QString, QString> ofEntries; ///< "secrets": "value"

    SecretKeys()
    {
        for (const ResourceKind kind : {ResourceKind::Job, ResourceKind::Cluster, ResourceKind::FileServer}) {
            for (const PropertySpec &spec : documentSchema(kind)) {
                const QString parent = spec.parentPath();
                if (!spec.secret)
                    continue;
                if (parent.endsWith(u"[]"))
                    ofEntries.insert(parent.chopped(2).section(u'.', -1), spec.key());
                else
                    anywhere += {spec.key(), inSnakeCase(spec.key())};
            }
        }
    }
};

QJsonObject withoutSecrets(const SecretKeys &secrets, const QJsonObject &object);

QJsonArray withoutSecrets(const SecretKeys &secrets, const QString &key, const QJsonArray &array)
{
    const QString secret = secrets.ofEntries.value(key);
    QJsonArray entries;
    for (const QJsonValue &entry : array) {
        if (entry.isArray()) {
            entries.append(withoutSecrets(secrets, key, entry.toArray()));
        } else if (entry.isObject()) {
            QJsonObject object = withoutSecrets(secrets, entry.toObject());
            if (!secret.isEmpty())
                object.remove(secret);
            entries.append(object);
        } else {
            entries.append(entry);
        }
    }
    return entries;
}

// At any depth, as x-batchdeck may contain secrets, too.
QJsonObject withoutSecrets(const SecretKeys &secrets, const QJsonObject &object)
{
    QJsonObject shown;
    for (auto it = object.constBegin(); it != object.constEnd(); ++it) {
        if (secrets.anywhere.contains(it.key()))
            continue;
        if (it.value().isObject())
            shown.insert(it.key(), withoutSecrets(secrets, it.value().toObject()));
        else if (it.value().isArray())
            shown.insert(it.key(), withoutSecrets(secrets, it.key(), it.value().toArray()));
        else
            shown.insert(it.key(), it.value());
    }
    return shown;
}

} // namespace

QString toolkitOf(const QJsonObject &jobDocument)
{
    const QJsonObject job = jobDocument.value(u"properties"_s).toObject();
    for (const auto &[key, type] : toolkits()) {
        if (isGiven(job.value(key)))
            return key;
    }
    return {};
}

QJsonObject withoutSecrets(const QJsonObject &document)
{
    static const SecretKeys secrets;
    return withoutSecrets(secrets, document);
}

QByteArray textWithoutSecrets(ResourceKind kind, const QByteArray &text)
{
    static const SecretKeys secrets;
    const QJsonObject document = checkDocument(kind, text).document;
    const QJsonObject shown = withoutSecrets(document);
    QStringList keys = secrets.anywhere.values();
    bool namesList = false;
    for (auto it = secrets.ofEntries.begin(); it != secrets.ofEntries.end(); ++it) {
        if (text.contains(it.key().toUtf8())) {
            namesList = true;
            keys.append(it.value());
        }
    }
    // Comments and duplicate keys are in the text only; a list's keys may also occur elsewhere.
    if (shown != document || (namesList && !document.isEmpty()))
        return writeDocument(kind, shown);
    // The closing quote may be missing.
    const QRegularExpression string(uR"x(("(?:%1)"\s*:\s*)"(?:[^"\\\n]|\\.)*"?)x"_s.arg(keys.join(u'|')));
    QString kept = QString::fromUtf8(text);
    kept.replace(string, uR"x(\1"")x"_s);
    return kept.toUtf8();
}

QJsonObject withDefaults(ResourceKind kind, const QJsonObject &document)
{
    QJsonObject complete = document;
    fillIn(SchemaIndex::of(kind).root(), complete);
    if (!complete.value(u"properties"_s).isObject())
        return complete;
    QJsonObject properties = complete.value(u"properties"_s).toObject();
    if (kind == ResourceKind::Job)
        fillInJob(properties);
    if (kind == ResourceKind::Cluster && properties.value(u"vmSize"_s).isString())
        properties.insert(u"vmSize"_s, properties.value(u"vmSize"_s).toString().toUpper());
    complete.insert(u"properties"_s, properties);
    return complete;
}

QByteArray writeDocument(ResourceKind kind, const QJsonObject &document)
{
    return DocumentWriter().write(SchemaIndex::of(kind).root(), document);
}

} // namespace engine
