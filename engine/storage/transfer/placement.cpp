// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/placement.h"

#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/stagefolder.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>

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

} // namespace

Result<void> Placement::placeAll(int from, int to, const QByteArray &path)
{
    const std::unique_ptr<DIR, int (*)(DIR *)> entries(::fdopendir(::dup(from)), ::closedir);
    if (!entries)
        return hereError(m_target, errno);
    ::rewinddir(entries.get());
    while (const ::dirent *entry = ::readdir(entries.get())) {
        const QByteArray name = entry->d_name;
        if (name == "." || name == "..")
            continue;
        if (const auto placed = placeOne(from, to, name, path.isEmpty() ? name : path + '/' + name); !placed)
            return placed;
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
        m_failed.add(path,
                     comesFolder ? QStringLiteral("it is a folder on the machine, and none here")
                                 : QStringLiteral("it is a folder here, and none on the machine"));
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
    } else if (m_rule == ConflictRule::Skip) {
        ++m_counters.filesKept;
    } else {
        m_failed.add(path, QStringLiteral("another file got its name meanwhile"));
    }
    return {};
}

} // namespace engine
