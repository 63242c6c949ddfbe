// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/tree/treeitem.h"

#include <utility>

/// Jobs of experiments: all known ones, and the rows of the newest.
namespace models {

using engine::JobSnapshot;
using engine::ResourceId;

void ResourceTreeModel::upsertJob(const engine::ResourceSnapshot &resource)
{
    JobSnapshot job = JobSnapshot::fromDocument(resource.document);
    Item *experiment = ensure(job.id.parent());
    const JobKey key(job);
    if (const auto known = experiment->jobKeys.constFind(job.id); known != experiment->jobKeys.cend())
        experiment->jobs.erase(*known);
    experiment->jobs.insert_or_assign(key, job);
    experiment->jobKeys.insert(job.id, key);
    m_changedExperiments.insert(experiment->id);
    if (Item *row = m_items.value(job.id)) {
        row->job = std::move(job);
        announce(row);
    }
}

// Makes an experiment's rows equal to its newest jobs. Rows that stay are not touched.
void ResourceTreeModel::showJobs(Item *experiment)
{
    auto &rows = experiment->children;
    const auto shown = std::min<size_t>(experiment->jobs.size(), size_t(shownJobs));
    auto next = experiment->jobs.cbegin();
    for (size_t row = 0; row < shown; ++row, ++next) {
        const JobSnapshot &job = next->second;
        if (row < rows.size() && rows[row]->kind == TreeKind::Job && rows[row]->id == job.id)
            continue;
        if (Item *elsewhere = m_items.value(job.id))
            removeRow(elsewhere);
        auto item = std::make_unique<Item>(TreeKind::Job, job.id);
        item->job = job;
        insert(experiment, std::move(item), int(row));
    }
    while (rows.size() > shown && rows[shown]->kind == TreeKind::Job)
        removeRow(rows[shown].get());
    const bool hasAll = !rows.empty() && rows.back()->kind == TreeKind::AllJobs;
    const bool wantsAll = experiment->countOfJobs() > int(shown);
    if (wantsAll && !hasAll) {
        insert(experiment, std::make_unique<Item>(TreeKind::AllJobs, experiment->id), int(shown));
    } else if (!wantsAll && hasAll) {
        removeRow(rows.back().get());
    } else if (hasAll) {
        announce(rows.back().get());
    }
    announce(experiment);
}

void ResourceTreeModel::removeJob(const ResourceId &id)
{
    Item *experiment = m_items.value(id.parent());
    if (!experiment || !experiment->jobKeys.contains(id))
        return;
    experiment->jobs.erase(experiment->jobKeys.take(id));
    m_changedExperiments.insert(experiment->id);
    if (Item *row = m_items.value(id))
        removeRow(row);
}

} // namespace models
