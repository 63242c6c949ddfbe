// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/resourcestore.h"

#include <QHash>

namespace models {

/// What a deletion says before it is done: what goes, with counts, and what stays.
struct DeletionWords
{
    QString question; ///< "Delete the workspace vision? …"
    QString heading; ///< of goes
    QStringList goes; ///< "2 clusters: gpu-a, gpu-b"; of several, which they are; empty when nothing but itself
    QString stays;
    QString button; ///< "Delete vision"
    bool stopsJobs = false; ///< jobs of a cluster that are not done have to be ended with it
};

/// They only leave the profile, so they are removed; all else is deleted.
[[nodiscard]] bool areMachines(const QList<engine::ResourceId> &ids);
/// For any resources, at least one, that \a store knows. \a logSizes: of deletedLogs(), as far as they are known.
/// Pure.
[[nodiscard]] DeletionWords deletionWords(const ResourceStore &store, const QList<engine::ResourceId> &ids,
                                          const QHash<QString, qint64> &logSizes = {});
/// The logs on this computer that go with them, of jobs that \a store knows. Pure.
[[nodiscard]] QStringList deletedLogs(const ResourceStore &store, const QList<engine::ResourceId> &ids);
/// "run-1"; of several "5 jobs", "1 cluster and 2 experiments". Pure.
[[nodiscard]] QString resourcesText(const QList<engine::ResourceId> &ids);
/// A job that \a store knows and that has not ended.
[[nodiscard]] bool isLiveJob(const ResourceStore &store, const engine::ResourceId &id);

} // namespace models
