// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/api/logmerge.h"

#include "engine/log/mergeinput.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QPromise>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <queue>
#include <thread>

#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto pollStep = std::chrono::milliseconds(40);
// How long a line waits for earlier ones: arrivals are known at once, times of lines come with what a program writes in
// one piece.
constexpr auto shortHold = std::chrono::milliseconds(250);
constexpr auto longHold = std::chrono::milliseconds(2000);
constexpr qint64 chunkRoom = 16 * 1024 * 1024; // of all sources
constexpr qint64 writtenAtOnce = 256 * 1024;
constexpr qint64 largestChunk = 256 * 1024;
constexpr qint64 smallestChunk = 8 * 1024;
constexpr qint64 checkedEvery = 64 * 1024 * 1024;
constexpr qint64 leftForOthers = 256 * 1024 * 1024;

// Of the 256 colours of terminals: told apart on black and on white, and none of them red, which means an error.
constexpr std::array colours{33, 208, 35, 170, 37, 136, 105, 70, 173, 74, 141, 179, 30, 205, 66, 100};

/// A file without a name, so that none is left behind; -1: errno says why.
int openNameless(const QString &folder)
{
    QDir().mkpath(folder);
    const QByteArray path = QFile::encodeName(folder);
    const int descriptor = ::open(path.constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor >= 0)
        return descriptor;
    QByteArray name = path + "/merged-XXXXXX"; // where the file system knows no such files
    const int named = ::mkostemp(name.data(), O_CLOEXEC);
    if (named >= 0)
        ::unlink(name.constData());
    return named;
}

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
        : m_folder(folder), m_limits(limits), m_descriptor(openNameless(folder))
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
        if (m_descriptor < 0)
            finish(error(errno));
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
        if (m_descriptor >= 0)
            ::close(m_descriptor);
        if (!m_isFinished)
            m_promise.finish();
    }

    [[nodiscard]] int descriptor() const { return m_descriptor; }
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
            if (!m_isOrdered)
                decideOrder(isComplete);
            if (m_isOrdered) {
                lookAtIdle(isComplete);
                mergeSome(isComplete);
            }
            if (!flush())
                return;
            if (!m_isOrdered || m_heads.empty())
                m_pause = pollStep;
        } while (!isComplete || !m_heads.empty());
        finish({});
    }

    bool begin()
    {
        qint64 bytes = 0;
        for (const std::unique_ptr<MergeInput> &input : m_inputs) {
            if (!input->open())
                return finish(error(errno)), false;
            bytes += input->sizeOnDisk();
            m_idle.push_back(m_idle.size());
        }
        if (std::min(bytes, m_limits.sources) + leftForOthers > room())
            return finish(error(ENOSPC)), false;
        if (bytes > m_limits.sources) {
            const qint64 share = m_limits.sources / qint64(m_inputs.size());
            for (const std::unique_ptr<MergeInput> &input : m_inputs)
                input->skipTo(std::max<qint64>(0, input->size() - share));
        }
        return true;
    }

    // As soon as there is something to order; a moment later where it has just begun, so that more than the first words
    // of one process say how.
    void decideOrder(bool isComplete)
    {
        const qint64 nowMs = QDateTime::currentMSecsSinceEpoch();
        std::vector<MergeInput *> begun;
        for (const std::unique_ptr<MergeInput> &input : m_inputs) {
            if (!isComplete && input->hasJustBegun(nowMs, longHold))
                return;
            if (input->size() > 0)
                begun.push_back(input.get());
        }
        if (begun.empty())
            return;
        const TimeKind first = begun.front()->learnTimes();
        const bool areAlike = std::all_of(begun.begin() + 1, begun.end(), [&](MergeInput *input) {
            return !m_isEnding && input->learnTimes() == first;
        });
        m_byTimes = areAlike ? first : TimeKind::None;
        m_isOrdered = true;
    }

    void lookAtIdle(bool isComplete)
    {
        std::erase_if(m_idle, [this, isComplete](std::size_t input) {
            if (m_isEnding || !m_inputs[input]->advance(m_byTimes, isComplete))
                return false;
            m_heads.push({m_inputs[input]->key(), input});
            return true;
        });
    }

    /// Until it is the turn of others, or lines have to wait.
    void mergeSome(bool isComplete)
    {
        const std::chrono::milliseconds hold = m_byTimes == TimeKind::None ? shortHold : longHold;
        const qint64 nowMs = QDateTime::currentMSecsSinceEpoch();
        const qint64 end = m_written + qint64(m_text.size()) + 8 * writtenAtOnce;
        while (!m_isEnding && !m_heads.empty() && m_written + qint64(m_text.size()) < end) {
            const std::size_t first = m_heads.top().input;
            MergeInput &input = *m_inputs[first];
            if (!isComplete && !m_idle.empty() && input.isYoung(nowMs, hold)) {
                m_pause = pollStep;
                return;
            }
            m_heads.pop();
            if (m_byTimes == TimeKind::None)
                m_text += arrivalText(input.key());
            m_text += m_labels[qsizetype(first)];
            input.appendTo(m_text, [this] { return flush(); });
            if (input.advance(m_byTimes, isComplete))
                m_heads.push({input.key(), first});
            else
                m_idle.push_back(first);
            if (qint64(m_text.size()) >= writtenAtOnce && !flush())
                return;
        }
    }

    bool flush()
    {
        if (m_isFinished || m_isEnding)
            return false;
        if (m_written > m_limits.merged)
            return finish(error(EFBIG)), false;
        if (m_written / checkedEvery != (m_written + m_text.size()) / checkedEvery && room() < leftForOthers)
            return finish(error(ENOSPC)), false;
        for (qsizetype done = 0; done < m_text.size();) {
            const ssize_t count = ::write(m_descriptor, m_text.constData() + done, std::size_t(m_text.size() - done));
            if (count < 0 && errno == EINTR)
                continue;
            if (count < 0)
                return finish(error(errno)), false;
            done += count;
        }
        m_written += m_text.size();
        m_text.resize(0); // which keeps its room
        return true;
    }

    [[nodiscard]] qint64 room() const
    {
        struct statvfs facts = {};
        return ::fstatvfs(m_descriptor, &facts) == 0 ? qint64(facts.f_bavail) * qint64(facts.f_frsize)
                                                     : std::numeric_limits<qint64>::max();
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
        else if (number == EFBIG)
            words =
                QT_TRANSLATE_NOOP("engine",
                                  "The merged log is as large as it may be and goes no further. Choose another log and "
                                  "then this one again to see what is newest.");
        return {.code = ErrorCode::IoError,
                .message = {words, {m_folder}},
                .target = m_folder,
                .details = {},
                .technical = qt_error_string(number)};
    }

    void finish(Result<void> outcome)
    {
        m_isFinished = true;
        m_promise.addResult(std::move(outcome));
        m_promise.finish();
    }

    const QString m_folder;
    const Limits m_limits;
    const int m_descriptor;
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
    bool m_isOrdered = false;
    TimeKind m_byTimes = TimeKind::None; ///< by arrival
    QByteArray m_text;
    qint64 m_written = 0;
    bool m_isFinished = false; ///< by the thread, and read behind its end
};

LogMerge::LogMerge(QList<Source> sources, const QString &folder, const Limits &limits)
    : m_sources(std::move(sources)), m_work(std::make_unique<Work>(m_sources, folder, limits))
{
}

LogMerge::~LogMerge() = default;

QString LogMerge::path() const
{
    return m_work->descriptor() < 0 ? QString() : u"/proc/self/fd/%1"_s.arg(m_work->descriptor());
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
