// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Verbs about a job's files and nodes.

#include "app/ctl/job/fetchoptions.h"
#include "app/ctl/job/jobwatch.h"
#include "app/ctl/operands.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/storage/transferoptions.h"
#include "app/ctl/verbs.h"
#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/resources.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> jobNodeColumns{
    {u"ID"_s, "name"},
    {u"Destination"_s, "destination"},
    {u"Link"_s, "link"},
};

Result<int> listFiles(Session &session, const ResourceId &id)
{
    const QString path = session.line().value(u"--path"_s);
    return session.printed(session.read(method::listJobFiles,
                                        {id.toString(),
                                         session.line().value(u"--output-directory-id"_s),
                                         path == u"."_s ? QString() : path,
                                         {},
                                         {}}),
                           fileColumns);
}

Result<int> streamJobFile(Session &session, const ResourceId &id)
{
    QString name = session.line().value(u"--file-name"_s);
    if (name.isEmpty())
        return session.refuseUsage(u"The option --file-name says which file."_s);
    const QString path = session.line().value(u"--path"_s);
    if (!path.isEmpty() && path != u"."_s)
        name.prepend(path + u'/');
    const auto job = session.read(method::getJob, {id.toString()});
    if (!job)
        return job.error();
    return outcome(
        streamFile(session, JobSnapshot::fromDocument(*job), session.line().value(u"--output-directory-id"_s), name));
}

// The job's nodes: az prints address and port for a login; here it is ssh's destination.
Result<int> listJobNodes(Session &session, const ResourceId &id)
{
    const auto job = session.read(method::getJob, {id.toString()});
    if (!job)
        return job.error();
    QJsonArray nodes;
    for (const QJsonValue &place : extensionOf(*job)[u"placement"_s].toArray()) {
        const auto document = session.read(method::getResource, {place.toString()});
        // NotFound: the machine was removed since
        const bool isKnown = document || document.error().code == ErrorCode::NotFound;
        if (!isKnown)
            return document.error();
        const auto machine = document ? MachineSnapshot::fromDocument(*document) : MachineSnapshot();
        nodes.append(QJsonObject{{u"name"_s, place.toString().section(u'/', -1)},
                                 {u"machine"_s, place},
                                 {u"destination"_s, machine.destination},
                                 {u"link"_s, toString(machine.link)}});
    }
    session.print(nodes, jobNodeColumns);
    return 0;
}

} // namespace

QList<Verb> jobFileVerbs()
{
    // For a file's verbs, -n is the file in older versions of az, else the job.
    const QList<Option> job{alsoNamed(jobNameOption, {u"--name"_s, u"-n"_s})};
    const QList<Option> files =
        QList<Option>{{u"--output-directory-id"_s, u"-d"_s, u"ID"_s, u"which output directory"_s, u"stdouterr"_s},
                      {u"--path"_s, u"-p"_s, u"PATH"_s, u"folder in it"_s, u"."_s},
                      ignoredOption(u"--expiry"_s)}
        + inExperiment;
    const Option file{u"--file-name"_s, u"-f"_s, u"FILE"_s, u"which file"_s};
    const QList<Option> streamed =
        QList<Option>{jobNameOption} + files + QList<Option>{alsoNamed(file, {u"--name"_s, u"-n"_s})};
    return {
        {u"job file list"_s,
         u"List the files of a job's output directory."_s,
         about<ResourceKind::Job, listFiles>,
         {u"job file list -j train"_s},
         job + files,
         {},
         {u"job list-files"_s}},
        {u"job file stream"_s,
         u"Print a file of a job from its start until the job is over; waits for it."_s,
         about<ResourceKind::Job, streamJobFile>,
         {u"job file stream -j train -f stdout.txt"_s},
         streamed,
         {},
         {u"job stream-file"_s}},
        {u"job file download"_s,
         u"Bring a file, or all that is in an output directory, into a folder, else into the one one is in. It is a "
         u"transfer: it goes on over lost connections, and when this command has ended.\nFOLDER may be of any "
         u"place. "_s
             + placeGrammar(),
         downloadJobFiles,
         {u"job file download -j train -d MODEL ~/results/train"_s,
          u"job file download -j train -d MODEL gpu-b:models"_s},
         streamed + QList<Option>{{u"--node"_s, {}, u"MACHINE"_s, u"only what this node has"_s}} + transferOptions(),
         u"[FOLDER]"_s},
        {u"job file fetch"_s,
         u"Say what is brought to this computer once a job is over, also of one that is over already; without --to, "
         u"show what was said, and what came of it. A pattern without a slash is for names at any depth, one with a "
         u"slash for paths; a folder that matches comes whole."_s,
         about<ResourceKind::Job, fetchJobFiles>,
         {u"job file fetch -j train --files '*.pt' --to '~/results/<job>'"_s},
         job + fetchVerbOptions() + inExperiment},
        {u"job node list"_s,
         u"List the machines that a job runs or ran on."_s,
         about<ResourceKind::Job, listJobNodes>,
         {u"job node list -j train -o table"_s},
         job + inExperiment,
         {},
         {u"job list-nodes"_s}},
        jobExecVerb()};
}

} // namespace ctl
