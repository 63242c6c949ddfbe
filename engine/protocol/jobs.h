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

/// A job as its author has it: what is created, planned or checked.
struct GivenJob
{
    QString id;
    QString cluster; ///< name or id; empty: the document's own
    LongText text; ///< of job.json, so that faults name its lines
    LongTexts overrides; ///< batchctl's --set, "PATH=VALUE"
    LongText clusterText; ///< of a plan only: the create document of a cluster that is not there yet

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
    std::optional<QString> before; ///< id of the last that was seen
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
    QString uuid; ///< of the job that is meant; empty: any of that id
    bool removed = false; ///< until it is deleted; else until it is final

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("uuid", self.uuid)("removed", self.removed);
    }
};

/// An output of a job, by where it is.
struct OutputPlace
{
    QString node;
    QString path;

    static void describe(auto &self, auto &fields) { fields("node", self.node)("path", self.path); }
};

struct DeleteJob
{
    QString id;
    QList<OutputPlace> outputs; ///< of those in the job's own folders: these go, too

    static void describe(auto &self, auto &fields) { fields("id", self.id)("outputs", self.outputs); }
};

/// A file or folder of a job's output directory.
struct OfJobFile
{
    QString id;
    QString directory = QStringLiteral("stdouterr"); ///< its id; "stdouterr" is standard output's
    QString path; ///< of a folder to be listed
    QString file; ///< to be followed
    QString node; ///< empty: of the node that writes a log of this name, else of the first

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id);
        fields("directory", self.directory);
        fields("path", self.path);
        fields("file", self.file);
        fields("node", self.node);
    }
};

/// A file that is shown as it grows, to its end.
struct StreamJobFile
{
    QString id;
    QString uuid; ///< of the job that is meant; empty: any of that id
    QString directory = QStringLiteral("stdouterr");
    QString file;

    static void describe(auto &self, auto &fields)
    {
        fields("id", self.id)("uuid", self.uuid)("directory", self.directory)("file", self.file);
    }
};

/// An output directory of a job as one of its nodes has it.
struct JobFolderThere
{
    QString directory; ///< its id; "stdouterr" is standard output's
    QString node;
    QString place; ///< for storage.* and transfer.*; empty: this computer
    QString path;
    std::optional<QString> sharedWith; ///< an earlier node that has the same one

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
    QList<QJsonObject> rules; ///< as x-batchdeck.fetch has them

    static void describe(auto &self, auto &fields) { fields("id", self.id)("rules", self.rules); }
};

namespace method {

inline constexpr Method<GivenJob, QJsonObject> createJob{"job.create"};
inline constexpr Method<GivenJob, JobPlanSnapshot> planJob{"job.plan"};
inline constexpr Method<GivenJob, JobCheckResult> checkJob{"job.check"};
inline constexpr Method<OfResource, QJsonObject> getJob{"job.get"};
inline constexpr Method<ListJobs, QJsonArray> listJobs{"job.list"};
inline constexpr Method<OfResource, JobReason> whyJob{"job.why"};
/// Its document, or {} once it is deleted; each change before that is progress.
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
