// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/machine/newmachine.h"

#include "engine/job/jobrecord.h"

using namespace Qt::StringLiterals;

namespace engine {

Error refusedMachine(const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "What was said of the machine has %1 faults."),
                  {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, faults.first().target, faults};
}

void checkPath(const QString &target, const QString &path, QList<Fault> &faults)
{
    if (!path.isEmpty() && !path.startsWith(u'/'))
        faults.append({u"WrongType"_s,
                       Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not an absolute path."), {path.left(200)}),
                       target});
}

ResourceRow machineRow(const ResourceId &id, const QJsonObject &extension)
{
    const QJsonObject properties{{u"creationTime"_s, isoTime(QDateTime::currentMSecsSinceEpoch())},
                                 {u"x-batchdeck"_s, extension}};
    return {id,
            {{u"id"_s, id.toString()},
             {u"name"_s, id.name()},
             {u"type"_s, typeName(ResourceKind::Machine)},
             {u"properties"_s, properties}}};
}

} // namespace engine
