// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// JobController: reaction to the status of its nodes, from the first start to the end.

#include "engine/job/jobcontroller.h"

#include "engine/api/document/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/launchplan.h"

#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

bool isSame(const NodeRun &a, const NodeRun &b)
{
    return a.state == b.state && a.phase == b.phase && a.launched == b.launched && a.isDone == b.isDone
        && a.offer == b.offer && a.startedMs == b.startedMs && a.failure.has_value() == b.failure.has_value();
}

} // namespace

void JobController::reconcile()
{
    if (m_attempts.isEmpty() || isFinal(m_record.state))
        return;
    QList<AttemptNews> news;
    for (const Attempt *attempt : std::as_const(m_attempts))
        news.append(attempt->news());
    apply(nextStep(m_record, news, QDateTime::currentMSecsSinceEpoch()));
}

void JobController::apply(const JobStep &step)
{
    const QList<NodeRun> before = std::exchange(m_record.nodes, step.nodes);
    for (const NodeRun &run : step.nodes) {
        if (run.startedMs > 0 && (m_record.startedMs == 0 || run.startedMs < m_record.startedMs))
            m_record.startedMs = run.startedMs;
        m_record.endedMs = qMax(m_record.endedMs, run.endedMs);
    }
    followLogs();
    recordFailures(before);
    for (qsizetype i = 0; i < m_attempts.size(); ++i) {
        if (m_record.isGang() && m_record.nodes.at(i).isOver() && !before.at(i).isOver()) {
            m_attempts.at(i)->unwatch();
            m_logs.finish(m_record.nodes.at(i));
        }
    }
    if (step.move == NextStep::Move::Repeat)
        return requeue(step.reason);
    if (step.move == NextStep::Move::Finish)
        return finish(step.outcome);
    const bool isNews = !std::equal(before.cbegin(), before.cend(), step.nodes.cbegin(), isSame);
    enterPhase(step.phase);
    if (m_oddity != step.reason) {
        m_oddity = m_record.reason = step.reason;
        emit changed();
    }
    if (isNews) {
        save();
        if (m_record.isGang())
            emit changed();
    }
    carryOut(step.acts);
}

// Reported at once, while the other nodes are still being ended.
void JobController::recordFailures(const QList<NodeRun> &before)
{
    for (qsizetype i = 0; m_record.isGang() && i < before.size(); ++i) {
        if (m_record.nodes.at(i).failure && !before.at(i).failure)
            note(u"node-failed"_s, namedMessage(m_record, m_record.nodes.at(i)), u"node"_s);
    }
}

void JobController::enterPhase(JobPhase phase)
{
    if (m_record.phase == phase)
        return;
    m_record.phase = phase;
    m_record.phaseSinceMs = QDateTime::currentMSecsSinceEpoch();
    m_record.reason = m_oddity = {};
    save();
    note(toString(phase), {}, u"node"_s);
    emit changed();
}

void JobController::carryOut(const QList<NodeAct> &acts)
{
    QList<qsizetype> starts;
    for (qsizetype i = 0; i < acts.size(); ++i) {
        Attempt *attempt = m_attempts.at(i);
        switch (acts.at(i).kind) {
        case NodeAct::Kind::None:
            break;
        case NodeAct::Kind::Start:
            starts.append(i);
            break;
        case NodeAct::Kind::MakeVoid:
            attempt->makeVoid();
            break;
        case NodeAct::Kind::Release: {
            QList<QByteArray> offers;
            for (const NodeRun &run : std::as_const(m_record.nodes))
                offers.append(run.offer);
            attempt->release(offers);
            break;
        }
        case NodeAct::Kind::End:
            attempt->end(acts.at(i).why);
            break;
        case NodeAct::Kind::Terminate:
            attempt->terminate(acts.at(i).why);
            break;
        case NodeAct::Kind::Tidy:
            attempt->tidy();
            break;
        }
    }
    if (!starts.isEmpty())
        start(starts);
}

