// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/machineclient.h"

#include "engine/client/call.h"

namespace engine {

namespace {

OfAgent agent()
{
    return {qEnvironmentVariable("SSH_AUTH_SOCK")};
}

template <typename Request>
QFuture<Result<QJsonObject>> attempt(EngineLink &link, const Method<Request, QJsonObject> &method,
                                     const Request &request, const MachineClient::StepListener &listener)
{
    return call(
        link, method, request, [](const QJsonObject &machine) { return machine; },
        [listener](const QJsonValue &value) {
            if (AttemptStep now; listener && readJson(value, now))
                listener(now.step);
        });
}

} // namespace

QFuture<Result<QJsonObject>> MachineClient::add(const MachineRequest &request, const QList<Answer> &answers,
                                                const StepListener &listener)
{
    AddMachine added;
    added.name = request.name;
    added.ssh = SshSettings{request.destination, request.identityFile, {}, request.jumps};
    added.home = request.home;
    added.address = request.address;
    added.answers = answers;
    added.agent = agent();
    return attempt(m_link, method::addMachine, added, listener);
}

QFuture<Result<QJsonObject>> MachineClient::connect(const ResourceId &id, const QList<Answer> &answers,
                                                    const StepListener &listener)
{
    return attempt(m_link, method::connectMachine, {id.toString(), answers, agent()}, listener);
}

QFuture<Result<QList<ListedHost>>> MachineClient::listHosts()
{
    return call(m_link, method::listHosts, {{}, agent()});
}

QFuture<Result<void>> MachineClient::importHosts(const QStringList &hosts)
{
    return call(m_link, method::importMachines, {hosts, {}, agent()}, [](const QJsonArray &) {});
}

QFuture<Result<QList<DoctorFinding>>> MachineClient::diagnose(const ResourceId &id)
{
    return call(m_link, method::diagnoseMachine, {id.toString(), agent()});
}

QFuture<Result<CleanedMachine>> MachineClient::clean(const ResourceId &id, bool dryRun)
{
    return call(m_link, method::cleanMachine, {id.toString(), dryRun, agent()});
}

QFuture<Result<ForgottenKey>> MachineClient::forgetHostKey(const ResourceId &id)
{
    return call(m_link, method::forgetHostKey, {id.toString(), agent()});
}

QFuture<Result<QStringList>> MachineClient::fetchTerminalCommand(const ResourceId &id)
{
    return call(m_link, method::terminalCommand, {id.toString(), agent()},
                [](const TerminalCommand &terminal) { return terminal.command; });
}

} // namespace engine
