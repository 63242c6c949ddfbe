// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/placement.h"

#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/stage.h"
#include "engine/storage/transfer/stagefolder.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

bool isFolder(int folder, const QByteArray &name)
{
    struct ::stat status
    {
    };
    return ::fstatat(folder, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(status.st_mode);
}

// 0 or errno; EEXIST when something is there. Not every file system can tell and move at once.
int moveNew(int from, int to, const QByteArray &name)
{
    if (::renameat2(from, name.constData(), to, name.constData(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    struct ::stat status
    {
    };
    if (::fstatat(to, name.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0)
        return EEXIST;
    return ::renameat(from, name.constData(), to, name.constData()) == 0 ? 0 : errno;
}

// A folder goes to another one only when it may be written.
int moveFolder(int from, int to, const QByteArray &name)
{
    const int moved = moveNew(from, to, name);
    if (moved != EACCES && moved != EPERM)
        return moved;
    struct ::stat status
    {
    };
    const UniqueFd folder = openOwnFolderAt(from, name.constData());
    if (!folder.isValid() || ::fstat(folder.get(), &status) != 0 || ::fchmod(folder.get(), S_IRWXU) != 0)
        return moved;
    const int again = moveNew(from, to, name);
    ::fchmod(folder.get(), status.st_mode & 07777);
    return again;
}

// Of files of one size and time.
bool isAlike(int from, int to, const QByteArray &name)
{
    struct ::stat one
    {
    };
    struct ::stat other
    {
    };
    return ::fstatat(from, name.constData(), &one, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(one.st_mode)
        && ::fstatat(to, name.constData(), &other, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(other.st_mode)
        && one.st_size == other.st_size && one.st_mtim.tv_sec == other.st_mtim.tv_sec;
}

UniqueFd openBelow(int folder, const QByteArray &path)
{
    UniqueFd at(::dup(folder));
    for (const QByteArray &part : path.isEmpty() ? QByteArrayList() : path.split('/')) {
        if (at.isValid())
            at = openFolderAt(at.get(), part.constData());
    }
    return at;
}

// 0 or errno.
int removeAny(int folder, const QByteArray &name)
{
    if (isFolder(folder, name))
        return removeTree(folder, name);
    return ::unlinkat(folder, name.constData(), 0) == 0 ? 0 : errno;
}

} // namespace

Result<void> Placement::renew(int from, int to, const QByteArrayList &paths)
{
    for (const QByteArray &path : paths) {
        const QByteArray name = lastPart(path);
        const UniqueFd source = openBelow(from, beforeLastPart(path));
        const UniqueFd target = openBelow(to, beforeLastPart(path));
        const bool isMeant = source.isValid() && target.isValid() && isAlike(source.get(), target.get(), name);
        if (isMeant && ::renameat(source.get(), name.constData(), target.get(), name.constData()) != 0)
            return hereError(at(path), errno);
    }
    return {};
}

Result<void> Placement::place(int from, int to)
{
    const auto placed = placeAll(from, to, {});
    return placed ? removeLeft(from) : placed;
}

Result<void> Placement::placeAll(int from, int to, const QByteArray &path)
{
    Result<void> placed;
    const int trouble = eachName(from, [&](const QByteArray &name) {
        placed = placeOne(from, to, name, path.isEmpty() ? name : path + '/' + name);
        return bool(placed);
    });
    return trouble == 0 ? placed : Result<void>(hereError(path.isEmpty() ? m_target : at(path), trouble));
}

// Last: a run that ends before need not bring it again.
Result<void> Placement::removeLeft(int from)
{
    for (const QByteArray &path : std::as_const(m_left)) {
        const QByteArray name = lastPart(path);
        const UniqueFd folder = openBelow(from, beforeLastPart(path));
        if (!folder.isValid())
            return hereError(at(path), errno);
        const int number = removeAny(folder.get(), name);
        if (number != 0)
            return hereError(at(path), number);
    }
    return {};
}

Result<void> Placement::placeOne(int from, int to, const QByteArray &name, const QByteArray &path)
{
    const int number = isFolder(from, name) ? moveFolder(from, to, name) : moveNew(from, to, name);
    if (number == 0)
        return {};
    if (number == EEXIST)
        return meet(from, to, name, path);
    return hereError(at(path), number);
}

// Something of that name is there.
Result<void> Placement::meet(int from, int to, const QByteArray &name, const QByteArray &path)
{
    const bool comesFolder = isFolder(from, name);
    const bool isFolderThere = isFolder(to, name);
    if (comesFolder != isFolderThere) {
        m_left.append(path);
        m_failed.add(path, metOtherKind(comesFolder));
        return {};
    }
    if (comesFolder) {
        const UniqueFd source = openOwnFolderAt(from, name.constData());
        const UniqueFd target = openFolderAt(to, name.constData());
        if (!source.isValid() || !target.isValid())
            return hereError(at(path), errno);
        ::fchmod(source.get(), S_IRWXU); // all goes out of it
        return placeAll(source.get(), target.get(), path);
    }
    if (m_rule == ConflictRule::Replace) {
        if (::renameat(from, name.constData(), to, name.constData()) != 0)
            return hereError(at(path), errno);
        return {};
    }
    m_left.append(path);
    if (m_rule == ConflictRule::Skip)
        ++m_counters.filesKept;
    else
        m_failed.add(path, metNew());
    return {};
}

} // namespace engine
