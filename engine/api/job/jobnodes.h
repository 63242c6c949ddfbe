// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/api/resource/states.h"

#include <QDateTime>
#include <QJsonArray>

#include <optional>

namespace engine {

/// How a job fares on one of its nodes. All but Waiting and Running are final.
enum class JobNodeState {
    Waiting, ///< not started there yet
    Running,
    Succeeded,
    Failed,
    Ended, ///< before its time: another node failed, or somebody stopped the job
    Lost, ///< rebooted, or gone without an exit code
};
template <>
inline constexpr std::array enumWords<JobNodeState>{"waiting", "running", "succeeded", "failed", "ended", "lost"};

[[nodiscard]] constexpr bool isFinal(JobNodeState state)
{
    return state != JobNodeState::Waiting && state != JobNodeState::Running;
}

/// A job's attempt on one of its nodes, as an entry of x-batchdeck.nodes tells it; the first is the master. Value.
struct JobNode
{
    QString id; ///< of the machine
    QString name;
    JobPhase phase = JobPhase::None;
    JobNodeState state = JobNodeState::Waiting;
    std::optional<int> exitCode;
    LinkState link = LinkState::Offline;
    QDateTime asOf; ///< last news of it; invalid before the first
    QString directory; ///< the attempt's folder on the machine
    QString samplesPath; ///< spool of its utilisation samples; empty before the start
    Message reason; ///< why it failed, was lost or still waits

    bool operator==(const JobNode &) const = default;

    [[nodiscard]] static JobNode fromJson(const QJsonObject &json);
    [[nodiscard]] static QList<JobNode> fromJson(const QJsonArray &json);
};

/// What failed first among all processes of a job, by the clocks of its nodes; x-batchdeck.firstFailure.
struct FirstFailure
{
    QString node;
    QString task; ///< of the process: "rank", "worker", "ps"; empty when a node has one process only
    int process = -1; ///< counts within its task; -1: no process failed
    std::optional<int> exitCode;
    int outOfMemoryKills = 0; ///< on that node meanwhile

    bool operator==(const FirstFailure &) const = default;

    [[nodiscard]] static FirstFailure fromJson(const QJsonObject &json);
};

/// A number that may be null, as an exit code.
[[nodiscard]] std::optional<int> numberAt(const QJsonObject &json, const QString &key);
[[nodiscard]] inline QJsonValue numberOrNull(const std::optional<int> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

/// "rank 2", "worker 1", "parameter server 0": a process by its task and its number there.
[[nodiscard]] Message processName(const QString &task, int process);

} // namespace engine

Q_DECLARE_METATYPE(engine::JobNodeState)
