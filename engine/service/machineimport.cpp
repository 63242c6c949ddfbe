// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Machines of the user's SSH configuration.

#include "engine/api/workerpool.h"
#include "engine/service/newmachine.h"
#include "engine/service/service.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// A name that a machine may have for a Host of the configuration.
QString machineNameOf(const QString &host)
{
    static const QRegularExpression others(u"[^A-Za-z0-9_-]"_s);
    return QString(host).replace(others, u"-"_s).left(64);
}

} // namespace

QHash<QString, ResourceId> Service::machinesByDestination() const
{
    QHash<QString, ResourceId> known;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() == ResourceKind::Machine)
            known.insert(oursOf(it.value())[u"ssh"_s][u"destination"_s].toString(), it.key());
    }
    return known;
}

void Service::listHosts(const QJsonObject &parameters, const Reply &reply)
{
    const QString config = parameters.value(u"config"_s).toString();
    whenFinished(QtConcurrent::run(&workerPool(), [config] { return listConfigHosts(config); }), this,
                 [this, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     const QHash<QString, ResourceId> known = machinesByDestination();
                     QJsonArray array;
                     for (const ConfigHost &host : *hosts) {
                         QJsonObject json{{u"name"_s, host.name}, {u"file"_s, host.file}, {u"line"_s, host.line}};
                         if (const ResourceId machine = known.value(host.name); machine.isValid())
                             json[u"machine"_s] = machine.toString();
                         array.append(json);
                     }
                     reply(QJsonValue(array));
                 });
}

void Service::importMachines(const QJsonObject &parameters, const Reply &reply)
{
    const QString config = parameters.value(u"config"_s).toString();
    const QStringList names = parameters.value(u"hosts"_s).toVariant().toStringList();
    QList<Fault> faults;
    checkPath(u"config"_s, config, faults);
    if (!faults.isEmpty())
        return reply(refusedMachine(faults));
    whenFinished(QtConcurrent::run(&workerPool(), [config] { return listConfigHosts(config); }), this,
                 [this, names, config, reply](const Result<QList<ConfigHost>> &hosts) {
                     if (!hosts)
                         return reply(hosts.error());
                     importHosts(names, *hosts, config, reply);
                 });
}

// All or none of them.
void Service::importHosts(const QStringList &names, const QList<ConfigHost> &hosts, const QString &config,
                          const Reply &reply)
{
    const QHash<QString, ResourceId> known = machinesByDestination();
    QList<Fault> faults;
    QList<ResourceRow> rows;
    QSet<ResourceId> taken;
    for (const QString &name : names) {
        const bool isThere =
            std::any_of(hosts.cbegin(), hosts.cend(), [&](const ConfigHost &h) { return h.name == name; });
        const ResourceId id = ResourceId::machine(m_profileId, machineNameOf(name));
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
            rows.append(machineRow(id, {{u"ssh"_s, SshSpec{name, {}, config, {}}.toJson()}}));
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
        const Reply one;
        whenFinished(one.future(), this, [documents, open, reply](const Result<QJsonValue> &answer) {
            if (*open <= 0)
                return; // an error was told
            if (!answer) {
                *open = 0;
                return reply(answer.error());
            }
            documents->append(*answer);
            if (--*open == 0)
                reply(QJsonValue(*documents));
        });
        MachineController *machine = makeMachine(row);
        machine->connectNow();
        keepMachine(machine, one);
    }
    if (rows.isEmpty())
        reply(QJsonValue(QJsonArray()));
}

} // namespace engine
