// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

/// Texts about a job and its nodes. Pure; translated.
namespace models {

/// The node has not reported for a while, and it is not known whether it has ended.
[[nodiscard]] bool isOutOfReach(const engine::JobNode &node);
[[nodiscard]] bool isOutOfReach(engine::JobState state, engine::LinkState link); ///< as above, for a job
/// "running", "preparing"; for a job that does not report the last known state: "last seen running".
[[nodiscard]] QString stateText(const engine::JobSnapshot &job);
[[nodiscard]] QStringList stateTexts(); ///< all that stateText() answers
/// "running", "preparing"; for a node that does not report the last known state: "last seen running".
[[nodiscard]] QString nodeStateText(const engine::JobNode &node);
[[nodiscard]] QStringList nodeStateTexts(); ///< all that nodeStateText() answers
/// "1 failed, 2 ended, 1 running": the most important first.
[[nodiscard]] QString nodesSummary(const QList<engine::JobNode> &nodes);
/// All facts about a node, one line each.
[[nodiscard]] QString nodeDetails(const engine::JobNode &node);
/// Summary and first failure, for a tool tip.
[[nodiscard]] QString nodesDetails(const engine::JobSnapshot &job);
/// "rank 1", "worker 0"; empty when a node has one process only.
[[nodiscard]] QString processName(const engine::JobSnapshot &job);
/// "Rank 1 on a05 failed first"; empty without a failure, or for a job on one node.
[[nodiscard]] QString firstFailureFact(const engine::JobSnapshot &job);
/// "Rank 1 on a05 failed first (exit code 3)."; empty without a failure, or for a job on one node.
[[nodiscard]] QString firstFailureText(const engine::JobSnapshot &job);
/// Remedy for an error of a job; empty where only its log can tell.
[[nodiscard]] QString remedyText(const QString &errorCode);

} // namespace models
