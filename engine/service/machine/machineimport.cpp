// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Import of machines from the Hosts of an SSH configuration.

#include "engine/service/machine/machineservice.h"

#include "engine/api/extension.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"
#include "engine/service/machine/newmachine.h"

#include <QRegularExpression>
#include <QtConcurrentRun>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// A valid name of a machine for a Host of the configuration.
QString machineNameOf(const QString &host)
{
    static const QRegularExpression others(u"[^A-Za-z0-9_-]"_s);
    return QString(host).replace(others, u"-"_s).left(64);
}

} // namespace

QHash<QString, ResourceId> MachineService::machinesByDestination() const
{
    QHash<QString, ResourceId> known;
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() == ResourceKind::Machine)
            known.insert(extensionOf(it.value())[u"ssh"_s][u"destination"_s].toString(), it.key());
    }
    return known;
}

void MachineService::listHosts(const ListHosts &request, const ReplyTo<QList<ListedHost>> &reply)
{
    useAgent(request.agent);
    whenFinished(QtConcurrent::run(&workerPool(), [config = request.config] { return listConfigHosts(config); }), this,
                 [this, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     const QHash<QString, ResourceId> known = machinesByDestination();
                     QList<ListedHost> list;
                     for (const ConfigHost &host : *hosts) {
                         ListedHost listed{host.name, host.file, host.line, {}};
                         if (const ResourceId machine = known.value(host.name); machine.isValid())
                             listed.machine = machine.toString();
                         list.append(listed);
                     }
                     reply(list);
                 });
}

void MachineService::import(const ImportMachines &request, const ReplyTo<QJsonArray> &reply)
{
    useAgent(request.agent);
    QList<Fault> faults;
    checkPath(u"config"_s, request.config, faults);
    if (!faults.isEmpty())
        return reply(refusedMachine(faults));
    whenFinished(QtConcurrent::run(&workerPool(), [config = request.config] { return listConfigHosts(config); }), this,
                 [this, request, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     importHosts(request, *hosts, reply);
                 });
}

void MachineService::importHosts(const ImportMachines &request, const QList<ConfigHost> &hosts,
                                 const ReplyTo<QJsonArray> &reply)
{
    const QHash<QString, ResourceId> known = machinesByDestination();
    QList<Fault> faults;
    QList<ResourceRow> rows;
    QSet<ResourceId> taken;
    for (const QString &name : request.hosts) {
        const bool isThere =
            std::any_of(hosts.cbegin(), hosts.cend(), [&](const ConfigHost &h) { return h.name == name; });
        const ResourceId id = ResourceId::machine(m_resources.profileId(), machineNameOf(name));
        if (!isThere) {
            faults.append({u"NotFound"_s,
                           Message(QT_TRANSLATE_NOOP("engine", "The configuration has no Host %1."), {name.left(200)}),
                           u"hosts"_s});
        } else if (known.contains(name)) {
            faults.append({u"AlreadyExists"_s,
                           Message(QT_TRANSLATE_NOOP("engine", "%1 is there already: the machine %2."),
                                   {name, known.value(name).name()}),
                           u"hosts"_s});
        } else if (m_resources.contains(id) || taken.contains(id)) {
            faults.append({u"AlreadyExists"_s,
                           Message(QT_TRANSLATE_NOOP("engine",
                                                     "%1 would be the machine %2, which is another one. Add "
                                                     "it under a name of your own."),
                                   {name, id.name()}),
                           u"hosts"_s});
        } else {
            taken.insert(id);
            rows.append(machineRow(id, {{u"ssh"_s, SshSpec{name, {}, request.config, {}}.toJson()}}));
        }
    }
    if (!faults.isEmpty()) {
        Error error = refusedMachine(faults);
        if (faults.first().code == u"AlreadyExists"_s)
            error.code = ErrorCode::AlreadyExists;
        return reply(error);
    }
    const auto documents = std::make_shared<QJsonArray>();
    const auto open = std::make_shared<qsizetype>(rows.size());
    for (const ResourceRow &row : std::as_const(rows)) {
        MachineController *machine = m_machines.make(row);
        machine->connectNow();
        m_machines.add(machine, [documents, open, reply](const Result<QJsonObject> &document) {
            // The error was answered.
            if (*open <= 0)
                return;
            if (!document) {
                *open = 0;
                return reply(document.error());
            }
            documents->append(*document);
            if (--*open == 0)
                reply(*documents);
        });
    }
    if (rows.isEmpty())
        reply(QJsonArray());
}

} // namespace engine
