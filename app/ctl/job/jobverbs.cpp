// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/job/jobrequest.h"
#include "app/ctl/job/jobwatch.h"
#include "app/ctl/listwatch.h"
#include "app/ctl/resource/resourceacts.h"
#include "app/ctl/session.h"
#include "app/ctl/verbs.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/jobs.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

const QList<Column> jobColumns{
    {u"Name"_s, "name"},
    {u"Cluster"_s, [](const QJsonObject &d) { return JobSnapshot::fromDocument(d).cluster.name(); }},
    {u"Cluster RG"_s, [](const QJsonObject &d) { return JobSnapshot::fromDocument(d).cluster.groupName(); }},
    {u"Cluster Workspace"_s, [](const QJsonObject &d) { return JobSnapshot::fromDocument(d).cluster.workspaceName(); }},
    {u"Tool"_s, "properties.toolType"},
    {u"Nodes"_s, "properties.nodeCount"},
    {u"State"_s, "properties.executionState"},
    {u"Exit code"_s, "properties.executionInfo.exitCode"},
};

Result<QJsonObject> fetchJob(Session &session, const ResourceId &id)
{
    return session.read(method::getJob, {id.toString()});
}

Result<int> watchNewJob(Session &session, QJsonObject &document)
{
    if (session.line().has(u"--stream"_s)) {
        const JobSnapshot job = JobSnapshot::fromDocument(document);
        if (auto streamed = streamFile(session, job, u"stdouterr"_s, u"stdout.txt"_s);
            !streamed && streamed.error().code != ErrorCode::NotFound)
            return streamed.error();
    }
    const auto code = waitForJob(session, document);
    // With --stream, stdout has the job's output.
    if (code && !session.line().has(u"--stream"_s))
        session.print(document, jobColumns);
    return code;
}

Result<int> createJob(Session &session)
{
    const auto request = jobRequest(session);
    if (!request)
        return request.error();
    auto document = session.change(method::createJob, *request);
    if (!document)
        return document.error();
    noteWarnings(session, document->take(u"warnings"_s));
    if (session.line().has(u"--wait"_s) || session.line().has(u"--stream"_s))
        return watchNewJob(session, *document);
    session.print(*document, jobColumns);
    return 0;
}

Result<int> showJob(Session &session, const ResourceId &id)
{
    return session.printed(fetchJob(session, id), jobColumns);
}

Result<QJsonArray> fetchJobs(Session &session, const ResourceId &experiment)
{
    QJsonArray jobs;
    ListJobs request;
    request.experiment = experiment.toString();
    while (true) {
        const auto page = session.read(method::listJobs, request);
        if (!page)
            return page.error();
        for (const QJsonValue &job : *page)
            jobs.append(job);
        if (page->size() < request.limit)
            return jobs;
        request.before = page->last()[u"id"_s].toString();
    }
}

Result<int> listJobs(Session &session)
{
    const auto experiment = session.idFrom(ResourceKind::Experiment, u"--experiment"_s);
    if (!experiment)
        return experiment.error();
    const auto rows = [&session, &experiment] { return fetchJobs(session, *experiment); };
    const auto isIn = [&experiment](const ResourceId &id) {
        return id.kind() == ResourceKind::Job && id.parent() == *experiment;
    };
    return showList(session, {jobColumns, rows, isIn, true});
}

Result<int> waitJob(Session &session, const ResourceId &id)
{
    auto document = fetchJob(session, id);
    if (!document)
        return document.error();
    const auto code = waitForJob(session, *document);
    if (code)
        session.print(*document, jobColumns);
    return code;
}

// " (running, executing, on n1, n2; logs of 1.2 MB)", for a question.
QString factsOf(Session &session, const ResourceId &id)
{
    const auto document = session.canAsk() && !session.line().has(u"--yes"_s) ? fetchJob(session, id)
                                                                              : Result<QJsonObject>(QJsonObject());
    if (!document || document->isEmpty())
        return {};
    const JobSnapshot job = JobSnapshot::fromDocument(*document);
    QStringList words{toString(job.state), toString(job.phase)};
    if (job.phase == JobPhase::None)
        words.removeLast();
    if (!job.nodes.isEmpty())
        words.append(QString(u"on "_s + job.nodes.join(u", "_s)));
    qint64 bytes = 0;
    for (const LogFileSnapshot &log : job.logs)
        bytes += QFileInfo(log.spoolPath).size();
    return u" (%1; logs of %2)"_s.arg(words.join(u", "_s), sizeText(bytes));
}

template <typename Request>
Result<int> endJob(Session &session, const ResourceId &id, const QString &question,
                   const Method<Request, Nothing> &method, const Request &request)
{
    if (const int refused = session.confirm(question))
        return refused;
    const auto document = fetchJob(session, id);
    if (!document)
        return document.error();
    const auto begun = session.change(method, request);
    if (!begun)
        return begun.error();
    if (session.line().has(u"--no-wait"_s))
        return 0;
    constexpr bool isDeletion = std::is_same_v<Request, DeleteJob>;
    const QString uuid = JobSnapshot::fromDocument(*document).uuid;
    const auto ended = session.await(method::waitForJob, {id.toString(), uuid, isDeletion});
    if (!ended && !(isDeletion && ended.error().code == ErrorCode::NotFound))
        return ended.error();
    return 0;
}

