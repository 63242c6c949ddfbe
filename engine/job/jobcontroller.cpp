// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/job/jobcontroller.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/launch/launchplan.h"
#include "engine/node/machinecontroller.h"

#include <QDir>
#include <QTimer>
#include <QtConcurrentRun>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto terminationGrace = 10s;
constexpr int mostFailedStarts = 3;

qint64 nowMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

PlanNode planNode(const MachineController &machine)
{
    const Inventory &inventory = *machine.inventory();
    return {machine.id().name(), u"127.0.0.1"_s, inventory.home, inventory.machineId, int(inventory.gpus.size())};
}

} // namespace

JobController::JobController(JobRecord record, const JobContext &context, QObject *parent)
    : QObject(parent), m_record(std::move(record)), m_context(context)
{
    connect(&m_context.logs, &LogCollector::completed, this, [this](const QString &key) { logDone(key); });
    connect(&m_context.logs, &LogCollector::failed, this, [this](const QString &key, const Error &error) {
        if (!m_openLogs.contains(key))
            return;
        note(u"log"_s, error.message, u"node"_s);
        logDone(key);
    });
}

QJsonObject JobController::document() const
{
    JobNews news;
    if (m_machine)
        news = {m_machine->link(), m_machine->asOfMs()};
    return toDocument(m_record, news, m_context.profileDirectory);
}

bool JobController::isWaiting() const
{
    return m_record.state == JobState::Queued && m_record.wanted == JobWanted::Run && m_record.placement.isEmpty();
}

bool JobController::holdsNodes() const
{
    return !m_record.placement.isEmpty() && !isFinal(m_record.state);
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
    QList<PlanNode> nodes;
    for (MachineController *machine : machines) {
        m_record.placement.append(machine->id());
        nodes.append(planNode(*machine));
    }
    ++m_record.attempt;
    const LaunchPlan plan = planLaunch({m_record.id, m_record.uuid, m_record.document, m_record.attempt, nodes});
    m_record.directory = plan.nodes.first().directory;
    m_record.pathSegment = plan.pathSegment;
    m_record.logNames = plan.nodes.first().logFiles;
    enter(JobState::Running, JobPhase::Staging, {}, u"schedule"_s);
    // Nothing is started before the record of it is on the disk.
    m_busy = true;
    whenFinished(m_context.store.putJob(m_record.toRow()), this,
                 [this, machine = machines.first()](const Result<void> &result) {
                     m_busy = false;
                     if (!result)
                         return giveBack(result.error());
                     adopt(machine);
                 });
}

void JobController::giveBack(const Error &error)
{
    --m_record.attempt;
    m_record.placement.clear();
    emit storeFailed(error);
    if (m_record.wanted != JobWanted::Run)
        return finish(terminatedByUser());
    m_record.state = JobState::Queued;
    m_record.phase = JobPhase::None;
    m_record.reason = error.message;
    emit changed();
    QTimer::singleShot(10s, this, &JobController::nodesFreed);
}

void JobController::adopt(MachineController *machine)
{
    m_machine = machine;
    connect(machine, &MachineController::observed, this, [this](const QString &directory, const AttemptStatus &status) {
        if (directory == m_record.directory && m_machine && m_machine->pollNumber() != m_stalePoll)
            observe(status);
    });
    connect(machine, &MachineController::linkChanged, this, [this] {
        if (!isFinal(m_record.state))
            emit changed();
    });
    if (m_record.startedMs > 0 && !m_record.logsComplete)
        followLogs();
    if (isFinal(m_record.state)) {
        if (m_record.wanted == JobWanted::Deleted)
            removeTraces();
        else
            collectLogs();
        return;
    }
    machine->watch(m_record.directory);
}

void JobController::goOnWithoutMachine()
{
    if (isFinal(m_record.state))
        return m_record.wanted == JobWanted::Deleted ? removeTraces() : collectLogs();
    if (m_record.placement.isEmpty())
        return;
    setWaitReason(Message(QT_TRANSLATE_NOOP("engine",
                                            "It was placed on %1, which is not among the machines any more. Add the "
                                            "machine again under this name, or stop the job."),
                          {m_record.placement.first().name()}));
}

// A poll that is under way was asked before the act had its effect: "absent" of it would be taken for a lost folder.
void JobController::actDone()
{
    m_busy = false;
    m_stalePoll = m_machine && m_machine->isPolling() ? m_machine->pollNumber() : 0;
}

void JobController::observe(const AttemptStatus &status)
{
    if (m_busy || isFinal(m_record.state))
        return;
    const bool begun = status.kind == AttemptStatus::Kind::Running || status.kind == AttemptStatus::Kind::Ending
        || status.kind == AttemptStatus::Kind::Exited;
    if (begun && m_record.startedMs == 0) {
        m_record.startedMs = status.startedMs > 0 ? status.startedMs : nowMs();
        save();
    }
    if (begun)
        followLogs();
    if (status.endedMs > 0)
        m_record.endedMs = status.endedMs;
    carryOut(nextStep(m_record, status, nowMs(), m_terminationSent));
}

