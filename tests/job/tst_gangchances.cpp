// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "tests/job/gangworld.h"
#include "tests/support/testmain.h"

#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace engine;
using Act = NodeAct::Kind;
using Kind = AttemptStatus::Kind;
using Move = NextStep::Move;
using Stage = AttemptStatus::Stage;
using testing::now;
using testing::words;
using testing::World;

namespace {

/// A machine with a wrapper, as far as the engine can see.
struct SimulatedNode
{
    AttemptStatus status;
    bool isReachable = true;
    bool isReleased = false;
    int ownCode = 0; // with which its processes will end

    [[nodiscard]] bool isAlive() const
    {
        return status.kind == Kind::Running || status.kind == Kind::Starting || status.kind == Kind::StartingOrDead;
    }
    void exit(int code, qint64 time)
    {
        status.kind = Kind::Exited;
        status.exitCode = code;
        status.endedMs = time;
    }
    void end(const QString &why, qint64 time)
    {
        if (status.kind != Kind::Running || !status.endedBy.isEmpty())
            return;
        status.endedBy = why;
        exit(why == u"done"_s ? 0 : 143, time);
    }
};

/// Engine, nodes and chance.
class Simulation
{
public:
    Simulation(quint32 seed, int nodes)
        : m_chance(seed), m_record(World::of(QList<std::optional<AttemptStatus>>(nodes)).record)
    {
        for (NodeRun &run : m_record.nodes) {
            run.counts = m_chance.bounded(4) > 0;
            run.phaseSinceMs = m_now;
        }
        m_record.document = {{u"properties"_s, QJsonObject{{u"nodeCount"_s, nodes}}}};
        m_nodes.resize(nodes);
        m_news.resize(nodes);
        for (SimulatedNode &node : m_nodes)
            node.ownCode = m_chance.bounded(5) == 0 ? 1 + m_chance.bounded(200) : 0;
        m_saved = m_record;
    }

    /// What went wrong; nothing when all is as it must be.
    QString run()
    {
        for (int i = 0; i < 4000; ++i) {
            m_isCalm = i > 1500; // from now on nothing gets in the way of its end
            m_now += m_chance.bounded(2000);
            happen();
            if (m_over)
                return verdict();
            if (!m_fault.isEmpty())
                return m_fault;
        }
        return u"it does not end: "_s + words(nextStep(m_record, m_news, m_now));
    }

private:
    bool once(int in) { return m_chance.bounded(in) == 0; }
    SimulatedNode &any() { return m_nodes[m_chance.bounded(int(m_nodes.size()))]; }

    void happen()
    {
        SimulatedNode &node = any();
        if (!m_isCalm && once(12))
            node.isReachable = !node.isReachable;
        if (m_isCalm)
            node.isReachable = true;
        if (!m_isCalm && node.isAlive() && once(150))
            node.status.kind = once(2) ? Kind::Rebooted : Kind::Lost;
        if (!m_isCalm && once(60))
            restartEngine();
        if (!m_isCalm && m_record.wanted == JobWanted::Run && once(400)) {
            m_record.wanted = JobWanted::Terminated;
            m_record.state = JobState::Terminating;
            m_record.stateSinceMs = m_now;
            m_saved = m_record; // before anybody acts on it
        }
        if (once(2))
            progress(node);
        if (once(3))
            gossip();
        const int heard = m_chance.bounded(int(m_nodes.size()));
        if (m_nodes[heard].isReachable)
            hear(heard);
        else
            m_news[heard].status.reset();
    }

    void progress(SimulatedNode &node)
    {
        AttemptStatus &status = node.status;
        if (status.kind == Kind::Starting || (status.kind == Kind::StartingOrDead && m_isCalm && once(9))) {
            status.kind = Kind::Running;
            status.startedMs = m_now;
        } else if (status.kind == Kind::Running && status.stage < Stage::Ready) {
            status.stage = Stage(int(status.stage) + 1);
            if (!m_isCalm && once(40)) {
                status.cause = u"MountFailed"_s;
                node.exit(1, m_now);
                m_failures.append(m_now);
            }
            if (status.stage == Stage::Ready)
                status.offer = "-";
        } else if (status.stage == Stage::Ready && node.isReleased && status.kind == Kind::Running) {
            status.stage = Stage::Executing;
            status.launched = true;
        } else if (status.stage == Stage::Executing && status.kind == Kind::Running && (m_isCalm || once(4))) {
            if (m_record.nodes[&node - m_nodes.data()].counts)
                finishOwn(node);
        }
    }

    void finishOwn(SimulatedNode &node)
    {
        AttemptStatus &status = node.status;
        if (node.ownCode == 0) {
            status.stage = Stage::Done;
            status.ownExitCode = 0;
            return;
        }
        status.firstFailure = AttemptStatus::Failure{0, node.ownCode, m_now};
        status.endedBy = m_record.nodes[&node - m_nodes.data()].machine.name();
        m_failures.append(m_now);
        node.exit(node.ownCode, m_now);
    }

    // Nodes tell each other.
    void gossip()
    {
        const SimulatedNode &from = any();
        SimulatedNode &to = any();
        if (from.status.kind == Kind::Exited && !from.status.endedBy.isEmpty())
            to.end(from.status.endedBy, m_now);
    }

