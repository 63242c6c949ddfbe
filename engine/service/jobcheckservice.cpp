// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/jobcheckservice.h"

#include "engine/api/ours.h"
#include "engine/base/whenfinished.h"
#include "engine/preflight/checkplan.h"
#include "engine/preflight/checkwords.h"
#include "engine/registry/refusals.h"
#include "engine/ssh/sshconfig.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// What other nodes may try: an address of its own says nothing of the port.
int sshPortOf(const QJsonObject &machine)
{
    const QJsonObject ours = oursOf(machine);
    const auto destination = SshDestination::parse(ours.value(u"ssh"_s)[u"destination"_s].toString());
    const bool isPlain = destination && ours.value(u"address"_s).toString().isEmpty();
    return isPlain && destination->port > 0 ? destination->port : 22;
}

QList<DoctorFinding> withWord(const QString &word, const QStringList &facts)
{
    const auto finding = checkFinding(u"node"_s, word, facts);
    return finding ? QList<DoctorFinding>{*finding} : QList<DoctorFinding>();
}

} // namespace

// One that is under way.
struct JobCheckService::Check
{
    QList<NodeCheck> plans;
    QList<CheckedNode> nodes;
    QList<Fault> warnings; // of the document and its plan
    QList<QFuture<Result<CommandResult>>> runs;
    qsizetype open = 0;
    ReplyTo<JobCheckResult> reply;
};

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

    const auto check = std::make_shared<Check>();
    check->plans = planChecks(view, planLaunch(view), ports);
    check->warnings = m_planner.warningsOf(draft);
    check->reply = reply;
    for (const MachineController *machine : machines)
        check->nodes.append({machine->id().name(), {}});
    check->plans.resize(machines.size());
    check->runs.resize(machines.size());
    check->open = machines.size() + 1;
    if (machines.size() < wanted && cluster)
        check->nodes.append(
            {cluster->name(),
             withWord(u"nodes-few"_s, {QString::number(wanted), cluster->name(), QString::number(machines.size())})});
    reply.call().onCanceled(this, [check] {
        for (QFuture<Result<CommandResult>> &run : check->runs)
            run.cancel();
    });
    for (qsizetype i = 0; i < machines.size(); ++i)
        ask(*machines.at(i), check, i);
    take(check, -1, CommandResult());
}

void JobCheckService::ask(MachineController &machine, const std::shared_ptr<Check> &check, qsizetype index)
{
    if (!machine.host()->isOpen())
        return take(check, index, Error{ErrorCode::Unreachable, machine.linkReason(), machine.id().toString()});
    check->runs[index] = machine.host()->run(checkCommand(check->plans.at(index)));
    whenFinished(check->runs.at(index), this,
                 [this, check, index](const Result<CommandResult> &result) { take(check, index, result); });
}

// An \a index below 0 is no node: it stands for the caller, so that the answer comes once all have been asked.
void JobCheckService::take(const std::shared_ptr<Check> &check, qsizetype index, const Result<CommandResult> &result)
{
    if (index >= 0) {
        const NodeCheck &plan = check->plans.at(index);
        CheckedNode &node = check->nodes[index];
        const auto findings =
            result ? parseCheck(*result, plan.isPrepared) : Result<QList<DoctorFinding>>(result.error());
        if (findings)
            node.findings = withWord(u"node-ok"_s, {}) + *findings;
        else if (findings.error().code == ErrorCode::Timeout)
            node.findings = withWord(u"node-silent"_s, {});
        else if (findings.error().message.isEmpty())
            node.findings = withWord(u"node-offline"_s, {node.name});
        else
            node.findings = withWord(u"node-why"_s, {findings.error().message.englishText()});
        node.findings += plan.known;
    }
    if (--check->open == 0)
        check->reply(JobCheckResult{check->nodes, check->warnings});
}

} // namespace engine
