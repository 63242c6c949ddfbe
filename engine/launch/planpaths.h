// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/launch/launchplan.h"

namespace engine {

/// Where the paths of a plan's document will lead, before its variables and mounts exist. Value.
class PlanPaths
{
public:
    /// Folders and mounts are created before the user's variables are defined; programs of the job see all variables.
    enum class Variables { Ours, All };
    PlanPaths(const NodePlan &plan, Variables variables);

    struct Place
    {
        enum class Kind {
            Now, ///< the path exists independently of the job
            Mounted, ///< below a mount of the plan
            OfJob, ///< in the job's own folders
            Relative, ///< below the job's working directory, which is new and empty
        };
        Kind kind = Kind::Now;
        QString path; ///< may contain $NAME of variables that the node defines itself
        QString volume; ///< of Mounted: the mounted volume
        QString standing = {}; ///< of a mount of the cluster: the mount point, which may exist already
    };
    [[nodiscard]] Place placeOf(const QString &path) const;

    /// \a text with the plan's variables expanded; other variables stay.
    [[nodiscard]] QString expanded(const QString &text) const;

private:
    struct MountPoint
    {
        QString path;
        QString folder; ///< of the node; empty when it is mounted by a command
        QString volume;
        bool isOfCluster;
    };
    using MountPoints = QHash<QString, MountPoint>; // by path
    [[nodiscard]] MountPoints::const_iterator mountOf(const QString &path) const;

    QHash<QString, QString> m_variables;
    MountPoints m_mounts;
    QString m_job; // the job's folder: all attempts, on all nodes that share the home
};

} // namespace engine
