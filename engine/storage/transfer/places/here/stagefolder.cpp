// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/stagefolder.h"

#include <array>
#include <cerrno>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr int openFlags = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;

std::array<timespec, 2> timespecsOf(const TreeEntry &entry)
{
    return {timespec{0, UTIME_OMIT}, timespec{time_t(entry.modified), entry.modifiedNs}};
}

mode_t modeOf(const TreeEntry &entry)
{
    return mode_t(entry.mode) & 0777;
}

// Names that each end with a NUL, as a folder may have millions.
int readNames(int folder, QByteArray &names)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> entries(::fdopendir(::dup(folder)), ::closedir);
    if (!entries)
        return errno;
    ::rewinddir(entries.get());
    while (true) {
        errno = 0;
        const ::dirent *entry = ::readdir(entries.get());
        if (!entry)
            return errno;
        const QByteArrayView name(entry->d_name);
        if (name != "." && name != "..")
            names.append(name).append('\0');
    }
}

int removeContents(int folder)
{
    int trouble = 0;
    const int listed = eachName(folder, [&](const QByteArray &name) {
        if (::unlinkat(folder, name.constData(), 0) == 0)
            return true;
        if (errno != EISDIR && errno != EPERM)
            trouble = errno;
        else if (const int removed = removeTree(folder, name); removed != 0)
            trouble = removed;
        return true;
    });
    return listed != 0 ? listed : trouble;
}

} // namespace

QByteArray firstPart(const QByteArray &path)
{
    const qsizetype slash = path.indexOf('/');
    return slash < 0 ? path : path.first(slash);
}

QByteArray lastPart(const QByteArray &path)
{
    return path.sliced(path.lastIndexOf('/') + 1);
}

QByteArray beforeLastPart(const QByteArray &path)
{
    return path.first(qMax<qsizetype>(path.lastIndexOf('/'), 0));
}

