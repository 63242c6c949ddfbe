// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queuedtransfer.h"

#include <QDateTime>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr qint64 speedMs = 5000; // over which it is told
constexpr qint64 silenceMs = 60'000;
constexpr qint64 quietMs = 60 * 60'000; // while the machine works, and says nothing

qint64 now()
{
    return QDateTime::currentMSecsSinceEpoch();
}

Message partlyFailed(qint64 count)
{
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
    : m_shown(std::move(state)), m_backoff(1s, 60s, [] { return std::chrono::milliseconds(now()); })
{
}

void QueuedTransfer::start(std::unique_ptr<TransferRun> run, bool isDiscarding,
                           std::function<void(const Result<void> &)> done)
{
    m_run = std::move(run);
    m_isDiscarding = isDiscarding;
    m_samples = {{now(), 0}};
    m_lastSpeed = 0;
    m_movedBytes = 0;
    m_movedMs = now();
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
    if (m_run)
        m_run->setRate(bytesPerSecond);
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
    m_shown.endedMs = 0;
    m_backoff.succeed();
}

bool QueuedTransfer::look()
{
    const TransferCounters &counters = m_run->counters();
    const TransferSnapshot before = m_shown;
    m_shown.isCounted = counters.isCounted;
    m_shown.filesTotal = counters.filesTotal;
    m_shown.bytesTotal = counters.bytesTotal;
    m_shown.filesDone = counters.filesDone;
    m_shown.bytesDone = counters.bytesDone;
    m_shown.filesThere = counters.filesThere;
    m_shown.filesKept = counters.filesKept;
    m_shown.failedCount = m_run->failed().count();
    if (m_shown.failedFiles.size() < m_shown.failedCount)
        m_shown.failedFiles = m_run->failed().list();
    if (m_shown.state == TransferState::Running || m_shown.state == TransferState::Verifying)
        m_shown.state = counters.isVerifying ? TransferState::Verifying : TransferState::Running;
    measureSpeed();

    const quint64 moved = m_run->movedBytes();
    if (moved != std::exchange(m_movedBytes, moved))
        m_movedMs = now();
    if (now() - m_movedMs > (counters.isQuiet ? quietMs : silenceMs) && !std::exchange(m_isSilent, true))
        m_run->abort();
    return before.toJson() != m_shown.toJson();
}

// What was there already needed no time, and says nothing about the rest.
void QueuedTransfer::measureSpeed()
{
    const qint64 sent = m_shown.bytesDone - m_run->counters().bytesThere;
    m_samples.emplace_back(now(), sent);
    while (m_samples.size() > 2 && m_samples.at(1).first < now() - speedMs)
        m_samples.pop_front();
    const auto [firstMs, firstBytes] = m_samples.front();
    const qint64 tookMs = now() - firstMs;
    m_shown.bytesPerSecond = tookMs > 500 ? qMax<qint64>(0, sent - firstBytes) * 1000 / tookMs : 0;
    if (m_shown.bytesPerSecond > 0)
        m_lastSpeed = m_shown.bytesPerSecond;
    const bool isKnown = m_shown.isCounted && m_shown.bytesPerSecond > 0;
    m_shown.secondsLeft =
        isKnown ? qMax<qint64>(0, m_shown.bytesTotal - m_shown.bytesDone) / m_shown.bytesPerSecond : -1;
}

void QueuedTransfer::finish(const Result<void> &result)
{
    end();
    m_shown.bytesPerSecond = 0;
    m_shown.secondsLeft = -1;
    if (m_shown.state == TransferState::Canceled)
        discarded(result);
    else if (m_shown.state == TransferState::Running || m_shown.state == TransferState::Verifying)
        settle(result);
    // else it was paused, or resumed again, while it ended
}

void QueuedTransfer::discarded(const Result<void> &result)
{
    if (!std::exchange(m_isDiscarding, false))
        return; // that was the transfer itself; what arrived is taken away next
    m_shown.endedMs = now();
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
    m_shown.endedMs = now();
    if (m_shown.state == TransferState::Canceled)
        return noteLeft(why);
    m_shown.state = TransferState::Failed;
    m_shown.reason = why.message;
}

void QueuedTransfer::settle(const Result<void> &result)
{
    const bool isLost = m_isSilent
        || (!result && (result.error().code == ErrorCode::Unreachable || result.error().code == ErrorCode::Timeout));
    if (isLost) {
        m_backoff.fail();
        m_shown.state = TransferState::Retrying;
        m_shown.reason = m_isSilent
            ? Message(QT_TRANSLATE_NOOP("engine", "The machine took nothing for a minute. What arrived is kept."))
            : result.error().message;
        m_shown.nextTryMs = now() + m_backoff.remaining().count();
        return;
    }
    const bool isWhole = result && m_shown.failedCount == 0;
    m_shown.state = isWhole ? TransferState::Done : TransferState::Failed;
    m_shown.reason = !result ? result.error().message : isWhole ? Message() : partlyFailed(m_shown.failedCount);
    m_shown.endedMs = now();
}

} // namespace engine