void JobController::carryOut(const NextStep &step)
{
    switch (step.move) {
    case NextStep::Move::Wait:
        enterPhase(step.phase);
        return tellOddity(step.reason);
    case NextStep::Move::Start:
        return start();
    case NextStep::Move::MakeVoid:
        return makeVoid();
    case NextStep::Move::Terminate:
        return sendTermination();
    case NextStep::Move::Repeat:
        return repeat(step.reason);
    case NextStep::Move::Finish:
        return finish(step.outcome);
    }
}

void JobController::tellOddity(const Message &reason)
{
    if (m_oddity == reason)
        return;
    m_oddity = reason;
    m_record.reason = reason;
    emit changed();
}

void JobController::start()
{
    enterPhase(JobPhase::Starting);
    const LaunchPlan plan =
        planLaunch({m_record.id, m_record.uuid, m_record.document, m_record.attempt, {planNode(*m_machine)}});
    const auto limit = parseDuration(m_record.properties()[u"constraints"_s][u"maxWallClockTime"_s].toString());
    m_busy = true;
    whenFinished(m_machine->agent().start(m_record.directory, limit.value_or(24h * 7), terminationGrace,
                                          wrapperPayload(plan.nodes.first())),
                 this, [this](const Result<AttemptStatus> &result) { started(result); });
}

void JobController::started(const Result<AttemptStatus> &result)
{
    actDone();
    if (!result)
        return startRefused(result.error());
    m_failedStarts = 0;
    if (m_machine)
        m_machine->pollSoon();
    observe(*result);
}

void JobController::startRefused(const Error &error)
{
    // A refusal is final when our script on the node said it. A lost answer proves nothing: the next status tells. Any
    // other answer means that the script itself is not well: it is put back, and the start is tried again.
    if (const auto words = refusalOf(error))
        return finish(launchFailed(*words));
    if (error.code == ErrorCode::CommandFailed && ++m_failedStarts >= mostFailedStarts)
        return finish(launchFailed(error.technical));
    m_record.reason = error.message;
    emit changed();
    if (error.code == ErrorCode::CommandFailed && m_machine)
        m_machine->connectNow();
}

void JobController::makeVoid()
{
    m_busy = true;
    whenFinished(m_machine->agent().makeVoid(m_record.directory), this, [this](const Result<AttemptStatus> &result) {
        actDone();
        if (result)
            observe(*result);
    });
}

void JobController::sendTermination()
{
    m_busy = true;
    whenFinished(m_machine->agent().terminate(m_record.directory, terminationGrace, u"user"_s), this,
                 [this](const Result<void> &result) {
                     actDone();
                     m_terminationSent = result.has_value();
                     if (m_machine)
                         m_machine->pollSoon();
                 });
}

void JobController::repeat(const Message &reason)
{
    if (m_machine) {
        m_machine->unwatch(m_record.directory);
        disconnect(m_machine, nullptr, this, nullptr);
    }
    for (const QString &key : std::as_const(m_openLogs))
        m_context.logs.stop(key);
    m_openLogs.clear();
    m_extraFiles.clear();
    m_following = false;
    m_failedStarts = 0;
    m_machine = nullptr;
    ++m_record.repeats;
    m_record.placement.clear();
    m_record.startedMs = 0;
    enter(JobState::Queued, JobPhase::None, reason, u"node"_s);
    emit nodesFreed();
}

void JobController::finish(const JobOutcome &outcome)
{
    if (m_machine)
        m_machine->unwatch(m_record.directory);
    m_record.exitCode = outcome.exitCode;
    m_record.errors = outcome.errors;
    if (m_record.endedMs == 0)
        m_record.endedMs = nowMs();
    enter(outcome.state, JobPhase::None, outcome.reason, outcome.actor);
    emit nodesFreed();
    if (m_record.wanted == JobWanted::Deleted)
        return removeTraces();
    collectLogs();
}

void JobController::followLogs()
{
    if (m_following || !m_machine)
        return;
    m_following = true;
    for (const QString &name : std::as_const(m_record.logNames)) {
        m_openLogs.append(spoolPath(name));
        m_context.logs.follow(
            {spoolPath(name), m_machine->host(), m_record.directory + u"/stdouterr/"_s + name, spoolPath(name)});
    }
    const QString samples = spoolPath(m_record.samplesSpoolName());
    m_openLogs.append(samples);
    m_context.logs.follow({samples, m_machine->host(), m_record.directory + u"/samples"_s, samples});
    emit changed();
}

