// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"

namespace engine {

/// State of a machine in a cluster with setup.
enum class SetupState {
    Waiting, ///< until the machine is online and free
    Preparing, ///< mounts, then the setup task
    Ready,
    Failed,
    Leaving, ///< setup is being undone
};
template <> inline constexpr std::array enumWords<SetupState>{"waiting", "preparing", "ready", "failed", "leaving"};

/// Stored state of one machine in one cluster. Kept until everything on the machine is removed, even if the cluster is
/// deleted. Times are UTC ms of this computer. Value.
struct MembershipRecord
{
    QString uuid; ///< of the cluster
    ResourceId cluster;
    ResourceId machine;
    SetupState state = SetupState::Waiting;
    qint64 sinceMs = 0; ///< of the state
    Message reason; ///< why it failed, or why it is set up again
    QString errorCode; ///< of a failure
    bool isBegun = false; ///< \a directory may exist on the machine
    int attempt = 0; ///< 0 before the first
    QString directory; ///< of the attempt
    QString mountRoot; ///< of the attempt
    int failures = 0; ///< in a row
    qint64 retryMs = 0; ///< time of the automatic retry; 0 when only the user retries

    [[nodiscard]] bool isLeaving() const { return state == SetupState::Leaving; }
    [[nodiscard]] MembershipRow toRow() const;
    [[nodiscard]] static MembershipRecord fromRow(const MembershipRow &row);
};

} // namespace engine
