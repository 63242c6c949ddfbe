// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/refusals.h"

#include "engine/ssh/login/sshaccount.h"

#include <QJsonDocument>
#include <QSysInfo>

using namespace Qt::StringLiterals;

namespace engine {

Error notFound(const ResourceId &id)
{
    return {ErrorCode::NotFound,
            {QT_TRANSLATE_NOOP("engine", "There is no %1 %2."), {toString(id.kind()), id.shortText()}},
            id.toString()};
}

Error alreadyExists(const ResourceId &id)
{
    return {ErrorCode::AlreadyExists,
            {QT_TRANSLATE_NOOP("engine", "There is a %1 %2 already."), {toString(id.kind()), id.shortText()}},
            id.toString()};
}

Error refusedDocument(const QString &target, const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "The document has %1 faults."), {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, target, faults};
}

Error refused(const QString &target, const QString &code, const Message &message)
{
    return refusedDocument(target, {Fault{code, message, target}});
}

Error invalidArgument(const QString &target, const Message &message)
{
    return {ErrorCode::InvalidArgument, message, target};
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

DocumentCheck givenDocument(ResourceKind kind, const NewResource &request)
{
    const QString &text = request.text.text;
    if (text.isEmpty() && request.overrides.texts.isEmpty())
        return request.document.isEmpty() ? DocumentCheck() : checkObject(kind, request.document);
    DocumentCheck check = checkDocument(kind, text.toUtf8(), request.overrides.texts);
    if (text.isEmpty()) // own machines do not need the virtual machine size that the service required
        check.faults.removeIf([](const Fault &fault) { return fault.code == u"Required"; });
    return check;
}

QJsonObject withWarnings(QJsonObject answer, const QList<Fault> &warnings)
{
    if (!warnings.isEmpty())
        answer[u"warnings"_s] = JsonOf<QList<Fault>>::write(warnings);
    return answer;
}

QString ownUser()
{
    return SshAccount::own().name + u" on "_s + QSysInfo::machineHostName();
}

} // namespace engine
