// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/launchplan.h"
#include "engine/schedule/schedule.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

Error refused(const ResourceId &id, const QList<Fault> &faults)
{
    const Message message = faults.size() == 1
        ? faults.first().message
        : Message(QT_TRANSLATE_NOOP("engine", "The job document has %1 faults."), {QString::number(faults.size())});
    return {ErrorCode::InvalidDocument, message, id.toString(), faults, {}};
}

// Whoever has this answer may pull the plug: what was asked for is kept.
void whenRecorded(JobController &job, const Reply &reply)
{
    whenFinished(job.recorded(), job.parent(), [reply](const Result<void> &stored) {
        reply(stored ? Result<QJsonValue>(QJsonValue(QJsonObject())) : Result<QJsonValue>(stored.error()));
    });
}

QStringList stringsAt(const QJsonObject &parameters, const QString &key)
{
    QStringList strings;
    for (const QJsonValue &value : parameters.value(key).toArray())
        strings.append(value.toString());
    return strings;
}

ScheduleJob::Priority priorityOf(const JobRecord &record)
{
    const QString word = record.properties().value(u"schedulingPriority"_s).toString();
    if (word == u"high"_s)
        return ScheduleJob::Priority::High;
    return word == u"low"_s ? ScheduleJob::Priority::Low : ScheduleJob::Priority::Normal;
}

Message whyUnusable(const MachineController &machine)
{
    const QString name = machine.id().name();
    if (machine.isReady())
        return {QT_TRANSLATE_NOOP("engine", "%1 is being cleaned."), {name}};
    if (machine.link() == LinkState::Connecting)
        return {QT_TRANSLATE_NOOP("engine", "%1 is being connected."), {name}};
    return machine.linkReason().isEmpty()
        ? Message(QT_TRANSLATE_NOOP("engine", "%1 is %2."), {name, toString(machine.link())})
        : Message(QT_TRANSLATE_NOOP("engine", "%1 is %2: %3"),
                  {name, toString(machine.link()), machine.linkReason().englishText()});
}

QJsonObject toJson(const NodePlan &plan)
{
    QJsonArray environment;
    for (const auto &[name, value] : plan.environment)
        environment.append(QJsonObject{{u"name"_s, name}, {u"value"_s, value}});
    QJsonArray commands;
    for (const PlannedCommand &command : plan.commands) {
        commands.append(QJsonObject{{u"purpose"_s, command.purpose},
                                    {u"commandLine"_s, command.commandLine},
                                    {u"standardOutput"_s, command.standardOutput},
                                    {u"standardError"_s, command.standardError}});
    }
    QJsonArray mounts;
    for (const PlannedMount &mount : plan.mounts)
        mounts.append(mount.commandLine);
    QJsonArray files;
    for (const PlannedFile &file : plan.files)
        files.append(file.path);
    return {{u"node"_s, plan.node},
            {u"text"_s, describe(plan)},
            {u"directory"_s, plan.directory},
            {u"files"_s, files},
            {u"mounts"_s, mounts},
            {u"environment"_s, environment},
            {u"commands"_s, commands},
            {u"logFiles"_s, QJsonArray::fromStringList(plan.logFiles)}};
}

} // namespace

Service::Draft Service::draftJob(const ResourceId &id, const QString &cluster, const QByteArray &text,
                                 const QStringList &overrides) const
{
    Draft draft;
    draft.id = id;
    if (const auto name = checkName(ResourceKind::Job, id.name()); !name)
        draft.faults += name.error().details;
    const DocumentCheck check = checkDocument(ResourceKind::Job, text, overrides);
    draft.faults += check.faults;
    draft.warnings = check.warnings;
    draft.document = withDefaults(ResourceKind::Job, check.document);

    QJsonObject properties = draft.document.value(u"properties"_s).toObject();
    const QString given = cluster.isEmpty() ? properties[u"cluster"_s][u"id"_s].toString() : cluster;
    const QString target = u"$.properties.cluster.id"_s;
    auto clusterId = given.contains(u'/')
        ? ResourceId::parseShort(m_profileId, given)
        : Result<ResourceId>(id.ancestor(ResourceKind::Workspace).child(ResourceKind::Cluster, given));
    if (given.isEmpty()) {
        draft.faults.append(
            {u"Required"_s, Message(QT_TRANSLATE_NOOP("engine", "Say which cluster runs it.")), target});
    } else if (!clusterId || clusterId->kind() != ResourceKind::Cluster || !m_resources.contains(*clusterId)) {
        draft.faults.append({u"NotFound"_s,
                             Message(QT_TRANSLATE_NOOP("engine", "There is no cluster \"%1\"."), {given.left(200)}),
                             target});
    } else {
        properties[u"cluster"_s] = QJsonObject{{u"id"_s, clusterId->toString()}};
        draft.document[u"properties"_s] = properties;
    }
    return draft;
}

