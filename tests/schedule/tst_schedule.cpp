// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/schedule/schedule.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>

#include <tuple>

using namespace engine;
using namespace Qt::StringLiterals;

namespace {

const QString profile = u"p"_s;

ResourceId clusterId(const QString &name)
{
    return ResourceId::group(profile, u"g"_s).child(ResourceKind::Workspace, u"w"_s).child(ResourceKind::Cluster, name);
}

ResourceId jobId(const QString &name)
{
    return ResourceId::group(profile, u"g"_s)
        .child(ResourceKind::Workspace, u"w"_s)
        .child(ResourceKind::Experiment, u"e"_s)
        .child(ResourceKind::Job, name);
}

// "a" is free, "a:train-1" runs train-1, "a!" is offline, "a?" is unusable without a reason, "b~a" is a by another name
ScheduleNode readNode(const QString &text)
{
    ScheduleNode node;
    if (text.contains(u'~')) {
        node = readNode(text.section(u'~', 0, 0));
        node.alias = ResourceId::machine(profile, text.section(u'~', 1));
        return node;
    }
    node.usable = !text.endsWith(u'!') && !text.endsWith(u'?');
    node.name = (node.usable ? text : text.chopped(1)).section(u':', 0, 0);
    node.machine = ResourceId::machine(profile, node.name);
    if (text.endsWith(u'!'))
        node.unusableReason = Message("%1 is offline.", {node.name});
    if (text.contains(u':'))
        node.runningJob = jobId(text.section(u':', 1));
    return node;
}

// "desk = a b:train-1" a line, or "desk/4 = a b": a target of 4
QList<ScheduleCluster> readClusters(const QString &text)
{
    QList<ScheduleCluster> clusters;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        ScheduleCluster cluster;
        const QString head = line.section(u'=', 0, 0).trimmed();
        cluster.id = clusterId(head.section(u'/', 0, 0));
        for (const QString &node : line.section(u'=', 1).split(u' ', Qt::SkipEmptyParts))
            cluster.nodes.append(readNode(node));
        cluster.targetNodeCount = head.contains(u'/') ? head.section(u'/', 1).toInt() : int(cluster.nodes.size());
        clusters.append(cluster);
    }
    return clusters;
}

// "run-1 on desk", "run-1 on desk x2 high": in the order in which they came
QList<ScheduleJob> readQueue(const QString &text)
{
    QList<ScheduleJob> queue;
    for (const QString &line : text.split(u'\n', Qt::SkipEmptyParts)) {
        const QStringList words = line.split(u' ', Qt::SkipEmptyParts);
        ScheduleJob job;
        job.id = jobId(words.at(0));
        job.cluster = clusterId(words.at(2));
        for (const QString &word : words.mid(3)) {
            if (word.startsWith(u'x'))
                job.nodeCount = word.mid(1).toInt();
            else
                job.priority = word == u"high"_s ? ScheduleJob::Priority::High : ScheduleJob::Priority::Low;
        }
        job.createdMs = 1000;
        job.sequence = quint64(queue.size());
        queue.append(job);
    }
    return queue;
}

QString print(const ScheduleDecision &decision)
{
    QStringList lines;
    for (const Placement &placement : decision.placements) {
        QStringList names;
        for (const ResourceId &machine : placement.machines)
            names.append(machine.name());
        lines.append(placement.job.name() + u" -> "_s + names.join(u' '));
    }
    for (const WaitReason &wait : decision.waiting)
        lines.append(wait.job.name() + u": "_s + wait.reason.englishText());
    return lines.join(u'\n');
}

struct World
{
    QList<ScheduleCluster> clusters;
    QList<ScheduleJob> queue;
};

World randomWorld(quint32 seed)
{
    QRandomGenerator random(seed);
    World world;
    const int clusterCount = random.bounded(1, 4);
    for (int c = 0; c < clusterCount; ++c) {
        ScheduleCluster cluster;
        cluster.id = clusterId(u"c%1"_s.arg(c));
        const int nodeCount = random.bounded(0, 7);
        for (int n = 0; n < nodeCount; ++n) {
            // Ten machines for up to three clusters: some serve two.
            const QString name = u"m%1"_s.arg(random.bounded(10));
            const int dice = random.bounded(10);
            cluster.nodes.append(readNode(name + (dice < 2 ? u"!"_s : dice < 4 ? u":old-"_s + name : QString())));
        }
        cluster.targetNodeCount = nodeCount + random.bounded(2);
        world.clusters.append(cluster);
    }
    const int jobCount = random.bounded(0, 15);
    for (int j = 0; j < jobCount; ++j) {
        ScheduleJob job;
        job.id = jobId(u"j%1"_s.arg(j));
        job.cluster = clusterId(u"c%1"_s.arg(random.bounded(clusterCount + 1)));
        job.nodeCount = random.bounded(1, 4);
        job.priority = ScheduleJob::Priority(random.bounded(3));
        job.createdMs = random.bounded(5);
        job.sequence = quint64(random.bounded(1000)) * 100 + quint64(j);
        world.queue.append(job);
    }
    return world;
}

