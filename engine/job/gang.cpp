// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/gang.h"

#include "engine/api/document/documents.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString doneWord = u"done"_s;
const QString userWord = u"user"_s;
const QString peerWord = u"peer"_s;

bool hasBegun(const AttemptStatus &status)
{
    using Kind = AttemptStatus::Kind;
    return status.kind == Kind::Running || status.kind == Kind::Ending || status.kind == Kind::Exited;
}

bool isVanished(const AttemptStatus &status)
{
    using Kind = AttemptStatus::Kind;
    return status.kind == Kind::Rebooted || status.kind == Kind::Lost;
}

/// One decision about one job.
class Decision
{
    using Kind = AttemptStatus::Kind;
    using Move = NextStep::Move;
    using Stage = AttemptStatus::Stage;
    using State = NodeRun::State;

public:
    Decision(const JobRecord &record, const QList<AttemptNews> &news, qint64 nowMs)
        : m_record(record), m_news(news), m_nowMs(nowMs)
    {
        for (qsizetype i = 0; i < m_record.nodes.size(); ++i) {
            m_tally.add(m_record.nodes.at(i), 1);
            m_failed = firstOf(m_failed, i);
        }
    }

    JobStep decide()
    {
        // The status of one node may change the actions for the nodes before it.
        bool wasStopping = false;
        bool wereDone = false;
        do {
            wasStopping = isStopping();
            wereDone = isGang() && areProcessesDone();
            m_step.acts = QList<NodeAct>(m_record.nodes.size());
            m_step.reason = {};
            for (qsizetype i = 0; i < m_record.nodes.size(); ++i) {
                m_tally.add(m_record.nodes.at(i), -1); // counted with its old state until its new one is known
                m_judged = i;
                judge(i);
                m_judged.reset();
                m_tally.add(m_record.nodes.at(i), 1);
                m_failed = firstOf(m_failed, i);
            }
            release();
        } while (isStopping() != wasStopping || (isGang() && areProcessesDone()) != wereDone);
        if (m_step.move == Move::Wait)
            conclude();
        for (NodeRun &each : m_record.nodes) {
            if (each.isOver())
                each.phase = JobPhase::None;
        }
        m_step.nodes = m_record.nodes;
        return m_step;
    }

private:
    // Sums over all nodes, kept up to date: summing again for each of a thousand nodes would take a million steps.
    struct Tally
    {
        qsizetype counting = 0;
        qsizetype working = 0; // number of nodes that count and are not done
        qsizetype launched = 0;
        qsizetype standing = 0; // number of nodes that were launched and not ended

        void add(const NodeRun &run, int times)
        {
            counting += run.counts ? times : 0;
            working += run.counts && !run.isDone && run.state != State::Succeeded ? times : 0;
            launched += run.launched ? times : 0;
            standing += run.launched && run.state != State::Ended ? times : 0;
        }
    };

    [[nodiscard]] bool isGang() const { return m_record.isGang(); }
    [[nodiscard]] NodeRun &run(qsizetype node) { return m_record.nodes[node]; }
    [[nodiscard]] bool isWanted() const { return m_record.wanted == JobWanted::Run; }
    [[nodiscard]] bool isStopping() const
    {
        return !isWanted() || (isGang() && (firstFailure() || areProcessesDone()));
    }

    template <typename Condition> [[nodiscard]] bool all(Condition condition) const
    {
        return std::all_of(m_record.nodes.cbegin(), m_record.nodes.cend(), condition);
    }

    [[nodiscard]] bool areProcessesDone() const
    {
        const Tally all = tally();
        if (all.counting == 0) // nodes without processes that count: nothing to wait for once all have started
            return all.standing == m_record.nodes.size();
        return all.working == 0;
    }

    [[nodiscard]] Tally tally() const
    {
        Tally all = m_tally;
        if (m_judged)
            all.add(m_record.nodes.at(*m_judged), 1);
        return all;
    }

    // The earlier failure of \a node and \a first.
    [[nodiscard]] std::optional<qsizetype> firstOf(const std::optional<qsizetype> &first, qsizetype node) const
    {
        const auto timeOf = [this](qsizetype each) { return m_record.nodes.at(each).failure->timeMs; };
        if (!m_record.nodes.at(node).failure)
            return first;
        return !first || std::pair(timeOf(node), node) < std::pair(timeOf(*first), *first) ? node : first;
    }