Service::Draft Service::draftJob(const QJsonObject &parameters) const
{
    const auto id = idOf(parameters);
    if (!id || id->kind() != ResourceKind::Job) {
        Draft draft;
        const Message rule(QT_TRANSLATE_NOOP("engine", "\"%1\" does not name a job."),
                           {parameters.value(u"id"_s).toString().left(200)});
        draft.faults.append({u"NameRule"_s, rule, u"$.name"_s});
        return draft;
    }
    return draftJob(*id, parameters.value(u"cluster"_s).toString(), parameters.value(u"text"_s).toString().toUtf8(),
                    stringsAt(parameters, u"overrides"_s));
}

void Service::createJob(const QJsonObject &parameters, const Reply &reply)
{
    Draft draft = draftJob(parameters);
    if (draft.faults.isEmpty())
        draft.faults = unsupportedByThisVersion(draft.document);
    if (!draft.faults.isEmpty())
        return reply(refused(draft.id, draft.faults));
    submit(draft.id, draft.document, reply);
}

// First come, first served: no two jobs come in the same millisecond.
qint64 Service::nextCreationTime()
{
    constexpr qint64 furthestAheadMs = 60'000; // a clock that was put back further is believed
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isTaken = now <= m_lastCreationMs && m_lastCreationMs - now < furthestAheadMs;
    m_lastCreationMs = isTaken ? m_lastCreationMs + 1 : now;
    return m_lastCreationMs;
}

void Service::submit(const ResourceId &id, const QJsonObject &document, const Reply &reply)
{
    const Error exists{ErrorCode::AlreadyExists,
                       Message(QT_TRANSLATE_NOOP("engine", "There is a job %1 already."), {id.shortText()}),
                       id.toString(),
                       {},
                       {}};
    if (liveJob(id) || m_creating.contains(id))
        return reply(exists);
    if (const auto parents = ensureParents(id); !parents)
        return reply(parents.error());
    m_creating.insert(id);
    whenFinished(m_store->fetchJob(id), this, [this, id, document, reply, exists](const Result<JobRow> &known) {
        if (known || known.error().code != ErrorCode::NotFound) {
            m_creating.remove(id);
            return reply(known ? exists : known.error());
        }
        if (const auto parents = ensureParents(id); !parents) { // they may have been deleted meanwhile
            m_creating.remove(id);
            return reply(parents.error());
        }
        JobRecord record;
        record.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
        record.id = id;
        record.createdMs = record.stateSinceMs = nextCreationTime();
        record.document = document;
        record.actor = u"user"_s;
        whenFinished(m_store->putJob(record.toRow()), this, [this, record, reply](const Result<void> &stored) {
            m_creating.remove(record.id);
            if (!stored)
                return reply(stored.error());
            JobController *job = liveJob(record.id) ? liveJob(record.id) : startJob(record);
            jobChanged(*job);
            countJobs(record.id.parent(), 1);
            scheduleSoon();
            reply(QJsonValue(job->document()));
        });
    });
}

JobController *Service::startJob(const JobRecord &record)
{
    auto *job = new JobController(record, {m_options.profileDirectory, *m_store, m_logs}, this);
    m_jobs.insert(record.id, job);
    connect(job, &JobController::changed, this, [this, job] { jobChanged(*job); });
    connect(job, &JobController::nodesFreed, this, &Service::scheduleSoon);
    connect(job, &JobController::removed, this, [this, job] { jobRemoved(*job); });
    connect(job, &JobController::storeFailed, this, &Service::storeFailed);
    MachineController *machine = record.placement.isEmpty() ? nullptr : m_machines.value(record.placement.first());
    if (machine)
        job->adopt(machine);
    else
        job->goOnWithoutMachine();
    return job;
}

JobController *Service::liveJob(const ResourceId &id) const
{
    return m_jobs.value(id);
}

bool Service::hasLiveJobs() const
{
    return std::any_of(m_jobs.cbegin(), m_jobs.cend(),
                       [](const JobController *job) { return !job->record().isDone(); });
}

