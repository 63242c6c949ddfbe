// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QJsonObject>

#include <optional>

namespace engine {

// What job.plan answers (docs/protocol.md): the launch plan of engine/launch/launchplan.h as values that cross. Texts
// may hold $NAME, which the node's shell expands.

using VariableList = QList<std::pair<QString, QString>>; ///< name and value, in the order of definition

struct JobPlanMount
{
    QString kind; ///< "azureFileShare", "azureBlob", "fileServer", "unmanaged", "path"
    QString source;
    QString mappedTo; ///< what `volume map` says; empty: nothing
    QString path; ///< where the job finds it
    QString commandLine;
    bool isOfCluster = false; ///< else of the job
};

struct JobPlanContainer
{
    QString image;
    QString tool; ///< "docker" or "podman"
    QStringList commands; ///< before everything else, in this order
    QString prefix; ///< before each command
    QString stop; ///< when the job is over
};

struct JobPlanCommand
{
    QString purpose; ///< "job preparation", "toolkit"
    QString commandLine;
    QString standardOutput; ///< file in the standard output directory
    QString standardError;
    QString task; ///< "worker", "ps"; empty where a toolkit knows one kind of process only
    int index = 0; ///< of the task, or rank
    int processes = 1; ///< that it starts: MPI ranks
    VariableList environment; ///< beside the node's
};

struct JobPlanNode
{
    QString node;
    QString text; ///< what will run there, to be read and copied
    QString directory; ///< the attempt's folder there
    QStringList files; ///< made there, below the directory
    QList<JobPlanMount> mounts; ///< the cluster's, then the job's
    std::optional<JobPlanContainer> container; ///< none: on the node itself
    VariableList environment;
    QList<JobPlanCommand> commands; ///< empty: the node is allocated and prepared only
    QStringList logFiles; ///< that will be written there
};

struct JobPlanSnapshot
{
    QList<JobPlanNode> nodes;
    QList<Fault> warnings;
    QJsonObject document; ///< with defaults, without secrets
    QString pathSegment; ///< jobOutputDirectoryPathSegment

    [[nodiscard]] static JobPlanSnapshot fromJson(const QJsonObject &json);
};

} // namespace engine
