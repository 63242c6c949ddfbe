// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/documents.h"

#include "engine/batchai/schemaindex.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

bool isGiven(const QJsonValue &value)
{
    return !value.isUndefined() && !value.isNull();
}

QJsonValue parsed(const QByteArray &json)
{
    return QJsonDocument::fromJson('[' + json + ']').array().at(0);
}

void fillIn(const SchemaIndex &index, const QString &schemaPath, QJsonObject &object);

QJsonValue filled(const SchemaIndex &index, const PropertySpec &spec, const QJsonValue &value)
{
    if (value.isObject() && spec.type == PropertyType::Object) {
        QJsonObject object = value.toObject();
        fillIn(index, spec.path, object);
        return object;
    }
    const PropertySpec *element = spec.type == PropertyType::Array ? index.element(spec) : nullptr;
    if (!element || !value.isArray())
        return value;
    QJsonArray array;
    for (const QJsonValue &entry : value.toArray())
        array.append(filled(index, *element, entry));
    return array;
}

void fillIn(const SchemaIndex &index, const QString &schemaPath, QJsonObject &object)
{
    for (const PropertySpec *spec : index.children(schemaPath)) {
        const QString key = spec->key();
        if (!isGiven(object.value(key)) && !spec->defaultJson.isEmpty())
            object.insert(key, parsed(spec->defaultJson));
        if (object.contains(key))
            object.insert(key, filled(index, *spec, object.value(key)));
    }
}

// What depends on other properties, as the service's answers show it.
void fillInJob(const SchemaIndex &index, QJsonObject &job)
{
    const QString toolkit = toolkitOf({{u"properties"_s, job}});
    for (const auto &[key, type] : toolkits()) {
        if (key == toolkit)
            job.insert(u"toolType"_s, type);
    }
    if (!job.value(toolkit).isObject())
        return;
    QJsonObject settings = job.value(toolkit).toObject();
    const bool counts = SchemaIndex::find(index.children(u"properties."_s + toolkit), u"processCount"_s);
    if (counts && !isGiven(settings.value(u"processCount"_s)))
        settings.insert(u"processCount"_s, job.value(u"nodeCount"_s));
    if (toolkit == u"cntkSettings" && !isGiven(settings.value(u"languageType"_s)))
        settings.insert(u"languageType"_s,
                        isGiven(settings.value(u"pythonScriptFilePath"_s)) ? u"Python"_s : u"BrainScript"_s);
    job.insert(toolkit, settings);
}

class DocumentWriter
{
public:
    explicit DocumentWriter(ResourceKind kind) : m_index(kind) { }

    QByteArray write(const QJsonObject &document)
    {
        writeObject({}, document, 0);
        return m_text + '\n';
    }

private:
    void writeValue(const QString &schemaPath, const QJsonValue &value, int depth)
    {
        if (value.isObject()) {
            writeObject(schemaPath, value.toObject(), depth);
        } else if (value.isArray()) {
            writeArray(schemaPath + u"[]"_s, value.toArray(), depth);
        } else {
            const QByteArray scalar = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
            m_text += scalar.sliced(1, scalar.size() - 2);
        }
    }

    void writeArray(const QString &schemaPath, const QJsonArray &array, int depth)
    {
        m_text += '[';
        for (qsizetype i = 0; i < array.size(); ++i) {
            beginEntry(i == 0, depth + 1);
            writeValue(schemaPath, array.at(i), depth + 1);
        }
        end(']', array.isEmpty(), depth);
    }