void Service::withJob(const QJsonObject &parameters, const Reply &reply,
                      const std::function<void(JobController &)> &act)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (JobController *job = liveJob(*id))
        return act(*job);
    whenFinished(m_store->fetchJob(*id), this, [this, reply, act](const Result<JobRow> &row) {
        if (!row)
            return reply(row.error());
        JobController *job = liveJob(row->id);
        if (!job) {
            job = startJob(JobRecord::fromRow(*row));
            forgetLater(*job);
        }
        act(*job);
    });
}

void Service::jobChanged(JobController &job)
{
    m_feed.upsert(job.record().id);
    if (const ResourceId cluster = job.record().cluster(); m_resources.contains(cluster))
        m_feed.upsert(cluster);
    if (job.record().isDone()) {
        touch();
        forgetLater(job);
    }
}

// A job that is done lives in the store; its controller stays a while for those who ask about it now.
void Service::forgetLater(JobController &job)
{
    QTimer::singleShot(1min, &job, [this, &job] { forgetJob(job); });
}

void Service::forgetJob(JobController &job)
{
    if (!job.record().isDone()) // its deletion is under way
        return;
    if (job.isFollowed())
        return forgetLater(job);
    m_jobs.remove(job.record().id);
    job.deleteLater();
}

void Service::jobRemoved(JobController &job)
{
    const ResourceId id = job.record().id;
    whenFinished(m_store->removeJob(job.record().uuid), this, [this, id](const Result<void> &result) {
        if (!result)
            storeFailed(result.error());
        countJobs(id.parent(), -1);
        for (const auto &removal : std::as_const(m_removals))
            removal->jobs.remove(id);
        finishRemovals();
    });
    m_jobs.remove(id);
    m_feed.remove(id);
    job.deleteLater();
    scheduleSoon();
}

// At most a tenth of this thread: with ten thousand jobs in the queue a pass takes its time.
void Service::scheduleSoon()
{
    if (!m_scheduleTimer.isActive())
        m_scheduleTimer.start(int(qMin<qint64>(9 * m_lastPassMs, 2000)));
}

void Service::scheduleNow()
{
    QElapsedTimer clock;
    clock.start();
    const auto measure = qScopeGuard([this, &clock] { m_lastPassMs = clock.elapsed(); });
    const QHash<ResourceId, ResourceId> otherNames = aliases();
    QHash<ResourceId, ResourceId> busy; // by the first name
    QList<ScheduleJob> queue;
    for (const JobController *job : std::as_const(m_jobs)) {
        const JobRecord &record = job->record();
        for (const ResourceId &machine : job->holdsNodes() ? record.placement : QList<ResourceId>())
            busy.insert(otherNames.value(machine, machine), record.id);
        if (job->isWaiting())
            queue.append({record.id, record.cluster(), record.nodeCount(), priorityOf(record), record.createdMs, 0});
    }
    if (queue.isEmpty())
        return;
    QList<ScheduleCluster> clusters;
    for (auto it = m_resources.cbegin(); it != m_resources.cend(); ++it) {
        if (it.key().kind() != ResourceKind::Cluster)
            continue;
        ScheduleCluster cluster{it.key(), ClusterSnapshot::fromDocument(it.value()).targetNodeCount, {}};
        for (const MachineController *machine : nodesOf(it.key())) {
            const ResourceId first = otherNames.value(machine->id(), machine->id());
            const bool isUsable = machine->isReady() && !m_beingCleaned.contains(machine->id());
            if (cluster.nodes.size() < cluster.targetNodeCount)
                cluster.nodes.append(
                    {machine->id(), machine->id().name(), isUsable, whyUnusable(*machine), busy.value(first), first});
        }
        clusters.append(cluster);
    }
    const ScheduleDecision decision = schedule(clusters, queue);
    for (const WaitReason &waiting : decision.waiting) {
        if (JobController *job = liveJob(waiting.job))
            job->setWaitReason(waiting.reason);
    }
    for (const Placement &placement : decision.placements) {
        QList<MachineController *> machines;
        for (const ResourceId &machine : placement.machines)
            machines.append(m_machines.value(machine));
        if (JobController *job = liveJob(placement.job))
            job->place(machines);
    }
}

