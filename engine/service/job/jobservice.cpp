// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/job/jobservice.h"

#include "engine/api/document/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

const QString clusterWord = u"cluster"_s; // prefix of places in the cluster's document

QList<Fault> takeFaultsOfCluster(QList<Fault> &faults)
{
    const auto others = std::stable_partition(
        faults.begin(), faults.end(), [](const Fault &fault) { return fault.target != u"$.properties.cluster.id"; });
    const QList<Fault> taken(others, faults.end());
    faults.erase(others, faults.end());
    return taken;
}

JobText textOf(const GivenJob &job)
{
    return {job.id, job.cluster, job.text.text.toUtf8(), job.overrides.texts};
}

JobPlanCommand shown(const PlannedCommand &command)
{
    return {command.purpose, command.commandLine, command.standardOutput, command.standardError,
            command.task,    command.index,       command.processes,      command.environment};
}

JobPlanMount shown(const PlannedMount &mount)
{
    return {toString(mount.volume.kind), mount.volume.source, mount.mappedTo, mount.path,
            mount.commandLine,           mount.isOfCluster};
}

JobPlanNode shown(const NodePlan &plan)
{
    JobPlanNode node{plan.node, describe(plan), plan.directory, {}, {}, {}, plan.environment, {}, plan.logFiles};
    for (const PlannedFile &file : plan.files)
        node.files.append(file.path);
    for (const PlannedMount &mount : plan.mounts)
        node.mounts.append(shown(mount));
    if (const auto &container = plan.container)
        node.container = {container->image, container->tool, container->commands, container->prefix, container->stop};
    for (const PlannedCommand &command : plan.commands)
        node.commands.append(shown(command));
    return node;
}

// Adds the places of file servers, which are not in the map.
void showPlaces(const QList<MappedVolume> &places, LaunchPlan &plan)
{
    for (NodePlan &node : plan.nodes) {
        for (PlannedMount &mount : node.mounts) {
            for (const MappedVolume &place : places) {
                if (place.source == mount.volume.source)
                    mount.mappedTo = place.target;
            }
        }
    }
}

} // namespace

JobService::JobService(Router &router, Store &store, Resources &resources, const VolumeMap &volumes,
                       const JobPlanner &planner, Jobs &jobs)
    : m_router(router), m_store(store), m_resources(resources), m_volumes(volumes), m_planner(planner), m_jobs(jobs)
{
    router.on(method::createJob, this, &JobService::create);
    router.on(method::planJob, this, &JobService::plan);
    router.on(method::getJob, this, &JobService::get);
    router.on(method::listJobs, this, &JobService::list);
    router.on(method::whyJob, this, &JobService::why);
    router.on(method::waitForJob, this, &JobService::wait);
    router.on(method::terminateJob, this, &JobService::terminate);
    router.on(method::deleteJob, this, &JobService::remove);
    router.on(method::rerunJob, this, &JobService::rerun);
    router.on(method::listJobEvents, this, &JobService::listEvents);
}

void JobService::create(const GivenJob &request, const ReplyTo<QJsonObject> &reply)
{
    JobDraft draft = m_planner.draft(textOf(request));
    m_planner.complete(draft);
    if (!draft.faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), draft.faults));
    m_jobs.submit(draft.id, draft.document,
                  [warnings = m_planner.warningsOf(draft), reply](const Result<QJsonObject> &document) {
                      document ? reply(withWarnings(*document, warnings)) : reply(document.error());
                  });
}

