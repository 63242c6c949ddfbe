// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/job/jobs.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <QFutureWatcher>
#include <QJsonArray>
#include <QUuid>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

Jobs::Jobs(const QString &profileDirectory, Store &store, LogCollector &logs, SecretStore &secrets, OwnedSecrets &owned,
           ContainerSigner sign, Resources &resources, const Machines &machines, const JobPlanner &planner,
           Notices &notices, QObject *parent)
    : QObject(parent), m_profileDirectory(profileDirectory), m_store(store), m_logs(logs), m_secrets(secrets),
      m_owned(owned), m_sign(std::move(sign)), m_resources(resources), m_machines(machines), m_planner(planner),
      m_notices(notices)
{
    m_resources.setShown(ResourceKind::Experiment, [this](const ResourceId &id) { return shownExperiment(id); });
    m_resources.setShown(ResourceKind::Job, [this](const ResourceId &id) {
        const JobController *job = live(id);
        return job ? withoutContents(job->document()) : QJsonObject();
    });
    connect(&machines, &Machines::added, this, [this](MachineController *machine) {
        for (JobController *job : std::as_const(m_jobs))
            job->machineAdded(machine);
    });
}

// Controllers use the log collector and the store until they are destroyed.
Jobs::~Jobs()
{
    qDeleteAll(m_jobs);
}

void Jobs::begin()
{
    for (const ResourceRow &row : m_store.initialContents().resources) {
        if (row.id.kind() != ResourceKind::Experiment)
            continue;
        whenFinished(m_store.countJobs(row.id), this, [this, id = row.id](const Result<qint64> &jobs) {
            if (jobs)
                count(id, *jobs);
        });
    }
    for (const JobRow &row : m_store.initialContents().liveJobs) {
        if (row.id.isValid())
            start(JobRecord::fromRow(row));
    }
}

bool Jobs::isAnyLive() const
{
    return std::any_of(m_jobs.cbegin(), m_jobs.cend(),
                       [](const JobController *job) { return !job->record().isDone(); });
}

void Jobs::find(const QString &id, const QString &uuid, const Found &take)
{
    const auto parsed = m_resources.parse(id);
    if (!parsed)
        return take(parsed.error());
    const auto check = [uuid, take](JobController *job) {
        if (uuid.isEmpty() || uuid == job->record().uuid)
            return take(job);
        const ResourceId &other = job->record().id;
        take(Error{ErrorCode::NotFound,
                   {QT_TRANSLATE_NOOP("engine", "The job %1 was deleted and made anew."), {other.shortText()}},
                   other.toString()});
    };
    if (JobController *job = live(*parsed))
        return check(job);
    whenFinished(m_store.fetchJob(*parsed), this,
                 [this, check, take](const Result<JobRow> &row) { row ? check(revive(*row)) : take(row.error()); });
}

JobController *Jobs::revive(const JobRow &row)
{
    if (JobController *job = live(row.id))
        return job;
    JobController *job = start(JobRecord::fromRow(row));
    forgetLater(*job);
    return job;
}

QJsonObject Jobs::document(const JobRow &row) const
{
    const JobController *job = live(row.id);
    return job ? job->document() : toDocument(JobRecord::fromRow(row), {}, m_profileDirectory);
}

QJsonArray Jobs::documents(const QList<JobRow> &rows) const
{
    return arrayOf(rows, [this](const JobRow &row) { return withoutContents(document(row)); });
}

// Unique and increasing, so that jobs are scheduled in the order of their creation.
qint64 Jobs::nextCreationTime()
{
    constexpr qint64 furthestAheadMs = 60'000; // a clock that was set back further than this is accepted
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const bool isTaken = now <= m_lastCreationMs && m_lastCreationMs - now < furthestAheadMs;
    m_lastCreationMs = isTaken ? m_lastCreationMs + 1 : now;
    return m_lastCreationMs;
}

void Jobs::submit(const ResourceId &id, const QJsonObject &document, const Resources::Receiver &take)
{
    if (m_resources.isReserved(id)) // another call is creating it, which may fail
        return m_resources.whenReleased(id, [this, id, document, take] { submit(id, document, take); });
    if (live(id))
        return take(alreadyExists(id));
    if (const auto parents = m_resources.ensureParents(id); !parents)
        return take(parents.error());
    m_resources.reserve(id);
    whenFinished(m_store.fetchJob(id), this, [this, id, document, take](const Result<JobRow> &known) {
        if (known || known.error().code != ErrorCode::NotFound) {
            m_resources.release(id);
            return take(known ? alreadyExists(id) : known.error());
        }
        // The parents may have been deleted in the meantime.
        if (const auto parents = m_resources.ensureParents(id); !parents) {
            m_resources.release(id);
            return take(parents.error());
        }
        const JobRecord record = newRecord(id, document);
        whenFinished(m_owned.keepOfJob(record.uuid, document), this, [this, record, take](const Result<void> &kept) {
            if (kept)
                return storeNew(record, take);
            m_resources.release(record.id);
            take(kept.error());
        });
    });
}

void Jobs::storeNew(const JobRecord &record, const Resources::Receiver &take)
{
    whenFinished(m_store.putJob(record.toRow()), this, [this, record, take](const Result<void> &stored) {
        m_resources.release(record.id);
        if (!stored) {
            m_owned.removeOf(secretOwner(ResourceKind::Job, record.uuid));
            return take(stored.error());
        }
        take(enqueue(record)->document());
    });
}