void Service::planJob(const QJsonObject &parameters, const Reply &reply)
{
    const Draft draft = draftJob(parameters);
    // A plan contacts no machine: what the cluster cannot tell is named, and stands as a placeholder.
    QList<Fault> faults;
    QList<Fault> warnings = draft.warnings;
    for (const Fault &fault : draft.faults)
        (fault.target == u"$.properties.cluster.id"_s ? warnings : faults).append(fault);
    if (!faults.isEmpty())
        return reply(refused(draft.id, faults));
    warnings += unsupportedByThisVersion(draft.document);

    const int wanted = qMax(1, draft.document[u"properties"_s][u"nodeCount"_s].toInt(1));
    const auto cluster = ResourceId::parse(draft.document[u"properties"_s][u"cluster"_s][u"id"_s].toString());
    const QList<MachineController *> machines = cluster ? nodesOf(*cluster) : QList<MachineController *>();
    QList<PlanNode> nodes;
    for (int i = 0; i < wanted; ++i) {
        const MachineController *machine = machines.value(i);
        const Inventory inventory = machine && machine->inventory() ? *machine->inventory() : Inventory();
        const QString name = machine ? machine->id().name() : u"node"_s + QString::number(i);
        nodes.append({name, wanted == 1 ? u"127.0.0.1"_s : name,
                      inventory.home.isEmpty() ? u"~/.batchdeck"_s : inventory.home,
                      inventory.machineId.isEmpty() ? name : inventory.machineId, int(inventory.gpus.size())});
    }
    const LaunchPlan plan = planLaunch({draft.id, u"00000000-0000-0000-0000-000000000000"_s, draft.document, 1, nodes});
    QJsonArray planned;
    for (const NodePlan &node : plan.nodes)
        planned.append(toJson(node));
    reply(QJsonValue(QJsonObject{
        {u"nodes"_s, planned},
        {u"warnings"_s, Error{ErrorCode::InvalidDocument, {}, {}, warnings, {}}.toJson().value(u"details"_s)},
        {u"document"_s, withoutSecrets(draft.document)}}));
}

void Service::getJob(const QJsonObject &parameters, const Reply &reply)
{
    const auto id = idOf(parameters);
    if (!id)
        return reply(id.error());
    if (const JobController *job = liveJob(*id))
        return reply(QJsonValue(job->document()));
    whenFinished(m_store->fetchJob(*id), this, [this, reply](const Result<JobRow> &row) {
        if (!row)
            return reply(row.error());
        reply(QJsonValue(toDocument(JobRecord::fromRow(*row), {}, m_options.profileDirectory)));
    });
}

void Service::listJobs(const QJsonObject &parameters, const Reply &reply)
{
    const auto experiment = idOf(parameters, u"experiment"_s);
    if (!experiment)
        return reply(experiment.error());
    if (!m_resources.contains(*experiment) || experiment->kind() != ResourceKind::Experiment)
        return reply(
            Error{ErrorCode::NotFound,
                  Message(QT_TRANSLATE_NOOP("engine", "There is no experiment %1."), {experiment->shortText()}),
                  experiment->toString(),
                  {},
                  {}});
    const int limit = qBound(1, parameters.value(u"limit"_s).toInt(200), 1000);
    const auto page = [this, experiment = *experiment, limit, reply](const QString &beforeUuid) {
        whenFinished(m_store->listJobs(experiment, beforeUuid, limit), this,
                     [this, reply](const Result<QList<JobRow>> &rows) {
                         if (!rows)
                             return reply(rows.error());
                         QJsonArray array;
                         for (const JobRow &row : *rows) {
                             const JobController *live = liveJob(row.id);
                             array.append(live ? live->document()
                                               : toDocument(JobRecord::fromRow(row), {}, m_options.profileDirectory));
                         }
                         reply(QJsonValue(array));
                     });
    };
    if (!parameters.contains(u"before"_s))
        return page({});
    const auto before = idOf(parameters, u"before"_s);
    if (!before)
        return reply(before.error());
    whenFinished(m_store->fetchJob(*before), this, [reply, page](const Result<JobRow> &row) {
        if (!row)
            return reply(row.error());
        page(row->uuid);
    });
}

void Service::whyJob(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [reply](const JobController &job) {
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
        reply(QJsonValue(QJsonObject{{u"state"_s, toString(record.state)}, {u"reason"_s, reason.toJson()}}));
    });
}

