// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/cluster/membershipstep.h"

#include "engine/node/wrapperprotocol.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

using Move = MembershipStep::Move;

bool isOverdue(const MembershipRecord &record, qint64 nowMs, std::chrono::milliseconds limit)
{
    // qAbs: after the clock was set back, the apparent remaining time must not be waited for.
    return qAbs(nowMs - record.sinceMs) > limit.count();
}

MembershipStep repeatStep(const Message &reason)
{
    return {Move::Repeat, reason};
}

MembershipStep anothers(const AttemptStatus &status)
{
    return {Move::Abandon,
            Message(QT_TRANSLATE_NOOP("engine", "%1 was set up under this name before."), {status.otherMachine})};
}

MembershipStep setupTaskFailed(const AttemptStatus &status)
{
    const QString code = QString::number(status.exitCode);
    return {Move::Fail,
            status.launchError.isEmpty()
                ? Message(QT_TRANSLATE_NOOP("engine", "The setup task ended with exit code %1."), {code})
                : Message(QT_TRANSLATE_NOOP("engine", "The setup task ended with exit code %1: %2"),
                          {code, status.launchError}),
            u"SetupTaskFailed"_s, false};
}

MembershipStep exited(const AttemptStatus &status)
{
    if (status.cause == u"MountFailed"_s)
        return {Move::Fail,
                Message(QT_TRANSLATE_NOOP("engine", "A volume could not be mounted. The machine says: %1"),
                        {status.launchError}),
                status.cause, true};
    if (status.preparationFailed)
        return setupTaskFailed(status);
    if (!status.endReason.isEmpty() || !status.endedBy.isEmpty() || status.exitCode == 0)
        return repeatStep(Message(QT_TRANSLATE_NOOP("engine", "Its setup was ended there; it is set up again.")));
    if (const auto killed = killedWords(status); killed && !status.diskFull && !saysDiskFull(status.launchError))
        return {Move::Fail, *killed, u"LaunchFailed"_s, true};
    return setupNotStarted(status.launchError, status.diskFull);
}

MembershipStep stepOfMember(const MembershipRecord &record, const AttemptStatus &status, qint64 nowMs)
{
    using Kind = AttemptStatus::Kind;
    switch (status.kind) {
    case Kind::Absent:
        if (record.state == SetupState::Ready)
            return repeatStep(
                Message(QT_TRANSLATE_NOOP("engine", "Its folder %1 is gone; it is set up again."), {record.directory}));
        return {Move::Start};
    case Kind::Starting:
    case Kind::StartingOrDead:
        return {isOverdue(record, nowMs, startDeadline) ? Move::MakeVoid : Move::Wait};
    case Kind::Running:
        return {status.stage == AttemptStatus::Stage::Ready && status.endedBy.isEmpty() ? Move::BeReady : Move::Wait};
    case Kind::Ending:
        return {Move::Wait};
    case Kind::Exited:
        return exited(status);
    case Kind::NeverBegan:
        return repeatStep(
            Message(QT_TRANSLATE_NOOP("engine", "The last start did not come through; it is tried again.")));
    case Kind::Rebooted:
        return repeatStep(Message(QT_TRANSLATE_NOOP("engine", "The machine was restarted; it is set up again.")));
    case Kind::Lost:
        return repeatStep(
            Message(QT_TRANSLATE_NOOP("engine", "The process that keeps its mounts is gone; it is set up again.")));
    case Kind::Elsewhere:
        return anothers(status);
    case Kind::Unclear:
        return {Move::Fail,
                Message(QT_TRANSLATE_NOOP("engine",
                                          "The records in %1 cannot be read. Check that folder on the machine, then "
                                          "connect the machine again."),
                        {record.directory}),
                u"SetupUnclear"_s, false};
    }
    return {Move::Wait};
}

MembershipStep stepOfLeaving(const MembershipRecord &record, const AttemptStatus &status, qint64 nowMs)
{
    using Kind = AttemptStatus::Kind;
    switch (status.kind) {
    case Kind::Starting:
    case Kind::StartingOrDead:
        return {Move::MakeVoid};
    case Kind::Running: {
        if (!status.endReason.isEmpty())
            return {Move::Wait};
        const bool isReady = status.stage == AttemptStatus::Stage::Ready;
        if (!isReady || (!status.endedBy.isEmpty() && isOverdue(record, nowMs, endDeadline)))
            return {Move::Terminate};
        return {status.endedBy.isEmpty() ? Move::End : Move::Wait};
    }
    case Kind::Ending:
        return {Move::Wait};
    case Kind::Elsewhere:
        return anothers(status);
    default:
        return {Move::Clean};
    }
}

} // namespace

MembershipStep membershipStep(const MembershipRecord &record, const AttemptStatus &status, qint64 nowMs)
{
    return record.isLeaving() ? stepOfLeaving(record, status, nowMs) : stepOfMember(record, status, nowMs);
}

std::chrono::milliseconds setupRetryDelay(int failures)
{
    constexpr std::chrono::seconds longest = 5min;
    return std::min(longest, 10s * (1 << std::clamp(failures - 1, 0, 5)));
}

MembershipStep setupNotStarted(const QString &words, bool diskFull)
{
    const QString cause = words.trimmed();
    return {Move::Fail,
            cause.isEmpty() ? Message(QT_TRANSLATE_NOOP("engine", "The machine gave no reason."))
                            : Message(QT_TRANSLATE_NOOP("engine", "The machine says: %1"), {cause}),
            diskFull || saysDiskFull(cause) ? u"DiskFull"_s : u"LaunchFailed"_s, true};
}

} // namespace engine
