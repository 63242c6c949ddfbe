// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/sshchannels.h"

#include "engine/base/whenfinished.h"
#include "engine/host/commandrun.h"
#include "engine/ssh/sshloop.h"

#include <QElapsedTimer>
#include <QTimer>

namespace engine {

namespace {

using namespace std::chrono_literals;

// Channels of the first connection that streams must leave free.
constexpr int keptForCommands = 2;
constexpr auto idleTime = 60s;
// A server needs a moment to free a closed channel, and refuses another until then.
constexpr auto refusalPause = 10ms;
constexpr auto refusalPatience = 5s;
constexpr auto loginPause = 5s;

Error notOpenError()
{
    return {ErrorCode::Unreachable, QT_TRANSLATE_NOOP("engine", "There is no connection to the machine.")};
}

} // namespace

struct SshChannels::Line
{
    std::unique_ptr<SshConnection> connection;
    int id = 0;
    int begun = 0; // jobs with a channel, open or requested
    int streams = 0; // of the begun jobs
    int open = 0; // of the begun jobs
    int mostOpen = 0; // maximum so far
    bool isPaused = false;
    QElapsedTimer idle;
};

struct SshChannels::Job
{
    int id = 0;
    Kind kind = Kind::Command;
    ExecRequest request;
    ExecListener listener;
    std::shared_ptr<ExecHandle> handle; // null without a channel
    Line *line = nullptr;
    QElapsedTimer refusedSince;
    bool isOpen = false;
    bool isReading = true;
    bool isToEnd = false;
};

SshChannels::SshChannels(SshLoop &loop) : m_loop(loop)
{
    moveToThread(loop.thread());
}

SshChannels::~SshChannels()
{
    close(stoppedError());
}

std::shared_ptr<SshChannels> SshChannels::create(SshLoop &loop)
{
    return std::shared_ptr<SshChannels>(new SshChannels(loop), [](SshChannels *channels) {
        QThread *thread = channels->thread();
        if (thread && thread->isRunning())
            channels->deleteLater();
        else
            delete channels;
    });
}

std::unique_ptr<SshChannels::Line> SshChannels::makeLine(int id, SshLogin login, Lost lost)
{
    auto line = std::make_unique<Line>();
    line->connection = std::make_unique<SshConnection>(m_loop, std::move(login), std::move(lost));
    line->id = id;
    line->idle.start();
    return line;
}

void SshChannels::open(SshLogin first, Login further, Lost lost)
{
    close(stoppedError());
    m_login = std::move(further);
    m_lost = std::move(lost);
    m_furtherIsRefused = false;
    m_limit = maxChannels;
    m_first = makeLine(m_nextId++, std::move(first), [this, generation = m_generation](const Error &reason) {
        if (generation != m_generation)
            return;
        const Lost tell = m_lost;
        close(reason);
        tell(reason);
    });
}

void SshChannels::close(const Error &reason)
{
    ++m_generation;
    m_first.reset(); // the destructor ends the connection's channels without calling listeners
    m_further.clear();
    m_pendingLogins = 0;
    m_login = {};
    m_lost = {};
    m_waiting.clear();
    for (const auto &[id, job] : std::exchange(m_jobs, {}))
        job->listener.ended(reason);
}

void SshChannels::checkNow()
{
    if (m_first)
        m_first->connection->checkNow();
    for (const auto &line : m_further)
        line->connection->checkNow();
}

std::shared_ptr<ExecHandle> SshChannels::start(Kind kind, ExecRequest request, ExecListener listener)
{
    auto job = std::make_shared<Job>();
    job->id = m_nextId++;
    job->kind = kind;
    job->request = std::move(request);
    job->listener = std::move(listener);
    const int id = job->id;
    QMetaObject::invokeMethod(
        this, [this, job = std::move(job)] { add(job); }, Qt::QueuedConnection);
    return std::make_shared<NumberedExec<SshChannels, &SshChannels::endJob, &SshChannels::setReading>>(weak_from_this(),
                                                                                                       id);
}

void SshChannels::add(std::shared_ptr<Job> job)
{
    if (!m_first)
        return job->listener.ended(notOpenError());
    m_jobs.emplace(job->id, job);
    m_waiting.push_back(std::move(job));
    serve();
}

void SshChannels::endJob(int id)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end())
        return;
    const std::shared_ptr<Job> job = found->second;
    job->isToEnd = true;
    if (job->handle)
        return job->handle->end();
    std::erase(m_waiting, job);
    finish(job, stoppedError());
}

