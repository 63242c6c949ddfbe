// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/resourcestore.h"

namespace models {

/// What a deletion says before it is done: what goes, with counts, and what stays.
struct DeletionWords
{
    QString question; ///< "Delete the workspace vision? …"
    QStringList goes; ///< "2 clusters: gpu-a, gpu-b"; empty when nothing but itself
    QString stays;
    QString button; ///< "Delete vision"
    bool stopsJobs = false; ///< jobs of a cluster that are not done have to be ended with it
};

/// For any resource that \a store knows. Pure.
[[nodiscard]] DeletionWords deletionWords(const ResourceStore &store, const engine::ResourceId &id);

} // namespace models
