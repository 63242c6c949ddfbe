// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/job/jobcheckservice.h"

#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/preflight/checkplan.h"
#include "engine/preflight/checkwords.h"
#include "engine/registry/refusals.h"
#include "engine/ssh/config/sshconfig.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// The SSH port for other nodes: the address of a machine has no port.
int sshPortOf(const QJsonObject &machine)
{
    const QJsonObject extension = extensionOf(machine);
    const auto destination = SshDestination::parse(extension.value(u"ssh"_s)[u"destination"_s].toString());
    const bool isPlain = destination && extension.value(u"address"_s).toString().isEmpty();
    return isPlain && destination->port > 0 ? destination->port : 22;
}

QList<DoctorFinding> withWord(const QString &word, const QStringList &facts)
{
    const auto finding = checkFinding(u"node"_s, word, facts);
    return finding ? QList<DoctorFinding>{*finding} : QList<DoctorFinding>();
}

QList<DoctorFinding> findingsOf(const NodeCheck &plan, const Result<CommandResult> &result, const QString &node)
{
    const auto findings = result ? parseCheck(*result, plan.isPrepared) : Result<QList<DoctorFinding>>(result.error());
    if (findings)
        return withWord(u"node-ok"_s, {}) + *findings + plan.known;
    if (findings.error().code == ErrorCode::Timeout)
        return withWord(u"node-silent"_s, {}) + plan.known;
    if (findings.error().message.isEmpty())
        return withWord(u"node-offline"_s, {node}) + plan.known;
    return withWord(u"node-why"_s, {findings.error().message.englishText()}) + plan.known;
}

} // namespace

JobCheckService::JobCheckService(Router &router, const Machines &machines, const Clusters &clusters,
                                 const VolumeMap &volumes, const JobPlanner &planner)
    : m_machines(machines), m_clusters(clusters), m_volumes(volumes), m_planner(planner)
{
    router.on(method::checkJob, this, &JobCheckService::check);
}

QList<MachineController *> JobCheckService::likelyNodes(const ResourceId &cluster, int count) const
{
    const QHash<ResourceId, ResourceId> otherNames = m_machines.aliases();
    QSet<ResourceId> seen;
    QList<MachineController *> free;
    QList<MachineController *> busy;
    QList<MachineController *> away;
    for (const Clusters::Node &node : m_clusters.presentNodes(cluster)) {
        const ResourceId id = node.machine->id();
        const ResourceId first = otherNames.value(id, id);
        if (seen.contains(first) || node.state == NodeState::Leaving)
            continue;
        seen.insert(first);
        (!node.machine->isReady() ? away : node.job ? busy : free).append(m_machines.find(id));
    }
    return (free + busy + away).mid(0, count);
}

void JobCheckService::check(const GivenJob &request, const ReplyTo<JobCheckResult> &reply)
{
    const JobDraft draft =
        m_planner.draft({request.id, request.cluster, request.text.text.toUtf8(), request.overrides.texts});
    if (!draft.faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), draft.faults));
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    const QList<MachineController *> machines = likelyNodes(cluster ? *cluster : ResourceId(), wanted);
    const PlanView view = m_planner.view(draft, machines, m_volumes.useOf(draft.document, draft.cluster));
    QList<int> ports;
    for (const MachineController *machine : machines)
        ports.append(sshPortOf(machine->row().document));

    QList<NodeCheck> plans = planChecks(view, planLaunch(view), ports);
    plans.resize(machines.size());
    QList<CheckedNode> nodes;
    QList<QFuture<Result<CommandResult>>> runs;
    for (qsizetype i = 0; i < machines.size(); ++i) {
        const MachineController &machine = *machines.at(i);
        nodes.append({machine.id().name(), {}});
        runs.append(machine.host()->isOpen() ? machine.host()->run(checkCommand(plans.at(i)))
                                             : QtFuture::makeReadyFuture(Result<CommandResult>(
                                                 Error{ErrorCode::Unreachable, machine.linkReason()})));
    }
    if (machines.size() < wanted && cluster)
        nodes.append(
            {cluster->name(),
             withWord(u"nodes-few"_s, {QString::number(wanted), cluster->name(), QString::number(machines.size())})});
    reply.call().onCanceled(this, [runs]() mutable {
        for (QFuture<Result<CommandResult>> &run : runs)
            run.cancel();
    });
    const QList<Fault> warnings = m_planner.warningsOf(draft);
    whenAllFinished(runs, this, [plans, nodes, warnings, reply](const QList<Result<CommandResult>> &results) mutable {
        for (qsizetype i = 0; i < results.size(); ++i)
            nodes[i].findings = findingsOf(plans.at(i), results.at(i), nodes.at(i).name);
        reply(JobCheckResult{nodes, warnings});
    });
}

} // namespace engine
