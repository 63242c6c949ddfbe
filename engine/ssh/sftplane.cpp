// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftplane.h"

#include "engine/ssh/connectionerrors.h"
#include "engine/ssh/sshhandles.h"

#include <libssh/sftp.h>

#include <QDeadlineTimer>
#include <QMutex>
#include <QPromise>
#include <QTimer>

#include <array>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace engine {

namespace {

using namespace std::chrono_literals;

constexpr auto idleTime = 60s;
constexpr auto requestTime = 30s;
constexpr uint32_t readSize = 32 * 1024; // what every server allows
constexpr size_t readsAhead = 16;
constexpr int maxFollowed = 200; // links of a folder that are asked what they lead to
constexpr qint64 maxListing = 512 * 1024 * 1024; // bytes of memory, about three million entries
constexpr qint64 maxReserved = 16 * 1024 * 1024; // of what a server says is the size of a file

using Attributes = std::unique_ptr<sftp_attributes_struct, SshFree<sftp_attributes_free>>;
using Directory = std::unique_ptr<sftp_dir_struct, SshFree<sftp_closedir>>;
using File = std::unique_ptr<sftp_file_struct, SshFree<sftp_close>>;
using Sftp = std::unique_ptr<sftp_session_struct, SshFree<sftp_free>>;

Error argumentError(const QString &path)
{
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "“%1” is not an absolute path."), {path}},
            path,
            {},
            {}};
}

Error readError(const QString &path, const QString &technical)
{
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2."), {path, technical}},
            path,
            {},
            technical};
}

Error absentError(const QString &path)
{
    return {ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {path}}, path, {}, {}};
}

Error timeError(const QString &path)
{
    return {ErrorCode::Timeout,
            {QT_TRANSLATE_NOOP("engine", "The machine took too long to read %1."), {path}},
            path,
            {},
            {}};
}

Error sizeError(const QString &path)
{
    return {ErrorCode::IoError,
            {QT_TRANSLATE_NOOP("engine", "%1 has too many entries to be listed."), {path}},
            path,
            {},
            {}};
}

/// Calls \a ring, in a thread of its own, when it lives longer than \a limit: what blocks in between cannot.
class Alarm final
{
    Q_DISABLE_COPY_MOVE(Alarm)

public:
    Alarm(std::chrono::milliseconds limit, std::function<void()> ring)
        : m_thread([limit, ring = std::move(ring)](const std::stop_token &stop) {
              std::mutex mutex;
              std::unique_lock lock(mutex);
              std::condition_variable_any never;
              never.wait_for(lock, stop, limit, [] { return false; });
              if (!stop.stop_requested())
                  ring();
          })
    {
    }

private:
    std::jthread m_thread;
};

// A server may say anything: what is no name in a folder could lead out of it.
bool isName(const QString &name)
{
    return !name.isEmpty() && name != u"." && name != u".." && !name.contains(u'/') && !name.contains(QChar(0));
}

RemoteEntry entryOf(const QString &name, const sftp_attributes_struct &attributes)
{
    const bool isDirectory = attributes.type == SSH_FILEXFER_TYPE_DIRECTORY;
    return {name, isDirectory, attributes.type == SSH_FILEXFER_TYPE_SYMLINK, isDirectory ? 0 : qint64(attributes.size),
            QDateTime::fromSecsSinceEpoch(attributes.mtime, Qt::UTC)};
}

QString nameOf(const QString &path)
{
    return path.section(u'/', -1, -1, QString::SectionSkipEmpty);
}

} // namespace

/// The session and the requests on it. Lives in the lane's thread, but for abort().
class SftpLane::Worker final : public QObject
{
    Q_DISABLE_COPY_MOVE(Worker)

public:
    explicit Worker(Login login) : m_login(std::move(login))
    {
        m_idle.setSingleShot(true);
        connect(&m_idle, &QTimer::timeout, this, &Worker::drop);
    }
    ~Worker() override { drop(); }

