// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/sftpfiletask.h"

#include "engine/api/paths.h"
#include "engine/base/bytes.h"
#include "engine/ssh/sftp/sftpstreams.h"
#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftptrash.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/shell/filetaskerrors.h"

#include <limits>

namespace engine {

namespace {

constexpr qint64 toldEach = 1000; // entries

} // namespace

Result<void> SftpFileTask::run()
{
    using Kind = FileTaskRequest::Kind;
    m_tell({}); // clears answers of a shell that was none
    switch (m_request.kind) {
    case Kind::Measure:
        return measure();
    case Kind::Remove:
        return remove();
    case Kind::Trash:
        return trash();
    case Kind::Restore:
        return restore();
    case Kind::Checksum:
        return sum();
    }
    return {};
}

Result<void> SftpFileTask::each(const QString &path, const Take &take)
{
    const QByteArray bytes = pathToBytes(path);
    m_unread.reset();
    SftpTree tree(m_client, std::numeric_limits<qint64>::max(), [&](const QByteArray &at, const QString &words) {
        if (!m_unread)
            m_unread =
                refusedError(words, pathFromBytes(QByteArray(beforeLastPart(bytes) + '/' + at)), SftpPurpose::Read);
    });
    return tree.list(beforeLastPart(bytes), lastPart(bytes), take);
}

void SftpFileTask::tellSometimes(qint64 count)
{
    if (count % toldEach == 0)
        m_tell(m_shown);
}

Result<SftpAttributes> SftpFileTask::find(const QString &path)
{
    auto there = m_client.lstat(path);
    return !there && there.error().code == ErrorCode::NotFound ? isMissing(path) : there;
}

Result<void> SftpFileTask::measure()
{
    for (const QString &path : m_request.paths) {
        if (const auto there = find(path); !there)
            return there.error();
        const auto listed = each(path, [this](TreeEntry &&entry) {
            m_shown.count.folders += entry.kind == EntryKind::Folder;
            m_shown.count.files += entry.kind != EntryKind::Folder;
            m_shown.count.bytes += entry.size;
            tellSometimes(m_shown.count.folders + m_shown.count.files);
            return Result<void>();
        });
        if (!listed)
            return listed;
    }
    m_tell(m_shown);
    return {};
}

Result<QByteArray> SftpFileTask::home()
{
    const auto path = m_client.realPath(QStringLiteral("."));
    if (!path)
        return path.error();
    return pathToBytes(*path);
}

Result<void> SftpFileTask::guard()
{
    const auto own = home();
    if (!own)
        return own.error();
    for (const QString &path : m_request.paths) {
        const auto there = find(path);
        if (!there)
            return there.error();
        if (!there->isFolder())
            continue;
        const auto real = m_client.realPath(path);
        if (!real)
            return real.error();
        const QByteArray folder = *real == QLatin1StringView("/") ? QByteArray("/") : pathToBytes(*real) + '/';
        if (QByteArray(*own + '/').startsWith(folder))
            return isTheHomeFolder(path);
    }
    return {};
}

// Counts again, and removes only if the numbers are those that were counted before.
Result<void> SftpFileTask::remove()
{
    if (const auto guarded = guard(); !guarded)
        return guarded;
    if (const auto measured = measure(); !measured)
        return measured;
    if (m_shown.count != m_request.counted)
        return isAnother(m_shown.count);
    for (const QString &path : m_request.paths) {
        const auto removed = removeTree(path);
        m_tell(m_shown);
        if (!removed)
            return removed;
    }
    return {};
}

Result<void> SftpFileTask::removeTree(const QString &path)
{
    const QByteArray above = beforeLastPart(pathToBytes(path)) + '/';
    std::optional<Error> refused;
    SftpPipe pipe(m_client);
    auto removed = each(path, [&](TreeEntry &&entry) {
        const SftpType type = entry.kind == EntryKind::Folder ? SftpType::RemoveFolder : SftpType::Remove;
        const QByteArray full = above + entry.path;
        return pipe.ask(sftpRequest(type, full), [this, &refused, full](const SftpReply &reply) {
            if (isOk(reply))
                tellSometimes(++m_shown.itemsDone);
            else if (!refused) // its parents will be refused, too
                refused = refusedError(statusOf(reply), pathFromBytes(full), SftpPurpose::Change);
            return Result<void>();
        });
    });
    if (removed)
        removed = pipe.finish();
    if (removed && refused)
        return m_unread.value_or(*refused);
    return removed;
}

Result<void> SftpFileTask::trash()
{
    if (const auto guarded = guard(); !guarded)
        return guarded;
    const auto folder = homeTrash(m_client);
    if (!folder)
        return m_client.isBroken() ? m_client.broken() : hasNoTrash(m_request.paths.constFirst());
    for (const QString &path : m_request.paths) {
        if (const auto trashed = trashOne(pathToBytes(path), *folder); !trashed)
            return trashed;
        m_tell(m_shown);
    }
    return {};
}

Result<void> SftpFileTask::trashOne(const QByteArray &path, const QByteArray &trashFolder)
{
    const auto name = noteInTrash(m_client, trashFolder, path);
    if (!name)
        return name.error();
    const QByteArray trashed = trashFolder + "/files/" + *name;
    SftpStatus status;
    SftpPipe pipe(m_client);
    SftpRequest request = sftpRequest(SftpType::Rename, path);
    request.add(trashed);
    auto moved = pipe.ask(std::move(request), [&status](const SftpReply &reply) {
        status = statusOf(reply);
        return Result<void>();
    });
    if (moved)
        moved = pipe.finish();
    if (!moved)
        return moved;
    if (status.code == SftpCode::Ok) {
        m_shown.trashed.append({pathFromBytes(path), pathFromBytes(trashed)});
        ++m_shown.itemsDone;
        return {};
    }
    (void)m_client.remove(pathFromBytes(QByteArray(trashFolder + "/info/" + *name + ".trashinfo")));
    if (status.code == SftpCode::Failure) // the path is on another file system
        return hasNoTrash(pathFromBytes(path));
    return status.code == SftpCode::NoSuchFile ? isMissing(pathFromBytes(path))
                                               : refusedError(status, pathFromBytes(path), SftpPurpose::Change);
}

// Replaces no files. A path that cannot be restored does not stop the others.
Result<void> SftpFileTask::restore()
{
    Result<void> all;
    for (const TrashedFile &file : m_request.trashed) {
        auto done = makeSftpPath(m_client, beforeLastPart(pathToBytes(file.path)));
        if (done)
            done = m_client.rename(file.trashed, file.path);
        if (m_client.isBroken())
            return m_client.broken();
        if (!done) {
            all = all ? done : all;
            continue;
        }
        const QByteArray files = beforeLastPart(pathToBytes(file.trashed));
        const QByteArray note = beforeLastPart(files) + "/info/" + lastPart(pathToBytes(file.trashed)) + ".trashinfo";
        (void)m_client.remove(pathFromBytes(note));
        m_shown.trashed.append(file);
        ++m_shown.itemsDone;
        m_tell(m_shown);
    }
    return all;
}

Result<void> SftpFileTask::sum()
{
    for (const QString &path : m_request.paths) {
        const auto one = sumOf(path);
        if (!one)
            return one.error();
        m_shown.sums.append(*one);
        ++m_shown.itemsDone;
        m_tell(m_shown);
    }
    return {};
}

// Without a shell there is no program for checksums: all bytes are read by SFTP.
Result<QString> SftpFileTask::sumOf(const QString &path)
{
    const auto file = m_client.stat(path);
    if (!file)
        return file.error();
    if (!file->isFile())
        return refusedError(QStringLiteral("it is no file"), path, SftpPurpose::Read);
    const bool isMd5 = m_request.algorithm == QLatin1StringView("md5");
    const qint64 before = m_shown.bytesDone;
    const auto sum = sftpSum(m_client, path, isMd5 ? QCryptographicHash::Md5 : QCryptographicHash::Sha256,
                             [this, before](qint64 bytes) {
                                 const qint64 told = (m_shown.bytesDone - before) / mebi;
                                 m_shown.bytesDone += bytes;
                                 if ((m_shown.bytesDone - before) / mebi != told)
                                     m_tell(m_shown);
                                 return true;
                             });
    if (!sum)
        return sum.error();
    return QString::fromLatin1(*sum);
}

} // namespace engine
