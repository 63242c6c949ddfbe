// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/api/resource/states.h"

#include <QDateTime>
#include <QJsonArray>

#include <optional>

namespace engine {

/// State of a job on one of its nodes. All but Waiting and Running are final.
enum class JobNodeState {
    Waiting, ///< not started on this node yet
    Running,
    Succeeded,
    Failed,
    Ended, ///< stopped early: another node failed, or somebody stopped the job
    Lost, ///< the node rebooted, or the process ended without an exit code
};
template <>
inline constexpr std::array enumWords<JobNodeState>{"waiting", "running", "succeeded", "failed", "ended", "lost"};

[[nodiscard]] constexpr bool isFinal(JobNodeState state)
{
    return state != JobNodeState::Waiting && state != JobNodeState::Running;
}

/// The attempt of a job on one node: an entry of x-batchdeck.nodes. The first entry is the master. Value.
struct JobNode
{
    QString id; ///< of the machine
    QString name;
    JobPhase phase = JobPhase::None;
    JobNodeState state = JobNodeState::Waiting;
    std::optional<int> exitCode;
    LinkState link = LinkState::Offline;
    QDateTime asOf; ///< when the node last reported; invalid before the first report
    QString directory; ///< the attempt's folder on the machine
    QString samplesPath; ///< spool file of the utilization samples; empty before the start
    Message reason; ///< why the job failed, was lost or still waits on this node

    bool operator==(const JobNode &) const = default;

    [[nodiscard]] static JobNode fromJson(const QJsonObject &json);
    [[nodiscard]] static QList<JobNode> fromJson(const QJsonArray &json);
};

/// The first failure among all processes of a job, by the clocks of its nodes; x-batchdeck.firstFailure.
struct FirstFailure
{
    QString node;
    QString task; ///< of the process: "rank", "worker", "ps"; empty when a node has one process only
    int process = -1; ///< number within its task; -1 when no process failed
    std::optional<int> exitCode;
    int outOfMemoryKills = 0; ///< on that node during the attempt

    bool operator==(const FirstFailure &) const = default;

    [[nodiscard]] static FirstFailure fromJson(const QJsonObject &json);
};

/// A number that may be null, e.g. an exit code.
[[nodiscard]] std::optional<int> numberAt(const QJsonObject &json, const QString &key);
[[nodiscard]] inline QJsonValue numberOrNull(const std::optional<int> &number)
{
    return number ? QJsonValue(*number) : QJsonValue();
}

/// "rank 2", "worker 1", "parameter server 0".
[[nodiscard]] Message processName(const QString &task, int process);

} // namespace engine

Q_DECLARE_METATYPE(engine::JobNodeState)
