// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/tree/resourcetreemodel.h"

#include <algorithm>
#include <map>
#include <vector>

namespace models {

/// Sort key of an experiment's jobs: newest first, unique.
struct JobKey
{
    qint64 negatedTime = 0; // creation time, negated
    QString name;

    explicit JobKey(const engine::JobSnapshot &job = {})
        : negatedTime(job.created.isValid() ? -job.created.toMSecsSinceEpoch() : 0), name(job.id.name().toLower())
    {
    }
    friend bool operator<(const JobKey &a, const JobKey &b)
    {
        return a.negatedTime != b.negatedTime ? a.negatedTime < b.negatedTime : b.name < a.name;
    }
};

/// A row. Its kind decides which members are used.
struct ResourceTreeModel::Item
{
    explicit Item(TreeKind ofKind = TreeKind::Root, const engine::ResourceId &ofId = {}) : kind(ofKind), id(ofId) { }

    TreeKind kind;
    engine::ResourceId id;
    Item *parent = nullptr;
    std::vector<std::unique_ptr<Item>> children;
    engine::ClusterSnapshot cluster; // for clusters
    engine::NodeSnapshot node; // for nodes
    engine::ResourceId machine; // for file servers: the machine with the folder; invalid when unmapped
    QString endpoint; // for storage accounts
    engine::JobSnapshot job; // for jobs
    std::map<JobKey, engine::JobSnapshot> jobs; // for experiments: all known jobs, newest first
    QHash<engine::ResourceId, JobKey> jobKeys;
    int jobCount = 0; // for experiments: the engine's count, if reported

    [[nodiscard]] int row() const
    {
        const auto &rows = parent->children;
        return int(std::find_if(rows.begin(), rows.end(), [this](const auto &child) { return child.get() == this; })
                   - rows.begin());
    }
    [[nodiscard]] int countOfJobs() const { return std::max(jobCount, int(jobs.size())); }
};

} // namespace models
