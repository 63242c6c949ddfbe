// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/blobservice.h"
#include "engine/remote/remotehost.h"
#include "engine/storage/transfer/run/transferrun.h"

namespace engine {

/// The ends of a transfer: a machine or a storage account each; neither: this computer.
struct TransferWays
{
    std::shared_ptr<RemoteHost> source = {};
    std::shared_ptr<RemoteHost> target = {};
    std::shared_ptr<BlobService> sourceAccount = {};
    std::shared_ptr<BlobService> targetAccount = {};

    // Open sessions; empty: to this computer.
    [[nodiscard]] OpenBulk toSource() const;
    [[nodiscard]] OpenBulk toTarget() const;
};

/// Opens sessions to a machine; null: of this computer's own shell.
[[nodiscard]] OpenBulk bulkTo(const std::shared_ptr<RemoteHost> &host);
/// Lets logins begin for the transfer that follows a preview of many files; empty: that would save no time.
[[nodiscard]] std::function<void()> preparationFor(const TransferWays &ways);

/// The run for a plan and its ends.
[[nodiscard]] std::unique_ptr<TransferRun> makeTransferRun(const TransferPlan &plan, const TransferWays &ways);

} // namespace engine
