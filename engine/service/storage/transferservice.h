// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/transfers.h"
#include "engine/registry/places.h"
#include "engine/service/router.h"
#include "engine/storage/transfer/queue/previews.h"
#include "engine/storage/transfer/queue/transferqueue.h"

namespace engine {

/// Files and folders that are brought from place to place: transfer.*
class TransferService final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferService)

public:
    TransferService(Router &router, Store &store, TransferQueue &queue, Places &places);

    void begin(); ///< goes on with undos of an engine before this one; the queue has begun

signals:
    /// EngineLink::transferred()
    void transferred(const QJsonObject &news);

private:
    void start(const GivenTransfer &request, const ReplyTo<TransferSnapshot> &reply);
    void preview(const GivenTransfer &request, const ReplyTo<TransferPreview> &reply);
    void list(const Nothing &request, const ReplyTo<QList<TransferSnapshot>> &reply);
    void undo(const OfResource &request, const ReplyTo<QStringList> &reply);
    void wait(const OfResource &request, const ReplyTo<TransferSnapshot> &reply);
    void show(const OfResource &request, const ReplyTo<TransferSnapshot> &reply);
    void change(const ChangeTransfer &request, const ReplyTo<TransferSnapshot> &reply);
    void limit(const LimitTransfers &request, const ReplyTo<TransferLimits> &reply);
    void pause(const OfResource &request, const ReplyTo<Nothing> &reply) { reply(m_queue.pause(request.id)); }
    void resume(const OfResource &request, const ReplyTo<Nothing> &reply) { reply(m_queue.resume(request.id)); }
    void cancel(const OfResource &request, const ReplyTo<Nothing> &reply) { reply(m_queue.cancel(request.id)); }
    /// InvalidArgument for one that brings nothing; NotFound unless all its places are there.
    [[nodiscard]] Result<void> check(const TransferRequest &request) const;

    struct UndoStep
    {
        QString id; ///< of the transfer
        TransferRequest request;
    };
    void saveUndos();
    /// When it has ended, what its undo has to do next begins.
    void goOnWithUndo(const TransferSnapshot &ended);

    Router &m_router;
    Store &m_store;
    TransferQueue &m_queue;
    Places &m_places;
    Previews m_previews{this};
    QList<QList<UndoStep>> m_undos; // of several steps, from that on which is under way
};

} // namespace engine