    // The first failed node in the record.
    [[nodiscard]] const NodeRun *firstFailure() const
    {
        const std::optional<qsizetype> first = m_judged ? firstOf(m_failed, *m_judged) : m_failed;
        return first ? &m_record.nodes.at(*first) : nullptr;
    }

    [[nodiscard]] qint64 ourTime(qsizetype node, qint64 nodeMs) const
    {
        return isGang() && nodeMs > 0 ? nodeMs - m_news.at(node).clockOffsetMs : nodeMs;
    }

    void judge(qsizetype node)
    {
        const AttemptNews &news = m_news.at(node);
        if (run(node).isOver())
            return;
        if (!news.isKnown && !isWanted())
            return vanish(node);
        if (!news.status)
            return;
        adoptFacts(node, *news.status);
        const bool isLeftBehind = news.status->kind == Kind::Exited && news.status->hasLeftovers;
        if ((isVanished(*news.status) || isLeftBehind) && !news.isTidied)
            return act(node, {NodeAct::Kind::Tidy});
        JobRecord asked;
        asked.wanted = m_record.wanted;
        asked.repeats = m_record.repeats;
        // For this node.
        if (isGang() && isStopping() && isWanted() && !isVanished(*news.status))
            asked.wanted = JobWanted::Terminated;
        const bool isEndedByWord = asked.wanted != m_record.wanted && news.status->kind != Kind::Unclear;
        const NextStep step = nextStep(asked, run(node), *news.status, m_nowMs, news.isTerminated && !isEndedByWord);
        carryOut(node, *news.status, step);
    }

    void carryOut(qsizetype node, const AttemptStatus &status, const NextStep &step)
    {
        switch (step.move) {
        case Move::Wait:
            setPhase(node, status, step.phase);
            if (!step.reason.isEmpty())
                m_step.reason = named(node, step.reason);
            return;
        case Move::Start:
            setPhase(node, status, step.phase);
            return act(node, {NodeAct::Kind::Start});
        case Move::MakeVoid:
            return act(node, {NodeAct::Kind::MakeVoid});
        case Move::Terminate:
            return end(node, status);
        case Move::Repeat:
            return isGang() ? lose(node, {u"NodeLost"_s, step.reason, -1, {}, lastHeard(node), true})
                            : finish(step, status);
        case Move::Finish:
            return isGang() ? settle(node, status, step.outcome) : finish(step, status);
        }
    }

    void act(qsizetype node, const NodeAct &what) { m_step.acts[node] = what; }

    // A job on a single node ends with it.
    void finish(const NextStep &step, const AttemptStatus &status)
    {
        m_step.move = step.move;
        m_step.reason = step.reason;
        m_step.outcome = step.outcome;
        NodeRun &only = run(0);
        only.state = step.move == Move::Repeat          ? State::Lost
            : step.outcome.state == JobState::Succeeded ? State::Succeeded
                                                        : State::Failed;
        only.exitCode = step.outcome.exitCode;
        if (step.outcome.errors.value(0).code == u"JobFailed"_s)
            only.failure = failureOf(status, step.outcome);
    }

    void vanish(qsizetype node)
    {
        run(node).state = State::Lost;
        if (!isGang())
            finish({Move::Finish, JobPhase::None, terminatedByUser(), {}}, {});
    }

    void adoptFacts(qsizetype node, const AttemptStatus &status)
    {
        NodeRun &each = run(node);
        if (hasBegun(status)) {
            if (each.startedMs == 0) {
                each.startedMs = status.startedMs > 0 ? ourTime(node, status.startedMs) : m_nowMs;
                each.clockOffsetMs = m_news.at(node).clockOffsetMs;
            }
            each.state = State::Running;
        }
        if (status.endedMs > 0)
            each.endedMs = ourTime(node, status.endedMs);
        each.launched = each.launched || status.launched;
        if (!status.offer.isEmpty())
            each.offer = status.offer;
        if (!isGang())
            return;
        // A program that was told to end may well exit with 0, which is then not its own success.
        each.isDone = each.isDone
            || (status.ownExitCode && *status.ownExitCode == 0 && !status.firstFailure && status.endReason.isEmpty());
        if (status.firstFailure && !each.failure) {
            const AttemptStatus::Failure &first = *status.firstFailure;
            each.failure = {u"JobFailed"_s,
                            processEnded(first.task, first.process, first.exitCode, first.outOfMemoryKills),
                            first.process,
                            first.exitCode,
                            ourTime(node, first.timeMs),
                            false,
                            first.task,
                            first.outOfMemoryKills};
        }
    }

