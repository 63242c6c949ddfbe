// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Which job runs where and when.

#include "engine/service/service.h"

#include "engine/schedule/schedule.h"

#include <QElapsedTimer>
#include <QScopeGuard>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

ScheduleJob::Priority priorityOf(const JobRecord &record)
{
    const QString word = record.properties().value(u"schedulingPriority"_s).toString();
    if (word == u"high"_s)
        return ScheduleJob::Priority::High;
    return word == u"low"_s ? ScheduleJob::Priority::Low : ScheduleJob::Priority::Normal;
}

Message whyUnusable(const MachineController &machine)
{
    const QString name = machine.id().name();
    if (machine.isReady())
        return {QT_TRANSLATE_NOOP("engine", "%1 is being cleaned."), {name}};
    if (machine.link() == LinkState::Connecting)
        return {QT_TRANSLATE_NOOP("engine", "%1 is being connected."), {name}};
    return machine.linkReason().isEmpty()
        ? Message(QT_TRANSLATE_NOOP("engine", "%1 is %2."), {name, toString(machine.link())})
        : Message(QT_TRANSLATE_NOOP("engine", "%1 is %2: %3"),
                  {name, toString(machine.link()), machine.linkReason().englishText()});
}

} // namespace

// At most a tenth of this thread: with ten thousand jobs in the queue a pass takes its time.
void Service::scheduleSoon()
{
    if (!m_scheduleTimer.isActive())
        m_scheduleTimer.start(int(qMin<qint64>(9 * m_lastPassMs, 2000)));
}

void Service::scheduleNow()
{
    QElapsedTimer clock;
    clock.start();
    const auto measure = qScopeGuard([this, &clock] { m_lastPassMs = clock.elapsed(); });
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    QHash<ResourceId, ResourceId> busy; // by the first name
    QList<ScheduleJob> queue;
    for (const JobController *job : std::as_const(m_jobs)) {
        const JobRecord &record = job->record();
        for (const ResourceId &machine : job->holdsNodes() ? record.placement() : QList<ResourceId>())
            busy.insert(otherNames.value(machine, machine), record.id);
        if (job->isWaiting())
            queue.append({record.id, record.cluster(), record.nodeCount(), priorityOf(record), record.createdMs, 0});
    }
    updateMembers();
    beginSetups(otherNames, busy);
    for (const ResourceId &cluster : std::exchange(m_allocations, {}))
        followAllocation(cluster);
    if (queue.isEmpty())
        return;
    const QHash<ResourceId, ResourceId> beingSetUp = settingUp(otherNames);
    QList<ScheduleCluster> clusters;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster)
            continue;
        ScheduleCluster cluster{it.key(), ClusterSnapshot::fromDocument(it.value()).targetNodeCount, {}};
        for (const MachineController *machine : nodesOf(it.key())) {
            const ResourceId first = otherNames.value(machine->id(), machine->id());
            const bool isUp = machine->isReady() && !m_beingCleaned.contains(machine->id());
            const auto setup = beingSetUp.constFind(first);
            const auto cause = setup == beingSetUp.cend() ? std::nullopt : std::optional(*setup);
            const Message obstacle = !isUp ? whyUnusable(*machine)
                : busy.contains(first)     ? Message()
                                           : whyNotSetUp(it.key(), machine->id(), cause);
            if (cluster.nodes.size() < cluster.targetNodeCount)
                cluster.nodes.append(
                    {machine->id(), machine->id().name(), obstacle.isEmpty(), obstacle, busy.value(first), first});
        }
        clusters.append(cluster);
    }
    const ScheduleDecision decision = schedule(clusters, queue);
    for (const WaitReason &waiting : decision.waiting) {
        if (JobController *job = liveJob(waiting.job))
            job->setWaitReason(waiting.reason);
    }
    for (const Placement &placement : decision.placements) {
        QList<MachineController *> machines;
        for (const ResourceId &machine : placement.machines)
            machines.append(m_machines.value(machine));
        if (JobController *job = liveJob(placement.job))
            job->place(machines);
    }
}

} // namespace engine
