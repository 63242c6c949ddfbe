// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/transferruns.h"

#include "engine/host/localsession.h"

namespace engine {

OpenBulk bulkTo(const std::shared_ptr<RemoteHost> &host)
{
    if (host)
        return [host] { return host->openBulk(); };
    return [] {
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::make_shared<LocalSession>()));
    };
}

std::function<void()> preparationFor(const TransferWays &ways)
{
    if (!ways.target || ways.target == ways.source || !isHighLatency(ways.target->roundTrip()))
        return {};
    return [target = ways.target] { target->prepareBulk(lanesFor(target->roundTrip()).sessions); };
}

std::unique_ptr<TransferRun> makeTransferRun(const TransferPlan &plan, const TransferWays &ways)
{
    if (ways.source == ways.target)
        return std::make_unique<TransferRun>(plan, bulkTo(ways.source), TransferRun::Into::Itself);
    const OpenBulk source = ways.source ? bulkTo(ways.source) : OpenBulk();
    if (!ways.target)
        return std::make_unique<TransferRun>(plan, source, TransferRun::Into::Here);
    return std::make_unique<TransferRun>(plan, source, TransferRun::Into::Machine, bulkTo(ways.target),
                                         ways.target->roundTrip());
}

} // namespace engine