    void setPhase(qsizetype node, const AttemptStatus &status, JobPhase phase)
    {
        NodeRun &each = run(node);
        // Before the first stage only the wrapper runs; the processes, which wait for all nodes, have not started.
        if (isGang() && status.kind == Kind::Running && status.stage == Stage::None && phase == JobPhase::Starting)
            phase = JobPhase::Staging;
        if (each.phase == phase)
            return;
        each.phase = phase;
        each.phaseSinceMs = m_nowMs;
    }

    // With several nodes, each waits until all are ready.
    void release()
    {
        if (!isGang() || isStopping())
            return;
        QStringList missing;
        for (const NodeRun &each : std::as_const(m_record.nodes)) {
            if (each.offer.isEmpty())
                missing.append(each.machine.name());
        }
        if (missing.size() == m_record.nodes.size())
            return;
        if (!missing.isEmpty()) {
            if (m_step.reason.isEmpty())
                m_step.reason =
                    Message(QT_TRANSLATE_NOOP("engine", "It begins when all nodes are ready. Not yet ready: %1."),
                            {missing.join(u", "_s)});
            return;
        }
        for (qsizetype i = 0; i < m_news.size(); ++i) {
            const AttemptNews &news = m_news.at(i);
            if (!run(i).isOver() && news.status && news.status->kind == Kind::Running
                && news.status->stage == Stage::Ready && !news.isReleased)
                act(i, {NodeAct::Kind::Release});
        }
    }

    void end(qsizetype node, const AttemptStatus &status)
    {
        const AttemptNews &news = m_news.at(node);
        setPhase(node, status, status.kind == Kind::Running ? JobPhase::Collecting : run(node).phase);
        // A node whose processes are done is not stopped: it is about to end.
        if (!isGang() && status.kind == Kind::Running && status.ownExitCode && status.endReason.isEmpty())
            return;
        if (!isWanted() && !(isGang() && status.kind == Kind::Running && areProcessesDone()))
            return act(node, {NodeAct::Kind::Terminate, userWord});
        const NodeRun *failed = firstFailure();
        const bool isOverdue = failed && news.endToldMs > 0
            && qAbs(m_nowMs - news.endToldMs) > std::chrono::milliseconds(endDeadline).count();
        if (status.kind == Kind::Unclear || (isOverdue && !news.isTerminated))
            return act(node, {NodeAct::Kind::Terminate, peerWord});
        if (news.endToldMs == 0 && status.endedBy.isEmpty())
            act(node, {NodeAct::Kind::End, failed ? failed->machine.name() : doneWord});
    }

    // Records the end of one node of several.
    void settle(qsizetype node, const AttemptStatus &status, const JobOutcome &outcome)
    {
        NodeRun &each = run(node);
        if (status.kind == Kind::Exited) {
            each.exitCode = status.exitCode;
            return settleExit(node, status, outcome);
        }
        const bool isUnwanted = outcome.errors.value(0).code == terminatedByUser().errors.first().code;
        const bool isRepeatable = status.kind == Kind::Lost && mayBeLostUnseen();
        if (isUnwanted)
            each.state = areProcessesDone() ? State::Succeeded : State::Ended;
        else
            lose(node, {outcome.errors.value(0).code, outcome.reason, -1, {}, lastHeard(node), isRepeatable});
    }

    // If all processes are done, the loss of a node that only served the others does not matter.
    void lose(qsizetype node, const NodeFailure &failure)
    {
        if (areProcessesDone())
            run(node).state = State::Succeeded;
        else
            fail(node, failure, State::Lost);
    }

    // Before the launch of any user process, a new attempt loses nothing.
    [[nodiscard]] bool mayBeLostUnseen() const
    {
        return isWanted() && m_record.repeats < maxRepeats && tally().launched == 0;
    }

    void settleExit(qsizetype node, const AttemptStatus &status, const JobOutcome &outcome)
    {
        NodeRun &each = run(node);
        const bool isOwnEnd = status.endedBy.isEmpty() || status.endedBy == each.machine.name();
        if (each.failure) {
            each.state = State::Failed;
        } else if (status.endReason == peerWord || (status.endReason == userWord && !isWanted())) {
            each.state = State::Ended;
        } else if (!status.endReason.isEmpty()) {
            fail(node, {outcome.errors.value(0).code, outcome.reason, -1, {}, timeOfEnd(node, status), false});
        } else if (status.endedBy == doneWord) {
            each.state = State::Succeeded;
        } else if (!isOwnEnd) {
            each.state = State::Ended;
        } else if (outcome.state == JobState::Succeeded) {
            each.state = State::Succeeded;
        } else {
            fail(node, {outcome.errors.value(0).code, outcome.reason, -1, outcome.exitCode, each.endedMs, false});
        }
    }

