// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resourceid.h"

#include <QJsonObject>

namespace engine {

/// A machine as a launch plan sees it.
struct PlanNode
{
    QString name;
    QString address; ///< by which other nodes reach it; 127.0.0.1 when it is alone
    QString home; ///< $BATCHDECK_HOME there, absolute
    QString machineId; ///< folder name below jobs/…/aN
    int gpus = 0;
};

/// Everything a launch plan depends on.
struct PlanView
{
    ResourceId job;
    QString jobUuid;
    QJsonObject document; ///< with defaults
    int attempt = 1;
    QList<PlanNode> nodes; ///< the first is the master
};

struct PlannedFile
{
    QString path; ///< below the attempt's folder
    QByteArray content;
};

struct PlannedCommand
{
    QString purpose; ///< "job preparation", "toolkit"
    QString commandLine; ///< as bash/sh gets it
    QString standardOutput; ///< file in the standard output directory
    QString standardError;
};

/// What one node does. Texts may hold $NAME, which its shell expands, as the service did.
struct NodePlan
{
    QString node;
    QString directory; ///< the attempt's folder there: HOME/jobs/PROFILE/UUID/aN/MACHINE-ID
    QList<PlannedFile> files;
    QStringList mounts;
    QList<std::pair<QString, QString>> environment; ///< in the order of definition; a later one may use an earlier
    qsizetype ownVariables = 0; ///< so many of them are ours; the user's follow and do not move the folders below
    QString standardOutputDirectory;
    QList<std::pair<QString, QString>> outputDirectories; ///< id, path
    QList<PlannedCommand> commands; ///< empty: allocated and prepared only
    QStringList logFiles; ///< names in the standard output directory that will be written there
};

struct LaunchPlan
{
    QString pathSegment; ///< jobOutputDirectoryPathSegment
    QList<NodePlan> nodes;
};

/// Pure: the same view gives the same plan. Sources: the service's runtime (docs/batch-ai.md).
[[nodiscard]] LaunchPlan planLaunch(const PlanView &view);

/// What the wrapper on that node evaluates (resources/scripts/wrapper.sh, "payload"): directories, links, environment,
/// job preparation, then the job's command. Secrets travel only in here, by stdin. POSIX sh; runs in the job's own
/// process with the attempt's folder as working directory. Leaves there, for the engine to see: preparing while job
/// preparation runs, prep-failed when it failed (its exit code is the job's), launched just before it becomes the
/// command (exec). An exit without launched and prep-failed is a failed start, and the reason stands on stderr.
[[nodiscard]] QByteArray wrapperPayload(const NodePlan &plan, const QList<std::pair<QString, QString>> &secrets = {});

/// The plan of a node as a person reads it: comment lines, export lines, commands.
[[nodiscard]] QString describe(const NodePlan &plan);

} // namespace engine
