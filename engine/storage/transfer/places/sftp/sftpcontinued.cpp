// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpcontinued.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/places/sftp/sftpreceiver.h"
#include "engine/storage/transfer/places/sftp/sftpstagewriter.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"

#include <algorithm>
#include <limits>

namespace engine {

namespace {

SftpAttributes sftpTimesOf(const TreeEntry &file)
{
    SftpAttributes times = sealOf(file);
    times.mode.reset();
    return times;
}

Error takenAway(const QString &path)
{
    return {ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "it was taken away there while it was brought"), path};
}

} // namespace

bool SftpContinued::isOurs(const TreeEntry &file, const QByteArray &path) const
{
    return m_made.contains(path)
        || (m_context.state.staged.containsPath(path)
            && m_context.journal.run(file, 0) != std::numeric_limits<qint64>::min());
}

// If the existing file is not the beginning of this version, by the list and the journal, it is removed first: an old
// server may still write other bytes into it.
Result<SftpHandle> SftpContinued::open(SftpClient &client, const TreeEntry &file, const QByteArray &path, int modeOfNew)
{
    const QString full = pathFromBytes(QByteArray(m_context.stagePath() + '/' + path));
    const auto isFile = [&path](const Result<SftpAttributes> &there) {
        return there && treeEntryOf(path, *there).kind == EntryKind::File;
    };
    bool wasOurs = false;
    {
        const std::lock_guard lock(m_mutex);
        wasOurs = isOurs(file, path);
    }
    if (wasOurs) { // checked without the mutex
        const auto there = client.lstat(full);
        if (isFile(there))
            return openSftpFile(client, full);
        // After any other error the file cannot be checked at the moment.
        const bool isGone = there || there.error().code == ErrorCode::NotFound;
        return isGone ? lose(file, path) : Result<SftpHandle>(there.error());
    }
    const std::lock_guard lock(m_mutex);
    if (m_lost.contains(path))
        return takenAway(full);
    const Result<SftpAttributes> there = client.lstat(full);
    if (isFile(there) && isOurs(file, path)) // another lane has made it
        return openSftpFile(client, full);
    if (there)
        (void)client.remove(full);
    if (client.isBroken())
        return client.broken();
    Result<SftpHandle> made = client.openFile(full, newSftpFile, modeOfNew);
    if (made)
        m_made.insert(path);
    return made;
}

// The notes of the file do not hold any more; a new file would have holes in their place.
Error SftpContinued::lose(const TreeEntry &file, const QByteArray &path)
{
    const std::lock_guard lock(m_mutex);
    m_lost.insert(path);
    m_context.journal.forget(file, path);
    return takenAway(pathFromBytes(QByteArray(m_context.stagePath() + '/' + path)));
}

void SftpContinued::note(const TreeEntry &file, const QByteArray &path, qint64 mib)
{
    const std::lock_guard lock(m_mutex);
    if (!m_lost.contains(path))
        m_context.journal.add(file, mib, 1);
}

void SftpContinued::forget(const QByteArrayList &paths)
{
    const std::lock_guard lock(m_mutex);
    for (const QByteArray &path : paths)
        m_made.remove(path);
}

void SftpContinued::addSealed(const TreeEntry &file)
{
    if (m_context.state.staged.containsPath(file.path) && !m_made.contains(file.path))
        m_sealed[file.path] = file;
}

void SftpContinued::rename(const QByteArray &name, const QByteArray &other)
{
    std::map<QByteArray, TreeEntry> renamed;
    for (auto &[path, file] : m_sealed) {
        if (path == name || path.startsWith(QByteArray(name + '/')))
            file.path = other + path.sliced(name.size());
        renamed[file.path] = file;
    }
    m_sealed.swap(renamed);
}

const TreeEntry *SftpContinued::writtenLate(const TreeEntry &listed) const
{
    const auto sealed = listed.kind == EntryKind::File ? m_sealed.find(listed.path) : m_sealed.end();
    if (sealed == m_sealed.end() || listed.size != sealed->second.size
        || listed.modified == sftpTimesOf(sealed->second).times->modified)
        return nullptr;
    return &sealed->second;
}

Result<void> SftpContinued::setTimes(SftpClient &client, const QByteArray &folder,
                                     const std::vector<TreeEntry> &files) const
{
    SftpPipe pipe(client);
    for (const TreeEntry &file : files) {
        const auto asked =
            pipe.ask(sftpRequest(SftpType::Setstat, QByteArray(folder + '/' + file.path), sftpTimesOf(file)),
                     [](const SftpReply &) { return Result<void>(); });
        if (!asked)
            return asked;
    }
    return pipe.finish();
}

// Checks until all times were right two times in a row.
Result<void> SftpContinued::lookAgain(SftpClient &client, const QByteArrayList &left) const
{
    constexpr int enoughLooks = 2;
    constexpr int mostLooks = 20;
    const QByteArray &target = m_context.plan.target;
    const auto isLeft = [&left](const QByteArray &path) {
        return std::any_of(left.cbegin(), left.cend(), [&path](const QByteArray &one) {
            return path == one || path.startsWith(QByteArray(one + '/'));
        });
    };
    std::vector<TreeEntry> files;
    for (const auto &[path, file] : m_sealed) {
        if (!isLeft(path) && !m_context.failed.has(path))
            files.push_back(file);
    }
    int good = 0;
    for (int looks = 0; !files.empty() && good < enoughLooks; ++looks) {
        std::vector<TreeEntry> others;
        SftpPipe pipe(client);
        for (const TreeEntry &file : files) {
            const auto asked = pipe.ask(sftpRequest(SftpType::Lstat, QByteArray(target + '/' + file.path)),
                                        [&others, &file](const SftpReply &reply) {
                                            const auto now = reply.type == SftpType::Attributes
                                                ? decodeAttributes(reply.body)
                                                : std::nullopt;
                                            TreeEntry meant = file;
                                            meant.modified = sftpTimesOf(file).times->modified;
                                            if (!now || !isAsListed(meant, *now))
                                                others.push_back(file);
                                            return Result<void>();
                                        });
            if (!asked)
                return asked;
        }
        if (const auto heard = pipe.finish(); !heard)
            return heard;
        good = others.empty() ? good + 1 : 0;
        if (looks == mostLooks && !others.empty()) {
            for (const TreeEntry &file : others)
                m_context.failUnplaced(file.path, QStringLiteral("it changes there, although it is in its place"));
            return {};
        }
        if (const auto set = setTimes(client, target, others); !set)
            return set;
    }
    return {};
}

} // namespace engine
