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

/// Row of a group, workspace, cluster, file server, experiment or machine.
struct ResourceRow
{
    ResourceId id;
    QJsonObject document;
};

/// Row of a job: the request (document) and its state (status, engine/job/jobrecord.h).
struct JobRow
{
    QString uuid;
    ResourceId id;
    qint64 createdMs = 0;
    bool isFinal = false; ///< ended, and its logs are in the spool: loaded on request only
    QJsonObject document;
    QJsonObject status;
};

/// Row of a machine in a cluster with setup (engine/cluster/membershiprecord.h). Outlives the cluster, until everything
/// on the machine is removed.
struct MembershipRow
{
    QString clusterUuid;
    ResourceId machine;
    QJsonObject record;
};

/// Row of a transfer: the request and its state (engine/storage/transfer/queue/transferqueue.h).
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

/// A value of the profile that belongs to no resource.
struct SettingRow
{
    QString key; ///< a word; "profile" and "clean" are used by the store itself
    QString value; ///< empty counts as absent
};

struct StoreContents
{
    QString profileId; ///< the profile's UUID, created once
    QList<ResourceRow> resources;
    QList<JobRow> liveJobs;
    QList<MembershipRow> memberships;
    QList<TransferRow> transfers; ///< oldest first
    QList<MappedVolume> volumes; ///< by source
    QHash<QString, QString> settings;
};

/// Persistent state of the profile: SQLite in DIR/store/batchdeck.db. One thread writes batched transactions in the
/// order of the calls: at most 256 writes each, after a pause as long as the last batch took, at most 50 ms. A batch is
/// written completely or not at all; when it fails, each of its writes gets the error, and later writes are tried
/// again.
/// A write's future finishes when the write survives the death of this process. A power loss may lose the writes of the
/// last seconds, never their order or the file; on a network home it loses nothing, as every batch is synced. Reads run
/// in the same thread, after the writes before them.
/// A damaged file is renamed to batchdeck.db.damaged-TIME and replaced by the last good backup. Backups:
/// DIR/store/backup-TIME.db, daily and before a migration; the newest 7 are kept.
/// Thread: any; futures finish in the store's. Errors: IoError (with the path and SQLite's words), StoreFromFuture;
/// StoreDamaged when the file was damaged while the store was open: the next open repairs it.
class Store final
{
    Q_DISABLE_COPY_MOVE(Store)

public:
    /// Opens or creates the store; blocks (called before the engine runs). \a notices receives messages for the user.
    static Result<std::unique_ptr<Store>> open(const QString &profileDirectory, QList<Message> &notices);
    /// Writes pending rows, marks a clean end and closes; blocks until then.
    ~Store();

    [[nodiscard]] const StoreContents &initialContents() const;
    /// Result of reading the whole file once shortly after the start; StoreDamaged when it is damaged, and the next
    /// open repairs it. Canceled when the store is closed before.
    [[nodiscard]] QFuture<Result<void>> checkedAfterStart() const;

    QFuture<Result<void>> putResource(const ResourceRow &row);
    /// All or nothing.
    QFuture<Result<void>> putTogether(const QList<ResourceRow> &resources, const QList<JobRow> &jobs);
    /// Removes the resource and everything below it, with the events of jobs.
    QFuture<Result<void>> removeResource(const ResourceId &id);
    /// Inserts or updates; id and createdMs of the first put remain.
    QFuture<Result<void>> putJob(const JobRow &row);
    QFuture<Result<void>> removeJob(const QString &uuid); ///< with its events
    QFuture<Result<void>> putMembership(const MembershipRow &row);
    QFuture<Result<void>> removeMembership(const QString &clusterUuid, const ResourceId &machine);
    QFuture<Result<void>> putTransfer(const TransferRow &row);
    QFuture<Result<void>> removeTransfer(const QString &id);
    QFuture<Result<void>> appendEvent(const EventRow &row);
    QFuture<Result<void>> putSetting(const SettingRow &row);
    /// One for each source; sources are compared without case.
    QFuture<Result<void>> putVolume(const MappedVolume &mapping);
    QFuture<Result<void>> removeVolume(const QString &source);

    QFuture<Result<JobRow>> fetchJob(const ResourceId &id); ///< NotFound
    QFuture<Result<bool>> hasJob(const QString &uuid);
    /// Newest first; \a beforeUuid is the last job of the previous page, empty for the first page. NotFound when that
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