FollowedFile JobController::follow(const QString &outputDirectory, const QString &file)
{
    if (m_record.directory.isEmpty() || m_record.placement.isEmpty())
        return {};
    const bool isLog = outputDirectory == u"stdouterr"_s;
    const QString name = isLog ? file : u"outputs/"_s + outputDirectory + u'/' + file;
    const QString key = spoolPath(name);
    const bool isOurs = isLog && m_record.logNames.contains(file);
    if (!isOurs && m_machine && !m_extraFiles.contains(key)) {
        m_extraFiles.append(key);
        m_openLogs.append(key);
        const QString path = m_record.directory + u'/' + (isLog ? u"stdouterr/"_s : QString()) + name;
        m_context.logs.follow({key, m_machine->host(), path, key});
        if (isFinal(m_record.state))
            m_context.logs.finish(key);
    }
    return {key, QFile::exists(key), isFinal(m_record.state) && !m_openLogs.contains(key)};
}

void JobController::collectLogs()
{
    if (m_record.logsComplete)
        return;
    if (!m_machine || m_record.startedMs == 0)
        return allLogsDone();
    followLogs();
    for (const QString &key : QStringList(m_openLogs))
        m_context.logs.finish(key);
}

void JobController::logDone(const QString &key)
{
    if (m_openLogs.removeOne(key) && m_openLogs.isEmpty() && isFinal(m_record.state) && !m_record.logsComplete)
        allLogsDone();
}

void JobController::allLogsDone()
{
    m_record.logsComplete = true;
    save();
    emit changed();
}

void JobController::terminate()
{
    if (isFinal(m_record.state) || m_record.wanted != JobWanted::Run)
        return;
    m_record.wanted = JobWanted::Terminated;
    if (m_record.placement.isEmpty() || (!m_machine && !m_busy))
        return finish(terminatedByUser());
    enter(JobState::Terminating, m_record.phase, {}, u"user"_s);
    if (m_machine)
        m_machine->pollSoon();
}

void JobController::remove()
{
    const bool live = !isFinal(m_record.state);
    if (live)
        terminate();
    m_record.wanted = JobWanted::Deleted;
    save();
    emit changed();
    if (isFinal(m_record.state))
        removeTraces();
}

void JobController::removeTraces()
{
    if (m_busy || m_removing)
        return;
    m_removing = true;
    for (const QString &key : std::as_const(m_openLogs))
        m_context.logs.stop(key);
    m_openLogs.clear();
    const auto forget = [this] {
        const QString spool = spoolDirectory(m_context.profileDirectory, m_record.uuid);
        whenFinished(QtConcurrent::run([spool] { return QDir(spool).removeRecursively(); }), this,
                     [this](bool) { emit removed(); });
    };
    if (!m_machine || m_record.attempt == 0)
        return forget();
    m_busy = true;
    const QString folder = QDir::cleanPath(m_record.directory + u"/../.."_s); // of all attempts
    whenFinished(m_machine->agent().removeJobFolder(folder), this, [this, forget](const Result<void> &result) {
        m_busy = false;
        if (result || result.error().code == ErrorCode::NotFound)
            return forget();
        m_removing = false;
        m_record.reason = result.error().message;
        emit changed();
        QTimer::singleShot(10s, this, &JobController::removeTraces);
    });
}

void JobController::enter(JobState state, JobPhase phase, const Message &reason, const QString &actor)
{
    m_record.state = state;
    m_record.phase = phase;
    m_record.reason = reason;
    m_record.actor = actor;
    m_record.stateSinceMs = m_record.phaseSinceMs = nowMs();
    save();
    note(toString(state), reason, actor);
    emit changed();
}

void JobController::enterPhase(JobPhase phase)
{
    if (m_record.phase == phase)
        return;
    m_record.phase = phase;
    m_record.phaseSinceMs = nowMs();
    m_record.reason = {};
    save();
    note(toString(phase), {}, u"node"_s);
    emit changed();
}

void JobController::save()
{
    // The node keeps the truth while the store cannot.
    m_lastSave = m_context.store.putJob(m_record.toRow());
    whenFinished(m_lastSave, this, [this](const Result<void> &result) {
        if (!result)
            emit storeFailed(result.error());
    });
}

void JobController::note(const QString &word, const Message &message, const QString &actor)
{
    const QJsonObject json{
        {u"time"_s, isoTime(nowMs())}, {u"state"_s, word}, {u"message"_s, message.toJson()}, {u"actor"_s, actor}};
    m_context.store.appendEvent({m_record.uuid, nowMs(), json});
}

QString JobController::spoolPath(const QString &name) const
{
    return spoolDirectory(m_context.profileDirectory, m_record.uuid) + u'/' + m_record.placement.first().name() + u'/'
        + name;
}

} // namespace engine