    // Kill -9: what was recorded last may not have come to the disk.
    void restartEngine()
    {
        JobRow row = m_saved.toRow();
        m_record = JobRecord::fromRow(row);
        m_record.id = m_saved.id;
        m_news = QList<AttemptNews>(m_nodes.size());
    }

    void hear(int node)
    {
        if (m_record.nodes[node].isOver())
            return;
        m_news[node].status = m_nodes[node].status;
        if (m_nodes[node].isAlive())
            m_news[node].heardMs = m_now;
        const JobStep step = nextStep(m_record, m_news, m_now);
        if (once(2))
            m_saved = m_record;
        m_record.nodes = step.nodes;
        if (step.move != Move::Wait) {
            m_end = step;
            m_over = true;
            return;
        }
        for (int i = 0; i < m_nodes.size(); ++i) {
            if (step.acts[i].kind != Act::None)
                act(i, step.acts[i]);
        }
    }

    void act(int i, const NodeAct &act)
    {
        if (!m_news[i].status)
            m_fault = u"an act on a node that is silent"_s;
        m_news[i].status.reset();
        SimulatedNode &node = m_nodes[i];
        if (!node.isReachable || (!m_isCalm && once(8)))
            return; // it did not come through
        AttemptStatus &status = node.status;
        if (act.kind == Act::Start) {
            if (status.kind == Kind::Absent)
                status.kind = !m_isCalm && once(20) ? Kind::StartingOrDead : Kind::Starting;
        } else if (act.kind == Act::MakeVoid) {
            if (status.kind == Kind::Starting || status.kind == Kind::StartingOrDead)
                status.kind = Kind::NeverBegan;
        } else if (act.kind == Act::Release) {
            for (const SimulatedNode &each : m_nodes) {
                if (each.status.offer.isEmpty())
                    m_fault = u"released before all were ready"_s;
            }
            node.isReleased = true;
        } else if (act.kind == Act::End) {
            node.end(act.why, m_now);
        } else if (act.kind == Act::Terminate && status.kind == Kind::Running) {
            status.endReason = act.why;
            node.exit(143, m_now);
        }
        if (!m_isCalm && once(8))
            return; // the answer was lost
        m_news[i].isReleased = m_news[i].isReleased || act.kind == Act::Release;
        m_news[i].isTerminated = m_news[i].isTerminated || act.kind == Act::Terminate;
        m_news[i].isTidied = m_news[i].isTidied || act.kind == Act::Tidy;
        if (act.kind == Act::End)
            m_news[i].endToldMs = m_now;
    }

    [[nodiscard]] QString verdict() const
    {
        for (const SimulatedNode &node : m_nodes) {
            if (node.isAlive())
                return u"it is over while a node still runs"_s;
        }
        const QString code = m_end.outcome.errors.value(0).code;
        if (m_end.move == Move::Repeat)
            return m_record.wanted == JobWanted::Run ? QString() : u"repeated though it is not wanted"_s;
        if (m_end.outcome.state == JobState::Succeeded) {
            if (!m_failures.isEmpty())
                return u"succeeded though a node failed"_s;
            for (int i = 0; i < m_nodes.size(); ++i) {
                if (m_record.nodes[i].counts && m_nodes[i].status.ownExitCode != 0)
                    return u"succeeded before all were done"_s;
            }
            return {};
        }
        if (m_end.outcome.errors.size() != 1)
            return u"%1 causes"_s.arg(m_end.outcome.errors.size());
        if (code == u"JobTerminatedByUser"_s && m_record.wanted == JobWanted::Run)
            return u"ended by a user who did not want it"_s;
        if (code == u"JobFailed"_s || code == u"MountFailed"_s)
            return failureVerdict(code);
        return {};
    }

    [[nodiscard]] QString failureVerdict(const QString &code) const
    {
        JobRecord record = m_record;
        const NodeRun *first = firstFailed(record);
        if (!first)
            return code + u" without a failure: "_s + m_end.outcome.reason.englishText();
        if (m_failures.isEmpty() || first->failure->timeMs > m_failures.constFirst())
            return u"not the first failure"_s;
        return {};
    }

    QRandomGenerator m_chance;
    JobRecord m_record;
    JobRecord m_saved;
    QList<AttemptNews> m_news;
    QList<SimulatedNode> m_nodes;
    QList<qint64> m_failures; // when nodes failed by themselves
    JobStep m_end;
    QString m_fault;
    qint64 m_now = now;
    bool m_isCalm = false;
    bool m_over = false;
};

} // namespace

/// Jobs of several nodes to their end, while by chance nodes fail, vanish and are silent, answers are lost, and the
/// engine is killed.
class TstGangChances final : public QObject
{
    Q_OBJECT

private slots:
    void endsEventuallyAndForOneReason();
};

void TstGangChances::endsEventuallyAndForOneReason()
{
    for (quint32 seed = 0; seed < 3000; ++seed) {
        Simulation simulation(seed, 2 + int(seed % 4));
        const QString fault = simulation.run();
        QVERIFY2(fault.isEmpty(), qPrintable(u"seed %1: %2"_s.arg(seed).arg(fault)));
    }
}

BATCHDECK_TEST(QCoreApplication, TstGangChances)
#include "tst_gangchances.moc"
