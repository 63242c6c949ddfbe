// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/resourcestore.h"

#include <QHash>

namespace models {

/// Text of the question before a deletion: what is deleted, with counts, and what remains.
struct DeletionWords
{
    QString question; ///< "Delete the workspace vision? …"
    QString heading; ///< of \a goes
    QStringList goes; ///< "2 clusters: gpu-a, gpu-b"; for several resources their names; empty when only the resource
                      ///< itself is deleted
    QString stays;
    QString button; ///< "Delete vision"
    bool stopsJobs = false; ///< jobs of a cluster that are not done must be stopped
};

/// Machines and storage accounts are removed from the profile; everything else is deleted.
[[nodiscard]] bool areOfProfile(const QList<engine::ResourceId> &ids);
/// \a ids: at least one, all in \a store. \a logSizes: of deletedLogs(), as far as known. Pure.
[[nodiscard]] DeletionWords deletionWords(const ResourceStore &store, const QList<engine::ResourceId> &ids,
                                          const QHash<QString, qint64> &logSizes = {});
/// Spool paths of logs that are deleted as well, for jobs in \a store. Pure.
[[nodiscard]] QStringList deletedLogs(const ResourceStore &store, const QList<engine::ResourceId> &ids);
/// "run-1"; for several "5 jobs", "1 cluster and 2 experiments". Pure.
[[nodiscard]] QString resourcesText(const QList<engine::ResourceId> &ids);
/// Whether \a id is a job in \a store that has not ended.
[[nodiscard]] bool isLiveJob(const ResourceStore &store, const engine::ResourceId &id);

} // namespace models