std::optional<struct ::stat> statAt(int folder, const QByteArray &name)
{
    struct ::stat status
    {
    };
    const bool isTold = ::fstatat(folder, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    return isTold ? std::optional(status) : std::nullopt;
}

std::optional<struct ::stat> statOf(int file)
{
    struct ::stat status
    {
    };
    return ::fstat(file, &status) == 0 ? std::optional(status) : std::nullopt;
}

UniqueFd openFolderAt(int folder, const char *name)
{
    return UniqueFd(::openat(folder, name, openFlags | O_RDONLY | O_DIRECTORY));
}

UniqueFd openOwnFolderAt(int folder, const char *name)
{
    UniqueFd file = openFolderAt(folder, name);
    const auto status = file.isValid() ? statOf(file.get()) : std::nullopt;
    if (status && (status->st_mode & S_IRWXU) != S_IRWXU)
        ::fchmod(file.get(), S_IRWXU); // read permission alone does not suffice
    if (file.isValid() || errno != EACCES)
        return file;
    // O_PATH ensures that the permissions are not set through a link.
    const UniqueFd closed(::openat(folder, name, openFlags | O_PATH | O_DIRECTORY));
    const QByteArray itself = "/proc/self/fd/" + QByteArray::number(closed.get());
    if (!closed.isValid() || ::chmod(itself.constData(), S_IRWXU) != 0)
        return {};
    return openFolderAt(folder, name);
}

int eachName(int folder, const std::function<bool(const QByteArray &name)> &take)
{
    QByteArray names;
    const int trouble = readNames(folder, names);
    if (trouble != 0)
        return trouble;
    for (qsizetype at = 0, end = 0; (end = names.indexOf('\0', at)) >= 0; at = end + 1) {
        if (!take(names.sliced(at, end - at)))
            break;
    }
    return 0;
}

int removeFolders(int folder, const QByteArray &name)
{
    const UniqueFd tree = openOwnFolderAt(folder, name.constData());
    if (!tree.isValid())
        return errno == ENOENT ? 0 : errno == ENOTDIR || errno == ELOOP ? ENOTEMPTY : errno;
    int trouble = 0;
    const int listed = eachName(tree.get(), [&](const QByteArray &below) {
        trouble = removeFolders(tree.get(), below);
        return trouble == 0;
    });
    if (listed != 0 || trouble != 0)
        return listed != 0 ? listed : trouble;
    return ::unlinkat(folder, name.constData(), AT_REMOVEDIR) == 0 || errno == ENOENT ? 0 : errno;
}

int removeTree(int folder, const QByteArray &name)
{
    const UniqueFd tree = openOwnFolderAt(folder, name.constData());
    if (!tree.isValid())
        return errno == ENOENT ? 0 : errno;
    if (const int trouble = removeContents(tree.get()); trouble != 0 && trouble != EACCES)
        return trouble;
    if (::unlinkat(folder, name.constData(), AT_REMOVEDIR) == 0)
        return 0;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return errno;
    ::fchmod(tree.get(), S_IRWXU); // entries can only be removed from a writable folder
    if (const int trouble = removeContents(tree.get()); trouble != 0)
        return trouble;
    return ::unlinkat(folder, name.constData(), AT_REMOVEDIR) == 0 ? 0 : errno;
}

int StageFolder::folderOf(const QByteArray &path, bool makes)
{
    if (path.isEmpty())
        return m_root.get();
    if (path == m_path && m_folder.isValid())
        return m_folder.get();
    if (path.count('/') >= deepest) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const bool isBelow = m_folder.isValid() && path.startsWith(QByteArray(m_path + '/'));
    UniqueFd at(::dup(isBelow ? m_folder.get() : m_root.get()));
    const QByteArrayList parts = (isBelow ? path.sliced(m_path.size() + 1) : path).split('/');
    for (const QByteArray &part : parts) {
        UniqueFd next = openOwnFolderAt(at.get(), part.constData());
        if (!next.isValid() && errno == ENOENT && makes) {
            if (::mkdirat(at.get(), part.constData(), S_IRWXU) != 0 && errno != EEXIST)
                return -1;
            next = openOwnFolderAt(at.get(), part.constData());
        }
        if (!next.isValid())
            return -1;
        at = std::move(next);
    }
    m_path = path;
    m_folder = std::move(at);
    return m_folder.get();
}

int StageFolder::makeFolder(const QByteArray &path)
{
    return folderOf(path, true) < 0 ? errno : 0;
}

UniqueFd StageFolder::create(const QByteArray &path, int flags)
{
    const int folder = folderOf(beforeLastPart(path), true);
    if (folder < 0)
        return {};
    return UniqueFd(::openat(folder, lastPart(path).constData(), openFlags | flags | O_CREAT, S_IRUSR | S_IWUSR));
}

UniqueFd StageFolder::createFile(const QByteArray &path)
{
    UniqueFd file = create(path, O_WRONLY | O_EXCL);
    if (file.isValid() || errno != EEXIST)
        return file;
    if (const int removed = remove(path); removed != 0) {
        errno = removed;
        return {};
    }
    return create(path, O_WRONLY | O_EXCL);
}

UniqueFd StageFolder::openFile(const QByteArray &path)
{
    UniqueFd file = create(path, O_RDWR);
    const auto status = file.isValid() ? statOf(file.get()) : std::nullopt;
    if (file.isValid() && (!status || !S_ISREG(status->st_mode))) {
        errno = EINVAL;
        return {};
    }
    return file;
}

int StageFolder::makeLink(const TreeEntry &link)
{
    const int folder = folderOf(beforeLastPart(link.path), true);
    if (folder < 0)
        return errno;
    const QByteArray name = lastPart(link.path);
    if (::symlinkat(link.target.constData(), folder, name.constData()) != 0) {
        if (errno != EEXIST)
            return errno;
        if (const int removed = remove(link.path); removed != 0)
            return removed;
        if (::symlinkat(link.target.constData(), folder, name.constData()) != 0)
            return errno;
    }
    // A few file systems cannot store the time of a link.
    (void)::utimensat(folder, name.constData(), timespecsOf(link).data(), AT_SYMLINK_NOFOLLOW);
    return 0;
}

int StageFolder::remove(const QByteArray &path)
{
    const int folder = folderOf(beforeLastPart(path), false);
    if (folder < 0)
        return errno;
    const QByteArray name = lastPart(path);
    if (::unlinkat(folder, name.constData(), 0) == 0)
        return 0;
    if (errno != EISDIR && errno != EPERM)
        return errno;
    return ::unlinkat(folder, name.constData(), AT_REMOVEDIR) == 0 ? 0 : errno;
}

int StageFolder::sealFolder(const TreeEntry &folder)
{
    const int file = folderOf(folder.path, false);
    if (file < 0)
        return errno;
    return sealFile(file, folder);
}

int StageFolder::sealFile(int file, const TreeEntry &entry)
{
    const int permitted = ::fchmod(file, modeOf(entry)) == 0 ? 0 : errno;
    const int timed = ::futimens(file, timespecsOf(entry).data()) == 0 ? 0 : errno;
    return permitted != 0 ? permitted : timed;
}

QString StageFolder::unsetWords(const TreeEntry &entry)
{
    return (entry.mode & (S_ISUID | S_ISGID | S_ISVTX)) == 0
        ? QString()
        : QStringLiteral("set-user-ID, set-group-ID and sticky bits are not brought to this computer");
}

} // namespace engine
