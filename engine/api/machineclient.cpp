// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// EngineClient's functions about machines.

#include "engine/api/clientanswers.h"
#include "engine/api/engineclient.h"

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The agent is the user's who sits here, whoever started the engine.
QJsonObject withAgent(QJsonObject parameters)
{
    if (const QString agent = qEnvironmentVariable("SSH_AUTH_SOCK"); !agent.isEmpty())
        parameters[u"agentSocket"_s] = agent;
    return parameters;
}

QJsonArray toJson(const QList<Answer> &answers)
{
    QJsonArray list;
    for (const Answer &answer : answers)
        list.append(answer.toJson());
    return list;
}

QJsonObject toJson(const MachineRequest &request)
{
    QJsonObject ssh{{u"destination"_s, request.destination}};
    if (!request.identityFile.isEmpty())
        ssh[u"identity"_s] = request.identityFile;
    if (!request.jumps.isEmpty())
        ssh[u"jumps"_s] = QJsonArray::fromStringList(request.jumps);
    QJsonObject json{{u"name"_s, request.name}, {u"ssh"_s, ssh}};
    if (!request.home.isEmpty())
        json[u"home"_s] = request.home;
    return json;
}

} // namespace

QFuture<Result<QJsonObject>> EngineClient::addMachine(const MachineRequest &request, const QList<Answer> &answers)
{
    QJsonObject parameters = withAgent(toJson(request));
    parameters[u"answers"_s] = toJson(answers);
    return converted<QJsonObject>(m_link.call(u"machine.add"_s, parameters), toObject);
}

QFuture<Result<QJsonObject>> EngineClient::connectMachine(const ResourceId &id, const QList<Answer> &answers)
{
    QJsonObject parameters = withAgent(idOnly(id));
    parameters[u"answers"_s] = toJson(answers);
    return converted<QJsonObject>(m_link.call(u"machine.connect"_s, parameters), toObject);
}

QFuture<Result<void>> EngineClient::cancelMachine(const QString &name)
{
    return acknowledged(m_link.call(u"machine.cancel"_s, {{u"name"_s, name}}));
}

QFuture<Result<QList<ImportableHost>>> EngineClient::listImportableHosts()
{
    return converted<QList<ImportableHost>>(m_link.call(u"machine.hosts"_s, {}), [](const QJsonValue &value) {
        return listOf<ImportableHost>(value, [](const QJsonObject &json) {
            const auto machine = ResourceId::parse(json.value(u"machine"_s).toString());
            return ImportableHost{json.value(u"name"_s).toString(), json.value(u"file"_s).toString(),
                                  json.value(u"line"_s).toInt(), machine ? *machine : ResourceId()};
        });
    });
}

QFuture<Result<void>> EngineClient::importMachines(const QStringList &hosts)
{
    return acknowledged(m_link.call(u"machine.import"_s, withAgent({{u"hosts"_s, QJsonArray::fromStringList(hosts)}})));
}

QFuture<Result<QList<DoctorFinding>>> EngineClient::diagnoseMachine(const ResourceId &id)
{
    return converted<QList<DoctorFinding>>(
        m_link.call(u"machine.doctor"_s, withAgent(idOnly(id))),
        [](const QJsonValue &value) { return listOf<DoctorFinding>(value, DoctorFinding::fromJson); });
}

QFuture<Result<QStringList>> EngineClient::cleanMachine(const ResourceId &id, bool dryRun)
{
    return converted<QStringList>(m_link.call(u"machine.clean"_s, {{u"id"_s, id.toString()}, {u"dryRun"_s, dryRun}}),
                                  [](const QJsonValue &value) { return strings(value[u"removed"_s]); });
}

QFuture<Result<ForgottenKey>> EngineClient::forgetHostKey(const ResourceId &id)
{
    return converted<ForgottenKey>(m_link.call(u"machine.forgetKey"_s, idOnly(id)), [](const QJsonValue &value) {
        return ForgottenKey{value[u"removed"_s].toInt(),
                            listOf<ForgottenKey::Place>(value[u"elsewhere"_s], [](const QJsonObject &json) {
                                return ForgottenKey::Place{json.value(u"file"_s).toString(),
                                                           json.value(u"line"_s).toInt(),
                                                           json.value(u"fingerprint"_s).toString()};
                            })};
    });
}

QFuture<Result<QStringList>> EngineClient::fetchTerminalCommand(const ResourceId &id)
{
    return converted<QStringList>(m_link.call(u"machine.terminal"_s, idOnly(id)),
                                  [](const QJsonValue &value) { return strings(value[u"command"_s]); });
}

} // namespace engine
