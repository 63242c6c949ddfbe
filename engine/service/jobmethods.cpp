// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/job/jobfetch.h"
#include "engine/service/shared.h"

#include <QJsonArray>
#include <QRegularExpression>
#include <QUuid>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

// Whoever has this answer may pull the plug: what was asked for is kept.
void whenRecorded(JobController &job, const Reply &reply)
{
    whenFinished(job.recorded(), job.parent(), [reply](const Result<void> &stored) {
        reply(stored ? Result<QJsonValue>(QJsonValue(QJsonObject())) : Result<QJsonValue>(stored.error()));
    });
}

} // namespace

void Service::createJob(const QJsonObject &parameters, const Reply &reply)
{
    Draft draft = draftJob(parameters);
    completeDraft(draft);
    if (!draft.faults.isEmpty())
        return reply(refusedDocument(draft.id.toString(), draft.faults));
    submit(draft.id, draft.document, withWarnings(warningsOf(draft), this, reply));
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
    if (liveJob(id) || m_creating.contains(id))
        return reply(alreadyExists(id));
    if (const auto parents = ensureParents(id); !parents)
        return reply(parents.error());
    m_creating.insert(id);
    whenFinished(m_store->fetchJob(id), this, [this, id, document, reply](const Result<JobRow> &known) {
        if (known || known.error().code != ErrorCode::NotFound) {
            m_creating.remove(id);
            return reply(known ? alreadyExists(id) : known.error());
        }
        if (const auto parents = ensureParents(id); !parents) { // they may have been deleted meanwhile
            m_creating.remove(id);
            return reply(parents.error());
        }
        const JobRecord record = newRecord(id, document);
        whenFinished(keepSecrets(record.uuid, document), this, [this, record, reply](const Result<void> &kept) {
            if (kept)
                return storeNew(record, reply);
            m_creating.remove(record.id);
            reply(kept.error());
        });
    });
}

void Service::storeNew(const JobRecord &record, const Reply &reply)
{
    whenFinished(m_store->putJob(record.toRow()), this, [this, record, reply](const Result<void> &stored) {
        m_creating.remove(record.id);
        if (!stored) {
            removeSecretsOf(secretOwner(ResourceKind::Job, record.uuid));
            return reply(stored.error());
        }
        reply(QJsonValue(enqueue(record)->document()));
    });
}

JobRecord Service::newRecord(const ResourceId &id, const QJsonObject &document)
{
    JobRecord record;
    record.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.id = id;
    record.createdMs = record.stateSinceMs = nextCreationTime();
    record.document = withoutSecrets(document);
    record.actor = u"user"_s;
    return record;
}

JobController *Service::enqueue(const JobRecord &record)
{
    JobController *job = liveJob(record.id) ? liveJob(record.id) : startJob(record);
    jobChanged(*job);
    countJobs(record.id.parent(), 1);
    scheduleSoon();
    return job;
}

JobController *Service::startJob(const JobRecord &record)
{
    const auto machineOf = [this](const ResourceId &id) { return m_machines.value(id); };
    const auto viewOf = [this](const JobRecord &placed, const QList<ResourceId> &machines) {
        return planView(placed, machines);
    };
    auto *job =
        new JobController(record, {m_options.profileDirectory, *m_store, m_logs, *m_secrets, machineOf, viewOf}, this);
    m_jobs.insert(record.id, job);
    connect(job, &JobController::changed, this, [this, job] { jobChanged(*job); });
    connect(job, &JobController::nodesFreed, this, &Service::scheduleSoon);
    connect(job, &JobController::removed, this, [this, job] { jobRemoved(*job); });
    connect(job, &JobController::storeFailed, this, &Service::storeFailed);
    job->goOn();
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
    const ResourceId cluster = job.record().cluster();
    if (m_resources.contains(cluster))
        m_feed.upsert(cluster);
    if (m_resizing.contains(cluster))
        followAllocation(cluster);
    if (job.record().isDone()) {
        touch();
        forgetLater(job);
    } else if (job.record().logsComplete && !m_fetchTimer.isActive() && !pendingFetches(job.record()).isEmpty()) {
        m_fetchTimer.start(0);
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
    const QString uuid = job.record().uuid;
    whenFinished(m_store->removeJob(uuid), this, [this, id, uuid](const Result<void> &result) {
        if (result)
            removeSecretsOf(secretOwner(ResourceKind::Job, uuid));
        else
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
        return reply(notFound(*experiment));
    const int limit = qBound(1, parameters.value(u"limit"_s).toInt(200), 1000);
    const auto page = [this, experiment = *experiment, limit, reply](const QString &beforeUuid) {
        whenFinished(
            m_store->listJobs(experiment, beforeUuid, limit), this, [this, reply](const Result<QList<JobRow>> &rows) {
                if (!rows)
                    return reply(rows.error());
                QJsonArray array;
                for (const JobRow &row : *rows) {
                    const JobController *live = liveJob(row.id);
                    array.append(withoutContents(
                        live ? live->document() : toDocument(JobRecord::fromRow(row), {}, m_options.profileDirectory)));
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

void Service::waitForJob(const QJsonObject &parameters, const Reply &reply)
{
    const bool isForRemoval = parameters.value(u"removed"_s).toBool();
    withJob(parameters, reply, [this, isForRemoval, reply](JobController &job) {
        QObject *waiter = waiterOf(reply, &job);
        const auto tell = [&job, isForRemoval, reply] {
            const bool isOver = !isForRemoval && isFinal(job.record().state);
            isOver ? reply(QJsonValue(job.document())) : reply.progress(QJsonValue(job.document()));
        };
        connect(&job, &JobController::changed, waiter, tell);
        connect(&job, &JobController::removed, waiter, [id = job.record().id, isForRemoval, reply] {
            isForRemoval ? reply(QJsonValue(QJsonObject())) : reply(notFound(id));
        });
        tell();
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
        if (job.record().wanted == JobWanted::Run && job.areProcessesOver())
            return reply(Error{ErrorCode::Conflict,
                               Message(QT_TRANSLATE_NOOP("engine",
                                                         "The processes of %1 have ended by themselves: there is "
                                                         "nothing to stop. It is over once all is taken away that it "
                                                         "made on its nodes."),
                                       {job.record().id.name()}),
                               job.record().id.toString(),
                               {},
                               {}});
        const JobRecord &record = job.record();
        const bool hasBegun = record.isPlaced() && record.phase != JobPhase::None;
        job.terminate(hasBegun
                          ? Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1 while it was %2."),
                                    {ownUser(), toString(record.phase)})
                          : Message(QT_TRANSLATE_NOOP("engine", "It was stopped by %1 before it began."), {ownUser()}));
        whenRecorded(job, reply);
    });
}

void Service::deleteJob(const QJsonObject &parameters, const Reply &reply)
{
    const QList<JobOutput> outputs = jobOutputsFrom(parameters.value(u"outputs"_s).toArray());
    withJob(parameters, reply, [outputs, reply](JobController &job) {
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
        reply(Error{ErrorCode::Conflict,
                    Message(QT_TRANSLATE_NOOP("engine",
                                              "%1 is being deleted with outputs: %2 may be gone already. What is still "
                                              "there stays."),
                            {job.record().id.name(), mayBeGone.join(u", "_s)}),
                    job.record().id.toString(),
                    {},
                    {}});
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
        copySecrets(job.record(),
                    [=, this, experiment = job.record().id.parent()](const Result<QJsonObject> &document) {
                        if (!document)
                            return reply(document.error());
                        trySubmit(experiment, stem, u"-r"_s, next, *document, reply);
                    });
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

} // namespace engine
