// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobcontroller.h"

#include "engine/api/extension.h"
#include "engine/api/workerpool.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/launchplan.h"
#include "engine/log/reader/failurewords.h"
#include "engine/log/reader/jobcause.h"
#include "engine/node/machinecontroller.h"

#include <QDir>
#include <QTimer>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

bool hasProcesses(const NodePlan &plan)
{
    return std::any_of(plan.commands.cbegin(), plan.commands.cend(), [](const PlannedCommand &command) {
        return command.purpose != u"job preparation" && !command.isService;
    });
}

QStringList commandLinesOf(const NodePlan &plan)
{
    QStringList lines;
    for (const PlannedCommand &command : plan.commands) {
        if (command.purpose != u"job preparation")
            lines.append(command.commandLine);
    }
    lines.removeDuplicates();
    return lines;
}

NodeRun plannedRun(const ResourceId &machine, const NodePlan &plan)
{
    NodeRun run;
    run.machine = machine;
    run.directory = plan.directory;
    run.logNames = plan.logFiles;
    run.counts = hasProcesses(plan);
    run.phase = JobPhase::Staging;
    run.phaseSinceMs = QDateTime::currentMSecsSinceEpoch();
    return run;
}

} // namespace

JobController::JobController(JobRecord record, const JobContext &context, QObject *parent)
    : QObject(parent), m_record(std::move(record)), m_context(context),
      m_logs(context.logs, spoolDirectory(context.profileDirectory, m_record.uuid), nullptr),
      m_secrets(context.secrets, context.sign, m_record.uuid, m_record.document)
{
    connect(&m_secrets, &JobSecrets::changed, this, &JobController::secretsChanged);
    if (m_record.state == JobState::Queued)
        m_secrets.look();
    connect(&m_logs, &JobLogs::failed, this, [this](const Error &error) { note(u"log"_s, error.message, u"node"_s); });
    connect(&m_logs, &JobLogs::advanced, this, &JobController::fileAdvanced);
    connect(&m_logs, &JobLogs::closed, this, [this] {
        if (isFinal(m_record.state) && !m_record.logsComplete)
            readCause();
    });
}

QJsonObject JobController::document() const
{
    QList<JobNews> news;
    for (const Attempt *attempt : m_attempts) {
        const MachineController *machine = attempt->machine();
        news.append(machine ? JobNews{machine->link(), machine->asOfMs()} : JobNews());
    }
    const QJsonObject document = toDocument(m_record, news, m_context.profileDirectory);
    const QString &code = m_secrets.missing().code;
    if (m_record.state != JobState::Queued || code.isEmpty())
        return document;
    QJsonObject extension = extensionOf(document);
    extension[u"reasonCode"_s] = code;
    return withExtension(document, extension);
}

bool JobController::isWaiting() const
{
    return m_record.state == JobState::Queued && m_record.wanted == JobWanted::Run && !m_record.isPlaced()
        && m_secrets.areThere();
}

void JobController::setWaitReason(const Message &reason)
{
    if (m_record.reason == reason)
        return;
    m_record.reason = reason;
    emit changed();
}

void JobController::place(const QList<MachineController *> &machines)
{
    QList<ResourceId> ids;
    QStringList names;
    for (const MachineController *machine : machines) {
        ids.append(machine->id());
        names.append(machine->id().name());
    }
    ++m_record.attempt;
    m_mayHaveStarted = false;
    m_record.view = m_context.viewOf(m_record, ids);
    const LaunchPlan plan = planLaunch(m_record.planView());
    m_record.pathSegment = plan.pathSegment;
    m_record.commandLines = commandLinesOf(plan.nodes.constFirst());
    const QList<JobFolder> before = m_record.folders;
    for (qsizetype i = 0; i < ids.size(); ++i) {
        m_record.nodes.append(plannedRun(ids.at(i), plan.nodes.at(i)));
        const JobFolder folder{ids.at(i), plan.nodes.at(i).directory.section(u'/', 0, -3)};
        if (!m_record.folders.contains(folder))
            m_record.folders.append(folder);
    }
    enter(JobState::Running, JobPhase::Staging, {}, u"schedule"_s,
          Message(QT_TRANSLATE_NOOP("engine", "It was placed on %1."), {names.join(u", "_s)}));
    // The record must be on the disk before anything is started.
    m_isPlacing = true;
    whenFinished(m_lastSave, this, [this, before](const Result<void> &result) {
        m_isPlacing = false;
        if (!result)
            return undoPlacement(before, result.error());
        resume();
    });
}