    /// Any thread. \a isForGood: nothing begins afterwards.
    void abort(bool isForGood);

    template <typename T, typename Work> Result<T> serve(const QString &path, const Work &work)
    {
        m_idle.stop();
        const bool wasOpen = bool(m_sftp);
        Result<T> result = once<T>(path, work);
        // The old session may have died while it was idle.
        if (!result && !m_sftp && wasOpen && !m_isOver && result.error().code == ErrorCode::Unreachable)
            result = once<T>(path, work);
        m_idle.start(idleTime);
        return result;
    }

    Result<QList<RemoteEntry>> list(const QString &path);
    Result<RemoteEntry> stat(const QString &path);
    Result<QByteArray> read(const QString &path, qint64 offset, qint64 length);

private:
    template <typename T, typename Work> Result<T> once(const QString &path, const Work &work)
    {
        if (!path.startsWith(u'/'))
            return argumentError(path);
        if (Result<void> made = open(); !made)
            return made.error();
        m_deadline.setRemainingTime(requestTime);
        Result<T> result = [&] {
            const Alarm alarm(requestTime, [this] { abort(false); }); // a server that drips says something in time
            return work(*this);
        }();
        if (std::exchange(m_isBroken, false))
            drop();
        return result;
    }
    Result<void> open();
    Result<void> begin();
    void drop();
    Error failure(const QString &path);
    Result<void> readInto(QByteArray &bytes, sftp_file file, const QString &path, qint64 offset, qint64 length);
    void follow(RemoteEntry &entry, const QString &path);

    Login m_login;
    QTimer m_idle{this};
    QDeadlineTimer m_deadline;
    std::shared_ptr<SshLogin> m_session;
    Sftp m_sftp;
    bool m_isBroken = false;
    std::atomic<bool> m_isOver = false;
    QMutex m_mutex; // of the two below
    int m_descriptor = -1; // a second one of the session's socket: to shut it down from outside
    QFuture<Result<std::shared_ptr<SshLogin>>> m_pending;
};

void SftpLane::Worker::abort(bool isForGood)
{
    m_isOver = m_isOver || isForGood;
    const QMutexLocker lock(&m_mutex);
    m_pending.cancel();
    if (m_descriptor >= 0)
        ::shutdown(m_descriptor, SHUT_RDWR); // ends whatever the library waits for, within milliseconds
}

Result<void> SftpLane::Worker::open()
{
    if (m_sftp)
        return {};
    drop();
    if (m_isOver)
        return connectionClosed();
    auto pending = m_login();
    {
        const QMutexLocker lock(&m_mutex);
        m_pending = pending;
    }
    if (m_isOver)
        pending.cancel();
    pending.waitForFinished();
    if (pending.isCanceled() || pending.resultCount() == 0)
        return connectionClosed();
    const Result<std::shared_ptr<SshLogin>> login = pending.result();
    if (!login)
        return login.error();
    m_session = *login;
    return begin();
}

Result<void> SftpLane::Worker::begin()
{
    ssh_session session = m_session->session.handle();
    {
        const QMutexLocker lock(&m_mutex);
        m_descriptor = ::fcntl(ssh_get_fd(session), F_DUPFD_CLOEXEC, 0);
    }
    const Alarm alarm(requestTime, [this] { abort(false); });
    if (m_isOver)
        abort(true); // it was too early the first time
    ssh_set_blocking(session, 1);
    const long seconds = std::chrono::seconds(requestTime).count();
    ssh_options_set(session, SSH_OPTIONS_TIMEOUT, &seconds);
    m_sftp.reset(sftp_new(session));
    if (m_sftp && sftp_init(m_sftp.get()) == SSH_OK)
        return {};
    const bool isConnected = m_session->session.isConnected();
    const QString technical = m_session->session.errorText();
    drop();
    if (!isConnected)
        return connectionLost(technical);
    return Error{ErrorCode::IoError,
                 QT_TRANSLATE_NOOP("engine", "The machine does not offer its files: its sshd has no sftp subsystem."),
                 {},
                 {},
                 technical};
}