// What must hold, said without looking at how it is done; empty when it does.
QString firstBrokenRule(const World &world, const ScheduleDecision &decision)
{
    QHash<ResourceId, ResourceId> jobOn;
    QHash<ResourceId, QSet<ResourceId>> usable;
    for (const ScheduleCluster &cluster : world.clusters) {
        for (const ScheduleNode &node : cluster.nodes) {
            if (node.runningJob.isValid())
                jobOn[node.machine] = node.runningJob;
            if (node.usable)
                usable[cluster.id].insert(node.machine);
        }
    }
    QHash<ResourceId, qsizetype> placed;
    QHash<ResourceId, ScheduleJob> jobs;
    for (const ScheduleJob &job : world.queue)
        jobs.insert(job.id, job);
    for (const Placement &placement : decision.placements) {
        if (placed.contains(placement.job))
            return u"placed twice: "_s + placement.job.name();
        placed.insert(placement.job, placement.machines.size());
        const ScheduleJob job = jobs.value(placement.job);
        if (placement.machines.size() != job.nodeCount)
            return u"not all or nothing: "_s + job.id.name();
        for (const ResourceId &machine : placement.machines) {
            if (jobOn.contains(machine))
                return u"two jobs on "_s + machine.name();
            if (!usable.value(job.cluster).contains(machine))
                return u"on a node that is not usable: "_s + machine.name();
            jobOn.insert(machine, job.id);
        }
    }
    QSet<ResourceId> explained;
    for (const WaitReason &wait : decision.waiting) {
        const QString text = wait.reason.englishText();
        if (!text.endsWith(u'.') || text.contains(u'%') || text.contains(u"  "_s))
            return u"not a sentence: "_s + text;
        explained.insert(wait.job);
    }
    for (const ScheduleJob &job : world.queue) {
        if (placed.contains(job.id) == explained.contains(job.id))
            return u"neither or both placed and waiting: "_s + job.id.name();
        for (const ScheduleJob &other : world.queue) {
            const bool otherFirst = std::tuple(-int(other.priority), other.createdMs, other.sequence)
                < std::tuple(-int(job.priority), job.createdMs, job.sequence);
            if (otherFirst && other.cluster == job.cluster && placed.contains(job.id) && !placed.contains(other.id))
                return job.id.name() + u" overtook "_s + other.id.name();
        }
    }
    return {};
}

} // namespace

