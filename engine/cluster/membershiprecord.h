// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"

namespace engine {

/// Where a machine stands in a cluster that sets up its nodes.
enum class SetupState {
    Waiting, ///< to be set up when the machine is there and free
    Preparing, ///< mounts, then the setup task
    Ready,
    Failed,
    Leaving, ///< what was set up is taken back
};
template <> inline constexpr std::array enumWords<SetupState>{"waiting", "preparing", "ready", "failed", "leaving"};

/// One machine in one cluster, as the engine remembers it. Kept in the store until all that was made on the machine is
/// taken back, also when the cluster is gone. Times are UTC ms of this computer. Value.
struct MembershipRecord
{
    QString uuid; ///< of the cluster
    ResourceId cluster;
    ResourceId machine;
    SetupState state = SetupState::Waiting;
    qint64 sinceMs = 0; ///< of the state
    Message reason; ///< of the state; why it failed, or why it is set up again
    QString errorCode; ///< when it failed
    bool isBegun = false; ///< directory may be on the machine
    int attempt = 0; ///< 0 until the first
    QString directory; ///< of the attempt
    QString mountRoot; ///< of the attempt
    int failures = 0; ///< in a row
    qint64 retryMs = 0; ///< when a failed one is tried again by itself; 0: when a person asks for it

    [[nodiscard]] bool isLeaving() const { return state == SetupState::Leaving; }
    [[nodiscard]] MembershipRow toRow() const;
    [[nodiscard]] static MembershipRecord fromRow(const MembershipRow &row);
};

} // namespace engine
