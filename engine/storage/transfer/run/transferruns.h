// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/remotehost.h"
#include "engine/storage/transfer/run/transferrun.h"

namespace engine {

/// The ways to both ends of a transfer; null: this computer.
struct TransferWays
{
    std::shared_ptr<RemoteHost> source;
    std::shared_ptr<RemoteHost> target;
};

/// Sessions to a machine; without one, of this computer's own shell.
[[nodiscard]] OpenBulk bulkTo(const std::shared_ptr<RemoteHost> &host);
/// What a Preview does for the transfer that follows it, once there is much; empty where that gains nothing.
[[nodiscard]] std::function<void()> preparationFor(const TransferWays &ways);

/// The run that brings a plan's sources to its target, whatever places they are.
[[nodiscard]] std::unique_ptr<TransferRun> makeTransferRun(const TransferPlan &plan, const TransferWays &ways);

} // namespace engine