void JobController::undoPlacement(const QList<JobFolder> &folders, const Error &error)
{
    --m_record.attempt;
    m_record.unplace();
    m_record.folders = folders;
    if (m_record.wanted != JobWanted::Run)
        return finish(terminatedByUser());
    m_record.state = JobState::Queued;
    m_record.phase = JobPhase::None;
    m_record.reason = error.message;
    emit changed();
    QTimer::singleShot(10s, this, &JobController::nodesFreed);
}

void JobController::makeAttempts()
{
    const auto past = m_mayHaveStarted ? Attempt::Past::Unknown : Attempt::Past::None;
    for (qsizetype i = 0; i < m_record.nodes.size(); ++i) {
        auto *attempt = new Attempt(m_record.nodes.at(i).directory, past, this);
        m_attempts.append(attempt);
        connect(attempt, &Attempt::statusReceived, this, &JobController::reconcile);
        connect(attempt, &Attempt::startFailed, this,
                [this, i](const QString &words) { failStart(i, launchFailed(words)); });
        connect(attempt, &Attempt::startDelayed, this, [this](const Error &error) { setWaitReason(error.message); });
        connect(attempt, &Attempt::linkChanged, this, [this] {
            if (!isFinal(m_record.state))
                emit changed();
        });
        attempt->setMachine(m_context.machineOf(m_record.nodes.at(i).machine));
    }
}

void JobController::dropAttempts()
{
    for (Attempt *attempt : std::as_const(m_attempts)) {
        attempt->unwatch();
        attempt->disconnect(this);
        attempt->deleteLater(); // deleteLater(): this may be called from a signal of the attempt
    }
    m_attempts.clear();
}

void JobController::resume()
{
    makeAttempts();
    followLogs();
    if (isFinal(m_record.state))
        return m_record.wanted == JobWanted::Deleted ? removeTraces() : collectLogs();
    // Starts the attempt; a status request would find nothing.
    if (!m_mayHaveStarted)
        reconcile();
    for (qsizetype i = 0; i < m_attempts.size(); ++i) {
        if (m_record.nodes.at(i).isOver())
            continue;
        if (!m_attempts.at(i)->machine())
            setWaitReason(Message(QT_TRANSLATE_NOOP("engine",
                                                    "It was placed on %1, which is not among the machines any more. "
                                                    "Add the machine again under this name, or stop the job."),
                                  {m_record.nodes.at(i).machine.name()}));
        else
            m_attempts.at(i)->watch();
    }
    if (m_record.wanted != JobWanted::Run)
        reconcile();
}

void JobController::machineAdded(MachineController *machine)
{
    for (qsizetype i = 0; i < m_attempts.size(); ++i) {
        if (m_record.nodes.at(i).machine != machine->id() || m_attempts.at(i)->machine() || m_record.isDone())
            continue;
        m_attempts.at(i)->setMachine(machine);
        if (isFinal(m_record.state))
            collectLogs();
        else if (!m_record.nodes.at(i).isOver())
            m_attempts.at(i)->watch();
        setWaitReason({});
    }
}

void JobController::followLogs()
{
    if (m_record.logsComplete)
        return;
    bool isNew = false;
    for (qsizetype i = 0; i < m_attempts.size(); ++i) {
        const NodeRun &run = m_record.nodes.at(i);
        if (MachineController *machine = m_attempts.at(i)->machine(); machine && run.startedMs > 0)
            isNew = m_logs.followNode(m_record, run, machine->host()) || isNew;
    }
    if (isNew)
        emit changed();
}

FollowedJobFile JobController::follow(const QString &node, const QString &outputDirectory, const QString &file)
{
    for (qsizetype i = 0; i < m_record.nodes.size(); ++i) {
        const NodeRun &run = m_record.nodes.at(i);
        const bool isMeant = node.isEmpty() ? outputDirectory == u"stdouterr"_s && run.logNames.contains(file)
                                            : run.machine.name() == node;
        const bool isLast = i + 1 == m_record.nodes.size();
        if (!isMeant && !(isLast && node.isEmpty()))
            continue;
        const qsizetype chosen = isMeant ? i : 0;
        const MachineController *machine = chosen < m_attempts.size() ? m_attempts.at(chosen)->machine() : nullptr;
        return m_logs.follow(m_record, m_record.nodes.at(chosen), outputDirectory, file,
                             machine ? machine->host() : nullptr);
    }
    return {};
}

void JobController::collectLogs()
{
    if (m_record.logsComplete)
        return;
    followLogs();
    if (!m_logs.isOpen())
        return readCause();
    for (const NodeRun &run : std::as_const(m_record.nodes))
        m_logs.finish(run);
}