void SshChannels::setReading(int id, bool reading)
{
    const auto found = m_jobs.find(id);
    if (found == m_jobs.end())
        return;
    found->second->isReading = reading;
    if (found->second->handle)
        found->second->handle->setReading(reading);
}

bool SshChannels::hasRoom(const Line &line) const
{
    return line.begun < m_limit && !line.isPaused;
}

SshChannels::Line *SshChannels::lineFor(const Job &job)
{
    if (job.kind == Kind::Command)
        return hasRoom(*m_first) ? m_first.get() : nullptr;
    const int kept = m_furtherIsRefused ? 1 : keptForCommands;
    if (hasRoom(*m_first) && m_first->streams < m_limit - kept)
        return m_first.get();
    for (const auto &line : m_further) {
        if (hasRoom(*line))
            return line.get();
    }
    return nullptr;
}

void SshChannels::serve()
{
    for (auto next = m_waiting.begin(); next != m_waiting.end();) {
        Line *line = lineFor(**next);
        if (!line) {
            if ((*next)->kind == Kind::Command)
                makeRoom();
            ++next;
            continue;
        }
        const auto job = *next;
        next = m_waiting.erase(next);
        begin(*line, job);
    }
    growIfNeeded();
}

// Streams may hold all channels of the first connection before the server's limit is known, and a stream may never end.
// A command would wait for ever, so the newest stream is ended; its reader starts it again, on another connection.
void SshChannels::makeRoom()
{
    int streams = 0;
    std::shared_ptr<Job> last;
    for (const auto &[id, job] : m_jobs) {
        if (job->line == m_first.get() && job->isOpen && job->kind == Kind::Stream) {
            ++streams;
            last = job;
        }
    }
    if (last && streams == m_first->begun && streams >= m_limit)
        last->handle->end();
}

void SshChannels::begin(Line &line, const std::shared_ptr<Job> &job)
{
    job->line = &line;
    ++line.begun;
    line.streams += job->kind == Kind::Stream ? 1 : 0;
    ExecListener listener = job->listener;
    listener.opened = [job] {
        job->isOpen = true;
        job->line->mostOpen = qMax(job->line->mostOpen, ++job->line->open);
    };
    listener.ended = [this, job](const Result<int> &result) { ended(job, result); };
    job->handle = line.connection->exec(job->request, std::move(listener));
    if (!job->isReading)
        job->handle->setReading(false);
}

void SshChannels::ended(const std::shared_ptr<Job> &job, const Result<int> &result)
{
    Line &line = *std::exchange(job->line, nullptr);
    job->handle.reset();
    --line.begun;
    line.open -= std::exchange(job->isOpen, false) ? 1 : 0;
    line.streams -= job->kind == Kind::Stream ? 1 : 0;
    line.idle.start();
    if (line.begun == 0 && &line != m_first.get())
        QTimer::singleShot(idleTime + 1s, this, &SshChannels::dropIdle);
    if (!result && result.error().target == QLatin1StringView("channels"))
        refused(line, job, result.error());
    else
        finish(job, result);
}

void SshChannels::finish(const std::shared_ptr<Job> &job, const Result<int> &result)
{
    m_jobs.erase(job->id);
    job->listener.ended(result);
    if (m_first)
        serve();
}