JobRecord Jobs::newRecord(const ResourceId &id, const QJsonObject &document)
{
    JobRecord record;
    record.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    record.id = id;
    record.createdMs = record.stateSinceMs = nextCreationTime();
    record.document = withoutSecrets(document);
    record.actor = u"user"_s;
    return record;
}

JobController *Jobs::enqueue(const JobRecord &record)
{
    JobController *job = live(record.id) ? live(record.id) : start(record);
    publish(*job);
    count(record.id.parent(), 1);
    emit nodesFreed();
    return job;
}

JobController *Jobs::start(const JobRecord &record)
{
    const auto machineOf = [this](const ResourceId &id) { return m_machines.find(id); };
    const auto viewOf = [this](const JobRecord &placed, const QList<ResourceId> &machines) {
        return m_planner.view(placed, machines);
    };
    auto *job =
        new JobController(record, {m_profileDirectory, m_store, m_logs, m_secrets, m_sign, machineOf, viewOf}, this);
    m_jobs.insert(record.id, job);
    countAs(record, record.state);
    connect(job, &JobController::changed, this, [this, job] { publish(*job); });
    connect(job, &JobController::nodesFreed, this, &Jobs::nodesFreed);
    connect(job, &JobController::removed, this, [this, job] { dropRemoved(*job); });
    connect(job, &JobController::storeFailed, &m_notices, &Notices::storeFailed);
    job->resume();
    return job;
}

void Jobs::publish(JobController &job)
{
    m_resources.feed().upsert(job.record().id);
    countAs(job.record(), job.record().state);
    const ResourceId cluster = job.record().cluster();
    if (m_resources.contains(cluster))
        m_resources.feed().upsert(cluster);
    if (job.record().isDone())
        forgetLater(job);
    emit changed(job);
}

// A job that has ended is only in the store; its controller is kept for a while for further requests.
void Jobs::forgetLater(JobController &job)
{
    QTimer::singleShot(1min, &job, [this, &job] { forget(job); });
}

void Jobs::forget(JobController &job)
{
    if (!job.record().isDone()) // its deletion is under way
        return;
    // Calls that wait for the job or its removal are children of the controller.
    const bool isAwaited = job.findChild<QFutureWatcherBase *>(QString(), Qt::FindDirectChildrenOnly);
    if (job.isFollowed() || isAwaited)
        return forgetLater(job);
    m_jobs.remove(job.record().id);
    job.deleteLater();
}

void Jobs::dropRemoved(JobController &job)
{
    const ResourceId id = job.record().id;
    const QString uuid = job.record().uuid;
    whenFinished(m_store.removeJob(uuid), this, [this, id, uuid](const Result<void> &result) {
        if (result)
            m_owned.removeOf(secretOwner(ResourceKind::Job, uuid));
        else
            m_notices.storeFailed(result.error());
        count(id.parent(), -1);
        emit removed(id);
    });
    countAs(job.record(), JobState::Failed);
    m_jobs.remove(id);
    m_resources.feed().remove(id);
    job.deleteLater();
    emit nodesFreed();
}

void Jobs::submitAs(const ResourceId &experiment, const QString &stem, const QString &separator, int number,
                    const QJsonObject &document, const Resources::Receiver &take)
{
    const QString tail = separator + QString::number(number);
    const ResourceId id = experiment.child(ResourceKind::Job, stem.left(64 - tail.size()) + tail);
    submit(id, document, [=, this](const Result<QJsonObject> &submitted) {
        if (!submitted && submitted.error().code == ErrorCode::AlreadyExists)
            return submitAs(experiment, stem, separator, number + 1, document, take);
        take(submitted);
    });
}

QJsonObject Jobs::shownExperiment(const ResourceId &id) const
{
    const QJsonObject document = m_resources.stored(id);
    if (document.isEmpty() || !m_counts.contains(id))
        return document;
    QJsonObject extension = extensionOf(document);
    const LiveJobs live = countLive(id);
    extension[u"jobCount"_s] = m_counts.value(id);
    extension[u"queuedJobs"_s] = live.queued;
    extension[u"runningJobs"_s] = live.running;
    return withExtension(document, extension);
}

void Jobs::count(const ResourceId &experiment, qint64 change)
{
    m_counts[experiment] += change;
    if (m_resources.contains(experiment))
        m_resources.feed().upsert(experiment);
}

void Jobs::countAs(const JobRecord &job, JobState state)
{
    const JobState before = m_countedAs.value(job.uuid, JobState::Failed);
    if (isFinal(state))
        m_countedAs.remove(job.uuid);
    else
        m_countedAs.insert(job.uuid, state);
    if (before == state || (isFinal(before) && isFinal(state)))
        return;
    for (const ResourceId &id : {job.id.parent(), job.cluster()}) {
        LiveJobs &live = m_liveCounts[id];
        for (const auto &[counted, change] : {std::pair(before, -1), std::pair(state, 1)}) {
            if (counted == JobState::Queued)
                live.queued += change;
            else if (!isFinal(counted))
                live.running += change;
        }
        if (m_resources.contains(id))
            m_resources.feed().upsert(id);
    }
}

} // namespace engine
