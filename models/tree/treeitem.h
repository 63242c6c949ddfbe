// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/tree/resourcetreemodel.h"

#include <algorithm>
#include <map>
#include <vector>

namespace models {

/// Order of the jobs of an experiment: newest first, and never two alike.
struct JobKey
{
    qint64 negatedTime = 0; // of creation
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

/// A row. Its id and the words for it depend on its kind.
struct ResourceTreeModel::Item
{
    explicit Item(TreeKind ofKind = TreeKind::Root, const engine::ResourceId &ofId = {}) : kind(ofKind), id(ofId) { }

    TreeKind kind;
    engine::ResourceId id;
    Item *parent = nullptr;
    std::vector<std::unique_ptr<Item>> children;
    engine::ClusterSnapshot cluster; // of a cluster
    engine::NodeSnapshot node; // of a node
    engine::ResourceId machine; // of a file server: where its folder lies; invalid: nowhere yet
    engine::JobSnapshot job; // of a job
    std::map<JobKey, engine::JobSnapshot> jobs; // of an experiment: every one that is known, newest first
    QHash<engine::ResourceId, JobKey> jobKeys;
    int jobCount = 0; // of an experiment: what the engine counts, when it says so

    [[nodiscard]] int row() const
    {
        const auto &rows = parent->children;
        return int(std::find_if(rows.begin(), rows.end(), [this](const auto &child) { return child.get() == this; })
                   - rows.begin());
    }
    [[nodiscard]] int countOfJobs() const { return std::max(jobCount, int(jobs.size())); }
};

} // namespace models