void SftpLane::Worker::drop()
{
    m_sftp.reset();
    m_session.reset();
    const QMutexLocker lock(&m_mutex);
    if (m_descriptor >= 0)
        ::close(std::exchange(m_descriptor, -1));
}

// What the server said of the last request. When it said nothing, the session is of no use any more: shut down, so that
// nothing waits while handles are closed, and dropped by once().
Error SftpLane::Worker::failure(const QString &path)
{
    const QString technical = m_session->session.errorText();
    const bool isConnected = m_session->session.isConnected();
    if (!isConnected || m_deadline.hasExpired()) {
        m_isBroken = true;
        abort(false);
        if (m_isOver)
            return connectionClosed();
        return m_deadline.hasExpired() ? timeError(path) : connectionLost(technical);
    }
    switch (sftp_get_error(m_sftp.get())) {
    case SSH_FX_NO_SUCH_FILE:
    case SSH_FX_NO_SUCH_PATH:
        return absentError(path);
    case SSH_FX_PERMISSION_DENIED:
        return readError(path, QStringLiteral("permission denied"));
    default:
        return readError(path, technical);
    }
}

// What a link leads to decides whether it can be opened as a folder.
void SftpLane::Worker::follow(RemoteEntry &entry, const QString &path)
{
    const Attributes target(sftp_stat(m_sftp.get(), path.toUtf8().constData()));
    if (!target)
        return;
    entry.isDirectory = target->type == SSH_FILEXFER_TYPE_DIRECTORY;
    entry.size = entry.isDirectory ? 0 : qint64(target->size);
    entry.modified = QDateTime::fromSecsSinceEpoch(target->mtime, Qt::UTC);
}

Result<QList<RemoteEntry>> SftpLane::Worker::list(const QString &path)
{
    const QByteArray utf8 = path.toUtf8();
    Directory directory(sftp_opendir(m_sftp.get(), utf8.constData()));
    if (!directory) {
        Error error = failure(path);
        const Attributes there(error.code == ErrorCode::IoError ? sftp_stat(m_sftp.get(), utf8.constData()) : nullptr);
        return there && there->type != SSH_FILEXFER_TYPE_DIRECTORY ? absentError(path) : error;
    }
    QList<RemoteEntry> entries;
    int followed = 0;
    qint64 size = 0;
    while (const Attributes next{sftp_readdir(m_sftp.get(), directory.get())}) {
        const QString name = QString::fromUtf8(next->name);
        if (!isName(name))
            continue;
        size += qint64(sizeof(RemoteEntry)) + name.size() * qint64(sizeof(QChar));
        if (size > maxListing)
            return sizeError(path);
        RemoteEntry entry = entryOf(name, *next);
        if (entry.isLink && followed++ < maxFollowed)
            follow(entry, QString(path + u'/' + name));
        entries.append(std::move(entry));
        if (m_deadline.hasExpired())
            return timeError(path);
    }
    if (sftp_dir_eof(directory.get()) == 1)
        return entries;
    return failure(path);
}

Result<RemoteEntry> SftpLane::Worker::stat(const QString &path)
{
    const Attributes there(sftp_lstat(m_sftp.get(), path.toUtf8().constData()));
    if (!there)
        return failure(path);
    RemoteEntry entry = entryOf(nameOf(path), *there);
    if (entry.isLink)
        follow(entry, path);
    return entry;
}

