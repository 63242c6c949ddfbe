// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

/// How a job and its nodes read. Pure; in the reader's language.
namespace models {

/// There has been no news of it for a while, and its end is not known.
[[nodiscard]] bool isOutOfReach(const engine::JobNode &node);
[[nodiscard]] bool isOutOfReach(engine::JobState state, engine::LinkState link); ///< the same of a job
/// "running", "preparing"; of a job out of reach the last words: "last seen running".
[[nodiscard]] QString stateText(const engine::JobSnapshot &job);
/// "running", "preparing"; of a node out of reach the last words: "last seen running".
[[nodiscard]] QString nodeStateText(const engine::JobNode &node);
/// "1 failed, 2 ended, 1 running": what matters most comes first.
[[nodiscard]] QString nodesSummary(const QList<engine::JobNode> &nodes);
/// All that is known of it, a line each.
[[nodiscard]] QString nodeDetails(const engine::JobNode &node);
/// The summary, and what failed first: for a tool-tip.
[[nodiscard]] QString nodesDetails(const engine::JobSnapshot &job);
/// "rank 1", "worker 0"; empty for the only process of a node.
[[nodiscard]] QString processName(const engine::JobSnapshot &job);
/// "Rank 1 on a05 failed first"; empty when nothing has failed, or the job has one node only.
[[nodiscard]] QString firstFailureFact(const engine::JobSnapshot &job);
/// "Rank 1 on a05 failed first (exit code 3)."; empty when nothing has failed, or the job has one node only.
[[nodiscard]] QString firstFailureText(const engine::JobSnapshot &job);
/// What a person can do about an error of a job; empty where only its log can tell.
[[nodiscard]] QString remedyText(const QString &errorCode);

} // namespace models
