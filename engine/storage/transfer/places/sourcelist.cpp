// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sourcelist.h"

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/factset.h"
#include "engine/storage/transfer/wire/tree/machinelist.h"

#include <QDir>
#include <QFileInfo>
#include <QSet>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace engine {

namespace {

constexpr qsizetype listFileReadBytes = 1024 * 1024;
constexpr qsizetype gatheredBytes = 16 * 1024; // of one write
constexpr qint64 mostListBytes = qint64(4) * 1024 * 1024 * 1024; // some 40 million files

UniqueFd openNameless(const QByteArray &folder)
{
    return UniqueFd(::open(folder.constData(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

QByteArray temporaryFolder()
{
    return QDir::tempPath().toLocal8Bit();
}

Error goneMeanwhile(const TransferPlan &plan, const QByteArray &name)
{
    const QString path = pathFromBytes(QByteArray(plan.folder + '/' + name));
    return {ErrorCode::NotFound,
            {QT_TRANSLATE_NOOP("engine", "There is no %1 on the machine any more."), {shownPath(path)}},
            path};
}

// An entry whose time is in nanoseconds, so that it is compared exactly.
TreeEntry withTheMoment(TreeEntry entry)
{
    entry.modified = entry.modified * 1'000'000'000 + entry.modifiedNs;
    return entry;
}

// The same as a file, so that the time of a folder is compared, too.
TreeEntry stampOf(TreeEntry entry)
{
    entry.kind = EntryKind::File;
    return withTheMoment(std::move(entry));
}

} // namespace

SourceList::SourceList(const TransferPlan &plan) : m_folder(QFileInfo(plan.journalFile).path().toLocal8Bit()) { }

Result<void> SourceList::whole(const TransferPlan &plan, const Take &take,
                               const std::function<Result<void>(const Take &each)> &list)
{
    QSet<QByteArray> missing(plan.names.cbegin(), plan.names.cend());
    const auto listed = list([&](TreeEntry &entry) {
        missing.remove(firstPart(entry.path));
        take(entry);
    });
    return listed && !missing.isEmpty() ? Result<void>(goneMeanwhile(plan, *missing.cbegin())) : listed;
}

Result<void> SourceList::fetch(BulkSession &session, const TransferPlan &plan, const Take &take)
{
    return fill(plan, take, [&](ManifestReader &reader, const Heard &heard) {
        return readList(session, "bd_list_of", QByteArrayList{plan.folder} + plan.names, reader, heard);
    });
}

Result<void> SourceList::fill(const TransferPlan &plan, const Take &take, const Say &say)
{
    const auto kept = keep(plan, take, say);
    const std::lock_guard lock(m_mutex);
    m_isEnded = true;
    if (!kept)
        m_trouble = kept.error();
    m_hasMore.notify_all();
    return kept;
}

Result<void> SourceList::keep(const TransferPlan &plan, const Take &take, const Say &say)
{
    const QSet<QByteArray> known(plan.names.cbegin(), plan.names.cend());
    m_file = openNameless(m_folder);
    if (!m_file.isValid()) { // not every file system supports files without a name
        m_file = openNameless(temporaryFolder());
        m_isTemporary = true;
    }
    if (!m_file.isValid())
        return hereError(m_folder, errno);
    qint64 entries = 0;
    bool isForeign = false;
    ManifestReader reader([&](TreeEntry &&entry) {
        ++entries;
        isForeign = isForeign || !known.contains(firstPart(entry.path));
        if (!isForeign)
            take(entry);
    });
    const auto listed = say(reader, [&](const QByteArray &some) -> Result<void> {
        if (isForeign)
            return ManifestReader::nonsense();
        if (entries > plan.mostEntries || m_bytes + some.size() > mostListBytes)
            return listsTooMuch(qMin(entries, plan.mostEntries));
        return put(some);
    });
    return listed && !reader.isWhole() ? Result<void>(ManifestReader::nonsense()) : listed;
}

Result<void> SourceList::put(const QByteArray &some)
{
    int trouble = writeAllAt(m_file.get(), some, m_bytes);
    const bool isFull = trouble == ENOSPC || trouble == EDQUOT;
    if (isFull && !std::exchange(m_isTemporary, true) && moveToTemporary() == 0)
        trouble = writeAllAt(m_file.get(), some, m_bytes);
    if (trouble != 0)
        return hereError(m_folder, trouble);
    const std::lock_guard lock(m_mutex);
    m_bytes += some.size();
    m_hasMore.notify_all();
    return {};
}

// A reader finds the same bytes in either file.
int SourceList::moveToTemporary()
{
    const UniqueFd other = openNameless(temporaryFolder());
    int trouble = other.isValid() ? 0 : errno;
    QByteArray buffer(listFileReadBytes, Qt::Uninitialized);
    for (qint64 at = 0; at < m_bytes && trouble == 0;) {
        const qsizetype some = qMin<qint64>(buffer.size(), m_bytes - at);
        trouble = readAt(m_file.get(), buffer.data(), some, at) < some
            ? EIO
            : writeAllAt(other.get(), QByteArrayView(buffer).first(some), at);
        at += some;
    }
    if (trouble == 0 && ::dup3(other.get(), m_file.get(), O_CLOEXEC) < 0)
        trouble = errno;
    return trouble;
}

Result<void> SourceList::gather(const TransferPlan &plan, const Take &take, const Walk &walk)
{
    return fill(plan, take, [&walk](ManifestReader &reader, const Heard &heard) {
        QByteArray manifest;
        const auto say = [&]() -> Result<void> {
            const QByteArray some = std::exchange(manifest, {});
            const auto fed = reader.feed(some);
            return fed ? heard(some) : fed;
        };
        const auto walked = walk([&](const TreeEntry &entry) {
            manifest += manifestOf(entry);
            return manifest.size() < gatheredBytes ? Result<void>() : say();
        });
        return walked ? say() : walked;
    });
}

Result<void> SourceList::eachChanged(BulkSession &session, const TransferPlan &plan, const Take &take) const
{
    FactSet now;
    SourceList again(plan);
    const auto listed = again.fetch(session, plan, [&now](const TreeEntry &entry) { now.add(withTheMoment(entry)); });
    if (!listed)
        return listed;
    now.seal();
    return each([&](TreeEntry &entry) {
        if (entry.kind == EntryKind::File && !now.contains(withTheMoment(entry)))
            take(entry);
        return true;
    });
}

Result<bool> SourceList::isCurrent(BulkSession &session, const TransferPlan &plan) const
{
    FactSet now;
    const auto listed = readManifest(
        session, "bd_folders_of", QByteArrayList{plan.folder} + plan.names,
        [&now](const TreeEntry &entry) { now.add(stampOf(entry)); }, plan.mostEntries);
    if (!listed)
        return listed.error();
    now.seal();
    return isCurrent([&now](const TreeEntry &entry) {
        const bool isEmpty = entry.kind == EntryKind::File && entry.size == 0;
        const bool isTelling = entry.kind == EntryKind::Folder || isEmpty || !entry.path.contains('/');
        return !isTelling || now.contains(stampOf(entry));
    });
}

// With times in whole seconds, an entry that was added in the second of the list would not show.
Result<bool> SourceList::isCurrent(const std::function<bool(const TreeEntry &)> &isAsListed) const
{
    bool isSame = true;
    const auto listed = each([&](TreeEntry &entry) {
        isSame = (entry.kind != EntryKind::Folder || entry.modifiedNs != 0) && isAsListed(entry);
        return isSame;
    });
    return listed ? Result<bool>(isSame) : listed.error();
}

Result<void> SourceList::each(const std::function<bool(TreeEntry &)> &take) const
{
    bool goesOn = true;
    ManifestReader reader([&](TreeEntry &&entry) { goesOn = goesOn && take(entry); });
    QByteArray buffer(listFileReadBytes, Qt::Uninitialized);
    for (qint64 offset = 0; goesOn;) {
        const auto hasMore = awaitMore(offset);
        if (!hasMore || !*hasMore)
            return hasMore ? Result<void>() : Result<void>(hasMore.error());
        const ssize_t got = ::pread(m_file.get(), buffer.data(), size_t(buffer.size()), offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return hereError(m_folder, got < 0 ? errno : EIO);
        offset += got;
        if (const auto read = reader.feed(buffer.first(got)); !read)
            return read;
    }
    return {};
}

Result<bool> SourceList::awaitMore(qint64 offset) const
{
    std::unique_lock lock(m_mutex);
    m_hasMore.wait(lock, [&] { return m_bytes > offset || m_isEnded; });
    if (m_bytes > offset)
        return true;
    return m_trouble ? Result<bool>(*m_trouble) : false;
}

} // namespace engine
