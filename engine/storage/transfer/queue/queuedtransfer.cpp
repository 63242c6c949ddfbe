// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/queuedtransfer.h"

#include <QDateTime>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr qint64 silenceMs = 60'000; // without progress: the run is aborted
constexpr qint64 quietMs = 60 * 60'000; // the same while the machine works and sends nothing

Message partlyFailed(qint64 count)
{
    if (count == 0)
        return QT_TRANSLATE_NOOP("engine", "All files are in their places, but not every folder.");
    if (count == 1)
        return QT_TRANSLATE_NOOP("engine", "1 file did not arrive. All others are in their places.");
    return {QT_TRANSLATE_NOOP("engine", "%1 files did not arrive. All others are in their places."),
            {QString::number(count)}};
}

// The name of the first source is in it, so that a user recognizes the folder. A name has 255 bytes at most.
QByteArray stageOf(const TransferSnapshot &transfer)
{
    constexpr qsizetype mostOfName = 200;
    return '.' + pathToBytes(transfer.request.sources.constFirst().name()).left(mostOfName) + ".part-"
        + transfer.id.left(8).toLatin1();
}

} // namespace

qint64 epochMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

TransferPlan planOf(const TransferRequest &request)
{
    TransferPlan plan;
    plan.folder = pathToBytes(request.sources.constFirst().parent().path);
    for (const Location &source : request.sources)
        plan.names.append(pathToBytes(source.name()));
    plan.target = pathToBytes(request.target.path);
    plan.conflicts = request.conflicts;
    plan.bytesPerSecond = request.bytesPerSecond;
    plan.removesSources = request.removesSources;
    plan.comparesChecksums = request.comparesChecksums;
    plan.bringsWhatIsThere = request.bringsWhatIsThere;
    plan.ignoreFiles = request.honoursGitignore ? IgnoreFiles::OursAndGit : IgnoreFiles::Ours;
    return plan;
}

TransferPlan planOf(const TransferSnapshot &transfer, const QString &journal)
{
    TransferPlan plan = engine::planOf(transfer.request);
    plan.stage = stageOf(transfer);
    plan.journalFile = journal;
    return plan;
}

QueuedTransfer::QueuedTransfer(TransferSnapshot state)
    : m_shown(std::move(state)), m_backoff(1s, 60s, [] { return std::chrono::milliseconds(epochMs()); })
{
    for (const TrashedFile &file : std::as_const(m_shown.replaced))
        m_trashed.insert(file.trashed);
}

void QueuedTransfer::start(std::unique_ptr<RunningTransfer> run, bool isDiscarding,
                           std::function<void(const Result<void> &)> done)
{
    m_run = std::move(run);
    m_isDiscarding = isDiscarding;
    m_shown.bytesPerSecond = 0; // forgets the speed of the run before
    m_shown.secondsLeft = -1;
    m_speed.begin(0);
    m_movedBytes = 0;
    m_movedMs = epochMs();
    m_isSilent = false;
    m_thread = std::thread([run = m_run.get(), isDiscarding, done = std::move(done)] {
        done(isDiscarding ? run->discard() : run->run());
    });
}

void QueuedTransfer::abort()
{
    if (m_run)
        m_run->abort();
}

void QueuedTransfer::setRate(qint64 bytesPerSecond)
{
    m_shown.request.bytesPerSecond = bytesPerSecond;
    if (!m_run)
        return;
    m_run->setRate(bytesPerSecond);
    m_speed.restart();
}

void QueuedTransfer::end()
{
    if (m_run)
        look();
    abort();
    if (m_thread.joinable())
        m_thread.join();
    m_run.reset();
}

void QueuedTransfer::resume()
{
    m_shown.state = TransferState::Waiting;
    m_shown.reason = {};
    m_shown.nextTryMs = 0;
    m_shown.failedCount = 0;
    m_shown.failedFiles.clear();
    m_shown.notedCount = 0;
    m_shown.notedFiles.clear();
    m_shown.technical.clear();
    m_shown.endedMs = 0;
    m_backoff.succeed();
}

bool QueuedTransfer::look()
{
    const TransferCounters &counters = m_run->counters();
    const TransferSnapshot before = m_shown; // shares the lists, so the comparison is quick
    m_shown.isCounted = counters.isCounted;
    m_shown.filesTotal = counters.filesTotal;
    m_shown.bytesTotal = counters.bytesTotal;
    m_shown.filesDone = counters.filesDone;
    m_shown.bytesDone = counters.bytesDone;
    m_shown.filesThere = counters.filesThere;
    m_shown.filesKept = counters.filesKept;
    m_shown.bytesKept = counters.bytesKept;
    m_whole = {counters.filesWhole(), counters.bytesWhole()};
    addReplaced();
    m_shown.route = m_run->route();
    m_shown.failedCount = m_run->failed().count();
    m_shown.failedFiles = m_run->failed().list();
    m_shown.notedCount = m_run->noted().count();
    m_shown.notedFiles = m_run->noted().list();
    if (m_shown.state == TransferState::Running || m_shown.state == TransferState::Verifying)
        m_shown.state = counters.isVerifying ? TransferState::Verifying : TransferState::Running;
    showSpeed();

    const quint64 moved = m_run->movedBytes();
    if (moved != std::exchange(m_movedBytes, moved))
        m_movedMs = epochMs();
    if (epochMs() - m_movedMs > (counters.isQuiet ? quietMs : silenceMs) && !std::exchange(m_isSilent, true))
        m_run->abort();
    return before != m_shown;
}