// Only for a failed command: other failures have words of their own.
void JobController::readCause()
{
    const QString code = m_record.errors.value(0).code;
    if (code != u"JobFailed" && code != u"JobPreparationFailed")
        return allLogsDone();
    const auto read = [job = JobSnapshot::fromDocument(document())] { return jobCause(failureLogs(job)); };
    whenFinished(QtConcurrent::run(&workerPool(), read), this, [this](const std::optional<JobCause> &cause) {
        if (m_record.logsComplete || m_record.wanted == JobWanted::Deleted)
            return;
        m_record.cause = cause ? failureText(*cause) : Message();
        allLogsDone();
    });
}

void JobController::allLogsDone()
{
    m_record.logsComplete = true;
    save();
    emit changed();
}

bool JobController::areProcessesOver() const
{
    using Kind = AttemptStatus::Kind;
    return !m_attempts.isEmpty() && std::all_of(m_attempts.cbegin(), m_attempts.cend(), [](const Attempt *attempt) {
        const std::optional<AttemptStatus> status = attempt->news().status;
        return status && status->endReason.isEmpty()
            && (status->kind == Kind::Ending || status->kind == Kind::Exited
                || (status->kind == Kind::Running && status->ownExitCode));
    });
}

void JobController::terminate(const Message &why)
{
    if (isFinal(m_record.state) || m_record.wanted != JobWanted::Run)
        return;
    m_record.wanted = JobWanted::Terminated;
    m_record.stopReason = why;
    if (!m_record.isPlaced())
        return finish(terminatedByUser());
    enter(JobState::Terminating, m_record.phase, why, u"user"_s);
    for (Attempt *attempt : std::as_const(m_attempts))
        attempt->pollSoon();
    const bool isAnyGone =
        std::any_of(m_attempts.cbegin(), m_attempts.cend(), [](const Attempt *attempt) { return !attempt->machine(); });
    if (isAnyGone)
        reconcile();
}

void JobController::remove(const QList<JobOutput> &outputs)
{
    if (m_areFoldersGone)
        return;
    const bool live = !isFinal(m_record.state);
    if (live)
        terminate();
    m_record.wanted = JobWanted::Deleted;
    m_record.deletedOutputs = outputs;
    save();
    emit changed();
    if (m_removal)
        m_removal->begin(outputs);
    else if (isFinal(m_record.state))
        removeTraces();
}

QList<JobOutput> JobController::outputsAtRisk() const
{
    return m_removal ? m_record.deletedOutputs : QList<JobOutput>();
}

void JobController::setFetchRules(const QJsonArray &rules)
{
    QJsonObject extension = extensionOf(m_record.document);
    extension[u"fetch"_s] = rules;
    if (rules.isEmpty())
        extension.remove(u"fetch"_s);
    m_record.document = withExtension(m_record.document, extension);
    save();
    emit changed();
}

void JobController::setFetch(const FetchRun &run)
{
    m_record.fetches.removeIf([&run](const FetchRun &known) { return known.key == run.key; });
    m_record.fetches.append(run);
    save();
    if (run.state != FetchRun::State::Running)
        note(run.state == FetchRun::State::Done ? u"fetched"_s : u"fetch-failed"_s, run.message, u"rule"_s);
    emit changed();
}

void JobController::removeTraces()
{
    if (m_isPlacing || m_removal)
        return;
    m_logs.stop();
    m_removal = new FolderRemoval(m_record.folders, m_context.machineOf, this);
    connect(m_removal, &FolderRemoval::delayed, this, &JobController::setWaitReason);
    connect(m_removal, &FolderRemoval::done, this, [this] {
        m_areFoldersGone = true;
        const QString spool = spoolDirectory(m_context.profileDirectory, m_record.uuid);
        whenFinished(QtConcurrent::run(&workerPool(), [spool] { return QDir(spool).removeRecursively(); }), this,
                     [this](bool) { emit removed(); });
    });
    m_removal->begin(m_record.deletedOutputs);
}

void JobController::enter(JobState state, JobPhase phase, const Message &reason, const QString &actor,
                          const Message &told)
{
    m_record.state = state;
    m_record.phase = phase;
    m_record.reason = reason;
    m_record.actor = actor;
    m_record.stateSinceMs = m_record.phaseSinceMs = QDateTime::currentMSecsSinceEpoch();
    save();
    note(toString(state), told.isEmpty() ? reason : told, actor);
    emit changed();
}

void JobController::save()
{
    // If the store fails, the nodes still have the truth.
    m_lastSave = m_context.store.putJob(m_record.toRow());
    whenFinished(m_lastSave, this, [this](const Result<void> &result) {
        if (!result)
            emit storeFailed(result.error());
    });
}

void JobController::note(const QString &word, const Message &message, const QString &actor)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    const QJsonObject json{
        {u"time"_s, isoTime(now)}, {u"state"_s, word}, {u"message"_s, message.toJson()}, {u"actor"_s, actor}};
    m_context.store.appendEvent({m_record.uuid, now, json});
}

} // namespace engine
