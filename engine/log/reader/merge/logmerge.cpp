// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/merge/logmerge.h"

#include "engine/log/reader/merge/mergeinput.h"
#include "engine/log/reader/namelessfile.h"

#include <QDateTime>
#include <QPromise>

#include <algorithm>
#include <array>
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

using namespace Qt::StringLiterals;

namespace engine {

namespace {

// Between two looks at logs that say nothing, for which the lines of others wait; longer where there are very many.
constexpr qint64 shortestPause = 20; // ms
constexpr qint64 longestPause = 200;
constexpr qint64 inputsPerMs = 5;
constexpr auto youngFor = std::chrono::milliseconds(250); // nobody waits with a line that is older
constexpr auto progressStep = std::chrono::milliseconds(100);
constexpr auto progressRest = std::chrono::seconds(2);
constexpr qint64 zoneStep = 15 * 60 * 1000; // ms
constexpr qint64 chunkRoom = 16 * 1024 * 1024; // of all sources
constexpr qint64 writtenAtOnce = 256 * 1024;
constexpr qint64 largestChunk = 256 * 1024;
constexpr qint64 smallestChunk = 8 * 1024;

// Of the 256 colours of terminals: told apart on black and on white, and none of them red, which means an error.
constexpr std::array colours{33, 208, 35, 170, 37, 136, 105, 70, 173, 74, 141, 179, 30, 205, 66, 100};

QByteArray arrivalText(qint64 ms)
{
    static thread_local qint64 second = -1;
    static thread_local QByteArray text;
    if (ms == MergeInput::beginning)
        return "             ";
    if (ms / 1000 != second) {
        second = ms / 1000;
        text = QDateTime::fromMSecsSinceEpoch(ms).toString(u"hh:mm:ss."_s).toLatin1();
    }
    return text + QByteArray::number(1000 + ms % 1000).last(3) + ' ';
}

} // namespace

class LogMerge::Work final
{
public:
    Work(const QList<Source> &sources, const QString &folder, const Limits &limits)
        : m_folder(folder), m_limits(limits), m_file(folder)
    {
        qsizetype width = 0;
        for (const Source &source : sources)
            width = std::max(width, source.label.size());
        const qint64 chunk = std::clamp(chunkRoom / std::max<qint64>(1, sources.size()), smallestChunk, largestChunk);
        for (const Source &source : sources) {
            m_inputs.push_back(std::make_unique<MergeInput>(source, chunk, m_isEnding));
            const int colour = colours[std::size_t(std::max(0, source.colour)) % colours.size()];
            m_labels.append("\x1b[38;5;" + QByteArray::number(colour) + 'm' + source.label.leftJustified(width).toUtf8()
                            + " │\x1b[0m ");
        }
        m_promise.start();
        if (m_file.error() != 0)
            finish(error(m_file.error()));
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

    [[nodiscard]] QString path() const { return m_file.path(); }
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
                isComplete = m_isComplete; // before the look at the files
            }
            if (m_isEnding)
                return;
            m_pause = {};
            ++m_round;
            if (!m_isOrdered)
                decideOrder(isComplete);
            if (m_isOrdered) {
                lookAtIdle(isComplete);
                mergeSome(isComplete);
            }
            if (m_isOrdered && m_heads.empty() && !isComplete)
                showProgress();
            if (!flush())
                return;
            if (!m_isOrdered || m_heads.empty())
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
            if (!input->open())
                return finish(error(errno)), false;
            bytes += input->sizeOnDisk();
            m_idle.push_back(m_idle.size());
            m_skipped.push_back(0);
        }
        if (!m_file.hasRoomFor(std::min(bytes, m_limits.sources)))
            return finish(error(ENOSPC)), false;
        if (bytes > m_limits.sources) {
            const qint64 share = m_limits.sources / qint64(m_inputs.size());
            for (const std::unique_ptr<MergeInput> &input : m_inputs)
                input->skipTo(std::max<qint64>(0, input->size() - share));
            for (std::size_t i = 0; i < m_inputs.size(); ++i)
                m_skipped[i] = m_inputs[i]->skipped();
        }
        return true;
    }

    // As soon as there is something to order; a moment later where it has just begun, so that more than the first words
    // of one process say how.
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
            if (m_isEnding || input->size() == 0)
                continue;
            hasBegun = true;
            if (const TimeStyle style = input->learnTimes(); style.kind != TimeKind::None)
                styles.insert(style);
            if (const std::optional<qint64> of = input->leastLag())
                lag = std::min(lag.value_or(*of), *of);
        }
        if (!hasBegun)
            return;
        // The machines of a job show one zone, where their lines do not say which. Rounded: lines take a moment to
        // arrive.
        m_zone = lag ? -qRound64(double(*lag) / zoneStep) * zoneStep : zoneOfThisComputer(nowMs);
        m_showsTimes = styles.size() != 1;
        m_isOrdered = true;
    }

    void lookAtIdle(bool isComplete)
    {
        std::erase_if(m_idle, [this, isComplete](std::size_t input) {
            if (m_isEnding || !m_inputs[input]->advance(m_zone, m_round, isComplete))
                return false;
            m_heads.push({m_inputs[input]->key(), input});
            return true;
        });
    }

    /// Until it is the turn of others, or lines have to wait.
    void mergeSome(bool isComplete)
    {
        const qint64 nowMs = QDateTime::currentMSecsSinceEpoch();
        const qint64 end = m_file.size() + qint64(m_text.size()) + 8 * writtenAtOnce;
        while (!m_isEnding && !m_heads.empty() && m_file.size() + qint64(m_text.size()) < end) {
            const std::size_t first = m_heads.top().input;
            MergeInput &input = *m_inputs[first];
            m_heads.pop();
            // As long as it stays the first it needs no place among the others.
            bool hasLine = true;
            do {
                if (!isComplete && mustWait(input, nowMs)) {
                    m_pause = pause();
                    m_heads.push({input.key(), first});
                    return;
                }
                appendLine(first);
                hasLine = input.advance(m_zone, m_round, isComplete);
                if (qint64(m_text.size()) >= writtenAtOnce && !flush())
                    return;
            } while (hasLine && !m_isEnding && (m_heads.empty() || Head{input.key(), first} < m_heads.top())
                     && m_file.size() + qint64(m_text.size()) < end);
            if (hasLine)
                m_heads.push({input.key(), first});
            else
                m_idle.push_back(first);
        }
    }

    // The others have nothing older when they were looked at after it was read.
    [[nodiscard]] bool mustWait(const MergeInput &input, qint64 nowMs) const
    {
        return !m_idle.empty() && input.round() == m_round && input.isYoung(nowMs, youngFor);
    }

    // Of one log at a time, as the last line of all, which its next state, or its end, replaces.
    void showProgress()
    {
        const auto now = std::chrono::steady_clock::now();
        if (now < m_nextProgress)
            return;
        for (const std::size_t input : m_idle) {
            if (m_progress && *m_progress != input)
                continue;
            const std::optional<QByteArray> state = m_inputs[input]->newProgress();
            if (!state)
                continue;
            if (m_progress)
                m_text += '\r';
            appendName(input);
            m_text += *state;
            m_progress = input;
            m_nextProgress = now + progressStep;
            return;
        }
    }

    void endProgress(std::size_t by)
    {
        if (!m_progress)
            return;
        m_text += *m_progress == by ? '\r' : '\n';
        if (*m_progress != by) // which stays there: others that say much are not to be doubled by it
            m_nextProgress = std::chrono::steady_clock::now() + progressRest;
        m_progress.reset();
    }

    void appendLine(std::size_t from)
    {
        const MergeInput &input = *m_inputs[from];
        endProgress(from);
        if (qint64 &skipped = m_skipped[from]; skipped > 0) {
            appendName(from);
            m_text += "[Batchdeck: the " + QByteArray::number(std::exchange(skipped, 0))
                + " bytes before this are not merged, as these logs are too large for that. Its own log has them.]\n";
        }
        appendName(from);
        input.appendTo(m_text, [this] { return flush(); });
    }

    void appendName(std::size_t of)
    {
        if (m_showsTimes)
            m_text += arrivalText(m_inputs[of]->key());
        m_text += m_labels[qsizetype(of)];
    }

    bool flush()
    {
        if (m_isFinished || m_isEnding)
            return false;
        if (!m_file.append(m_text) || !m_file.keepBelow(m_limits.merged))
            return finish(error(m_file.error())), false;
        m_text.resize(0); // which keeps its room
        return true;
    }

    [[nodiscard]] Error error(int number) const
    {
        const bool isFull = number == ENOSPC || number == EDQUOT;
        const char *words = QT_TRANSLATE_NOOP("engine", "The logs cannot be merged in %1. Look at them one by one.");
        if (isFull)
            words =
                QT_TRANSLATE_NOOP("engine",
                                  "There is no room in %1 to merge these logs. Free some of it, or look at them one "
                                  "by one.");
        return Error::of(ErrorCode::IoError, {words, {m_folder}}, m_folder, qt_error_string(number));
    }

    void finish(Result<void> outcome)
    {
        m_isFinished = true;
        m_promise.addResult(std::move(outcome));
        m_promise.finish();
    }

    const QString m_folder;
    const Limits m_limits;
    NamelessFile m_file; ///< of the thread
    QPromise<Result<void>> m_promise;
    std::thread m_thread;
    std::atomic<bool> m_isEnding = false; ///< set under the mutex
    std::mutex m_mutex; ///< of the next two
    std::condition_variable m_wake;
    bool m_isComplete = false;

    // Of the thread
    std::vector<std::unique_ptr<MergeInput>> m_inputs;
    QList<QByteArray> m_labels;
    std::vector<std::size_t> m_idle; ///< inputs without a line
    std::priority_queue<Head, std::vector<Head>, std::greater<>> m_heads; ///< of the others
    std::chrono::milliseconds m_pause{};
    quint64 m_round = 0; ///< of looks at all logs that say nothing
    std::optional<std::size_t> m_progress; ///< the input whose progress stands last, in a line that has not ended
    std::chrono::steady_clock::time_point m_nextProgress;
    bool m_isOrdered = false; ///< it is known how, which the next two say
    bool m_showsTimes = false; ///< those by which lines are ordered
    qint64 m_zone = 0; ///< what their clocks are ahead of UTC where lines do not say it, ms
    std::vector<qint64> m_skipped; ///< bytes of each input that it is yet to be said of
    QByteArray m_text;
    bool m_isFinished = false; ///< by the thread, and read behind its end
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