// The run reports the replaced files of this transfer's earlier runs, too.
void QueuedTransfer::addReplaced()
{
    const QList<TrashedFile> files = m_run->replaced(); // shares the list as long as nothing is new
    if (files == m_lastReplaced)
        return;
    m_lastReplaced = files;
    for (const TrashedFile &file : files) {
        if (m_trashed.contains(file.trashed))
            continue;
        m_trashed.insert(file.trashed);
        m_shown.replaced.append(file);
    }
}

// Files that need not be brought take no time, so their bytes do not count.
void QueuedTransfer::showSpeed()
{
    const TransferCounters &counters = m_run->counters();
    const qint64 done = counters.bytesDone; // read first: bytes are added to bytesSpared before bytesDone
    m_speed.add(done - counters.bytesSpared);
    m_shown.bytesPerSecond = m_speed.current();
    const bool isKnown = m_shown.isCounted && m_shown.bytesPerSecond > 0;
    m_shown.secondsLeft = isKnown
        ? qMax<qint64>(0, m_shown.bytesTotal - m_shown.bytesDone - m_shown.bytesKept) / m_shown.bytesPerSecond
        : -1;
}

void QueuedTransfer::finish(const Result<void> &result)
{
    const bool wasListedBefore = m_run && m_run->wasListedBefore();
    end();
    m_shown.bytesPerSecond = 0;
    m_shown.secondsLeft = -1;
    const bool isUnderWay = m_shown.state == TransferState::Running || m_shown.state == TransferState::Verifying;
    if (m_shown.state == TransferState::Canceled)
        discarded(result);
    else if (result || isUnderWay)
        settle(result, wasListedBefore && isUnderWay); // a run that succeeded counts, also if it was paused meanwhile
    // else the transfer was paused, or resumed again, while the run ended
}

void QueuedTransfer::discarded(const Result<void> &result)
{
    if (!std::exchange(m_isDiscarding, false))
        return; // the run that transfers has ended; the next run removes the staging folder
    m_shown.endedMs = epochMs();
    if (!result)
        noteStageLeft(result.error());
}

void QueuedTransfer::noteStageLeft(const Error &why)
{
    const QString stage = joinedPath(m_shown.request.target.path, pathFromBytes(stageOf(m_shown)));
    m_shown.reason = {QT_TRANSLATE_NOOP("engine", "What had arrived is left in %1: %2"),
                      {Location{m_shown.request.target.place, stage}.toString(), why.message.englishText()}};
}

void QueuedTransfer::giveUp(const Error &why)
{
    m_shown.nextTryMs = 0;
    m_shown.endedMs = epochMs();
    if (m_shown.state == TransferState::Canceled)
        return noteStageLeft(why);
    fail(why.message);
}

// Bytes and files that were sent, but are not known to be whole, do not count as done any more.
void QueuedTransfer::fail(const Message &reason)
{
    m_shown.state = TransferState::Failed;
    m_shown.reason = reason;
    m_shown.filesDone = m_whole.files;
    m_shown.bytesDone = m_whole.bytes;
}

// If files failed in a run that used a preview's list, another run lists the sources again.
void QueuedTransfer::settle(const Result<void> &result, bool wasListedBefore)
{
    const bool isLost = !result
        && (m_isSilent || result.error().code == ErrorCode::Unreachable || result.error().code == ErrorCode::Timeout);
    if (isLost) {
        m_backoff.fail();
        m_shown.state = TransferState::Retrying;
        m_shown.reason = m_isSilent
            ? Message(QT_TRANSLATE_NOOP("engine", "The machine took nothing for a minute. What arrived is kept."))
            : result.error().message;
        m_shown.nextTryMs = epochMs() + m_backoff.remaining().count();
        return;
    }
    const bool isWhole = result && m_shown.failedCount == 0 && m_shown.failedFiles.isEmpty();
    if (result && !isWhole && wasListedBefore)
        return resume();
    if (isWhole) {
        m_shown.state = TransferState::Done;
        m_shown.reason = {};
    } else {
        fail(result ? partlyFailed(m_shown.failedCount) : result.error().message);
    }
    m_shown.technical = result ? QString() : result.error().technical;
    m_shown.endedMs = epochMs();
}

} // namespace engine
