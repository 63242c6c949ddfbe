// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/transferruns.h"

#include "engine/host/localsession.h"
#include "engine/storage/transfer/places/blob/blobsession.h"

namespace engine {

namespace {

OpenBulk wayTo(const std::shared_ptr<RemoteHost> &host, const std::shared_ptr<BlobService> &account)
{
    return account ? requestsTo(account) : host ? bulkTo(host) : OpenBulk();
}

} // namespace

OpenBulk bulkTo(const std::shared_ptr<RemoteHost> &host)
{
    if (host)
        return [host] { return host->openBulk(); };
    return [] {
        return QtFuture::makeReadyFuture(Result<std::shared_ptr<BulkSession>>(std::make_shared<LocalSession>()));
    };
}

OpenBulk TransferWays::toSource() const
{
    return wayTo(source, sourceAccount);
}

OpenBulk TransferWays::toTarget() const
{
    return wayTo(target, targetAccount);
}

std::function<void()> preparationFor(const TransferWays &ways)
{
    if (!ways.target || ways.target == ways.source || !isHighLatency(ways.target->roundTrip()))
        return {};
    return [target = ways.target] { target->prepareBulk(lanesFor(target->roundTrip()).sessions); };
}

std::unique_ptr<TransferRun> makeTransferRun(const TransferPlan &plan, const TransferWays &ways)
{
    if (!ways.sourceAccount && !ways.targetAccount && ways.source == ways.target)
        return std::make_unique<TransferRun>(plan, bulkTo(ways.source), TransferRun::Into::Itself);
    const OpenBulk target = ways.toTarget();
    if (!target)
        return std::make_unique<TransferRun>(plan, ways.toSource(), TransferRun::Into::Here);
    return std::make_unique<TransferRun>(plan, ways.toSource(), TransferRun::Into::Machine, target,
                                         ways.target ? ways.target->roundTrip() : std::chrono::microseconds());
}

} // namespace engine