void JobService::plan(const GivenJob &request, const ReplyTo<JobPlanSnapshot> &reply)
{
    JobDraft draft = m_planner.draft(textOf(request));
    const QByteArray clusterText = request.clusterText.text.toUtf8();
    const DocumentCheck coming =
        clusterText.isEmpty() ? DocumentCheck() : checkDocument(ResourceKind::Cluster, clusterText);
    if (!coming.isValid())
        return reply(refusedDocument(clusterWord, faultsIn(clusterWord, coming.faults)));
    const bool isComing = draft.cluster.isEmpty() && !coming.document.isEmpty();
    if (isComing) {
        draft.cluster = coming.document;
        draft.clusterText = clusterText;
        draft.warnings += faultsIn(clusterWord, coming.warnings);
    }
    // A plan contacts no machine: unknown values of the cluster are placeholders, with a warning.
    const QList<Fault> ofCluster = takeFaultsOfCluster(draft.faults);
    if (!isComing)
        draft.warnings += ofCluster;
    if (!draft.faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), draft.faults));

    const VolumeMap::Use use = m_volumes.useOf(draft.document, draft.cluster);
    LaunchPlan plan = planLaunch(m_planner.view(draft, m_planner.nodesOf(draft), use));
    JobPlanSnapshot answer{{}, m_planner.warningsOf(draft, plan), withoutSecrets(draft.document), plan.pathSegment};
    showPlaces(use.recorded, plan);
    for (const NodePlan &node : std::as_const(plan.nodes))
        answer.nodes.append(shown(node));
    reply(answer);
}

void JobService::get(const OfResource &request, const ReplyTo<QJsonObject> &reply)
{
    const auto id = m_resources.parse(request.id);
    if (!id)
        return reply(id.error());
    if (const JobController *job = m_jobs.live(*id))
        return reply(job->document());
    whenFinished(m_store.fetchJob(*id), this,
                 [this, reply](const Result<JobRow> &row) { row ? reply(m_jobs.document(*row)) : reply(row.error()); });
}

void JobService::list(const ListJobs &request, const ReplyTo<QJsonArray> &reply)
{
    const auto experiment = m_resources.parse(request.experiment);
    if (!experiment)
        return reply(experiment.error());
    if (!m_resources.contains(*experiment) || experiment->kind() != ResourceKind::Experiment)
        return reply(notFound(*experiment));
    const int limit = qBound(1, request.limit, 1000);
    const auto page = [this, experiment = *experiment, limit, reply](const QString &beforeUuid) {
        whenFinished(m_store.listJobs(experiment, beforeUuid, limit), this,
                     [this, reply](const Result<QList<JobRow>> &rows) {
                         rows ? reply(m_jobs.documents(*rows)) : reply(rows.error());
                     });
    };
    if (!request.before)
        return page({});
    const auto before = m_resources.parse(*request.before);
    if (!before)
        return reply(before.error());
    whenFinished(m_store.fetchJob(*before), this, [reply, page](const Result<JobRow> &row) {
        if (!row)
            return reply(row.error());
        page(row->uuid);
    });
}

void JobService::why(const OfResource &request, const ReplyTo<JobReason> &reply)
{
    m_jobs.with(request.id, reply, [reply](const JobController &job) {
        const JobRecord &record = job.record();
        Message reason = record.reason;
        if (reason.isEmpty()) {
            reason = record.state == JobState::Succeeded ? Message(QT_TRANSLATE_NOOP("engine", "It succeeded."))
                : record.state == JobState::Running
                ? Message(QT_TRANSLATE_NOOP("engine", "It is running (%1)."), {toString(record.phase)})
                : record.state == JobState::Queued
                ? Message(QT_TRANSLATE_NOOP("engine", "It was submitted a moment ago."))
                : Message(QT_TRANSLATE_NOOP("engine", "It is %1."), {toString(record.state)});
        }
        reply(JobReason{toString(record.state), reason});
    });
}

void JobService::wait(const WaitForJob &request, const ReplyTo<QJsonObject> &reply)
{
    m_jobs.with(request.id, request.uuid, reply, [this, request, reply](JobController &job) {
        const bool isForRemoval = request.removed;
        QObject *waiter = m_router.waiter(reply.call(), &job);
        const auto tell = [&job, isForRemoval, reply] {
            const bool isOver = !isForRemoval && isFinal(job.record().state);
            isOver ? reply(job.document()) : reply.progress(job.document());
        };
        connect(&job, &JobController::changed, waiter, tell);
        connect(&job, &JobController::removed, waiter, [id = job.record().id, isForRemoval, reply] {
            isForRemoval ? reply(QJsonObject()) : reply(notFound(id));
        });
        tell();
    });
}

