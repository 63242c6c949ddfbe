// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/error.h"

#include <QJsonObject>

#include <optional>

namespace engine {

// Answer of job.plan (docs/protocol.md): the launch plan of engine/launch/launchplan.h as values that cross threads.
// Texts may hold $NAME, which the node's shell expands.

using VariableList = QList<std::pair<QString, QString>>; ///< name and value, in the order of definition

struct JobPlanMount
{
    QString kind; ///< "azureFileShare", "azureBlob", "fileServer", "unmanaged", "path"
    QString source;
    QString mappedTo; ///< target of the volume map; empty when there is none
    QString path; ///< mount point
    QString commandLine;
    bool isOfCluster = false; ///< mounted by the cluster; false: by the job

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
    QStringList commands; ///< run before everything else, in this order
    QString prefix; ///< put before each command
    QString stop; ///< run when the job has ended

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
    QString task; ///< "worker", "ps"; empty when the toolkit has one kind of process only
    int index = 0; ///< of the task, or MPI rank
    int processes = 1; ///< MPI ranks that the command starts
    VariableList environment; ///< in addition to the node's

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
    QString text; ///< the script in words, to be read and copied
    QString directory; ///< the attempt's folder on the node
    QStringList files; ///< created on the node, below the directory
    QList<JobPlanMount> mounts; ///< the cluster's, then the job's
    std::optional<JobPlanContainer> container; ///< none when the job runs on the node itself
    VariableList environment;
    QList<JobPlanCommand> commands; ///< empty when the job only allocates and prepares the node
    QStringList logFiles; ///< written on this node

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
