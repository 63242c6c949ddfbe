// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/storage/transferpreview.h"

namespace engine {

/// Files on their way from one place to another.
class TransferClient final
{
public:
    explicit TransferClient(EngineLink &link) : m_link(link) { }

    /// As it is when it is stored. EngineClient::transferChanged() may tell of its end before this answers.
    QFuture<Result<TransferSnapshot>> start(const TransferRequest &request);
    /// Once it has ended, which it may have already.
    QFuture<Result<TransferSnapshot>> wait(const QString &id);
    /// Brings back what it replaced. Conflict: it replaced nothing.
    QFuture<Result<void>> undo(const QString &id);
    /// What it would do; nothing is changed. \a told hears in the link's thread what is known so far. Cancelling the
    /// future ends it.
    QFuture<Result<TransferPreview>> preview(const TransferRequest &request,
                                             const std::function<void(const TransferPreview &)> &told);
    /// All that are kept, oldest first; from then on EngineClient::transferChanged() and transferProgressed() tell what
    /// becomes of them.
    QFuture<Result<QList<TransferSnapshot>>> list();
    QFuture<Result<TransferSnapshot>> change(const QString &id, const TransferChange &change);
    QFuture<Result<TransferLimits>> fetchLimits();
    QFuture<Result<TransferLimits>> setLimits(const TransferLimits &limits);
    QFuture<Result<void>> pause(const QString &id);
    /// One that is paused, failed (only what is missing is sent), or waits for its next try.
    QFuture<Result<void>> resume(const QString &id);
    /// Takes away what is not in its place yet; one that has ended is forgotten.
    QFuture<Result<void>> cancel(const QString &id);

private:
    EngineLink &m_link;
};

} // namespace engine
