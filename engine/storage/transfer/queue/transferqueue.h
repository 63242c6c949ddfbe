// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/remote/remotehost.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/queue/transferspans.h"
#include "engine/store/store.h"

#include <QTimer>

#include <map>

namespace engine {

class QueuedTransfer;

/// The transfers of a profile, kept in the store: by priority, then in the order in which they were asked for, so many
/// at a time as the limits say. One that loses its way goes on by itself, with a back-off of 1 s to 60 s, where it was;
/// so does one that the last engine left behind. Thread: the engine's; each run has threads of its own.
class TransferQueue final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferQueue)

public:
    /// The way to a machine by its name; null: there is no such machine.
    using HostOf = std::function<std::shared_ptr<RemoteHost>(const QString &name)>;

    /// \a folder is for the journals.
    TransferQueue(Store &store, QString folder, HostOf hostOf, QObject *parent = nullptr);
    ~TransferQueue() override; ///< ends what runs; it goes on with the next engine

    /// Under which address other machines reach one, where its user has said so. Before begin().
    void setAddressOf(std::function<QString(const QString &name)> addressOf) { m_addressOf = std::move(addressOf); }
    void begin(); ///< with what the store has
    /// Stored, and soon begun. With an \a id that is there already, it is that one: nothing is begun twice. \a list: of
    /// a preview; where it has to wait, it lists anew.
    QFuture<Result<TransferSnapshot>> add(const TransferRequest &request, const QString &id = {},
                                          std::unique_ptr<SourceList> list = {});
    [[nodiscard]] TransferPlan planOfPreview(const TransferRequest &request) const;
    [[nodiscard]] Result<void> pause(const QString &id);
    /// Lets one that is paused, failed, or waits for its next try, go on now.
    [[nodiscard]] Result<void> resume(const QString &id);
    /// Ends it and takes away what is not in its place yet. One that has ended is forgotten; one that failed only once
    /// that is taken away: where it cannot be it stays, as canceled, and says what is left.
    [[nodiscard]] Result<void> cancel(const QString &id);
    /// Kept with the transfer; of one that runs it holds at once.
    [[nodiscard]] Result<TransferSnapshot> change(const QString &id, const TransferChange &change);
    [[nodiscard]] TransferLimits limits() const { return m_limits; }
    void setLimits(const TransferLimits &limits); ///< kept; nothing that runs is stopped for it
    [[nodiscard]] Result<TransferSnapshot> transfer(const QString &id) const;
    [[nodiscard]] QList<TransferSnapshot> all() const; ///< oldest first
    [[nodiscard]] bool isBusy() const; ///< some run, or wait to
    /// How fast the last one between the same places was, in bytes a second; 0: none was that says it.
    [[nodiscard]] qint64 speedOf(const TransferRequest &request) const;

signals:
    void changed(const engine::TransferSnapshot &transfer);
    /// How far it is, at most four times a second each: what was asked is as it was when it changed last.
    void progressed(const engine::TransferSnapshot &transfer);
    void removed(const QString &id);

private:
    [[nodiscard]] Result<QueuedTransfer *> find(const QString &id) const;
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
    TransferLimits m_limits;
    QTimer m_timer{this};
    std::vector<std::unique_ptr<QueuedTransfer>> m_transfers;
    QList<std::pair<QString, qint64>> m_speeds; // bytes a second, by places; the last measured last
    QString m_savedSpeeds; // as the store has them
    TransferSpans m_spans; // by target
    QString m_savedSpans; // as the store has them
};

} // namespace engine
