// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/job/scheduler.h"

#include "engine/api/resource/snapshots.h"
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

Scheduler::Scheduler(const Resources &resources, const Machines &machines, Jobs &jobs, Memberships &memberships,
                     Clusters &clusters, QObject *parent)
    : QObject(parent), m_resources(resources), m_machines(machines), m_jobs(jobs), m_memberships(memberships),
      m_clusters(clusters), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Scheduler::runPass);
    connect(&resources, &Resources::changed, this, &Scheduler::schedulePass);
    connect(&machines, &Machines::changed, this, &Scheduler::schedulePass);
    connect(&machines, &Machines::cleaned, this, &Scheduler::schedulePass);
    connect(&jobs, &Jobs::nodesFreed, this, &Scheduler::schedulePass);
    connect(&memberships, &Memberships::changed, this, &Scheduler::schedulePass);
    connect(&memberships, &Memberships::settled, this, &Scheduler::schedulePass);
    connect(&memberships, &Memberships::removed, this, &Scheduler::schedulePass);
}

// Uses at most a tenth of the engine's thread: a pass over ten thousand queued jobs takes long.
void Scheduler::schedulePass()
{
    if (!m_timer.isActive())
        m_timer.start(int(qMin<qint64>(9 * m_lastPassMs, 2000)));
}

void Scheduler::runPass()
{
    QElapsedTimer clock;
    clock.start();
    const auto measure = qScopeGuard([this, &clock] { m_lastPassMs = clock.elapsed(); });
    const QHash<ResourceId, ResourceId> otherNames = m_machines.aliases();
    QHash<ResourceId, ResourceId> busy; // by the first name of the machine
    QSet<std::pair<ResourceId, ResourceId>> used; // cluster and machine
    QList<ScheduleJob> queue;
    for (const JobController *job : m_jobs.all()) {
        const JobRecord &record = job->record();
        for (const ResourceId &machine : job->holdsNodes() ? record.placement() : QList<ResourceId>()) {
            busy.insert(otherNames.value(machine, machine), record.id);
            used.insert({record.cluster(), machine});
        }
        if (job->isWaiting())
            queue.append({record.id, record.cluster(), record.nodeCount(), priorityOf(record), record.createdMs, 0});
    }
    m_memberships.update(used);
    m_memberships.beginSetups(otherNames, busy);
    m_clusters.followAll();
    if (queue.isEmpty())
        return;
    const QHash<ResourceId, ResourceId> beingSetUp = m_memberships.settingUp(otherNames);
    QList<ScheduleCluster> clusters;
    for (auto it = m_resources.all().cbegin(); it != m_resources.all().cend(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster)
            continue;
        ScheduleCluster cluster{it.key(), ClusterSnapshot::fromDocument(it.value()).targetNodeCount, {}};
        for (const MachineController *machine : nodesOf(it.value(), m_machines)) {
            const ResourceId first = otherNames.value(machine->id(), machine->id());
            const bool isUp = machine->isReady() && !m_machines.isBeingCleaned(machine->id());
            const auto setup = beingSetUp.constFind(first);
            const auto cause = setup == beingSetUp.cend() ? std::nullopt : std::optional(*setup);
            const Message obstacle = !isUp ? whyUnusable(*machine)
                : busy.contains(first)     ? Message()
                                           : m_memberships.whyNotSetUp(it.key(), machine->id(), cause);
            if (cluster.nodes.size() < cluster.targetNodeCount)
                cluster.nodes.append(
                    {machine->id(), machine->id().name(), obstacle.isEmpty(), obstacle, busy.value(first), first});
        }
        clusters.append(cluster);
    }
    const ScheduleDecision decision = schedule(clusters, queue);
    for (const WaitReason &waiting : decision.waiting) {
        if (JobController *job = m_jobs.live(waiting.job))
            job->setWaitReason(waiting.reason);
    }
    for (const Placement &placement : decision.placements) {
        QList<MachineController *> machines;
        for (const ResourceId &machine : placement.machines)
            machines.append(m_machines.find(machine));
        if (JobController *job = m_jobs.live(placement.job))
            job->place(machines);
    }
}

} // namespace engine
