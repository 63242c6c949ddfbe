// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QMetaType>
#include <QString>

namespace engine {

/// executionState of the service. Succeeded and Failed are final.
enum class JobState { Queued, Running, Terminating, Succeeded, Failed };

/// Where a running job stands (DESIGN: "running{staging, mounting, …}").
enum class JobPhase { None, Staging, Mounting, Preparing, Starting, Executing, Collecting };

/// What is known of the way to a machine; never a statement about the jobs on it.
enum class LinkState { Offline, Connecting, Online, Degraded, NeedsAttention };

/// What connecting to a machine goes through, in this order.
enum class ConnectStep {
    Resolve, ///< configuration, name
    Connect, ///< TCP, jump hosts, key exchange
    HostKey,
    Authenticate,
    Probe, ///< what is it, and are our scripts there
    Ready,
};

enum class NodeState { Allocated, Preparing, Idle, Running, Leaving, Unusable };

/// The service's words in lower case: "queued", "executing", "needs-attention", "host-key"…
[[nodiscard]] QString toString(JobState state);
[[nodiscard]] QString toString(JobPhase phase);
[[nodiscard]] QString toString(LinkState state);
[[nodiscard]] QString toString(ConnectStep step);
[[nodiscard]] QString toString(NodeState state);
[[nodiscard]] JobState jobStateFromString(QStringView word);
[[nodiscard]] JobPhase jobPhaseFromString(QStringView word);
[[nodiscard]] LinkState linkStateFromString(QStringView word);
[[nodiscard]] ConnectStep connectStepFromString(QStringView word);
[[nodiscard]] NodeState nodeStateFromString(QStringView word);

[[nodiscard]] constexpr bool isFinal(JobState state)
{
    return state == JobState::Succeeded || state == JobState::Failed;
}

} // namespace engine

Q_DECLARE_METATYPE(engine::JobState)
Q_DECLARE_METATYPE(engine::LinkState)
Q_DECLARE_METATYPE(engine::NodeState)
