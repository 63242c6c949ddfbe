// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/resources.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/job/scheduler.h"
#include "engine/registry/machine/memberships.h"
#include "engine/service/router.h"

#include <memory>

namespace engine {

/// Methods for all kinds of resources: resource.*, usage.list
class ResourceService final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ResourceService)

public:
    ResourceService(Router &router, Store &store, Resources &resources, Machines &machines, const VolumeMap &volumes,
                    Memberships &memberships, Jobs &jobs, OwnedSecrets &owned, Scheduler &scheduler);

signals:
    void snapshotTaken(); ///< a client took a snapshot and now receives all notices

private:
    struct Deletion;

    void snapshot(const Nothing &request, const ReplyTo<Snapshot> &reply);
    void list(const ListResources &request, const ReplyTo<QJsonArray> &reply);
    void get(const OfResource &request, const ReplyTo<QJsonObject> &reply);
    void create(const QJsonObject &parameters, const Reply &reply);
    void update(const UpdateResource &request, const ReplyTo<QJsonObject> &reply);
    void listUsages(const ListUsages &request, const ReplyTo<QJsonArray> &reply);

    /// The stored document of a new group, workspace or experiment.
    [[nodiscard]] Result<QJsonObject> made(const ResourceId &id, const NewResource &request) const;
    [[nodiscard]] qsizetype workspacesOf(const ResourceId &group) const;

    // resourcedeletion.cpp
    void remove(const QJsonObject &parameters, const Reply &call);
    [[nodiscard]] QList<JobController *> liveJobsOnClustersOf(const ResourceId &id) const;
    [[nodiscard]] Result<void> mayDeleteMachine(const ResourceId &id, bool abandonsSetups) const;
    [[nodiscard]] QList<Message> usersOfFileServer(const ResourceId &id) const;
    void removeBelow(const ResourceId &id, const DeletedResource &answer, const ReplyTo<DeletedResource> &reply);
    void abandon(const std::shared_ptr<Deletion> &deletion, const Error &error);
    void removeNextJobs(Deletion &deletion);
    void finishDeletions();
    void jobRemoved(const ResourceId &id);
    void forgetAll(const ResourceId &scope);

    Router &m_router;
    Store &m_store;
    Resources &m_resources;
    Machines &m_machines;
    const VolumeMap &m_volumes;
    Memberships &m_memberships;
    Jobs &m_jobs;
    OwnedSecrets &m_owned;
    Scheduler &m_scheduler;
    QList<std::shared_ptr<Deletion>> m_deletions; // under way
};

} // namespace engine
