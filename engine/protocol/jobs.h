// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/fetchrule.h"
#include "engine/api/job/joblogs.h"
#include "engine/api/job/joboutputs.h"
#include "engine/api/job/jobplan.h"
#include "engine/api/resource/doctorfinding.h"
#include "engine/protocol/method.h"

namespace engine {

/// A job document to be created, planned or checked.
struct GivenJob
{
    QString id;
    QString cluster; ///< name or id; empty for the cluster that the document names
    LongText text; ///< job.json as written, so that faults can name its lines
    LongTexts overrides; ///< batchctl's --set, "PATH=VALUE"
    LongText clusterText; ///< for a plan only: the create document of a cluster that does not exist yet

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        fields("cluster", self.cluster);
        fields("text", self.text);
        fields("overrides", self.overrides);
        fields("clusterText", self.clusterText);
    }
};

struct JobCheckResult
{
    QList<CheckedNode> nodes;
    QList<Fault> warnings;

    static void describe(auto &self, auto &fields) { fields("nodes", self.nodes)("warnings", self.warnings); }
};

struct ListJobs
{
    QString experiment;
    std::optional<QString> before; ///< id of the last job of the previous page
    int limit = 200; ///< 1000 at most

    static void describe(auto &self, auto &fields)
    {
        fields("experiment", self.experiment)("before", self.before)("limit", self.limit);
    }
};

struct JobReason
{
    QString state;
    Message reason;

    static void describe(auto &self, auto &fields) { fields("state", self.state)("reason", self.reason); }
};

struct WaitForJob
{
    QString id;
    QString uuid; ///< of the job; empty for any job with the id
    bool removed = false; ///< wait for deletion; false: wait for a final state

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("uuid", self.uuid)("removed", self.removed);
    }
};

/// An output of a job, by node and path.
struct OutputPlace
{
    QString node;
    QString path;

    static void describe(auto &self, auto &fields) { fields("node", self.node)("path", self.path); }
};

struct DeleteJob
{
    QString id;
    QList<OutputPlace> outputs; ///< outputs in the job's own folders that are deleted as well

    static void describe(auto &self, auto &fields) { fields("id", self.id)("outputs", self.outputs); }
};

/// A file or folder of a job's output directory.
struct OfJobFile
{
    QString id;
    QString directory = QStringLiteral("stdouterr"); ///< its id; "stdouterr" for standard output's
    QString path; ///< the folder to list
    QString file; ///< the file to follow
    QString node; ///< empty: the node that writes a log of this name, else the first node

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        fields("directory", self.directory);
        fields("path", self.path);
        fields("file", self.file);
        fields("node", self.node);
    }
};

/// A file to be streamed while it grows, until it is complete.
struct StreamJobFile
{
    QString id;
    QString uuid; ///< of the job; empty for any job with the id
    QString directory = QStringLiteral("stdouterr");
    QString file;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("uuid", self.uuid)("directory", self.directory)("file", self.file);
    }
};

/// An output directory of a job on one of its nodes.
struct JobFolderThere
{
    QString directory; ///< its id; "stdouterr" for standard output's
    QString node;
    QString place; ///< for storage.* and transfer.*; empty for this computer
    QString path;
    std::optional<QString> sharedWith; ///< an earlier node that shares the directory

    static void describe(auto &self, auto &fields)
    {
        fields("directory", self.directory);
        fields("node", self.node);
        fields("place", self.place);
        fields("path", self.path);
        fields("sharedWith", self.sharedWith);
    }
};

struct SetFetchRules
{
    QString id;
    QList<QJsonObject> rules; ///< entries of x-batchdeck.fetch

    static void describe(auto &self, auto &fields) { fields("id", self.id)("rules", self.rules); }
};

namespace method {

inline constexpr Method<GivenJob, QJsonObject> createJob{"job.create"};
inline constexpr Method<GivenJob, JobPlanSnapshot> planJob{"job.plan"};
inline constexpr Method<GivenJob, JobCheckResult> checkJob{"job.check"};
inline constexpr Method<OfResource, QJsonObject> getJob{"job.get"};
inline constexpr Method<ListJobs, QJsonArray> listJobs{"job.list"};
inline constexpr Method<OfResource, JobReason> whyJob{"job.why"};
/// Answers the job's document when it is final, or {} when it is deleted. Each change before that is progress.
inline constexpr Method<WaitForJob, QJsonObject> waitForJob{"job.wait"};
inline constexpr Method<OfResource, Nothing> terminateJob{"job.terminate"};
inline constexpr Method<DeleteJob, Nothing> deleteJob{"job.delete"};
inline constexpr Method<OfResource, QJsonObject> rerunJob{"job.rerun"};
inline constexpr Method<OfResource, QJsonArray> listJobEvents{"job.events"};
inline constexpr Method<OfJobFile, QJsonArray> listJobFiles{"job.files"};
inline constexpr Method<OfJobFile, FollowedJobFile> followJobFile{"job.follow"};
inline constexpr Method<StreamJobFile, FollowedJobFile> streamJobFile{"job.stream"};
inline constexpr Method<OfResource, QList<JobFolderThere>> listJobFolders{"job.folders"};
inline constexpr Method<OfResource, JobOutputs> listJobOutputs{"job.outputs"};
inline constexpr Method<SetFetchRules, QJsonObject> setFetchRules{"job.setFetch"};

} // namespace method

} // namespace engine
