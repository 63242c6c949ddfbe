// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/lane/sftplane.h"

#include "engine/api/paths.h"
#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftpentries.h"
#include "engine/ssh/sftp/sftpstreams.h"

#include <QPromise>

#include <condition_variable>
#include <deque>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr auto idleTime = 60s;
constexpr auto requestTime = 30s;
constexpr qsizetype longestPath = 32 * 1024; // bytes; systems allow 4096, and a request must fit into a packet

/// The cleaned path; InvalidArgument for an invalid or too long one.
Result<QString> sentPath(const QString &path)
{
    Result<QString> clean = cleanPath(path);
    if (clean && pathToBytes(*clean).size() > longestPath)
        return Error{ErrorCode::InvalidArgument,
                     {QT_TRANSLATE_NOOP("engine", "A path is too long for any machine: it begins with %1."),
                      {shownPath(clean->first(100))}}};
    return clean;
}

} // namespace

/// The session, its thread and the queue of tasks. run() is called in the thread, all else in any.
class SftpLane::Worker final
{
    Q_DISABLE_COPY_MOVE(Worker)

public:
    /// \a aborts: the session's count of aborts when the task was posted.
    using Task = std::function<void(Worker &, int aborts)>;

    explicit Worker(SftpSession::Login login) : m_session(std::move(login)) { }

    void post(Task task); ///< runs in the worker's thread; after end() at once in the caller's
    void drop(const Error &reason) { m_session.abort(reason, false); }
    void end();

    /// For use in a task: returns \a work's result. A session that ended while idle is replaced by a new one. Tasks
    /// that were posted before an abort fail with its reason.
    template <typename T, typename Work> Result<T> serve(int aborts, const Work &work)
    {
        if (m_session.isOver() || m_session.aborts() != aborts)
            return m_session.abortReason();
        const Result<std::shared_ptr<SftpClient>> client = m_session.client(requestTime);
        if (!client)
            return known(client.error(), aborts);
        (*client)->setDeadline(QDeadlineTimer(requestTime));
        Result<T> result = work(**client);
        if ((*client)->isBroken())
            m_session.drop();
        return result ? result : known(result.error(), aborts);
    }

private:
    [[nodiscard]] Error known(const Error &error, int aborts) const
    {
        const bool isOfTheSession = error.code == ErrorCode::Canceled || error.code == ErrorCode::Unreachable;
        return isOfTheSession && m_session.aborts() != aborts ? m_session.abortReason() : error;
    }
    void run();

    SftpSession m_session;
    std::mutex m_mutex; // guards the members below
    std::condition_variable m_changed;
    std::deque<std::pair<int, Task>> m_tasks;
    bool m_isOver = false;
    std::thread m_thread; // started by the first task, since most machines get none
};

void SftpLane::Worker::post(Task task)
{
    std::unique_lock lock(m_mutex);
    if (m_isOver) {
        lock.unlock();
        return task(*this, 0);
    }
    m_tasks.emplace_back(m_session.aborts(), std::move(task));
    m_changed.notify_one();
    if (!m_thread.joinable())
        m_thread = std::thread([this] { run(); });
}

void SftpLane::Worker::end()
{
    m_session.abort(connectionClosed(), true); // first, so that tasks in other threads get no session
    std::deque<std::pair<int, Task>> left;
    std::thread thread;
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
        left.swap(m_tasks);
        thread.swap(m_thread);
    }
    m_changed.notify_one();
    if (thread.joinable())
        thread.join();
    for (const auto &[aborts, task] : left)
        task(*this, aborts);
}

void SftpLane::Worker::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_isOver) {
        const auto hasNews = [this] { return m_isOver || !m_tasks.empty(); };
        std::pair<int, Task> task;
        if (!m_session.isOpen())
            m_changed.wait(lock, hasNews);
        const bool isIdle = !m_changed.wait_for(lock, idleTime, hasNews);
        if (!m_tasks.empty()) {
            task = std::move(m_tasks.front());
            m_tasks.pop_front();
        }
        lock.unlock();
        if (task.second)
            task.second(*this, task.first);
        else if (isIdle)
            m_session.drop();
        task = {};
        lock.lock();
    }
    lock.unlock();
    m_session.drop();
}

SftpLane::SftpLane(SftpSession::Login login) : m_worker(std::make_shared<Worker>(std::move(login))) { }

SftpLane::~SftpLane()
{
    m_worker->end();
}

