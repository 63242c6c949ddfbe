// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobnodewords.h"

#include "models/translated.h"
#include "models/words.h"

#include <algorithm>
#include <array>
#include <functional>

using namespace Qt::StringLiterals;

namespace models {

namespace {

using engine::JobNodeState;

QString nodeWord(JobNodeState state)
{
    static constexpr std::array words{QT_TRANSLATE_NOOP("models", "waiting"),   QT_TRANSLATE_NOOP("models", "running"),
                                      QT_TRANSLATE_NOOP("models", "succeeded"), QT_TRANSLATE_NOOP("models", "failed"),
                                      QT_TRANSLATE_NOOP("models", "ended"),     QT_TRANSLATE_NOOP("models", "lost")};
    return translated(words, state);
}

// The answers of \a textOf for a subject in each state and phase, reported or last seen.
template <typename Subject, typename State> QStringList textsOf(QString (*textOf)(const Subject &))
{
    QStringList texts;
    for (size_t state = 0; state < engine::enumWords<State>.size(); ++state) {
        for (size_t phase = 0; phase < engine::enumWords<engine::JobPhase>.size(); ++phase) {
            for (const auto link : {engine::LinkState::Online, engine::LinkState::Offline}) {
                Subject subject;
                subject.state = State(state);
                subject.phase = engine::JobPhase(phase);
                subject.link = link;
                texts.append(textOf(subject));
            }
        }
    }
    texts.removeDuplicates();
    return texts;
}

// Before or after its processes run, the phase says more than the state.
bool isInPhase(const engine::JobNode &node)
{
    return !engine::isFinal(node.state) && node.phase != engine::JobPhase::None
        && node.phase != engine::JobPhase::Executing;
}

constexpr Wording remedies[]{
    {"MountFailed",
     QT_TRANSLATE_NOOP("models", "See whether the volume can be reached from that machine, then run the job again.")},
    {"FailedStartingContainer",
     QT_TRANSLATE_NOOP("models",
                       "See whether podman or docker works on that machine and the image's name and registry are "
                       "right, then run the job again.")},
    {"SharedDirectoryUnavailable",
     QT_TRANSLATE_NOOP("models",
                       "Install sshfs on the nodes, or use machines that share one home, then run the job again.")},
    {"NodeToNodeSshFailed",
     QT_TRANSLATE_NOOP("models",
                       "The nodes must reach each other by SSH: see their addresses and firewalls, then run the job "
                       "again.")},
    {"SecretMissing",
     QT_TRANSLATE_NOOP("models", "Clone the job, give the secret its value once more, and submit it.")},
    {"JobPreparationFailed",
     QT_TRANSLATE_NOOP("models", "The log of job preparation says why; the job itself did not begin.")},
    {"DiskFull", QT_TRANSLATE_NOOP("models", "Make room on that machine's disk, then run the job again.")},
    {"NodeLost", QT_TRANSLATE_NOOP("models", "See why the machine was rebooted, or leave it out of the cluster.")},
    {"ProcessLost",
     QT_TRANSLATE_NOOP("models", "Memory may have run out: look at the chart of memory before you run it again.")},
    {"MaxWallClockTimeExpiry",
     QT_TRANSLATE_NOOP("models", "Clone the job and give it a longer maxWallClockTime, or none.")},
};

} // namespace

bool isOutOfReach(const engine::JobNode &node)
{
    return !engine::isFinal(node.state) && node.state != JobNodeState::Waiting && !isReached(node.link);
}

bool isOutOfReach(engine::JobState state, engine::LinkState link)
{
    return !engine::isFinal(state) && state != engine::JobState::Queued && !isReached(link);
}

QString stateText(const engine::JobSnapshot &job)
{
    const QString state = word(job.state, job.phase);
    return isOutOfReach(job.state, job.link) ? tr("last seen %1").arg(state) : state;
}

QString nodeStateText(const engine::JobNode &node)
{
    const QString state = isInPhase(node) ? word(node.phase) : nodeWord(node.state);
    return isOutOfReach(node) ? tr("last seen %1").arg(state) : state;
}

QStringList stateTexts()
{
    return textsOf<engine::JobSnapshot, engine::JobState>(&stateText);
}

QStringList nodeStateTexts()
{
    return textsOf<engine::JobNode, JobNodeState>(&nodeStateText);
}

QString nodesSummary(const QList<engine::JobNode> &nodes)
{
    QStringList words;
    const auto add = [&](const QString &what, auto &&isCounted) {
        const auto count = std::count_if(nodes.cbegin(), nodes.cend(), isCounted);
        if (count > 0)
            words.append(u"%1 %2"_s.arg(number(count), what));
    };
    const auto isHeard = [](const engine::JobNode &node) { return !isOutOfReach(node); };
    const auto addState = [&](JobNodeState state) {
        add(nodeWord(state),
            [&](const engine::JobNode &node) { return node.state == state && isHeard(node) && !isInPhase(node); });
    };
    addState(JobNodeState::Failed);
    addState(JobNodeState::Lost);
    add(tr("without news"), std::not_fn(isHeard));
    for (const auto phase : {engine::JobPhase::Staging, engine::JobPhase::Mounting, engine::JobPhase::Preparing,
                             engine::JobPhase::Starting, engine::JobPhase::Collecting})
        add(word(phase),
            [&](const engine::JobNode &node) { return node.phase == phase && isInPhase(node) && isHeard(node); });
    for (const auto state :
         {JobNodeState::Running, JobNodeState::Waiting, JobNodeState::Ended, JobNodeState::Succeeded})
        addState(state);
    return words.join(u", "_s);
}

QString nodeDetails(const engine::JobNode &node)
{
    QStringList lines{tr("%1: %2").arg(node.name, nodeStateText(node))};
    if (node.exitCode)
        lines.append(tr("Exit code %1").arg(*node.exitCode));
    if (isOutOfReach(node))
        lines.append(tr("The machine is %1.").arg(word(node.link)));
    if (!node.reason.isEmpty())
        lines.append(node.reason.text());
    if (!engine::isFinal(node.state) && node.asOf.isValid())
        lines.append(tr("as of %1").arg(node.asOf.toLocalTime().toString(u"HH:mm:ss"_s)));
    return lines.join(u'\n');
}

QString nodesDetails(const engine::JobSnapshot &job)
{
    const QString summary = nodesSummary(job.nodeRuns);
    if (job.nodeRuns.size() < 2)
        return summary;
    const QString first = firstFailureText(job);
    return first.isEmpty() ? summary : summary + u'\n' + first;
}

QString processName(const engine::JobSnapshot &job)
{
    if (!job.firstFailure || job.firstFailure->process < 0)
        return {};
    // Without a task a node has one process, which has a number with PyTorch only.
    const bool hasName = !job.firstFailure->task.isEmpty()
        || job.document.value(u"properties"_s).toObject().contains(u"pyTorchSettings"_s);
    return hasName ? engine::processName(job.firstFailure->task, job.firstFailure->process).text() : QString();
}

QString firstFailureFact(const engine::JobSnapshot &job)
{
    if (!job.firstFailure || job.nodeRuns.size() < 2)
        return {};
    QString who = processName(job);
    who = who.isEmpty() ? job.firstFailure->node
                        : tr("%1 on %2").arg(who.at(0).toUpper() + who.mid(1), job.firstFailure->node);
    return tr("%1 failed first").arg(who);
}

QString firstFailureText(const engine::JobSnapshot &job)
{
    const QString fact = firstFailureFact(job);
    if (fact.isEmpty())
        return {};
    return job.firstFailure->exitCode ? tr("%1 (exit code %2).").arg(fact).arg(*job.firstFailure->exitCode)
                                      : fact + u'.';
}

QString remedyText(const QString &errorCode)
{
    return translated(remedies, errorCode);
}

} // namespace models
