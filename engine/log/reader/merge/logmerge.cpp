// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/logmerge.h"

#include "engine/log/reader/merge/mergeinput.h"
#include "engine/log/reader/merge/mergeoutput.h"

#include <QDateTime>
#include <QPromise>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <queue>
#include <set>
#include <thread>
#include <utility>

namespace engine {

namespace {

// Pause between two looks at idle logs, for which lines of other logs wait; longer with very many logs.
constexpr qint64 shortestPause = 20; // ms
constexpr qint64 longestPause = 200;
constexpr qint64 inputsPerMs = 5;
constexpr auto youngFor = std::chrono::milliseconds(250); // an older line does not wait for idle logs
constexpr qint64 zoneStep = 15 * 60 * 1000; // ms
constexpr qint64 chunkRoom = 16 * 1024 * 1024; // bytes, of all sources together
constexpr qint64 mergedAtOnce = 2 * 1024 * 1024;
constexpr qint64 largestChunk = 256 * 1024;
constexpr qint64 smallestChunk = 8 * 1024;

} // namespace

class LogMerge::Work final
{
public:
    Work(const QList<Source> &sources, const QString &folder, const Limits &limits)
        : m_mostOfSources(limits.sources), m_output(sources, folder, limits.merged)
    {
        const qint64 chunk = std::clamp(chunkRoom / std::max<qint64>(1, sources.size()), smallestChunk, largestChunk);
        for (const Source &source : sources)
            m_inputs.push_back(std::make_unique<MergeInput>(source, chunk, m_isEnding));
        m_promise.start();
        if (const std::optional<Error> error = m_output.error())
            finish(*error);
        else
            m_thread = std::thread([this] { run(); });
    }

    ~Work()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isEnding = true;
        }
        m_wake.notify_all();
        if (m_thread.joinable())
            m_thread.join();
        if (!m_isFinished)
            m_promise.finish();
    }

    [[nodiscard]] QString path() const { return m_output.path(); }
    [[nodiscard]] QFuture<Result<void>> outcome() { return m_promise.future(); }
    void setComplete()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_isComplete = true;
        }
        m_wake.notify_all();
    }

