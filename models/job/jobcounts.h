// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"
#include "engine/api/resource/states.h"

#include <QHash>

namespace engine {
struct ResourceSnapshot;
}

namespace models {

class ResourceStore;

/// By what jobs are counted and listed.
enum class JobGroup { All, Queued, Running, Succeeded, Failed };

[[nodiscard]] JobGroup groupOf(engine::JobState state); ///< Running: also one that is being stopped
[[nodiscard]] JobGroup groupOf(const engine::ResourceSnapshot &job);
/// "1 job", "1,243 queued".
[[nodiscard]] QString counted(qint64 count, JobGroup group);

struct JobCounts
{
    qint64 all = 0;
    qint64 queued = 0;
    qint64 running = 0;

    JobCounts &operator+=(const JobCounts &other);
};

/// By the experiments at or below \a scope, without it by all. The engine's counts, where it gives them: the store
/// lacks older jobs, and thousands of them need not be walked.
[[nodiscard]] QHash<engine::ResourceId, JobCounts> countJobsByExperiment(const ResourceStore &store,
                                                                         const engine::ResourceId &scope = {});
/// Their sum.
[[nodiscard]] JobCounts countJobs(const ResourceStore &store, const engine::ResourceId &scope = {});
/// The jobs of the store that are on a cluster or were, or wait for it; in no particular order.
[[nodiscard]] QList<engine::ResourceSnapshot> jobsOn(const ResourceStore &store, const engine::ResourceId &cluster);
/// How many wait for a cluster, of which the store has \a known.
[[nodiscard]] qint64 countQueued(const QJsonObject &cluster, qint64 known);

} // namespace models
