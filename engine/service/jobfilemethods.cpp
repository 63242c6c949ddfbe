// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What a job wrote and what became of it.

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

void Service::listFiles(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString path = parameters.value(u"path"_s).toString();
    withJob(parameters, reply, [this, directory, path, reply](const JobController &job) {
        const JobRecord &record = job.record();
        MachineController *machine = record.placement.isEmpty() ? nullptr : m_machines.value(record.placement.first());
        if (record.directory.isEmpty() || !machine)
            return reply(QJsonValue(QJsonArray()));
        if (directory.contains(u'/') || directory == u".."_s || path.split(u'/').contains(u".."_s))
            return reply(Error{ErrorCode::InvalidArgument,
                               Message(QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."),
                                       {QString(directory + u'/' + path)}),
                               path,
                               {},
                               {}});
        const QString base = directory == u"stdouterr"_s ? u"/stdouterr/"_s : u"/outputs/"_s + directory + u'/';
        whenFinished(machine->host()->files().list(record.directory + base + path), this,
                     [reply, node = machine->id().name()](const Result<QList<RemoteEntry>> &entries) {
                         if (!entries)
                             return reply(entries.error());
                         QJsonArray array;
                         for (const RemoteEntry &entry : *entries) {
                             QJsonObject properties;
                             if (!entry.isDirectory)
                                 properties = {{u"contentLength"_s, entry.size},
                                               {u"lastModified"_s, isoTime(entry.modified.toMSecsSinceEpoch())}};
                             array.append(QJsonObject{{u"name"_s, entry.name},
                                                      {u"fileType"_s, entry.isDirectory ? u"directory"_s : u"file"_s},
                                                      {u"properties"_s, properties},
                                                      {u"node"_s, node}});
                         }
                         reply(QJsonValue(array));
                     });
    });
}

void Service::followFile(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString file = parameters.value(u"file"_s).toString();
    withJob(parameters, reply, [directory, file, reply](JobController &job) {
        if (file.isEmpty() || file.startsWith(u'/') || file.split(u'/').contains(u".."_s) || directory.contains(u'/')
            || directory == u".."_s)
            return reply(
                Error{ErrorCode::InvalidArgument,
                      Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not a file of an output directory."), {file}),
                      file,
                      {},
                      {}});
        const FollowedFile followed = job.follow(directory, file);
        reply(QJsonValue(QJsonObject{
            {u"spoolPath"_s, followed.spoolPath}, {u"exists"_s, followed.exists}, {u"complete"_s, followed.complete}}));
    });
}

void Service::listEvents(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        whenFinished(m_store->listEvents(job.record().uuid), this, [reply](const Result<QList<EventRow>> &rows) {
            if (!rows)
                return reply(rows.error());
            QJsonArray array;
            for (const EventRow &row : *rows)
                array.append(row.event);
            reply(QJsonValue(array));
        });
    });
}

} // namespace engine