private:
    struct Head
    {
        qint64 key = 0;
        std::size_t input = 0;
        auto operator<=>(const Head &) const = default;
    };

    void run()
    {
        if (!begin())
            return;
        bool isComplete = false;
        do {
            {
                std::unique_lock lock(m_mutex);
                if (m_pause.count() > 0)
                    m_wake.wait_for(lock, m_pause, [&] { return m_isEnding || m_isComplete != isComplete; });
                isComplete = m_isComplete; // read before the files are looked at
            }
            if (m_isEnding)
                return;
            m_pause = {};
            ++m_round;
            if (!m_zone)
                decideOrder(isComplete);
            if (m_zone) {
                lookAtIdle(isComplete);
                mergeSome(isComplete);
            }
            if (m_zone && m_heads.empty() && !isComplete)
                showProgress();
            if (!flush())
                return;
            if (!m_zone || m_heads.empty())
                m_pause = pause();
        } while (!isComplete || !m_heads.empty());
        finish({});
    }

    [[nodiscard]] std::chrono::milliseconds pause() const
    {
        return std::chrono::milliseconds(
            std::clamp(qint64(m_inputs.size()) / inputsPerMs, shortestPause, longestPause));
    }

    bool begin()
    {
        qint64 bytes = 0;
        for (const std::unique_ptr<MergeInput> &input : m_inputs) {
            if (!input->lines().open())
                return finish(m_output.error(errno)), false;
            bytes += input->lines().sizeOnDisk();
            m_idle.push_back(m_idle.size());
        }
        if (!m_output.hasRoomFor(std::min(bytes, m_mostOfSources)))
            return finish(m_output.error(ENOSPC)), false;
        if (bytes > m_mostOfSources) {
            const qint64 share = m_mostOfSources / qint64(m_inputs.size());
            for (const std::unique_ptr<MergeInput> &input : m_inputs)
                input->skipTo(std::max<qint64>(0, input->lines().size() - share));
        }
        return true;
    }

    // Decides the zone and the style once there are lines; waits a moment when a log has just begun, so that the
    // decision uses more than the first lines of one process.
    void decideOrder(bool isComplete)
    {
        const qint64 nowMs = QDateTime::currentMSecsSinceEpoch();
        std::set<TimeStyle> styles;
        std::optional<qint64> lag;
        bool hasBegun = false;
        for (const std::unique_ptr<MergeInput> &input : m_inputs) {
            if (m_isEnding || (!isComplete && input->hasJustBegun(nowMs, youngFor)))
                return;
        }
        for (const std::unique_ptr<MergeInput> &input : m_inputs) {
            if (m_isEnding || input->lines().size() == 0)
                continue;
            hasBegun = true;
            if (const TimeStyle style = input->learnTimes(); style.kind != TimeKind::None)
                styles.insert(style);
            if (const std::optional<qint64> of = input->leastLag())
                lag = std::min(lag.value_or(*of), *of);
        }
        if (!hasBegun)
            return;
        // Assumes one zone for all machines of a job whose lines show none. Rounded, since lines arrive with a delay.
        m_zone = lag ? -qRound64(double(*lag) / zoneStep) * zoneStep : zoneOfThisComputer(nowMs);
        if (styles.size() != 1)
            m_output.showTimes();
    }

    void lookAtIdle(bool isComplete)
    {
        std::erase_if(m_idle, [this, isComplete](std::size_t input) {
            if (m_isEnding || !m_inputs[input]->advance(*m_zone, m_round, isComplete))
                return false;
            m_heads.push({m_inputs[input]->key(), input});
            return true;
        });
    }

    /// Merges up to mergedAtOnce bytes, or until a line has to wait.
    void mergeSome(bool isComplete)
    {
        const qint64 nowMs = QDateTime::currentMSecsSinceEpoch();
        const qint64 end = m_output.size() + mergedAtOnce;
        while (!m_isEnding && !m_heads.empty() && m_output.size() < end) {
            const std::size_t first = m_heads.top().input;
            MergeInput &input = *m_inputs[first];
            m_heads.pop();
            // While this input has the oldest line it is not put back into the queue.
            bool hasLine = true;
            do {
                if (!isComplete && mustWait(input, nowMs)) {
                    m_pause = pause();
                    m_heads.push({input.key(), first});
                    return;
                }
                m_output.appendLine(first, input, [this] { return flush(); });
                hasLine = input.advance(*m_zone, m_round, isComplete);
                if (m_output.isMuchGathered() && !flush())
                    return;
            } while (hasLine && !m_isEnding && (m_heads.empty() || Head{input.key(), first} < m_heads.top())
                     && m_output.size() < end);
            if (hasLine)
                m_heads.push({input.key(), first});
            else
                m_idle.push_back(first);
        }
    }

    // A line need not wait when the idle logs were looked at after it was read: they have no older one.
    [[nodiscard]] bool mustWait(const MergeInput &input, qint64 nowMs) const
    {
        return !m_idle.empty() && input.round() == m_round && input.isYoung(nowMs, youngFor);
    }

    void showProgress()
    {
        if (!m_output.isProgressDue())
            return;
        for (const std::size_t input : m_idle) {
            if (m_output.showProgress(input, *m_inputs[input]))
                return;
        }
    }

    bool flush()
    {
        if (m_isFinished || m_isEnding)
            return false;
        if (!m_output.write())
            return finish(*m_output.error()), false;
        return true;
    }

    void finish(Result<void> outcome)
    {
        m_isFinished = true;
        m_promise.addResult(std::move(outcome));
        m_promise.finish();
    }

    const qint64 m_mostOfSources; ///< bytes, of all sources together
    MergeOutput m_output; ///< used in the thread
    QPromise<Result<void>> m_promise;
    std::thread m_thread;
    std::atomic<bool> m_isEnding = false; ///< set under the mutex
    std::mutex m_mutex; ///< guards the next two
    std::condition_variable m_wake;
    bool m_isComplete = false;

    // The members below are used in the thread.
    std::vector<std::unique_ptr<MergeInput>> m_inputs;
    std::vector<std::size_t> m_idle; ///< inputs without a line
    std::priority_queue<Head, std::vector<Head>, std::greater<>> m_heads; ///< inputs with a line, by its key
    std::chrono::milliseconds m_pause{};
    quint64 m_round = 0; ///< counts the looks at all idle logs
    /// Offset from UTC, in ms, for times without a zone. Nothing until decideOrder().
    std::optional<qint64> m_zone;
    bool m_isFinished = false; ///< set by the thread, read after its end
};

LogMerge::LogMerge(QList<Source> sources, const QString &folder, const Limits &limits)
    : m_sources(std::move(sources)), m_work(std::make_unique<Work>(m_sources, folder, limits))
{
}

LogMerge::~LogMerge() = default;

QString LogMerge::path() const
{
    return m_work->path();
}

void LogMerge::setComplete()
{
    m_work->setComplete();
}

QFuture<Result<void>> LogMerge::outcome() const
{
    return m_work->outcome();
}

} // namespace engine