void JobController::secretsChanged()
{
    if (m_record.state != JobState::Queued)
        return;
    setWaitReason(m_secrets.missing().reason);
    // No node is free, but the queue has changed.
    if (m_secrets.areThere())
        emit nodesFreed();
}

void JobController::start(const QList<qsizetype> &nodes)
{
    if (!m_secrets.areNeeded())
        return startWith(nodes, {});
    if (m_isFetching)
        return;
    m_isFetching = true;
    whenFinished(m_secrets.fetch(), this,
                 [this, nodes, attempt = m_record.attempt](const Result<LaunchSecrets> &secrets) {
                     m_isFetching = false;
                     if (m_record.wanted != JobWanted::Run || m_record.attempt != attempt || m_attempts.isEmpty()
                         || isFinal(m_record.state))
                         return;
                     secrets ? startWith(nodes, *secrets) : secretsMissing(secrets.error());
                 });
}

void JobController::secretsMissing(const Error &error)
{
    if (!m_mayHaveStarted)
        return backToQueue(error.message);
    // The start may still arrive: the attempt waits, and the next poll asks for its status.
    setWaitReason(error.message);
}

void JobController::startWith(const QList<qsizetype> &nodes, const LaunchSecrets &secrets)
{
    m_mayHaveStarted = true;
    if (m_record.view.nodes.isEmpty()) // placed by an earlier version, which did not store the view
        m_record.view = m_context.viewOf(m_record, m_record.placement());
    const LaunchPlan plan = planLaunch(m_record.planView());
    const auto limit = parseDuration(m_record.properties()[u"constraints"_s][u"maxWallClockTime"_s].toString());
    // The node may delay its answer until it is ready for the others, or has ended: this saves a poll.
    const auto patience = plan.nodes.size() > 1 ? 2000ms : 300ms;
    for (const qsizetype node : nodes)
        m_attempts.at(node)->start(limit.value_or(24h * 7), wrapperPayload(plan.nodes.at(node), secrets), patience);
}

void JobController::failStart(qsizetype node, const JobOutcome &outcome)
{
    // After the user's stop the reason of a failed start does not matter.
    const bool isStopped = m_record.wanted != JobWanted::Run;
    m_record.nodes[node].state = isStopped ? NodeRun::State::Ended : NodeRun::State::Failed;
    if (!m_record.isGang())
        return finish(isStopped ? terminatedByUser() : outcome);
    const QList<NodeRun> before = m_record.nodes;
    if (!isStopped)
        m_record.nodes[node].failure =
            NodeFailure{outcome.errors.first().code,         outcome.reason, -1, outcome.exitCode,
                        QDateTime::currentMSecsSinceEpoch(), false};
    recordFailures(before);
    m_attempts.at(node)->unwatch();
    save();
    reconcile();
}

void JobController::requeue(const Message &reason)
{
    ++m_record.repeats;
    backToQueue(reason);
}

void JobController::backToQueue(const Message &reason)
{
    dropAttempts();
    m_logs.stop();
    m_secrets.look();
    m_record.unplace();
    m_record.startedMs = m_record.endedMs = 0;
    enter(JobState::Queued, JobPhase::None, reason, u"node"_s);
    emit nodesFreed();
}

void JobController::finish(const JobOutcome &outcome)
{
    for (Attempt *attempt : std::as_const(m_attempts))
        attempt->unwatch();
    const QString code = outcome.errors.value(0).code;
    const bool wasStopped = code == terminatedByUser().errors.constFirst().code && !m_record.stopReason.isEmpty();
    m_record.exitCode = outcome.exitCode;
    m_record.errors = wasStopped ? QList<JobError>{{code, m_record.stopReason}} : outcome.errors;
    if (m_record.endedMs == 0)
        m_record.endedMs = QDateTime::currentMSecsSinceEpoch();
    enter(outcome.state, JobPhase::None, wasStopped ? m_record.stopReason : outcome.reason, outcome.actor);
    emit nodesFreed();
    if (m_record.wanted == JobWanted::Deleted)
        return removeTraces();
    collectLogs();
}

} // namespace engine
