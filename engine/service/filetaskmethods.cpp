// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What is done to files where they are, and takes its time.

#include "engine/service/service.h"

#include "engine/service/shared.h"
#include "engine/storage/transfer/transferruns.h"

using namespace Qt::StringLiterals;

namespace engine {

void Service::startFileTask(const QJsonObject &parameters, const Reply &reply)
{
    const Result<FileTaskRequest> request = FileTaskRequest::fromJson(parameters.value(u"task"_s).toObject());
    if (!request)
        return reply(request.error());
    std::shared_ptr<RemoteHost> host;
    if (!request->place.isEmpty()) {
        MachineController *machine = m_machines.value(machineNamed(request->place));
        if (!machine)
            return reply(Error{ErrorCode::NotFound,
                               {QT_TRANSLATE_NOOP("engine", "There is no machine %1."), {request->place}},
                               request->place,
                               {},
                               {}});
        host = machine->host();
    }
    const Result<QString> id = m_fileTasks.begin(*request, bulkTo(host));
    id ? reply(QJsonValue(QJsonObject{{u"id"_s, *id}})) : reply(id.error());
}

void Service::showFileTask(const QJsonObject &parameters, const Reply &reply)
{
    const Result<FileTaskSnapshot> task = m_fileTasks.snapshot(parameters.value(u"id"_s).toString());
    task ? reply(QJsonValue(task->toJson())) : reply(task.error());
}

void Service::endFileTask(const QJsonObject &parameters, const Reply &reply)
{
    m_fileTasks.end(parameters.value(u"id"_s).toString());
    reply(QJsonValue(QJsonObject()));
}

} // namespace engine
