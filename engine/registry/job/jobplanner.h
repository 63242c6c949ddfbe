// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/job/jobrecord.h"
#include "engine/launch/launchplan.h"
#include "engine/registry/volumemap.h"

namespace engine {

/// Input of a draft.
struct JobText
{
    QString id; ///< as typed
    QString cluster; ///< name or id; empty for the cluster that the document names
    QByteArray text;
    QStringList overrides; ///< "PATH=VALUE"
};

/// A job to be submitted, with defaults filled in.
struct JobDraft
{
    ResourceId id;
    QJsonObject document;
    QJsonObject cluster; ///< document of the cluster; empty when there is none
    QList<Fault> faults;
    QList<Fault> warnings;
    QByteArray clusterText; ///< of a cluster that does not exist yet
    JobText read; ///< the input of \a document

    /// \a found with the lines of the text that was read.
    [[nodiscard]] QList<Fault> placed(const QList<Fault> &found) const
    {
        return withPlaces(found, ResourceKind::Job, read.text, read.overrides);
    }
};

/// Plans jobs on the machines of clusters. Contacts no machine. Thread: the engine's.
class JobPlanner final
{
    Q_DISABLE_COPY_MOVE(JobPlanner)

public:
    JobPlanner(const Resources &resources, const Machines &machines, const VolumeMap &volumes)
        : m_resources(resources), m_machines(machines), m_volumes(volumes)
    {
    }

    [[nodiscard]] JobDraft draft(const JobText &text) const;
    /// \a coming: clusters that are created together with the job.
    [[nodiscard]] JobDraft draft(const ResourceId &id, const JobText &text,
                                 const QHash<ResourceId, QJsonObject> &coming = {}) const;
    /// Fills in and records everything that a draft needs before submission: defaults and the mapping of volumes.
    void complete(JobDraft &draft) const;
    /// The cluster's machines; empty when there is no such cluster.
    [[nodiscard]] QList<MachineController *> nodesOf(const JobDraft &draft) const;
    /// Warnings for the user who plans, checks or submits \a draft: of the documents in their order, then of the plan.
    [[nodiscard]] QList<Fault> warningsOf(const JobDraft &draft, const LaunchPlan &plan) const;
    [[nodiscard]] QList<Fault> warningsOf(const JobDraft &draft) const; ///< for a plan on all nodes of its cluster

    /// Plan of a job before submission, on \a machines.
    [[nodiscard]] PlanView view(const JobDraft &draft, const QList<MachineController *> &machines,
                                const VolumeMap::Use &volumes) const;
    /// Plan of a job with a placement on \a machines.
    [[nodiscard]] PlanView view(const JobRecord &job, const QList<ResourceId> &machines) const;

private:
    /// \a count nodes; placeholders where \a machines has fewer.
    [[nodiscard]] QList<PlanNode> nodes(const QList<MachineController *> &machines, int count) const;

    const Resources &m_resources;
    const Machines &m_machines;
    const VolumeMap &m_volumes;
};

} // namespace engine
