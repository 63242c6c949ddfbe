// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/batchai/volumes.h"

#include <QFuture>
#include <QHash>
#include <QJsonObject>
#include <QThread>

#include <memory>

namespace engine {

/// A group, workspace, cluster, file server, experiment or machine as it is kept.
struct ResourceRow
{
    ResourceId id;
    QJsonObject document;
};

/// A job as it is kept: what was asked (document) and where it stands (status, engine/job/jobrecord.h).
struct JobRow
{
    QString uuid;
    ResourceId id;
    qint64 createdMs = 0;
    bool isFinal = false; ///< done and its logs are in the spool: loaded only when asked for
    QJsonObject document;
    QJsonObject status;
};

/// A machine in a cluster that sets up its nodes: what is to be taken back (engine/cluster/membershiprecord.h).
/// Outlives the cluster.
struct MembershipRow
{
    QString clusterUuid;
    ResourceId machine;
    QJsonObject record;
};

/// A transfer as it is kept: what was asked, and where it stands (engine/storage/transfer/queue/transferqueue.h).
struct TransferRow
{
    QString id;
    QJsonObject record;
};

struct EventRow
{
    QString jobUuid;
    qint64 timeMs = 0; ///< UTC
    QJsonObject event;
};

/// A fact about the profile that belongs to no resource.
struct SettingRow
{
    QString key; ///< a word; "profile" and "clean" are the store's own
    QString value; ///< empty: as if it had never been put
};

struct StoreContents
{
    QString profileId; ///< the profile's UUID, made once
    QList<ResourceRow> resources;
    QList<JobRow> liveJobs;
    QList<MembershipRow> memberships;
    QList<TransferRow> transfers; ///< oldest first
    QList<MappedVolume> volumes; ///< by their sources
    QHash<QString, QString> settings;
};

/// The profile's memory: SQLite in DIR/store/batchdeck.db, written by one thread in batched transactions in the order
/// of the calls: of 256 writes at most, and after a pause as long as the last one took, but not over 50 ms. A write's
/// future finishes when it survives the death of this process; a power cut may cost the last seconds of them, never
/// their order or the file (on a network home it costs nothing: every batch is synced). A batch is written whole or not
/// at all: when it fails, each of its writes gets the error, and later writes are tried anew. Reads go to the same
/// thread, after the writes before them. A damaged file is set aside as batchdeck.db.damaged-TIME, and the last good
/// backup takes its place. Backups: DIR/store/backup-TIME.db, daily and before a migration, the newest 7 are kept.
/// Thread: any; futures finish in the store's. Errors: IoError (with the place and the disk's words), StoreFromFuture;
/// StoreDamaged of a call on a file that went bad under the running store: the next open repairs it.
class Store final
{
    Q_DISABLE_COPY_MOVE(Store)

public:
    /// Opens or makes the store; blocks (called before the engine runs). \a notices gets what the user should know.
    static Result<std::unique_ptr<Store>> open(const QString &profileDirectory, QList<Message> &notices);
    /// Writes what is pending, marks a clean end, closes; blocks for that.
    ~Store();

    [[nodiscard]] const StoreContents &initialContents() const;
    /// The file is read through once shortly after the start; StoreDamaged when it is not sound, and the next open then
    /// repairs it. Cancelled when the store is closed before.
    [[nodiscard]] QFuture<Result<void>> checkedAfterStart() const;

    QFuture<Result<void>> putResource(const ResourceRow &row);
    /// All of them or none.
    QFuture<Result<void>> putTogether(const QList<ResourceRow> &resources, const QList<JobRow> &jobs);
    /// And everything below it, with the jobs' events.
    QFuture<Result<void>> removeResource(const ResourceId &id);
    /// New or changed; id and createdMs stay what the first put said.
    QFuture<Result<void>> putJob(const JobRow &row);
    QFuture<Result<void>> removeJob(const QString &uuid); ///< with its events
    QFuture<Result<void>> putMembership(const MembershipRow &row);
    QFuture<Result<void>> removeMembership(const QString &clusterUuid, const ResourceId &machine);
    QFuture<Result<void>> putTransfer(const TransferRow &row);
    QFuture<Result<void>> removeTransfer(const QString &id);
    QFuture<Result<void>> appendEvent(const EventRow &row);
    QFuture<Result<void>> putSetting(const SettingRow &row);
    /// One a source, sources compared without case.
    QFuture<Result<void>> putVolume(const MappedVolume &mapping);
    QFuture<Result<void>> removeVolume(const QString &source);

    QFuture<Result<JobRow>> fetchJob(const ResourceId &id); ///< NotFound
    QFuture<Result<bool>> hasJob(const QString &uuid);
    /// Newest first; \a beforeUuid is the last row seen (keyset paging), empty for the first page. NotFound when that
    /// row is gone.
    QFuture<Result<QList<JobRow>>> listJobs(const ResourceId &experiment, const QString &beforeUuid, int limit);
    QFuture<Result<qint64>> countJobs(const ResourceId &experiment);
    QFuture<Result<QList<EventRow>>> listEvents(const QString &jobUuid); ///< in the order of the calls

private:
    class Worker;
    explicit Store(std::unique_ptr<Worker> worker);

    QThread m_thread;
    std::unique_ptr<Worker> m_worker;
};

} // namespace engine
