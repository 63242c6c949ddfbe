// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/storage/transferpreview.h"

namespace engine {

/// Calls about transfers.
class TransferClient final
{
public:
    explicit TransferClient(EngineLink &link) : m_link(link) { }

    /// Answers the transfer as stored. EngineClient::transferChanged() may report its end before this answer.
    QFuture<Result<TransferSnapshot>> start(const TransferRequest &request);
    /// Answers when the transfer has ended; at once if it has already.
    QFuture<Result<TransferSnapshot>> wait(const QString &id);
    /// Restores what the transfer replaced. Conflict when it replaced nothing.
    QFuture<Result<void>> undo(const QString &id);
    /// What the transfer would do; changes nothing. \a told receives partial results in the link's thread. Canceling
    /// the future ends the preview.
    QFuture<Result<TransferPreview>> preview(const TransferRequest &request,
                                             const std::function<void(const TransferPreview &)> &told);
    /// All stored transfers, oldest first. Afterwards EngineClient::transferChanged() and transferProgressed() report
    /// changes.
    QFuture<Result<QList<TransferSnapshot>>> list();
    QFuture<Result<TransferSnapshot>> change(const QString &id, const TransferChange &change);
    QFuture<Result<TransferLimits>> fetchLimits();
    QFuture<Result<TransferLimits>> setLimits(const TransferLimits &limits);
    QFuture<Result<void>> pause(const QString &id);
    /// For a transfer that is paused, failed (only what is missing is sent), or waits for its next try.
    QFuture<Result<void>> resume(const QString &id);
    /// Removes what has arrived but is not in place yet. A transfer that has ended is deleted from the list.
    QFuture<Result<void>> cancel(const QString &id);

private:
    EngineLink &m_link;
};

} // namespace engine
