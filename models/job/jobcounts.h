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

/// Groups of job states for counts and filters.
enum class JobGroup { All, Queued, Running, Succeeded, Failed };

[[nodiscard]] JobGroup groupOf(engine::JobState state); ///< Running includes terminating jobs
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

/// By experiment, for those at or below \a scope; for all without \a scope. Uses the engine's counts if available: the
/// store lacks older jobs, and iterating over thousands is avoided.
[[nodiscard]] QHash<engine::ResourceId, JobCounts> countJobsByExperiment(const ResourceStore &store,
                                                                         const engine::ResourceId &scope = {});
/// Sum of countJobsByExperiment().
[[nodiscard]] JobCounts countJobs(const ResourceStore &store, const engine::ResourceId &scope = {});
/// Jobs in the store that run, ran or wait on a cluster; unordered.
[[nodiscard]] QList<engine::ResourceSnapshot> jobsOn(const ResourceStore &store, const engine::ResourceId &cluster);
/// Number of jobs that wait for a cluster; the store has \a known of them.
[[nodiscard]] qint64 countQueued(const QJsonObject &cluster, qint64 known);

} // namespace models
