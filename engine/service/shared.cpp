// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/shared.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace engine {

Error notFound(const ResourceId &id)
{
    return {ErrorCode::NotFound,
            Message(QT_TRANSLATE_NOOP("engine", "There is no %1 %2."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

Error alreadyExists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            Message(QT_TRANSLATE_NOOP("engine", "There is a %1 %2 already."), {toString(id.kind()), id.shortText()}),
            id.toString(),
            {},
            {}};
}

Error refusedDocument(const QString &target, const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "The document has %1 faults."), {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, target, faults, {}};
}

Error refused(const QString &target, const QString &code, const Message &message)
{
    return refusedDocument(target, {Fault{code, message, target}});
}

Error invalidArgument(const QString &target, const Message &message)
{
    return {ErrorCode::InvalidArgument, message, target, {}, {}};
}

DocumentCheck checkObject(ResourceKind kind, const QJsonObject &document)
{
    DocumentCheck check = checkDocument(kind, QJsonDocument(document).toJson(QJsonDocument::Compact));
    for (QList<Fault> *list : {&check.faults, &check.warnings}) {
        for (Fault &fault : *list)
            fault.line = fault.column = 0;
    }
    return check;
}

DocumentCheck givenDocument(ResourceKind kind, const QJsonObject &parameters)
{
    const QString text = parameters.value(u"text"_s).toString();
    const QJsonObject document = parameters.value(u"document"_s).toObject();
    if (!text.isEmpty())
        return checkDocument(kind, text.toUtf8());
    return document.isEmpty() ? DocumentCheck() : checkObject(kind, document);
}

QJsonArray faultsToJson(const QList<Fault> &faults)
{
    return Error{ErrorCode::InvalidDocument, {}, {}, faults, {}}.toJson().value(u"details"_s).toArray();
}

QStringList stringsAt(const QJsonObject &parameters, const QString &key)
{
    QStringList strings;
    for (const QJsonValue &value : parameters.value(key).toArray())
        strings.append(value.toString());
    return strings;
}

QJsonObject oursOf(const QJsonObject &document)
{
    return document[u"properties"_s][u"x-batchdeck"_s].toObject();
}

QJsonObject withOurs(QJsonObject document, const QJsonObject &ours)
{
    QJsonObject properties = document.value(u"properties"_s).toObject();
    properties[u"x-batchdeck"_s] = ours;
    document[u"properties"_s] = properties;
    return document;
}

} // namespace engine
