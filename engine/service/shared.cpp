// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/shared.h"

#include "engine/base/whenfinished.h"
#include "engine/job/jobrecord.h"
#include "engine/ssh/sshaccount.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSysInfo>

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

QList<Fault> faultsIn(const QString &document, QList<Fault> faults)
{
    for (Fault &fault : faults)
        fault.target = fault.target.isEmpty() ? document : QString(document + u' ' + fault.target);
    return faults;
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
    const QStringList overrides = stringsAt(parameters, u"overrides"_s);
    if (text.isEmpty() && overrides.isEmpty())
        return document.isEmpty() ? DocumentCheck() : checkObject(kind, document);
    DocumentCheck check = checkDocument(kind, text.toUtf8(), overrides);
    if (text.isEmpty()) // machines of one's own need nothing of what the service asked for
        check.faults.removeIf([](const Fault &fault) { return fault.code == u"Required"; });
    return check;
}

QJsonArray faultsToJson(const QList<Fault> &faults)
{
    return Error{ErrorCode::InvalidDocument, {}, {}, faults, {}}.toJson().value(u"details"_s).toArray();
}

Reply withWarnings(const QList<Fault> &warnings, QObject *context, const Reply &reply)
{
    if (warnings.isEmpty())
        return reply;
    const Reply told;
    whenFinished(told.future(), context, [warnings, reply](const Result<QJsonValue> &document) {
        if (!document)
            return reply(document);
        QJsonObject answer = document->toObject();
        answer[u"warnings"_s] = faultsToJson(warnings);
        reply(QJsonValue(answer));
    });
    return told;
}

QJsonObject freshDocument(const ResourceId &id, const QJsonObject &given)
{
    QJsonObject document = withoutSecrets(given);
    QJsonObject properties = document.value(u"properties"_s).toObject();
    const QJsonValue now = isoTime(QDateTime::currentMSecsSinceEpoch());
    properties[u"creationTime"_s] = now;
    properties[u"provisioningState"_s] = u"succeeded"_s;
    properties[u"provisioningStateTransitionTime"_s] = now;
    document[u"id"_s] = id.toString();
    document[u"name"_s] = id.name();
    document[u"type"_s] = typeName(id.kind());
    document[u"properties"_s] = properties;
    return document;
}

QString ownUser()
{
    return SshAccount::own().name + u" on "_s + QSysInfo::machineHostName();
}

QStringList stringsAt(const QJsonObject &parameters, const QString &key)
{
    QStringList strings;
    for (const QJsonValue &value : parameters.value(key).toArray())
        strings.append(value.toString());
    return strings;
}

} // namespace engine
