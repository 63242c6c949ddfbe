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

    static void describe(auto &self, auto &fields)
    {
        fields("kind", self.kind);
        fields("source", self.source);
        fields("mappedTo", self.mappedTo);
        fields("path", self.path);
        fields("commandLine", self.commandLine);
        fields("isOfCluster", self.isOfCluster);
    }
};

struct JobPlanContainer
{
    QString image;
    QString tool; ///< "docker" or "podman"
    QStringList commands; ///< before everything else, in this order
    QString prefix; ///< before each command
    QString stop; ///< when the job is over

    static void describe(auto &self, auto &fields)
    {
        fields("image", self.image);
        fields("tool", self.tool);
        fields("commands", self.commands);
        fields("prefix", self.prefix);
        fields("stop", self.stop);
    }
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

    static void describe(auto &self, auto &fields)
    {
        fields("purpose", self.purpose);
        fields("commandLine", self.commandLine);
        fields("standardOutput", self.standardOutput);
        fields("standardError", self.standardError);
        fields("task", self.task);
        fields("index", self.index);
        fields("processes", self.processes);
        fields("environment", self.environment);
    }
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

    static void describe(auto &self, auto &fields)
    {
        fields("node", self.node);
        fields("text", self.text);
        fields("directory", self.directory);
        fields("files", self.files);
        fields("mounts", self.mounts);
        fields("container", self.container);
        fields("environment", self.environment);
        fields("commands", self.commands);
        fields("logFiles", self.logFiles);
    }
};

struct JobPlanSnapshot
{
    QList<JobPlanNode> nodes;
    QList<Fault> warnings;
    QJsonObject document; ///< with defaults, without secrets
    QString pathSegment; ///< jobOutputDirectoryPathSegment

    static void describe(auto &self, auto &fields)
    {
        fields("nodes", self.nodes);
        fields("warnings", self.warnings);
        fields("document", self.document);
        fields("pathSegment", self.pathSegment);
    }
};

} // namespace engine
