// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/host/localfiles.h"

#include "engine/base/uniquefd.h"

#include <QDir>
#include <QtConcurrentRun>

#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <map>
#include <mutex>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr size_t nameBuffer = 16 * 1024; // for a line of passwd or group

QString words(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

Error pathError(const QString &path, int number, const char *sentence)
{
    if (number == ENOENT || number == ENOTDIR)
        return Error::of(ErrorCode::NotFound, {QT_TRANSLATE_NOOP("engine", "There is no %1."), {shownPath(path)}}, path,
                         words(number));
    if (number == EEXIST)
        return Error::of(ErrorCode::AlreadyExists,
                         {QT_TRANSLATE_NOOP("engine", "%1 is there already."), {shownPath(path)}}, path, words(number));
    return Error::of(ErrorCode::IoError, {sentence, {shownPath(path), words(number)}}, path, words(number));
}

Error readError(const QString &path, int number)
{
    return pathError(path, number, QT_TRANSLATE_NOOP("engine", "%1 cannot be read: %2."));
}

Error changeError(const QString &path, int number)
{
    return pathError(path, number, QT_TRANSLATE_NOOP("engine", "%1 cannot be changed: %2."));
}

qint64 milliseconds(const timespec &time)
{
    return qint64(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

/// Caches the names of users and groups that own the entries of a folder.
class Owners
{
public:
    QString user(uid_t id)
    {
        return named(m_users, id, [id](char *buffer) {
            struct ::passwd entry
            {
            };
            struct ::passwd *found = nullptr;
            ::getpwuid_r(id, &entry, buffer, nameBuffer, &found);
            return found ? QString::fromLocal8Bit(found->pw_name) : QString::number(id);
        });
    }
    QString group(gid_t id)
    {
        return named(m_groups, id, [id](char *buffer) {
            struct ::group entry
            {
            };
            struct ::group *found = nullptr;
            ::getgrgid_r(id, &entry, buffer, nameBuffer, &found);
            return found ? QString::fromLocal8Bit(found->gr_name) : QString::number(id);
        });
    }

private:
    template <typename Find> QString named(std::map<unsigned, QString> &names, unsigned id, const Find &find)
    {
        const auto known = names.find(id);
        if (known != names.end())
            return known->second;
        std::array<char, nameBuffer> buffer{};
        return names.emplace(id, find(buffer.data())).first->second;
    }

    std::map<unsigned, QString> m_users, m_groups;
};

EntryKind kindOf(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFREG:
        return EntryKind::File;
    case S_IFDIR:
        return EntryKind::Folder;
    case S_IFLNK:
        return EntryKind::Link;
    default:
        return EntryKind::Other;
    }
}

// For a link, the target decides whether it opens as a folder, and the size that is shown.
StorageEntry entryOf(int folder, const QByteArray &name, const struct ::stat &status, Owners &owners)
{
    StorageEntry entry;
    entry.name = pathFromBytes(name);
    entry.kind = kindOf(status.st_mode);
    struct ::stat shown = status;
    if (entry.kind == EntryKind::Link)
        ::fstatat(folder, name.constData(), &shown, 0);
    entry.isFolder = S_ISDIR(shown.st_mode);
    entry.size = S_ISREG(shown.st_mode) ? shown.st_size : 0;
    entry.modifiedMs = milliseconds(shown.st_mtim);
    entry.mode = int(status.st_mode & 07777);
    entry.owner = owners.user(status.st_uid);
    entry.group = owners.group(status.st_gid);
    return entry;
}

struct CloseFolder
{
    void operator()(DIR *folder) const { ::closedir(folder); }
};

/// Serves one request at a time, in any thread of the pool.
class LocalListing final : public FolderListing
{
public:
    LocalListing(QThreadPool &pool, const QString &path) : m_pool(pool), m_state(std::make_shared<State>())
    {
        m_state->path = path;
    }

    QFuture<Result<QList<StorageEntry>>> next(int most) override
    {
        return QtConcurrent::run(&m_pool, [state = m_state, most] { return state->next(most); });
    }

private:
    struct State
    {
        QString path;
        std::mutex mutex;
        std::unique_ptr<DIR, CloseFolder> folder;
        Owners owners;
        bool isAtEnd = false;

        Result<QList<StorageEntry>> next(int most)
        {
            const std::lock_guard lock(mutex);
            if (!folder) {
                const Result<QString> clean = cleanPath(path);
                if (!clean)
                    return clean.error();
                folder.reset(::opendir(pathToBytes(*clean).constData()));
                if (!folder)
                    return readError(path, errno);
            }
            QList<StorageEntry> entries;
            while (!isAtEnd && entries.size() < most) {
                errno = 0;
                const ::dirent *found = ::readdir(folder.get());
                if (!found && errno != 0)
                    return readError(path, errno);
                isAtEnd = !found;
                if (found)
                    add(found->d_name, entries);
            }
            return entries;
        }

        void add(const QByteArray &name, QList<StorageEntry> &entries)
        {
            struct ::stat status
            {
            };
            if (name == "."
                || name == ".."
                // The entry was deleted meanwhile.
                || ::fstatat(::dirfd(folder.get()), name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0)
                return;
            entries.append(entryOf(::dirfd(folder.get()), name, status, owners));
        }
    };

    QThreadPool &m_pool;
    std::shared_ptr<State> m_state;
};

Result<StorageEntry> statNow(const QByteArray &path, const QString &text)
{
    struct ::stat status
    {
    };
    if (::lstat(path.constData(), &status) != 0)
        return readError(text, errno);
    Owners owners;
    StorageEntry entry = entryOf(AT_FDCWD, path, status, owners);
    entry.name = nameOfPath(text);
    if (entry.kind == EntryKind::Link) {
        std::array<char, 4096> target{};
        const ssize_t length = ::readlink(path.constData(), target.data(), target.size());
        entry.target = pathFromBytes({target.data(), qMax<ssize_t>(length, 0)});
    }
    return entry;
}

Result<QByteArray> readOpen(int file, const QString &path, qint64 offset, qint64 length)
{
    struct ::stat status
    {
    };
    if (::fstat(file, &status) != 0)
        return readError(path, errno);
    if (!S_ISREG(status.st_mode))
        return readError(path, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
    // /proc and similar report size 0: such files are read to their end.
    QByteArray bytes;
    const qint64 expected = qMax<qint64>(status.st_size - offset, 0);
    bytes.reserve(qMin(length, expected));
    std::array<char, 64 * 1024> chunk{};
    while (bytes.size() < length) {
        const auto wanted = static_cast<size_t>(qMin<qint64>(chunk.size(), length - bytes.size()));
        const ssize_t got = ::pread(file, chunk.data(), wanted, offset + bytes.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return readError(path, errno);
        if (got == 0)
            break;
        bytes.append(chunk.data(), got);
    }
    return bytes;
}

Result<QByteArray> readNow(const QByteArray &path, const QString &text, qint64 offset, qint64 length)
{
    if (offset < 0 || length < 0)
        return rangeError(text);
    // A FIFO without a writer must not block the thread.
    const UniqueFd file(::open(path.constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.isValid())
        return readError(text, errno);
    return readOpen(file.get(), text, offset, length);
}

Result<void> writeNow(const QByteArray &path, const QString &text, qint64 offset, const QByteArray &bytes)
{
    if (offset < 0)
        return rangeError(text);
    const UniqueFd file(::open(path.constData(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666));
    struct ::stat status
    {
    };
    if (!file.isValid() || ::fstat(file.get(), &status) != 0)
        return changeError(text, errno);
    if (!S_ISREG(status.st_mode))
        return changeError(text, EINVAL);
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t put = ::pwrite(file.get(), bytes.constData() + done, size_t(bytes.size() - done), offset + done);
        if (put < 0 && errno != EINTR)
            return changeError(text, errno);
        done += qMax<ssize_t>(put, 0);
    }
    return {};
}

Result<void> removeNow(const QByteArray &path, const QString &text)
{
    struct ::stat status
    {
    };
    if (::lstat(path.constData(), &status) != 0)
        return readError(text, errno);
    if (::unlinkat(AT_FDCWD, path.constData(), S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0) == 0)
        return {};
    return changeError(text, errno == EEXIST ? ENOTEMPTY : errno); // POSIX allows either for a folder that is not empty
}

// Not every file system supports RENAME_NOREPLACE; the fallback has a race between check and rename.
Result<void> renameNow(const QByteArray &from, const QByteArray &to, const QString &text, const QString &target)
{
    int rc = ::renameat2(AT_FDCWD, from.constData(), AT_FDCWD, to.constData(), RENAME_NOREPLACE);
    if (rc != 0 && (errno == EINVAL || errno == ENOSYS)) {
        struct ::stat status
        {
        };
        if (::lstat(to.constData(), &status) == 0)
            return changeError(target, EEXIST);
        rc = ::rename(from.constData(), to.constData());
    }
    if (rc == 0)
        return {};
    return errno == EEXIST ? changeError(target, EEXIST) : changeError(text, errno);
}

Result<SpaceInfo> spaceNow(const QByteArray &path, const QString &text)
{
    struct ::statvfs status
    {
    };
    if (::statvfs(path.constData(), &status) != 0)
        return readError(text, errno);
    SpaceInfo space{
        qint64(status.f_blocks) * qint64(status.f_frsize), qint64(status.f_bavail) * qint64(status.f_frsize), {}};
    if (status.f_files > 0)
        space.freeEntries = qint64(status.f_favail);
    return space;
}

// Runs \a work in the pool, with the cleaned path as bytes and as text. InvalidArgument for an invalid path.
template <typename T, typename Work> QFuture<Result<T>> post(QThreadPool &pool, const QString &path, Work work)
{
    return QtConcurrent::run(&pool, [path, work]() -> Result<T> {
        const Result<QString> clean = cleanPath(path);
        if (!clean)
            return clean.error();
        return work(pathToBytes(*clean), *clean);
    });
}

Result<void> done(int rc, const QString &path)
{
    if (rc == 0)
        return {};
    return changeError(path, errno);
}

} // namespace

LocalFiles::LocalFiles()
{
    m_pool.setMaxThreadCount(2);
}

std::shared_ptr<FolderListing> LocalFiles::list(const QString &path)
{
    return std::make_shared<LocalListing>(m_pool, path);
}

QFuture<Result<StorageEntry>> LocalFiles::stat(const QString &path)
{
    return post<StorageEntry>(m_pool, path, statNow);
}

QFuture<Result<QByteArray>> LocalFiles::read(const QString &path, qint64 offset, qint64 length)
{
    return post<QByteArray>(m_pool, path, [offset, length](const QByteArray &bytes, const QString &text) {
        return readNow(bytes, text, offset, length);
    });
}

QFuture<Result<void>> LocalFiles::write(const QString &path, qint64 offset, const QByteArray &bytes)
{
    return post<void>(m_pool, path, [offset, bytes](const QByteArray &file, const QString &text) {
        return writeNow(file, text, offset, bytes);
    });
}

QFuture<Result<void>> LocalFiles::makeFolder(const QString &path)
{
    return post<void>(m_pool, path, [](const QByteArray &bytes, const QString &text) {
        return done(::mkdir(bytes.constData(), 0777), text);
    });
}

QFuture<Result<void>> LocalFiles::rename(const QString &from, const QString &to)
{
    return post<void>(m_pool, from, [to](const QByteArray &bytes, const QString &text) -> Result<void> {
        const Result<QString> target = cleanPath(to);
        if (!target)
            return target.error();
        return renameNow(bytes, pathToBytes(*target), text, *target);
    });
}

QFuture<Result<void>> LocalFiles::remove(const QString &path)
{
    return post<void>(m_pool, path, removeNow);
}

QFuture<Result<void>> LocalFiles::setMode(const QString &path, int mode)
{
    return post<void>(m_pool, path, [mode](const QByteArray &bytes, const QString &text) {
        return done(::chmod(bytes.constData(), mode_t(mode) & 07777), text);
    });
}

QFuture<Result<SpaceInfo>> LocalFiles::space(const QString &path)
{
    return post<SpaceInfo>(m_pool, path, spaceNow);
}

QFuture<Result<QString>> LocalFiles::home()
{
    return QtFuture::makeReadyFuture(Result<QString>(QDir::homePath()));
}

} // namespace engine