void JobService::terminate(const OfResource &request, const ReplyTo<Nothing> &reply)
{
    m_jobs.with(request.id, reply, [this, reply](JobController &job) {
        if (isFinal(job.record().state))
            return reply(Error{ErrorCode::Conflict,
                               {QT_TRANSLATE_NOOP("engine", "The job %1 is over already: %2."),
                                {job.record().id.name(), toString(job.record().state)}},
                               job.record().id.toString()});
        if (job.record().wanted == JobWanted::Run && job.areProcessesOver())
            return reply(Error{ErrorCode::Conflict,
                               {QT_TRANSLATE_NOOP("engine",
                                                  "The processes of %1 have ended by themselves: there is "
                                                  "nothing to stop. It is over once all is taken away that it "
                                                  "made on its nodes."),
                                {job.record().id.name()}},
                               job.record().id.toString()});
        const JobRecord &record = job.record();
        const bool hasBegun = record.isPlaced() && record.phase != JobPhase::None;
        job.terminate(hasBegun
                          ? Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1 while it was %2."),
                                    {ownUser(), toString(record.phase)})
                          : Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1 before it began."), {ownUser()}));
        whenRecorded(job, reply);
    });
}

void JobService::remove(const DeleteJob &request, const ReplyTo<Nothing> &reply)
{
    QList<JobOutput> outputs;
    for (const OutputPlace &place : request.outputs)
        outputs.append({place.node, place.path, {}});
    m_jobs.with(request.id, reply, [this, outputs, reply](JobController &job) {
        if (job.areFoldersGone())
            return reply(notFound(job.record().id));
        QStringList mayBeGone;
        for (const JobOutput &output : job.outputsAtRisk()) {
            if (!outputs.contains(output))
                mayBeGone.append(output.place());
        }
        job.remove(outputs);
        if (mayBeGone.isEmpty())
            return whenRecorded(job, reply);
        whenRecorded(job, reply,
                     Error{ErrorCode::Conflict,
                           {QT_TRANSLATE_NOOP("engine",
                                              "%1 is being deleted with outputs: %2 may be gone already, or go "
                                              "now; the rest stays."),
                            {job.record().id.name(), mayBeGone.join(u", "_s)}},
                           job.record().id.toString()});
    });
}

void JobService::rerun(const OfResource &request, const ReplyTo<QJsonObject> &reply)
{
    m_jobs.with(request.id, reply, [this, reply](const JobController &job) {
        // The rerun of run-3-r2 is run-3-r3: the suffix is a counter.
        static const QRegularExpression suffix(u"-r([0-9]{1,6})$"_s);
        const QString name = job.record().id.name();
        const auto match = suffix.match(name);
        const QString stem = match.hasMatch() ? name.first(match.capturedStart()) : name;
        const int next = match.hasMatch() ? match.captured(1).toInt() + 1 : 1;
        m_jobs.copy(job.record(),
                    [=, this, experiment = job.record().id.parent()](const Result<QJsonObject> &document) {
                        if (!document)
                            return reply(document.error());
                        m_jobs.submitAs(experiment, stem, u"-r"_s, next, *document, reply);
                    });
    });
}

void JobService::listEvents(const OfResource &request, const ReplyTo<QJsonArray> &reply)
{
    m_jobs.with(request.id, reply, [this, reply](const JobController &job) {
        whenFinished(m_store.listEvents(job.record().uuid), this, [reply](const Result<QList<EventRow>> &rows) {
            if (!rows)
                return reply(rows.error());
            reply(arrayOf(*rows, [](const EventRow &row) { return row.event; }));
        });
    });
}

void JobService::whenRecorded(const JobController &job, const ReplyTo<Nothing> &reply, const Result<Nothing> &answer)
{
    whenFinished(job.recorded(), this, [reply, answer](const Result<void> &stored) {
        reply(stored ? answer : Result<Nothing>(stored.error()));
    });
}

} // namespace engine