Result<QByteArray> SftpLane::Worker::read(const QString &path, qint64 offset, qint64 length)
{
    if (offset < 0 || length < 0)
        return argumentError(path);
    const QByteArray utf8 = path.toUtf8();
    // A pipe is not opened: the server would wait for a writer.
    const Attributes there(sftp_stat(m_sftp.get(), utf8.constData()));
    if (!there)
        return failure(path);
    if (there->type != SSH_FILEXFER_TYPE_REGULAR)
        return readError(path, QStringLiteral("not a regular file"));
    const File file(sftp_open(m_sftp.get(), utf8.constData(), O_RDONLY, 0));
    if (!file)
        return failure(path);
    QByteArray bytes;
    bytes.reserve(std::clamp<qint64>(qint64(there->size) - offset, 0, qMin(length, maxReserved)));
    if (Result<void> done = readInto(bytes, file.get(), path, offset, length); !done)
        return done.error();
    return bytes;
}

// Asks ahead, as many round trips as fit. A short answer is no end (files of /proc): the reading goes on behind it.
Result<void> SftpLane::Worker::readInto(QByteArray &bytes, sftp_file file, const QString &path, qint64 offset,
                                        qint64 length)
{
    std::array<char, readSize> chunk;
    while (bytes.size() < length) {
        std::deque<std::pair<uint32_t, uint32_t>> asked; // id, length
        sftp_seek64(file, uint64_t(offset + bytes.size()));
        qint64 position = bytes.size();
        bool isInOrder = true;
        bool isAtEnd = false;
        while (isInOrder || !asked.empty()) {
            while (isInOrder && asked.size() < readsAhead && position < length) {
                const auto wanted = uint32_t(qMin<qint64>(readSize, length - position));
                const int id = sftp_async_read_begin(file, wanted);
                if (id < 0)
                    return failure(path);
                asked.emplace_back(id, wanted);
                position += wanted;
            }
            if (asked.empty())
                break;
            const auto [id, wanted] = asked.front();
            asked.pop_front();
            if (!isInOrder)
                sftp_seek64(file, 0); // the library remembers the end, and would leave the answer lying about
            const int got = sftp_async_read(file, chunk.data(), wanted, id);
            if (got < 0 || m_deadline.hasExpired())
                return failure(path);
            if (!isInOrder)
                continue;
            bytes.append(chunk.data(), got);
            isInOrder = got == int(wanted);
            isAtEnd = got == 0;
        }
        if (isAtEnd)
            break;
    }
    return {};
}

SftpLane::SftpLane(Login login) : m_worker(new Worker(std::move(login)))
{
    m_thread.setObjectName(QStringLiteral("sftp"));
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
}

SftpLane::~SftpLane()
{
    m_worker->abort(true);
    if (!m_thread.isRunning())
        delete m_worker;
    m_thread.quit();
    m_thread.wait();
}

// Promises of requests that never begin are cancelled with the thread's queue.
template <typename T, typename Work> QFuture<Result<T>> SftpLane::post(const QString &path, Work work)
{
    std::call_once(m_isStarted, [this] { m_thread.start(); });
    auto promise = std::make_shared<QPromise<Result<T>>>();
    promise->start();
    QMetaObject::invokeMethod(
        m_worker,
        [worker = m_worker, path, work = std::move(work), promise] {
            if (!promise->isCanceled())
                promise->addResult(worker->serve<T>(path, work));
            promise->finish();
        },
        Qt::QueuedConnection);
    return promise->future();
}

QFuture<Result<QList<RemoteEntry>>> SftpLane::list(const QString &path)
{
    return post<QList<RemoteEntry>>(path, [path](Worker &worker) { return worker.list(path); });
}

QFuture<Result<RemoteEntry>> SftpLane::stat(const QString &path)
{
    return post<RemoteEntry>(path, [path](Worker &worker) { return worker.stat(path); });
}

QFuture<Result<QByteArray>> SftpLane::read(const QString &path, qint64 offset, qint64 length)
{
    return post<QByteArray>(path, [path, offset, length](Worker &worker) { return worker.read(path, offset, length); });
}

void SftpLane::drop()
{
    m_worker->abort(false);
}

} // namespace engine
