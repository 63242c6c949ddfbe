// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"
#include "engine/api/states.h"

namespace models {

class ResourceStore;

/// By what jobs are counted and listed.
enum class JobGroup { All, Queued, Running, Succeeded, Failed };

[[nodiscard]] JobGroup groupOf(engine::JobState state); ///< Running: also one that is being stopped
/// "1 job", "1,243 queued".
[[nodiscard]] QString counted(qint64 count, JobGroup group);

struct JobCounts
{
    qint64 all = 0;
    qint64 queued = 0;
    qint64 running = 0;
    qint64 known = 0; ///< of all, those in the store, which lacks older ones
};

/// The jobs at or below an experiment or what holds it; without \a scope all. The engine's counts, where it gives them.
[[nodiscard]] JobCounts countJobs(const ResourceStore &store, const engine::ResourceId &scope = {});
/// The same of those on a cluster or waiting for it; all: not known.
[[nodiscard]] JobCounts countJobsOn(const ResourceStore &store, const engine::ResourceId &cluster);

} // namespace models
