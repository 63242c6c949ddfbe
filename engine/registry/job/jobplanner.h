// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/document/documents.h"
#include "engine/job/jobrecord.h"
#include "engine/launch/launchplan.h"
#include "engine/registry/volumemap.h"

namespace engine {

/// What a draft is read from.
struct JobText
{
    QString id; ///< as people type it
    QString cluster; ///< name or id; empty: the document's own
    QByteArray text;
    QStringList overrides; ///< "PATH=VALUE"
};

/// A job that is to be submitted, with all that its document lacks.
struct JobDraft
{
    ResourceId id;
    QJsonObject document;
    QJsonObject cluster; ///< its document; empty when there is none
    QList<Fault> faults;
    QList<Fault> warnings;
    QByteArray clusterText; ///< of a cluster that is only planned
    JobText read; ///< from which the document was read

    /// \a found in the document, each with its place in the text that was read.
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
    /// \a coming: clusters that are to be made together with it.
    [[nodiscard]] JobDraft draft(const ResourceId &id, const JobText &text,
                                 const QHash<ResourceId, QJsonObject> &coming = {}) const;
    /// What a draft must have before it is submitted: everything filled in, every volume somewhere, and recorded.
    void complete(JobDraft &draft) const;
    /// The cluster's machines; none where there is no such cluster.
    [[nodiscard]] QList<MachineController *> nodesOf(const JobDraft &draft) const;
    /// What whoever plans, checks or submits \a draft should know, in the order of the documents, then of the plan.
    [[nodiscard]] QList<Fault> warningsOf(const JobDraft &draft, const LaunchPlan &plan) const;
    [[nodiscard]] QList<Fault> warningsOf(const JobDraft &draft) const; ///< on all nodes of its cluster

    /// Of a job that is not submitted, on \a machines.
    [[nodiscard]] PlanView view(const JobDraft &draft, const QList<MachineController *> &machines,
                                const VolumeMap::Use &volumes) const;
    /// Of a job that is placed on \a machines now.
    [[nodiscard]] PlanView view(const JobRecord &job, const QList<ResourceId> &machines) const;

private:
    /// \a count nodes; for those that \a machines does not have, placeholders.
    [[nodiscard]] QList<PlanNode> nodes(const QList<MachineController *> &machines, int count) const;

    const Resources &m_resources;
    const Machines &m_machines;
    const VolumeMap &m_volumes;
};

} // namespace engine