Result<int> terminateJob(Session &session, const ResourceId &id)
{
    return endJob(session, id, u"Terminate the job %1"_s.arg(QString(id.shortText() + factsOf(session, id))),
                  method::terminateJob, OfResource{id.toString()});
}

Result<int> deleteJob(Session &session, const ResourceId &id)
{
    const bool takesOutputs = session.line().has(u"--with-outputs"_s);
    const auto outputs = session.read(method::listJobOutputs, {id.toString()});
    if (!outputs)
        return outputs.error();
    const QString places = outputs->places().join(u", "_s);
    if (!outputs->unlisted.isEmpty()) // outputs of nodes that did not answer cannot be listed and are not deleted
        session.note(u"Outputs on %1 could not be listed: they stay."_s.arg(outputs->unlisted.join(u", "_s)));
    QString question = u"Delete the job %1 and its logs"_s.arg(QString(id.shortText() + factsOf(session, id)));
    if (takesOutputs && !places.isEmpty()) {
        question += u" and what it wrote to "_s + places;
        if (session.line().has(u"--yes"_s))
            session.note(u"Deleting what the job wrote to %1."_s.arg(places));
    }
    DeleteJob request{id.toString(), {}};
    for (const JobOutput &output : takesOutputs ? outputs->found : QList<JobOutput>())
        request.outputs.append({output.node, output.path});
    const auto code = endJob(session, id, question, method::deleteJob, request);
    if (code && *code == 0 && !takesOutputs && !places.isEmpty())
        session.note(u"Its outputs stay: %1."_s.arg(places));
    return code;
}

Result<int> rerunJob(Session &session, const ResourceId &id)
{
    return session.printed(session.change(method::rerunJob, {id.toString()}), jobColumns);
}

} // namespace

QList<Verb> jobVerbs()
{
    const QList<Option> named =
        QList<Option>{alsoNamed(nameOption(u"name of the job"_s), {u"--job-name"_s})} + inExperiment;
    const QList<Option> ended = named + QList<Option>{yesOption, noWaitOption};
    const QList<Option> created = named + jobRequestOptions()
        + QList<Option>{{u"--wait"_s, {}, {}, u"until it is over; ends with the job's exit code"_s},
                        {u"--stream"_s, {}, {}, u"print its stdout.txt, then as --wait"_s},
                        noWaitOption};
    const QList<Option> waited = named + QList<Option>{ignoredOption(u"--interval"_s)};
    const QList<Verb> creation{{u"job create"_s,
                                u"Submit a job."_s,
                                createJob,
                                {u"job create -n train -c here -f job.json"_s,
                                 u"job create -n train -c here -f job.json --set nodeCount=2 --wait"_s},
                                created}};
    const QList<Verb> others{
        {u"job show"_s, u"Show a job."_s, about<ResourceKind::Job, showJob>, {u"job show -n train -o json"_s}, named},
        {u"job list"_s,
         u"List the jobs of an experiment, newest first."_s,
         listJobs,
         {u"job list -o table"_s, u"job list --watch"_s},
         inExperiment + QList<Option>{watchOption}},
        {u"job wait"_s,
         u"Wait until a job is over; ends with its exit code, own failures are 120 and more."_s,
         about<ResourceKind::Job, waitJob>,
         {u"job wait -n train"_s},
         waited},
        {u"job why"_s,
         u"Say why a job is not running; of one that failed, what failed first, the line of its logs that tells of it, "
         "and what to do."_s,
         about<ResourceKind::Job, whyJob>,
         {u"job why -n train"_s, u"job why -n train -o json"_s},
         named},
        {u"job terminate"_s,
         u"End a job; its record and outputs stay."_s,
         about<ResourceKind::Job, terminateJob>,
         {u"job terminate -n train -y"_s},
         ended},
        {u"job delete"_s,
         u"Delete a job with its folder and logs; its outputs stay."_s,
         about<ResourceKind::Job, deleteJob>,
         {u"job delete -n train -y"_s, u"job delete -n train --with-outputs"_s},
         ended
             + QList<Option>{{u"--with-outputs"_s,
                              {},
                              {},
                              u"also the outputs that lie in the job's own folder; they are named first, and those "
                              "of a node that does not say within 2 s what it has stay, also with -y"_s}}},
        {u"job rerun"_s,
         u"Submit a job again as NAME-rN."_s,
         about<ResourceKind::Job, rerunJob>,
         {u"job rerun -n train"_s},
         named}};
    return creation + jobPlanVerbs() + others + jobFileVerbs();
}

} // namespace ctl
