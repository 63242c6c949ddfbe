// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/schedule/schedule.h"

#include <QHash>
#include <QSet>

#include <algorithm>
#include <tuple>

namespace engine {

namespace {

constexpr qsizetype namedNodes = 2; // number of nodes that a reason names before it says "others"

bool comesBefore(const ScheduleJob &a, const ScheduleJob &b)
{
    return std::tuple(-int(a.priority), a.createdMs, a.sequence)
        < std::tuple(-int(b.priority), b.createdMs, b.sequence);
}

// All names of one machine are one node.
ResourceId identityOf(const ScheduleNode &node)
{
    return node.alias.isValid() ? node.alias : node.machine;
}

// By machine; a machine in two clusters is busy in both.
using BusyMachines = QHash<ResourceId, ResourceId>;

// The nodes of a cluster, sorted by their availability for a job.
struct NodeView
{
    QList<ScheduleNode> unusable;
    QList<ScheduleNode> busy;
    QList<ScheduleNode> free;

    qsizetype usableCount() const { return busy.size() + free.size(); }
    qsizetype count() const { return unusable.size() + usableCount(); }
};

NodeView viewOf(const ScheduleCluster &cluster, const BusyMachines &busyMachines)
{
    NodeView view;
    QSet<ResourceId> seen;
    for (const ScheduleNode &node : cluster.nodes) {
        if (seen.contains(identityOf(node)))
            continue;
        seen.insert(identityOf(node));
        (!node.usable ? view.unusable : busyMachines.contains(identityOf(node)) ? view.busy : view.free).append(node);
    }
    return view;
}

Message tooFewNodes(const ScheduleCluster &cluster, qsizetype has, int needs)
{
    const QString name = cluster.id.name();
    const QString needed = QString::number(needs);
    if (cluster.targetNodeCount > has && cluster.targetNodeCount >= needs)
        return {QT_TRANSLATE_NOOP("engine",
                                  "The cluster %1 is still growing: it has %2 of its %3 nodes. This job needs %4."),
                {name, QString::number(has), QString::number(cluster.targetNodeCount), needed}};
    if (has == 0)
        return needs == 1
            ? Message(QT_TRANSLATE_NOOP("engine", "Needs 1 node; the cluster %1 has none."), {name})
            : Message(QT_TRANSLATE_NOOP("engine", "Needs %1 nodes; the cluster %2 has none."), {needed, name});
    return {QT_TRANSLATE_NOOP("engine", "Needs %1 nodes; the cluster %2 has %3."),
            {needed, name, QString::number(has)}};
}

// "a05 is offline. a06 is being prepared."
QString unusableReasons(const QList<ScheduleNode> &nodes)
{
    QStringList sentences;
    for (const ScheduleNode &node : nodes.first(std::min(nodes.size(), namedNodes))) {
        const Message unknown(QT_TRANSLATE_NOOP("engine", "%1 is not ready."), {node.name});
        sentences.append((node.unusableReason.isEmpty() ? unknown : node.unusableReason).englishText());
    }
    return sentences.join(u' ');
}

Message tooFewReady(const ScheduleCluster &cluster, const NodeView &view, int needs)
{
    const QString name = cluster.id.name();
    const QString reasons = unusableReasons(view.unusable);
    if (view.usableCount() == 0)
        return {QT_TRANSLATE_NOOP("engine", "No node of %1 is ready: %2"), {name, reasons}};
    return {
        QT_TRANSLATE_NOOP("engine", "Needs %1 nodes; ready in %2: %3 of %4. %5"),
        {QString::number(needs), name, QString::number(view.usableCount()), QString::number(view.count()), reasons}};
}

Message tooFewFree(const NodeView &view, const BusyMachines &busyMachines, int needs)
{
    QStringList arguments;
    if (needs > 1)
        arguments = {QString::number(needs), QString::number(view.free.size())};
    for (const ScheduleNode &node : view.busy.first(std::min(view.busy.size(), namedNodes)))
        arguments += {node.name, busyMachines.value(identityOf(node)).name()};

    const bool one = view.busy.size() == 1;
    const bool more = view.busy.size() > namedNodes;
    if (needs == 1)
        return {one         ? QT_TRANSLATE_NOOP("engine", "Needs 1 free node. %1 runs %2.")
                    : !more ? QT_TRANSLATE_NOOP("engine", "Needs 1 free node. %1 runs %2, %3 runs %4.")
                            : QT_TRANSLATE_NOOP("engine",
                                                "Needs 1 free node. %1 runs %2, %3 runs %4; the others are busy too."),
                arguments};
    return {one ? QT_TRANSLATE_NOOP("engine", "Needs %1 free nodes; free now: %2. %3 runs %4.")
                : !more
                ? QT_TRANSLATE_NOOP("engine", "Needs %1 free nodes; free now: %2. %3 runs %4, %5 runs %6.")
                : QT_TRANSLATE_NOOP("engine",
                                    "Needs %1 free nodes; free now: %2. %3 runs %4, %5 runs %6; others are busy too."),
            arguments};
}

Message whyNot(const ScheduleCluster &cluster, const NodeView &view, const BusyMachines &busyMachines, int needs)
{
    if (view.count() < needs)
        return tooFewNodes(cluster, view.count(), needs);
    if (view.usableCount() < needs)
        return tooFewReady(cluster, view, needs);
    const Message busy = tooFewFree(view, busyMachines, needs);
    if (view.unusable.isEmpty())
        return busy;
    return {QT_TRANSLATE_NOOP("engine", "%1 %2"), {busy.englishText(), unusableReasons(view.unusable)}};
}

Message whyBehind(const ScheduleJob &job, const ScheduleJob &first)
{
    if (first.priority > job.priority)
        return {QT_TRANSLATE_NOOP("engine", "Waits for %1, which has a higher priority."), {first.id.name()}};
    return {QT_TRANSLATE_NOOP("engine", "Waits for %1, which came first."), {first.id.name()}};
}

} // namespace

ScheduleDecision schedule(const QList<ScheduleCluster> &clusters, const QList<ScheduleJob> &queue)
{
    QHash<ResourceId, const ScheduleCluster *> clusterById;
    BusyMachines busyMachines;
    for (const ScheduleCluster &cluster : clusters) {
        clusterById.insert(cluster.id, &cluster);
        for (const ScheduleNode &node : cluster.nodes) {
            if (node.runningJob.isValid())
                busyMachines.insert(identityOf(node), node.runningJob);
        }
    }
    QList<ScheduleJob> jobs = queue;
    std::stable_sort(jobs.begin(), jobs.end(), comesBefore);

    ScheduleDecision decision;
    QHash<ResourceId, const ScheduleJob *> firstWaiting; // by cluster: the job that holds back those behind it
    for (const ScheduleJob &job : std::as_const(jobs)) {
        const ScheduleCluster *cluster = clusterById.value(job.cluster);
        if (!cluster) {
            decision.waiting.append({job.id,
                                     Message(QT_TRANSLATE_NOOP("engine", "The cluster %1 does not exist any more."),
                                             {job.cluster.name()})});
            continue;
        }
        if (const ScheduleJob *first = firstWaiting.value(job.cluster)) {
            decision.waiting.append({job.id, whyBehind(job, *first)});
            continue;
        }
        const NodeView view = viewOf(*cluster, busyMachines);
        const int needs = std::max(1, job.nodeCount);
        if (view.free.size() < needs) {
            decision.waiting.append({job.id, whyNot(*cluster, view, busyMachines, needs)});
            firstWaiting.insert(job.cluster, &job);
            continue;
        }
        Placement placement{job.id, {}};
        for (const ScheduleNode &node : view.free.first(needs)) {
            placement.machines.append(node.machine);
            busyMachines.insert(identityOf(node), job.id);
        }
        decision.placements.append(placement);
    }
    return decision;
}

} // namespace engine
