// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// EngineClient's functions about documents: checking, changing, taking out and in, what they cost and where their
// volumes live now.

#include "engine/api/clientanswers.h"
#include "engine/api/engineclient.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

QList<Fault> faults(const QJsonValue &value)
{
    return Error::fromJson({{u"details"_s, value}}).details;
}

QList<ResourceId> ids(const QJsonValue &value)
{
    QList<ResourceId> list;
    for (const QJsonValue &path : value.toArray()) {
        if (const auto id = ResourceId::parse(path.toString()))
            list.append(*id);
    }
    return list;
}

MappedVolume mappedVolume(const QJsonObject &json)
{
    return {json.value(u"source"_s).toString(), json.value(u"target"_s).toString()};
}

UsageSnapshot usage(const QJsonObject &json)
{
    UsageSnapshot usage;
    usage.name = json.value(u"name"_s)[u"value"_s].toString();
    usage.localizedName = json.value(u"name"_s)[u"localizedValue"_s].toString();
    usage.unit = json.value(u"unit"_s).toString();
    usage.currentValue = json.value(u"currentValue"_s).toInteger();
    if (json.value(u"limit"_s).isDouble())
        usage.limit = json.value(u"limit"_s).toInteger();
    return usage;
}

} // namespace

QFuture<Result<QJsonObject>> EngineClient::updateResource(const ResourceId &id, const QJsonObject &document)
{
    return converted<QJsonObject>(
        m_link.call(u"resource.update"_s, {{u"id"_s, id.toString()}, {u"document"_s, document}}), toObject);
}

QFuture<Result<QJsonObject>> EngineClient::createFileServer(const ResourceId &id, const QString &machine,
                                                            const QString &path, const QJsonObject &document)
{
    QJsonObject parameters{{u"id"_s, id.toString()}, {u"document"_s, document}};
    if (!machine.isEmpty())
        parameters[u"machine"_s] = machine;
    if (!path.isEmpty())
        parameters[u"path"_s] = path;
    return converted<QJsonObject>(m_link.call(u"resource.create"_s, parameters), toObject);
}

QFuture<Result<DocumentCheck>> EngineClient::checkDocument(ResourceKind kind, const QByteArray &text,
                                                           const QStringList &overrides)
{
    return converted<DocumentCheck>(m_link.call(u"document.check"_s,
                                                {{u"kind"_s, toString(kind)},
                                                 {u"text"_s, QString::fromUtf8(text)},
                                                 {u"overrides"_s, QJsonArray::fromStringList(overrides)}}),
                                    [](const QJsonValue &value) {
                                        return DocumentCheck{value[u"document"_s].toObject(),
                                                             faults(value[u"faults"_s]), faults(value[u"warnings"_s])};
                                    });
}

QFuture<Result<QList<QJsonObject>>> EngineClient::exportDocuments(const QList<ResourceId> &resources)
{
    QJsonArray paths;
    for (const ResourceId &id : resources)
        paths.append(id.toString());
    return converted<QList<QJsonObject>>(
        m_link.call(u"document.export"_s, {{u"ids"_s, paths}}), [](const QJsonValue &value) {
            return listOf<QJsonObject>(value[u"resources"_s], [](const QJsonObject &document) { return document; });
        });
}

QFuture<Result<ImportedDocuments>> EngineClient::importDocuments(const QByteArray &text, const ResourceId &target)
{
    QJsonObject parameters{{u"text"_s, QString::fromUtf8(text)}};
    if (target.isValid())
        parameters[u"target"_s] = target.toString();
    return converted<ImportedDocuments>(m_link.call(u"document.import"_s, parameters), [](const QJsonValue &value) {
        return ImportedDocuments{ids(value[u"created"_s]), ids(value[u"existing"_s])};
    });
}

QFuture<Result<QList<UsageSnapshot>>> EngineClient::listUsages()
{
    return converted<QList<UsageSnapshot>>(m_link.call(u"usage.list"_s, {}),
                                           [](const QJsonValue &value) { return listOf<UsageSnapshot>(value, usage); });
}

QFuture<Result<MappedVolume>> EngineClient::mapVolume(const QString &source, const QString &target)
{
    return converted<MappedVolume>(m_link.call(u"volume.map"_s, {{u"source"_s, source}, {u"target"_s, target}}),
                                   [](const QJsonValue &value) { return mappedVolume(value.toObject()); });
}

QFuture<Result<QList<MappedVolume>>> EngineClient::listVolumes()
{
    return converted<QList<MappedVolume>>(m_link.call(u"volume.list"_s, {}), [](const QJsonValue &value) {
        return listOf<MappedVolume>(value, mappedVolume);
    });
}

QFuture<Result<void>> EngineClient::unmapVolume(const QString &source)
{
    return acknowledged(m_link.call(u"volume.unmap"_s, {{u"source"_s, source}}));
}

} // namespace engine