class TstSchedule final : public QObject
{
    Q_OBJECT

private slots:
    void decides_data()
    {
        QTest::addColumn<QString>("clusters");
        QTest::addColumn<QString>("queue");
        QTest::addColumn<QString>("decision");
        QTest::newRow("nothing to do") << "desk = a"
                                       << ""
                                       << "";
        QTest::newRow("a free node takes the job") << "desk = a b"
                                                   << "run-1 on desk"
                                                   << "run-1 -> a";
        QTest::newRow("first come, first served") << "desk = a"
                                                  << "run-1 on desk\nrun-2 on desk"
                                                  << "run-1 -> a\nrun-2: Needs 1 free node. a runs run-1.";
        QTest::newRow("a gang gets all its nodes at once") << "desk = a b:x c"
                                                           << "run-1 on desk x2"
                                                           << "run-1 -> a c";
        QTest::newRow("a gang waits for all its nodes") << "desk = a b:x"
                                                        << "run-1 on desk x2"
                                                        << "run-1: Needs 2 free nodes; free now: 1. b runs x.";
        QTest::newRow("a big job holds back the small ones behind it")
            << "desk = a b:x"
            << "big on desk x2\nsmall on desk\nsmaller on desk"
            << "big: Needs 2 free nodes; free now: 1. b runs x.\nsmall: Waits for big, which came first.\n"
               "smaller: Waits for big, which came first.";
        QTest::newRow("but not those of another cluster") << "desk = a:x\nlab = b"
                                                          << "big on desk\nother on lab"
                                                          << "other -> b\nbig: Needs 1 free node. a runs x.";
        QTest::newRow("a high priority goes first") << "desk = a"
                                                    << "run-1 on desk\nrun-2 on desk low\nrun-3 on desk high"
                                                    << "run-3 -> a\nrun-1: Needs 1 free node. a runs run-3.\nrun-2: "
                                                       "Waits for run-1, which has a higher priority.";
        QTest::newRow("cluster too small") << "desk = a"
                                           << "run-1 on desk x2"
                                           << "run-1: Needs 2 nodes; the cluster desk has 1.";
        QTest::newRow("cluster empty") << "desk ="
                                       << "run-1 on desk\n"
                                       << "run-1: Needs 1 node; the cluster desk has none.";
        QTest::newRow("cluster empty, a gang") << "desk ="
                                               << "run-1 on desk x3"
                                               << "run-1: Needs 3 nodes; the cluster desk has none.";
        QTest::newRow("cluster growing")
            << "desk/4 = a"
            << "run-1 on desk x2"
            << "run-1: The cluster desk is still growing: it has 1 of its 4 nodes. This job needs 2.";
        QTest::newRow("cluster gone") << "lab = a"
                                      << "run-1 on desk"
                                      << "run-1: The cluster desk does not exist any more.";
        QTest::newRow("names without case") << "DESK = a"
                                            << "run-1 on desk"
                                            << "run-1 -> a";
        QTest::newRow("the only node is offline") << "desk = this-computer!"
                                                  << "run-1 on desk"
                                                  << "run-1: No node of desk is ready: this-computer is offline.";
        QTest::newRow("a node that says nothing") << "desk = a?"
                                                  << "run-1 on desk"
                                                  << "run-1: No node of desk is ready: a is not ready.";
        QTest::newRow("some nodes are offline") << "desk = a b!"
                                                << "run-1 on desk x2"
                                                << "run-1: Needs 2 nodes; ready in desk: 1 of 2. b is offline.";
        QTest::newRow("an offline node that runs a job is not free")
            << "desk = a:x!"
            << "run-1 on desk"
            << "run-1: No node of desk is ready: a is offline.";
        QTest::newRow("two nodes busy") << "desk = a:x b:y"
                                        << "run-1 on desk"
                                        << "run-1: Needs 1 free node. a runs x, b runs y.";
        QTest::newRow("many nodes busy") << "desk = a:x b:y c:z"
                                         << "run-1 on desk"
                                         << "run-1: Needs 1 free node. a runs x, b runs y; the others are busy too.";
        QTest::newRow("busy, and one is offline") << "desk = a:x b:y c!"
                                                  << "run-1 on desk"
                                                  << "run-1: Needs 1 free node. a runs x, b runs y. c is offline.";
        QTest::newRow("another name of a busy machine") << "desk = a:x\nlab = b~a"
                                                        << "run-1 on lab"
                                                        << "run-1: Needs 1 free node. b runs x.";
        QTest::newRow("two names of a free machine") << "desk = a\nlab = b~a"
                                                     << "run-1 on desk\nrun-2 on lab"
                                                     << "run-1 -> a\nrun-2: Needs 1 free node. b runs run-1.";
        QTest::newRow("a machine of two clusters runs one job")
            << "desk = a\nlab = a"
            << "run-1 on desk\nrun-2 on lab"
            << "run-1 -> a\nrun-2: Needs 1 free node. a runs run-1.";
        QTest::newRow("a machine busy for another cluster is busy") << "desk = a:x\nlab = a"
                                                                    << "run-1 on lab"
                                                                    << "run-1: Needs 1 free node. a runs x.";
    }

    void decides()
    {
        QFETCH(QString, clusters);
        QFETCH(QString, queue);
        QFETCH(QString, decision);
        QCOMPARE(print(schedule(readClusters(clusters), readQueue(queue))), decision);
    }

    void breaksTiesByTimeThenSequence()
    {
        QList<ScheduleJob> queue = readQueue(u"late on desk\nsecond on desk\nfirst on desk"_s);
        queue[0].createdMs = 2000;
        queue[0].sequence = 0;
        queue[1].sequence = 8;
        queue[2].sequence = 7;
        QCOMPARE(print(schedule(readClusters(u"desk = a b c"_s), queue)), u"first -> a\nsecond -> b\nlate -> c"_s);
    }

    void keepsItsRulesInRandomWorlds()
    {
        int placements = 0;
        for (quint32 seed = 1; seed <= 5000; ++seed) {
            const World world = randomWorld(seed);
            const ScheduleDecision decision = schedule(world.clusters, world.queue);
            placements += int(decision.placements.size());
            const QString broken = firstBrokenRule(world, decision);
            QVERIFY2(broken.isEmpty(), qPrintable(u"seed %1: "_s.arg(seed) + broken));
        }
        QVERIFY2(placements > 1000, "the worlds are too poor to prove anything");
    }
};

BATCHDECK_TEST(QCoreApplication, TstSchedule)
#include "tst_schedule.moc"
