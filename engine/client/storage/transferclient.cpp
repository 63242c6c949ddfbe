// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/storage/transferclient.h"

#include "engine/client/call.h"
#include "engine/protocol/transfers.h"

namespace engine {

QFuture<Result<TransferSnapshot>> TransferClient::start(const TransferRequest &request)
{
    return call(m_link, method::startTransfer, {request});
}

QFuture<Result<TransferSnapshot>> TransferClient::wait(const QString &id)
{
    return call(m_link, method::waitForTransfer, {id});
}

QFuture<Result<void>> TransferClient::undo(const QString &id)
{
    return call(m_link, method::undoTransfer, {id}, [](const QStringList &) {});
}

QFuture<Result<TransferPreview>> TransferClient::preview(const TransferRequest &request,
                                                         const std::function<void(const TransferPreview &)> &told)
{
    return call(
        m_link, method::previewTransfer, {request}, [](const TransferPreview &preview) { return preview; },
        [told](const QJsonValue &json) {
            TransferPreview preview;
            if (readJson(json, preview))
                told(preview);
        });
}

QFuture<Result<QList<TransferSnapshot>>> TransferClient::list()
{
    return call(m_link, method::listTransfers, {});
}

QFuture<Result<TransferSnapshot>> TransferClient::change(const QString &id, const TransferChange &change)
{
    return call(m_link, method::changeTransfer, {id, change});
}

QFuture<Result<TransferLimits>> TransferClient::fetchLimits()
{
    return call(m_link, method::limitTransfers, {});
}

QFuture<Result<TransferLimits>> TransferClient::setLimits(const TransferLimits &limits)
{
    return call(m_link, method::limitTransfers, {limits.perPlace, limits.total});
}

QFuture<Result<void>> TransferClient::pause(const QString &id)
{
    return call(m_link, method::pauseTransfer, {id});
}

QFuture<Result<void>> TransferClient::resume(const QString &id)
{
    return call(m_link, method::resumeTransfer, {id});
}

QFuture<Result<void>> TransferClient::cancel(const QString &id)
{
    return call(m_link, method::cancelTransfer, {id});
}

} // namespace engine
