// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/treewalk.h"

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <QHash>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr size_t mostOpenFolders = 500; // nested; each has a descriptor

// The blocks of a file may be fewer than its size also without holes: the file system compresses, or has not written it
// yet. So where a file may have holes that a transfer keeps, its data ranges are read.
qint64 heldBytesOf(int folder, const QByteArray &name, const struct ::stat &status)
{
    constexpr int mostRuns = 10'000;
    const qint64 counted = qint64(status.st_blocks) * 512;
    if (counted >= status.st_size || !isForParts(status.st_size, counted))
        return counted;
    const UniqueFd file(::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
    if (!file.isValid())
        return counted;
    qint64 held = 0;
    off_t end = 0;
    for (int i = 0; i < mostRuns; ++i) {
        const off_t data = ::lseek(file.get(), end, SEEK_DATA);
        if (data < 0)
            return errno == ENXIO ? held : status.st_size;
        end = ::lseek(file.get(), data, SEEK_HOLE);
        if (end < 0)
            return status.st_size;
        held += end - data;
    }
    return held + qMax<qint64>(status.st_size - end, 0);
}

} // namespace

QByteArray userName(unsigned id)
{
    constexpr size_t nameBuffer = 16 * 1024;
    thread_local QHash<unsigned, QByteArray> names; // a tree has few users
    QByteArray &name = names[id];
    if (!name.isEmpty())
        return name;
    std::array<char, nameBuffer> buffer{};
    struct ::passwd entry
    {
    };
    struct ::passwd *found = nullptr;
    ::getpwuid_r(id, &entry, buffer.data(), buffer.size(), &found);
    return name = found ? QByteArray(found->pw_name) : QByteArray::number(id);
}

TreeWalk::TreeWalk(const QByteArray &folder, const QByteArray &name, Trouble trouble, IgnoreFiles ignoreFiles,
                   Locked locked)
    : m_folder(folder), m_name(name), m_trouble(std::move(trouble)), m_locked(locked),
      m_ignoreFiles(ignoreFiles, folder)
{
}

std::optional<TreeEntry> TreeWalk::next()
{
    if (!std::exchange(m_hasBegun, true)) {
        const UniqueFd folder(::open(m_folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (!folder.isValid()) {
            m_trouble(m_name, errno);
            return std::nullopt;
        }
        return entryAt(folder.get(), m_name, m_name);
    }
    while (!m_levels.empty()) {
        errno = 0;
        const ::dirent *found = ::readdir(m_levels.back().folder.get());
        if (!found) {
            if (errno != 0)
                m_trouble(m_levels.back().path, errno);
            ascend();
            continue;
        }
        const QByteArray name = found->d_name;
        if (name == "." || name == "..")
            continue;
        const QByteArray path = m_levels.back().path + '/' + name;
        if (auto entry = entryAt(::dirfd(m_levels.back().folder.get()), name, path))
            return entry;
    }
    return std::nullopt;
}

std::optional<TreeEntry> TreeWalk::entryAt(int folder, const QByteArray &name, const QByteArray &path)
{
    const auto status = statAt(folder, name);
    if (!status) {
        m_trouble(path, errno);
        return std::nullopt;
    }
    if (isIgnored(path, S_ISDIR(status->st_mode)))
        return std::nullopt;
    TreeEntry entry;
    entry.path = path;
    entry.modified = status->st_mtim.tv_sec;
    entry.modifiedNs = status->st_mtim.tv_nsec;
    entry.mode = int(status->st_mode & 07777);
    if (status->st_uid != ::geteuid())
        entry.owner = userName(status->st_uid);
    if (S_ISREG(status->st_mode)) {
        entry.size = status->st_size;
        entry.heldBytes = heldBytesOf(folder, name, *status);
    } else if (S_ISDIR(status->st_mode)) {
        entry.kind = EntryKind::Folder;
        descend(folder, name, path);
    } else if (S_ISLNK(status->st_mode)) {
        entry.kind = EntryKind::Link;
        std::array<char, 4096> target{};
        const ssize_t length = ::readlinkat(folder, name.constData(), target.data(), target.size());
        entry.target = QByteArray(target.data(), qMax<ssize_t>(length, 0));
    } else {
        entry.kind = EntryKind::Other;
    }
    return entry;
}

void TreeWalk::descend(int folder, const QByteArray &name, const QByteArray &path)
{
    if (m_levels.size() >= mostOpenFolders)
        return m_trouble(path, ELOOP);
    const char *const itself = name.constData();
    UniqueFd file = m_locked == Locked::Opened ? openOwnFolderAt(folder, itself) : openFolderAt(folder, itself);
    if (!file.isValid())
        return m_trouble(path, errno);
    m_ignoreFiles.enter(file.get(), path);
    m_levels.push_back({std::unique_ptr<DIR, CloseFolder>(::fdopendir(file.release())), path});
}

void TreeWalk::ascend()
{
    m_levels.pop_back();
    m_ignoreFiles.leave();
}

bool TreeWalk::isIgnored(const QByteArray &path, bool isFolder)
{
    if (m_levels.empty() || !m_ignoreFiles.ignores(path, isFolder))
        return false;
    ++m_ignored;
    return true;
}

bool isAsItWas(int descriptor, const TreeEntry &entry)
{
    const auto status = statOf(descriptor);
    return status && S_ISREG(status->st_mode) && status->st_size == entry.size
        && status->st_mtim.tv_sec == entry.modified && status->st_mtim.tv_nsec == entry.modifiedNs;
}

UniqueFd TreeFiles::open(const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    const QByteArray folder = path.left(qMax(slash, qsizetype(0)));
    if (!m_last.isValid() || folder != m_lastPath) {
        m_last = openFolder(folder);
        m_lastPath = folder;
    }
    if (!m_last.isValid())
        return {};
    // The open of a pipe without a writer must not block.
    return UniqueFd(::openat(m_last.get(), path.constData() + slash + 1,
                             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
}

UniqueFd TreeFiles::openFolder(const QByteArray &path) const
{
    UniqueFd at(::open(m_folder.constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const QByteArrayList parts = path.isEmpty() ? QByteArrayList() : path.split('/');
    for (auto part = parts.cbegin(); at.isValid() && part != parts.cend(); ++part)
        at = UniqueFd(::openat(at.get(), part->constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return at;
}

} // namespace engine