template <typename T, typename Work> QFuture<Result<T>> SftpLane::post(const QString &path, Work work)
{
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    const QFuture<Result<T>> future = promise->future();
    m_worker->post([path, work = std::move(work), promise](Worker &worker, int aborts) {
        const Result<QString> sent = sentPath(path);
        if (!sent)
            promise->addResult(sent.error());
        else if (!promise->isCanceled())
            promise->addResult(worker.serve<T>(aborts, [&](SftpClient &client) { return work(client, *sent); }));
        promise->finish();
    });
    return future;
}

/// A folder that stays open on the server between pages. Its state is used in the lane's thread only.
class SftpLane::Listing final : public FolderListing
{
    Q_DISABLE_COPY_MOVE(Listing)

public:
    using Page = Result<QList<StorageEntry>>;

    Listing(std::shared_ptr<Worker> worker, QString path)
        : m_worker(std::move(worker)), m_state(std::make_shared<State>())
    {
        m_state->path = std::move(path);
    }
    ~Listing() override
    {
        m_worker->post([state = std::move(m_state)](Worker &, int) { close(*state); });
    }

    QFuture<Page> next(int most) override
    {
        auto promise = std::make_shared<QPromise<Page>>();
        promise->start();
        const QFuture<Page> future = promise->future();
        m_worker->post([state = m_state, most, promise](Worker &worker, int aborts) {
            if (!promise->isCanceled())
                promise->addResult(page(*state, worker, aborts, most));
            promise->finish();
        });
        return future;
    }

private:
    struct State
    {
        QString path;
        std::weak_ptr<SftpClient> client; // that opened the folder
        std::optional<SftpFolder> folder;
    };

    static Page page(State &state, Worker &worker, int aborts, int most)
    {
        const Result<QString> path = sentPath(state.path);
        if (!path)
            return path.error();
        return worker.serve<QList<StorageEntry>>(aborts, [&](SftpClient &client) -> Page {
            if (state.folder && state.client.lock().get() != &client)
                return connectionLost(QStringLiteral("the session of this listing has ended"));
            if (!state.folder) {
                Result<SftpFolder> folder = openListing(client, *path);
                if (!folder)
                    return folder.error();
                state.folder = std::move(*folder);
                state.client = client.weak_from_this();
            }
            return nextEntries(client, *state.folder, *path, most);
        });
    }

    static void close(State &state)
    {
        const std::shared_ptr<SftpClient> client = state.client.lock();
        state.folder.reset();
        if (client) {
            client->setDeadline(QDeadlineTimer(requestTime));
            client->flush();
        }
    }

    std::shared_ptr<Worker> m_worker;
    std::shared_ptr<State> m_state;
};

std::shared_ptr<FolderListing> SftpLane::list(const QString &path)
{
    return std::make_shared<Listing>(m_worker, path);
}

QFuture<Result<StorageEntry>> SftpLane::stat(const QString &path)
{
    return post<StorageEntry>(path, statEntry);
}

QFuture<Result<QByteArray>> SftpLane::read(const QString &path, qint64 offset, qint64 length)
{
    return post<QByteArray>(path, [offset, length](SftpClient &client, const QString &sent) {
        return readPart(client, sent, offset, length);
    });
}

QFuture<Result<void>> SftpLane::write(const QString &path, qint64 offset, const QByteArray &bytes)
{
    return post<void>(path, [offset, bytes](SftpClient &client, const QString &sent) {
        return writePart(client, sent, offset, bytes);
    });
}

QFuture<Result<void>> SftpLane::makeFolder(const QString &path)
{
    return post<void>(path, [](SftpClient &client, const QString &sent) { return client.makeFolder(sent); });
}

QFuture<Result<void>> SftpLane::rename(const QString &from, const QString &to)
{
    return post<void>(from, [to](SftpClient &client, const QString &sent) -> Result<void> {
        const Result<QString> target = sentPath(to);
        return target ? client.rename(sent, *target) : target.error();
    });
}

QFuture<Result<void>> SftpLane::remove(const QString &path)
{
    return post<void>(path, removeEntry);
}

QFuture<Result<void>> SftpLane::setMode(const QString &path, int mode)
{
    return post<void>(path, [mode](SftpClient &client, const QString &sent) {
        SftpAttributes attributes;
        attributes.mode = quint32(mode) & 07777;
        return client.setAttributes(sent, attributes);
    });
}

QFuture<Result<SpaceInfo>> SftpLane::space(const QString &path)
{
    return post<SpaceInfo>(path, [](SftpClient &client, const QString &sent) { return client.space(sent); });
}

QFuture<Result<QString>> SftpLane::home()
{
    return post<QString>(QStringLiteral("/"),
                         [](SftpClient &client, const QString &) { return client.realPath(QStringLiteral(".")); });
}

void SftpLane::drop(const Error &reason)
{
    m_worker->drop(reason);
}

} // namespace engine
