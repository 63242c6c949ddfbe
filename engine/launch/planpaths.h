// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// Where the paths of a plan's document lead before the job runs, when neither its variables nor its mounts are there.
/// Value.
class PlanPaths
{
public:
    /// Folders and mounts are made before the user's variables are there; the job's programs see all.
    enum class Variables { Ours, All };
    PlanPaths(const NodePlan &plan, Variables variables);

    struct Place
    {
        enum class Kind {
            Now, ///< path can be looked for
            Mounted, ///< below a mount that a command makes
            OfJob, ///< in the job's own folders
            Relative, ///< below the folder in which the job runs, which is new and empty
        };
        Kind kind = Kind::Now;
        QString path; ///< may hold $NAME of what the node itself defines
        QString volume; ///< of Mounted: what is mounted
        QString standing = {}; ///< of Mounted by the cluster: the mount point, which may be there already
    };
    [[nodiscard]] Place placeOf(const QString &path) const;

    /// \a text with what the plan defines put in the place of $NAME; what it does not define stays.
    [[nodiscard]] QString expanded(const QString &text) const;

private:
    struct MountPoint
    {
        QString path;
        QString folder; ///< of the node; empty: a command makes it
        QString volume;
        bool isOfCluster;
    };
    using MountPoints = QHash<QString, MountPoint>; // by path
    [[nodiscard]] MountPoints::const_iterator mountOf(const QString &path) const;

    QHash<QString, QString> m_variables;
    MountPoints m_mounts;
    QString m_job; // its folder: all attempts, on all nodes that share the home
};

} // namespace engine
