// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/transfers.h"
#include "engine/registry/places.h"
#include "engine/service/router.h"
#include "engine/storage/transfer/queue/previews.h"
#include "engine/storage/transfer/queue/transferqueue.h"

namespace engine {

/// Transfers of files between places: transfer.*
class TransferService final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferService)

public:
    TransferService(Router &router, Store &store, TransferQueue &queue, Places &places);

    void begin(); ///< continues undos of the previous engine; the queue must have begun

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
    /// InvalidArgument for a request that transfers nothing; NotFound unless all its places exist.
    [[nodiscard]] Result<void> check(const TransferRequest &request) const;

    /// A machine or an account; neither: this computer.
    struct End
    {
        std::shared_ptr<RemoteHost> host;
        std::shared_ptr<BlobService> account;
    };
    [[nodiscard]] Result<End> findEnd(const QString &place) const; ///< NotFound

    struct UndoStep
    {
        QString id; ///< id of the transfer
        TransferRequest request;
    };
    void saveUndos();
    /// Starts the next step of an undo when \a ended was its current one.
    void continueUndo(const TransferSnapshot &ended);

    Router &m_router;
    Store &m_store;
    TransferQueue &m_queue;
    Places &m_places;
    Previews m_previews{this};
    QList<QList<UndoStep>> m_undos; // undos of several steps: the current step and those after it
};

} // namespace engine