// The server refused a channel: its limit is reached, or it has not freed a channel that was just closed.
void SshChannels::refused(Line &line, const std::shared_ptr<Job> &job, const Error &error)
{
    if (job->isToEnd)
        return finish(job, stoppedError());
    // With open channels the job waits until one ends; without any only refusalPatience.
    if (line.open > 0)
        job->refusedSince.invalidate();
    else if (!job->refusedSince.isValid())
        job->refusedSince.start();
    if (line.mostOpen == 0
        || (line.open == 0 && job->refusedSince.hasExpired(std::chrono::milliseconds(refusalPatience).count())))
        return finish(job, error);
    m_waiting.push_front(job);
    if (line.open > 0 && line.open >= line.mostOpen) {
        m_limit = qMin(m_limit, line.open);
        return serve();
    }
    line.isPaused = true;
    QTimer::singleShot(refusalPause, this, [this, id = line.id] {
        const auto resume = [id](const std::unique_ptr<Line> &paused) {
            if (paused && paused->id == id)
                paused->isPaused = false;
        };
        resume(m_first);
        std::for_each(m_further.begin(), m_further.end(), resume);
        serve();
    });
}

void SshChannels::growIfNeeded()
{
    const auto streams =
        std::count_if(m_waiting.begin(), m_waiting.end(), [](const auto &job) { return job->kind == Kind::Stream; });
    if (streams == 0)
        return;
    if (m_furtherIsRefused && m_further.empty() && m_limit == 1)
        return failStreams();
    const int wanted = int(streams + m_limit - 1) / m_limit;
    while (!m_furtherIsRefused && m_pendingLogins < wanted && int(m_further.size()) + m_pendingLogins < maxFurther) {
        ++m_pendingLogins;
        whenFinished(m_login(), this,
                     [this, generation = m_generation](const Result<std::shared_ptr<SshLogin>> &login) {
                         if (generation == m_generation)
                             addFurther(login);
                     });
    }
}

void SshChannels::addFurther(Result<std::shared_ptr<SshLogin>> login)
{
    --m_pendingLogins;
    if (login) {
        const int id = m_nextId++;
        m_further.push_back(makeLine(id, std::move(**login), [this, id](const Error &) { lostFurther(id); }));
        return serve();
    }
    m_furtherIsRefused = true;
    const bool wasTheNetwork = login.error().code == ErrorCode::Unreachable || login.error().code == ErrorCode::Timeout;
    if (wasTheNetwork)
        QTimer::singleShot(loginPause, this, [this, generation = m_generation] {
            m_furtherIsRefused = m_furtherIsRefused && generation != m_generation;
            serve();
        });
    serve();
}

// A further connection was lost. Its opened jobs got the error already; the others wait for another connection.
void SshChannels::lostFurther(int id)
{
    const auto found =
        std::find_if(m_further.begin(), m_further.end(), [id](const auto &line) { return line->id == id; });
    if (found == m_further.end())
        return;
    const std::unique_ptr<Line> line = std::move(*found);
    m_further.erase(found);
    std::vector<std::shared_ptr<Job>> toEnd;
    for (auto job = m_jobs.crbegin(); job != m_jobs.crend(); ++job) {
        if (job->second->line != line.get())
            continue;
        job->second->line = nullptr;
        job->second->handle.reset();
        if (job->second->isToEnd)
            toEnd.push_back(job->second);
        else
            m_waiting.push_front(job->second);
    }
    for (const auto &job : toEnd)
        finish(job, stoppedError());
    serve();
}

// Ends waiting streams with an error when no connection can be made for them.
void SshChannels::failStreams()
{
    std::vector<std::shared_ptr<Job>> hopeless;
    std::copy_if(m_waiting.begin(), m_waiting.end(), std::back_inserter(hopeless),
                 [](const auto &job) { return job->kind == Kind::Stream; });
    std::erase_if(m_waiting, [](const auto &job) { return job->kind == Kind::Stream; });
    for (const auto &job : hopeless)
        finish(job,
               Error{ErrorCode::CommandFailed,
                     QT_TRANSLATE_NOOP("engine",
                                       "The machine allows one command at a time and no second connection. Raise "
                                       "MaxSessions in its sshd_config.")});
}

void SshChannels::dropIdle()
{
    std::erase_if(m_further, [](const auto &line) {
        return line->begun == 0 && line->idle.hasExpired(std::chrono::milliseconds(idleTime).count());
    });
}

} // namespace engine