void Service::terminateJob(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [reply](JobController &job) {
        if (isFinal(job.record().state))
            return reply(Error{ErrorCode::Conflict,
                               Message(QT_TRANSLATE_NOOP("engine", "The job %1 is over already: %2."),
                                       {job.record().id.name(), toString(job.record().state)}),
                               job.record().id.toString(),
                               {},
                               {}});
        job.terminate();
        whenRecorded(job, reply);
    });
}

void Service::deleteJob(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [reply](JobController &job) {
        job.remove();
        whenRecorded(job, reply);
    });
}

void Service::rerunJob(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        // run-3-r2 is run again as run-3-r3: the suffix counts.
        static const QRegularExpression suffix(u"-r([0-9]{1,6})$"_s);
        const QString name = job.record().id.name();
        const auto match = suffix.match(name);
        const QString stem = match.hasMatch() ? name.first(match.capturedStart()) : name;
        const int next = match.hasMatch() ? match.captured(1).toInt() + 1 : 1;
        trySubmit(job.record().id.parent(), stem, u"-r"_s, next, job.record().document, reply);
    });
}

void Service::trySubmit(const ResourceId &experiment, const QString &stem, const QString &separator, int number,
                        const QJsonObject &document, const Reply &reply)
{
    const QString tail = separator + QString::number(number);
    const ResourceId id = experiment.child(ResourceKind::Job, stem.left(64 - tail.size()) + tail);
    const Reply attempt;
    whenFinished(attempt.future(), this, [=, this](const Result<QJsonValue> &answer) {
        if (!answer && answer.error().code == ErrorCode::AlreadyExists)
            return trySubmit(experiment, stem, separator, number + 1, document, reply);
        reply(answer);
    });
    submit(id, document, attempt);
}

void Service::listFiles(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString path = parameters.value(u"path"_s).toString();
    withJob(parameters, reply, [this, directory, path, reply](const JobController &job) {
        const JobRecord &record = job.record();
        MachineController *machine = record.placement.isEmpty() ? nullptr : m_machines.value(record.placement.first());
        if (record.directory.isEmpty() || !machine)
            return reply(QJsonValue(QJsonArray()));
        if (directory.contains(u'/') || directory == u".."_s || path.split(u'/').contains(u".."_s))
            return reply(Error{ErrorCode::InvalidArgument,
                               Message(QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."),
                                       {QString(directory + u'/' + path)}),
                               path,
                               {},
                               {}});
        const QString base = directory == u"stdouterr"_s ? u"/stdouterr/"_s : u"/outputs/"_s + directory + u'/';
        whenFinished(machine->host()->files().list(record.directory + base + path), this,
                     [reply, node = machine->id().name()](const Result<QList<RemoteEntry>> &entries) {
                         if (!entries)
                             return reply(entries.error());
                         QJsonArray array;
                         for (const RemoteEntry &entry : *entries) {
                             QJsonObject properties;
                             if (!entry.isDirectory)
                                 properties = {{u"contentLength"_s, entry.size},
                                               {u"lastModified"_s, isoTime(entry.modified.toMSecsSinceEpoch())}};
                             array.append(QJsonObject{{u"name"_s, entry.name},
                                                      {u"fileType"_s, entry.isDirectory ? u"directory"_s : u"file"_s},
                                                      {u"properties"_s, properties},
                                                      {u"node"_s, node}});
                         }
                         reply(QJsonValue(array));
                     });
    });
}

void Service::followFile(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString file = parameters.value(u"file"_s).toString();
    withJob(parameters, reply, [directory, file, reply](JobController &job) {
        if (file.isEmpty() || file.startsWith(u'/') || file.split(u'/').contains(u".."_s) || directory.contains(u'/')
            || directory == u".."_s)
            return reply(
                Error{ErrorCode::InvalidArgument,
                      Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not a file of an output directory."), {file}),
                      file,
                      {},
                      {}});
        const FollowedFile followed = job.follow(directory, file);
        reply(QJsonValue(QJsonObject{
            {u"spoolPath"_s, followed.spoolPath}, {u"exists"_s, followed.exists}, {u"complete"_s, followed.complete}}));
    });
}

void Service::listEvents(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        whenFinished(m_store->listEvents(job.record().uuid), this, [reply](const Result<QList<EventRow>> &rows) {
            if (!rows)
                return reply(rows.error());
            QJsonArray array;
            for (const EventRow &row : *rows)
                array.append(row.event);
            reply(QJsonValue(array));
        });
    });
}

} // namespace engine