    void writeObject(const QString &schemaPath, const QJsonObject &object, int depth)
    {
        QStringList keys;
        for (const PropertySpec *spec : m_index.children(schemaPath)) {
            if (object.contains(spec->key()))
                keys.append(spec->key());
        }
        const QSet<QString> known(keys.constBegin(), keys.constEnd());
        for (auto it = object.constBegin(); it != object.constEnd(); ++it) {
            if (!known.contains(it.key()))
                keys.append(it.key());
        }
        m_text += '{';
        for (qsizetype i = 0; i < keys.size(); ++i) {
            beginEntry(i == 0, depth + 1);
            writeValue({}, keys.at(i), depth);
            m_text += ": ";
            writeValue(schemaPath.isEmpty() && depth == 0 ? keys.at(i) : schemaPath + u'.' + keys.at(i),
                       object.value(keys.at(i)), depth + 1);
        }
        end('}', keys.isEmpty(), depth);
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

    SchemaIndex m_index;
    QByteArray m_text;
};

Fault unsupported(const char *source, const QString &key)
{
    return {u"Unsupported"_s, Message(source, {key}), u"$.properties."_s + key};
}

bool hasEntries(const QJsonValue &volumes)
{
    const QJsonObject lists = volumes.toObject();
    return std::any_of(lists.begin(), lists.end(), [](const QJsonValue &list) { return !list.toArray().isEmpty(); });
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

QList<Fault> unsupportedByThisVersion(const QJsonObject &jobDocument)
{
    QList<Fault> faults;
    const QJsonObject job = jobDocument.value(u"properties"_s).toObject();
    const QString toolkit = toolkitOf(jobDocument);
    if (!toolkit.isEmpty() && toolkit != u"customToolkitSettings")
        faults.append(unsupported(
            QT_TRANSLATE_NOOP("engine", "This version runs “customToolkitSettings” only, not “%1”."), toolkit));
    if (hasEntries(job.value(u"mountVolumes"_s)))
        faults.append(
            unsupported(QT_TRANSLATE_NOOP("engine", "This version does not mount volumes."), u"mountVolumes"_s));
    if (isGiven(job.value(u"containerSettings"_s)))
        faults.append(
            unsupported(QT_TRANSLATE_NOOP("engine", "This version does not run containers."), u"containerSettings"_s));
    if (!job.value(u"secrets"_s).toArray().isEmpty())
        faults.append(unsupported(QT_TRANSLATE_NOOP("engine", "This version does not keep secrets."), u"secrets"_s));
    return faults;
}

QJsonObject withoutSecrets(const QJsonObject &document)
{
    static const QStringList secretKeys{u"password"_s, u"accountKey"_s, u"instrumentationKey"_s,
                                        u"adminUserPassword"_s};
    QJsonObject shown = document;
    for (const QString &key : document.keys()) {
        const QJsonValue value = document.value(key);
        if (secretKeys.contains(key)) {
            shown.remove(key);
        } else if (value.isObject()) {
            shown.insert(key, withoutSecrets(value.toObject()));
        } else if (value.isArray()) {
            QJsonArray entries;
            for (const QJsonValue &entry : value.toArray()) {
                QJsonObject object = entry.toObject();
                if (key == u"secrets"_s)
                    object.remove(u"value"_s);
                entries.append(entry.isObject() ? QJsonValue(withoutSecrets(object)) : entry);
            }
            shown.insert(key, entries);
        }
    }
    return shown;
}

QJsonObject withDefaults(ResourceKind kind, const QJsonObject &document)
{
    const SchemaIndex index(kind);
    QJsonObject complete = document;
    fillIn(index, {}, complete);
    if (!complete.value(u"properties"_s).isObject())
        return complete;
    QJsonObject properties = complete.value(u"properties"_s).toObject();
    if (kind == ResourceKind::Job)
        fillInJob(index, properties);
    if (kind == ResourceKind::Cluster && properties.value(u"vmSize"_s).isString())
        properties.insert(u"vmSize"_s, properties.value(u"vmSize"_s).toString().toUpper());
    complete.insert(u"properties"_s, properties);
    return complete;
}

QByteArray writeDocument(ResourceKind kind, const QJsonObject &document)
{
    return DocumentWriter(kind).write(document);
}

} // namespace engine
