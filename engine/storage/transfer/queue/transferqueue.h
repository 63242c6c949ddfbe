// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/blob/blobservice.h"
#include "engine/remote/remotehost.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/queue/transferspans.h"
#include "engine/store/store.h"

#include <QTimer>

#include <map>

namespace engine {

class QueuedTransfer;

/// The transfers of a profile, which are kept in the store. They run by priority, then in the order of the requests,
/// and as many at a time as the limits allow. A transfer that loses its connection is continued after a back-off of 1 s
/// to 60 s; one that the last engine left unfinished is continued, too. Thread: the engine's; each run has its own
/// threads.
class TransferQueue final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferQueue)

public:
    /// A machine by its name; null: there is none.
    using HostOf = std::function<std::shared_ptr<RemoteHost>(const QString &name)>;

    /// \a folder: of the journals.
    TransferQueue(Store &store, QString folder, HostOf hostOf, QObject *parent = nullptr);
    ~TransferQueue() override; ///< ends all runs; the next engine continues them

    /// The address that other machines use for a machine, if the user has set one. Before begin().
    void setAddressOf(std::function<QString(const QString &name)> addressOf) { m_addressOf = std::move(addressOf); }
    /// A storage account by its name. NotFound.
    using AccountOf = std::function<Result<std::shared_ptr<BlobService>>(const QString &name)>;
    void setAccountOf(AccountOf accountOf) { m_accountOf = std::move(accountOf); } ///< before begin()
    /// The account of a blobPlace(); null for any other place. NotFound.
    [[nodiscard]] Result<std::shared_ptr<BlobService>> accountAt(const QString &place) const;
    void begin(); ///< loads the store's transfers, and starts
    /// Stores a transfer, which is started soon. If \a id exists, that transfer is returned, and none is added. \a
    /// list: a preview's; a transfer that has to wait lists anew.
    QFuture<Result<TransferSnapshot>> add(const TransferRequest &request, const QString &id = {},
                                          std::unique_ptr<SourceList> list = {});
    [[nodiscard]] TransferPlan planOfPreview(const TransferRequest &request) const;
    [[nodiscard]] Result<void> pause(const QString &id);
    /// Continues a transfer now that is paused, has failed, or waits for its next try.
    [[nodiscard]] Result<void> resume(const QString &id);
    /// Ends a transfer and removes its staging folder. A transfer that has ended is removed from the queue; one that
    /// has failed once its staging folder is removed. If that cannot be removed, the transfer stays, as canceled, with
    /// the reason.
    [[nodiscard]] Result<void> cancel(const QString &id);
    /// Changes a transfer, also one that runs.
    [[nodiscard]] Result<TransferSnapshot> change(const QString &id, const TransferChange &change);
    [[nodiscard]] TransferLimits limits() const { return m_limits; }
    void setLimits(const TransferLimits &limits); ///< stored; no running transfer is stopped
    [[nodiscard]] Result<TransferSnapshot> transfer(const QString &id) const;
    [[nodiscard]] QList<TransferSnapshot> all() const; ///< oldest first
    [[nodiscard]] bool isBusy() const; ///< some run, or wait to
    /// Mean speed of the last transfer between the same places, in bytes a second; 0: unknown.
    [[nodiscard]] qint64 speedOf(const TransferRequest &request) const;

signals:
    void changed(const engine::TransferSnapshot &transfer);
    /// Progress, at most four times a second for each transfer. The request is the same as in the last changed().
    void progressed(const engine::TransferSnapshot &transfer);
    void removed(const QString &id);

private:
    [[nodiscard]] Result<QueuedTransfer *> find(const QString &id) const;
    /// Finds the machine or the account of a place. NotFound.
    [[nodiscard]] Result<void> findEnd(const QString &place, std::shared_ptr<RemoteHost> &host,
                                       std::shared_ptr<BlobService> &account) const;
    void startNext();
    [[nodiscard]] bool hasRoomFor(const QueuedTransfer &transfer) const;
    [[nodiscard]] bool isAnyRunningTo(const QString &place) const;
    void saveSpans();
    void start(QueuedTransfer &transfer, bool isDiscarding);
    void finished(QueuedTransfer &transfer, const Result<void> &result);
    void save(const QueuedTransfer &transfer);
    void forget(QString id);
    [[nodiscard]] QString journalOf(const QString &id) const { return m_folder + u'/' + id; }
    void look();
    void rememberSpeed(const QueuedTransfer &transfer);
    void saveSpeeds();

    Store &m_store;
    QString m_folder;
    HostOf m_hostOf;
    std::function<QString(const QString &name)> m_addressOf;
    AccountOf m_accountOf;
    TransferLimits m_limits;
    QTimer m_timer{this};
    std::vector<std::unique_ptr<QueuedTransfer>> m_transfers;
    QList<std::pair<QString, qint64>> m_speeds; // bytes a second, by source and target; latest last
    QString m_savedSpeeds; // as the store has them
    TransferSpans m_spans; // by target
    QString m_savedSpans; // as the store has them
};

} // namespace engine
