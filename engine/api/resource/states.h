// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/words.h"

#include <QMetaType>

namespace engine {

/// executionState of the service. Succeeded and Failed are final.
enum class JobState { Queued, Running, Terminating, Succeeded, Failed };
template <> inline constexpr std::array enumWords<JobState>{"queued", "running", "terminating", "succeeded", "failed"};

/// Phase of a running job.
enum class JobPhase { None, Staging, Mounting, Preparing, Starting, Executing, Collecting };
template <>
inline constexpr std::array enumWords<JobPhase>{"none",     "staging",   "mounting",  "preparing",
                                                "starting", "executing", "collecting"};

/// State of the connection to a machine; says nothing about the jobs on it.
enum class LinkState { Offline, Connecting, Online, Degraded, NeedsAttention };
template <>
inline constexpr std::array enumWords<LinkState>{"offline", "connecting", "online", "degraded", "needs-attention"};

/// The steps of connecting to a machine, in this order.
enum class ConnectStep {
    Resolve, ///< SSH configuration, host name
    Connect, ///< TCP, jump hosts, key exchange
    HostKey,
    Authenticate,
    Probe, ///< what the machine is, and whether the scripts are installed
    Ready,
};
template <>
inline constexpr std::array enumWords<ConnectStep>{"resolve", "connect", "host-key", "authenticate", "probe", "ready"};

enum class NodeState { Allocated, Preparing, Idle, Running, Leaving, Unusable };
template <>
inline constexpr std::array enumWords<NodeState>{"allocated", "preparing", "idle", "running", "leaving", "unusable"};

[[nodiscard]] constexpr bool isFinal(JobState state)
{
    return state == JobState::Succeeded || state == JobState::Failed;
}

} // namespace engine

Q_DECLARE_METATYPE(engine::JobState)
Q_DECLARE_METATYPE(engine::LinkState)
Q_DECLARE_METATYPE(engine::NodeState)
