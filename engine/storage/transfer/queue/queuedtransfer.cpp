// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/queuedtransfer.h"

#include <QDateTime>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr qint64 speedMs = 5000; // over which it is told
constexpr qint64 leastMs = 500; // to tell it, and
constexpr qint64 leastMeasuredBytes = 1024 * 1024; // to tell what the way is like: less says only how long a trip takes
constexpr qint64 silenceMs = 60'000;
constexpr qint64 quietMs = 60 * 60'000; // while the machine works, and says nothing

Message partlyFailed(qint64 count)
{
    if (count == 0)
        return QT_TRANSLATE_NOOP("engine", "All files are in their places, but not every folder.");
    if (count == 1)
        return QT_TRANSLATE_NOOP("engine", "1 file did not arrive. All others are in their places.");
    return {QT_TRANSLATE_NOOP("engine", "%1 files did not arrive. All others are in their places."),
            {QString::number(count)}};
}

// Of the first source, so that whoever sees it knows what it is; names have 255 bytes at most.
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
    m_shown.bytesPerSecond = 0; // not what the run before said
    m_shown.secondsLeft = -1;
    beginToMeasure(0);
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
    beginToMeasure(m_samples.back().bytes);
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
    const TransferSnapshot before = m_shown; // it shares the lists, which makes them quick to compare
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
    m_shown.way = m_run->way();
    m_shown.failedCount = m_run->failed().count();
    m_shown.failedFiles = m_run->failed().list();
    m_shown.notedCount = m_run->noted().count();
    m_shown.notedFiles = m_run->noted().list();
    if (m_shown.state == TransferState::Running || m_shown.state == TransferState::Verifying)
        m_shown.state = counters.isVerifying ? TransferState::Verifying : TransferState::Running;
    measureSpeed();

    const quint64 moved = m_run->movedBytes();
    if (moved != std::exchange(m_movedBytes, moved))
        m_movedMs = epochMs();
    if (epochMs() - m_movedMs > (counters.isQuiet ? quietMs : silenceMs) && !std::exchange(m_isSilent, true))
        m_run->abort();
    return before != m_shown;
}

// Each run tells what the trash has of this one and of those before.
void QueuedTransfer::addReplaced()
{
    const QList<TrashedFile> files = m_run->replaced(); // it shares the list as long as nothing is new
    if (files == m_heard)
        return;
    m_heard = files;
    for (const TrashedFile &file : files) {
        if (m_trashed.contains(file.trashed))
            continue;
        m_trashed.insert(file.trashed);
        m_shown.replaced.append(file);
    }
}

void QueuedTransfer::beginToMeasure(qint64 bytes)
{
    m_firstSample = m_lastSample = {epochMs(), bytes};
    m_samples = {m_firstSample};
}

// What need not be brought takes no time, and says nothing about the rest; nor does the time before the first byte.
void QueuedTransfer::measureSpeed()
{
    const TransferCounters &counters = m_run->counters();
    const qint64 done = counters.bytesDone; // first: what is spared is so before it is done
    const Sample sample{epochMs(), done - counters.bytesSpared};
    if (sample.bytes <= m_firstSample.bytes)
        m_samples = {m_firstSample = sample};
    else
        m_samples.push_back(sample);
    if (sample.bytes != m_lastSample.bytes)
        m_lastSample = sample;
    while (m_samples.size() > 2 && m_samples.at(1).ms < sample.ms - speedMs)
        m_samples.pop_front();
    const qint64 tookMs = sample.ms - m_samples.front().ms;
    const qint64 brought = qMax<qint64>(0, sample.bytes - m_samples.front().bytes);
    m_shown.bytesPerSecond = tookMs > leastMs ? brought * 1000 / tookMs : 0;
    const bool isKnown = m_shown.isCounted && m_shown.bytesPerSecond > 0;
    m_shown.secondsLeft = isKnown
        ? qMax<qint64>(0, m_shown.bytesTotal - m_shown.bytesDone - m_shown.bytesKept) / m_shown.bytesPerSecond
        : -1;
}

qint64 QueuedTransfer::meanSpeed() const
{
    const Sample brought{m_lastSample.ms - m_firstSample.ms, m_lastSample.bytes - m_firstSample.bytes};
    return brought.ms > leastMs && brought.bytes >= leastMeasuredBytes ? brought.bytes * 1000 / brought.ms : 0;
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
        settle(result, wasListedBefore && isUnderWay); // one that is through is so, though it was paused meanwhile
    // else it was paused, or resumed again, while it ended
}

void QueuedTransfer::discarded(const Result<void> &result)
{
    if (!std::exchange(m_isDiscarding, false))
        return; // that was the transfer itself; what arrived is taken away next
    m_shown.endedMs = epochMs();
    if (!result)
        noteLeft(result.error());
}

void QueuedTransfer::noteLeft(const Error &why)
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
        return noteLeft(why);
    fail(why.message);
}

// From now on nothing is under way: what was sent, and is not known to be whole, is not done.
void QueuedTransfer::fail(const Message &reason)
{
    m_shown.state = TransferState::Failed;
    m_shown.reason = reason;
    m_shown.filesDone = m_whole.files;
    m_shown.bytesDone = m_whole.bytes;
}

// What failed by the list of a preview is listed anew, and brought with what changed since.
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
