// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/placement.h"

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/wire/hereerror.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

bool isFolder(int folder, const QByteArray &name)
{
    const auto status = statAt(folder, name);
    return status && S_ISDIR(status->st_mode);
}

// 0 or errno; EEXIST: an entry exists at the place. Not every file system checks that in the same call.
int moveNew(int from, const QByteArray &name, int to, const QByteArray &other)
{
    if (::renameat2(from, name.constData(), to, other.constData(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
    if (statAt(to, other))
        return EEXIST;
    return ::renameat(from, name.constData(), to, other.constData()) == 0 ? 0 : errno;
}

int moveNew(int from, int to, const QByteArray &name)
{
    return moveNew(from, name, to, name);
}

// Whether both names are hard links of one file.
bool isOne(int from, const QByteArray &name, int to, const QByteArray &other)
{
    const auto one = statAt(from, name);
    const auto two = statAt(to, other);
    return one && two && one->st_dev == two->st_dev && one->st_ino == two->st_ino;
}

// A folder can be moved to another folder only if it is writable.
int moveFolder(int from, int to, const QByteArray &name)
{
    const int moved = moveNew(from, to, name);
    if (moved != EACCES && moved != EPERM)
        return moved;
    const UniqueFd folder = openOwnFolderAt(from, name.constData());
    const auto status = statOf(folder.get());
    if (!status || ::fchmod(folder.get(), S_IRWXU) != 0)
        return moved;
    const int again = moveNew(from, to, name);
    ::fchmod(folder.get(), status->st_mode & 07777);
    return again;
}

// Whether both are files of one size and time.
bool isAlike(int from, int to, const QByteArray &name)
{
    const auto one = statAt(from, name);
    const auto other = statAt(to, name);
    return one && other && S_ISREG(one->st_mode) && S_ISREG(other->st_mode) && one->st_size == other->st_size
        && one->st_mtim.tv_sec == other->st_mtim.tv_sec;
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

// A folder with all its entries.
qint64 countFiles(int folder, const QByteArray &name)
{
    const UniqueFd tree = isFolder(folder, name) ? openOwnFolderAt(folder, name.constData()) : UniqueFd();
    qint64 files = tree.isValid() ? 0 : 1;
    if (tree.isValid())
        (void)eachName(tree.get(), [&](const QByteArray &below) {
            files += countFiles(tree.get(), below);
            return true;
        });
    return files;
}

// 0 or errno.
int removeAny(int folder, const QByteArray &name)
{
    if (isFolder(folder, name))
        return removeTree(folder, name);
    return ::unlinkat(folder, name.constData(), 0) == 0 ? 0 : errno;
}

} // namespace

Result<void> HerePlacement::renew(int from, int to, const QByteArrayList &paths)
{
    for (const QByteArray &path : paths) {
        const QByteArray name = lastPart(path);
        const UniqueFd source = openBelow(from, beforeLastPart(path));
        const UniqueFd target = openBelow(to, beforeLastPart(path));
        const bool isMeant = source.isValid() && target.isValid() && isAlike(source.get(), target.get(), name);
        const auto renewed = isMeant ? replace(source.get(), target.get(), name, path) : Result<void>();
        if (!renewed)
            return renewed;
        if (!m_left.isEmpty())
            ::fchmod(source.get(), S_IRWXU);
    }
    return removeLeft(from); // failed entries were reported, and must not be moved by a later run
}

Result<void> HerePlacement::place(int from, int to)
{
    const auto placed = placeAll(from, to, {});
    return placed ? removeLeft(from) : placed;
}

Result<void> HerePlacement::placeAll(int from, int to, const QByteArray &path)
{
    Result<void> placed;
    const int trouble = eachName(from, [&](const QByteArray &name) {
        placed = placeOne(from, to, name, path.isEmpty() ? name : path + '/' + name);
        return bool(placed);
    });
    return trouble == 0 ? placed : Result<void>(hereError(path.isEmpty() ? m_target : at(path), trouble));
}

// At the end, so that a later run need not bring them again if this one ends before.
Result<void> HerePlacement::removeLeft(int from)
{
    for (const QByteArray &path : std::exchange(m_left, {})) {
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

Result<void> HerePlacement::placeOne(int from, int to, const QByteArray &name, const QByteArray &path)
{
    const int number = isFolder(from, name) ? moveFolder(from, to, name) : moveNew(from, to, name);
    if (number == 0)
        return {};
    if (number == EEXIST)
        return meet(from, to, name, path);
    return refuse(from, path, number);
}

// A disk that is full or gone refuses all files. A file system that was written a moment ago is not read-only, but
// another one mounted below it may be.
Result<void> HerePlacement::refuse(int from, const QByteArray &path, int number)
{
    if (isOfTheDisk(number) && number != EROFS)
        return hereError(at(path), number);
    leave(from, path, wordsOf(number));
    return {};
}

void HerePlacement::leave(int from, const QByteArray &path, const QString &words)
{
    const qint64 files = countFiles(from, lastPart(path));
    m_left.append(path);
    m_failed.addUnplaced(path);
    if (m_failed.add(path, words, files))
        m_counters.filesDone -= files;
}

// Makes a hard link in the trash if the file system can, so that the file is never missing. An earlier run may have
// made it already. Returns 0 or errno; \a kept is the name in the trash.
int HerePlacement::keep(int to, const QByteArray &name, const QByteArray &path, QByteArray &kept)
{
    constexpr int mostTries = 10'000;
    const QByteArray folder = beforeLastPart(path);
    if (const int made = StageFolder(m_trash.get()).makeFolder(folder); made != 0)
        return made;
    const UniqueFd beside = openBelow(m_trash.get(), folder);
    for (int number = 1; number < mostTries; ++number) {
        kept = number == 1 ? name : name + ".~" + QByteArray::number(number) + '~';
        if (::linkat(to, name.constData(), beside.get(), kept.constData(), 0) == 0 || errno == ENOENT)
            return 0;
        if (errno != EEXIST) {
            if (const int moved = moveNew(to, name, beside.get(), kept); moved != EEXIST)
                return moved;
        }
        if (isOne(to, name, beside.get(), kept))
            return 0;
    }
    return EEXIST;
}

Result<void> HerePlacement::replace(int from, int to, const QByteArray &name, const QByteArray &path)
{
    if (!m_trash.isValid()) {
        auto trash = m_openTrash();
        if (!trash) {
            leave(from, path, trash.error().technical);
            return {};
        }
        m_trash = *std::move(trash);
    }
    QByteArray kept;
    int number = keep(to, name, path, kept);
    if (number == 0 && ::renameat(from, name.constData(), to, name.constData()) != 0) {
        number = errno;
        const UniqueFd beside = openBelow(m_trash.get(), beforeLastPart(path));
        if (isOne(to, name, beside.get(), kept))
            ::unlinkat(beside.get(), kept.constData(), 0);
        else
            (void)moveNew(beside.get(), kept, to, name); // it was moved, not linked: its place is free
    }
    return number == 0 ? Result<void>() : refuse(from, path, number);
}

// An entry with this name exists at the place.
Result<void> HerePlacement::meet(int from, int to, const QByteArray &name, const QByteArray &path)
{
    const bool comesFolder = isFolder(from, name);
    const bool isFolderThere = isFolder(to, name);
    if (comesFolder != isFolderThere) {
        leave(from, path, otherKindWords(comesFolder));
        return {};
    }
    if (comesFolder) {
        const UniqueFd source = openOwnFolderAt(from, name.constData());
        const UniqueFd target = openFolderAt(to, name.constData());
        if (!source.isValid())
            return hereError(at(path), errno);
        if (!target.isValid()) {
            leave(from, path, wordsOf(errno));
            return {};
        }
        ::fchmod(source.get(), S_IRWXU); // its entries are moved out of it
        return placeAll(source.get(), target.get(), path);
    }
    if (m_rule == ConflictRule::Replace)
        return replace(from, to, name, path);
    if (m_rule == ConflictRule::KeepBoth) {
        leave(from, path, newFileWords());
        return {};
    }
    m_left.append(path);
    m_failed.addUnplaced(path);
    ++m_counters.filesKept;
    --m_counters.filesDone;
    return {};
}

} // namespace engine