    // A time limit is the cause of all failures after it, even of nodes that noticed the end of others earlier.
    [[nodiscard]] qint64 timeOfEnd(qsizetype node, const AttemptStatus &status) const
    {
        const NodeRun &each = m_record.nodes.at(node);
        const auto limit = parseDuration(m_record.properties()[u"constraints"_s][u"maxWallClockTime"_s].toString());
        if (status.endReason != u"limit"_s || !limit || each.startedMs == 0)
            return each.endedMs;
        return qMin(each.endedMs, each.startedMs + std::chrono::milliseconds(*limit).count());
    }

    void fail(qsizetype node, const NodeFailure &failure, State state = State::Failed)
    {
        NodeRun &each = run(node);
        if (!each.failure)
            each.failure = failure;
        each.state = state;
    }

    // A lost node was lost at some time after its last status. Its change of phase is no status: that also happens when
    // the engine decides to end the node.
    [[nodiscard]] qint64 lastHeard(qsizetype node) const
    {
        const qint64 heardMs = m_news.at(node).heardMs;
        return heardMs > 0 ? heardMs : m_record.nodes.at(node).phaseSinceMs;
    }

    [[nodiscard]] Message named(qsizetype node, const Message &message) const
    {
        return isGang() ? Message(QT_TRANSLATE_NOOP("engine", "On %1: %2"),
                                  {m_record.nodes.at(node).machine.name(), message.englishText()})
                        : message;
    }

    void conclude()
    {
        if (isGang() && all([](const NodeRun &run) { return run.isOver(); }))
            return concludeGang();
        JobPhase least = JobPhase::Collecting;
        for (const NodeRun &each : std::as_const(m_record.nodes)) {
            if (!each.isOver())
                least = qMin(least, isGang() && each.state == State::Waiting ? JobPhase::Staging : each.phase);
        }
        m_step.phase = least;
        const NodeRun *failed = isGang() ? firstFailure() : nullptr;
        if (failed)
            m_step.reason = namedMessage(m_record, *failed);
    }

    void concludeGang()
    {
        const NodeRun *failed = firstFailure();
        m_step.move = Move::Finish;
        m_step.phase = JobPhase::Collecting;
        const bool isAnyCounting = !all([](const NodeRun &run) { return !run.counts; });
        const bool hasAllSucceeded = all([](const NodeRun &run) { return run.state == State::Succeeded; });
        if (!failed && (hasAllSucceeded || (isAnyCounting && areProcessesDone()))) {
            m_step.outcome = {JobState::Succeeded, 0, {}, u"node"_s, {}};
        } else if (isUsersEnd(failed)) {
            m_step.outcome = terminatedByUser();
        } else if (failed && failed->failure->isRepeatable) {
            m_step.move = Move::Repeat;
            m_step.reason = namedMessage(m_record, *failed);
        } else {
            const Message message = failed
                ? namedMessage(m_record, *failed)
                : Message(QT_TRANSLATE_NOOP("engine", "It was ended, and none of its nodes says why."));
            const QString code = failed ? failed->failure->code : u"JobFailed"_s;
            m_step.outcome = {JobState::Failed,
                              failed ? failed->failure->exitCode : std::nullopt,
                              {JobError{code, message}},
                              code == u"MaxWallClockTimeExpiry"_s ? u"limit"_s : u"node"_s,
                              message};
        }
    }

    // A failure after the user's stop may be a consequence of it.
    [[nodiscard]] bool isUsersEnd(const NodeRun *failed) const
    {
        if (isWanted())
            return false;
        return !failed || failed->failure->isRepeatable || failed->failure->timeMs >= m_record.stateSinceMs;
    }

    JobRecord m_record;
    Tally m_tally; // without the node that is being judged
    std::optional<qsizetype> m_judged;
    std::optional<qsizetype> m_failed; // the first failed node, without the node that is being judged in the first pass
    const QList<AttemptNews> &m_news;
    const qint64 m_nowMs;
    JobStep m_step;
};

} // namespace

JobStep nextStep(const JobRecord &record, const QList<AttemptNews> &news, qint64 nowMs)
{
    return Decision(record, news, nowMs).decide();
}

} // namespace engine
