// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/treesender.h"

#include "engine/storage/transfer/hereerror.h"
#include "engine/storage/transfer/stagefolder.h"
#include "engine/storage/transfer/tarstream.h"

#include <QScopeGuard>

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace engine {

namespace {

// At which bd_extract lists the stage.
TreeEntry endMark(const QByteArray &stage)
{
    TreeEntry mark;
    mark.kind = EntryKind::File;
    mark.path = lastPart(stage);
    mark.mode = S_IRUSR | S_IWUSR;
    return mark;
}

} // namespace

TreeSender::TreeSender(QByteArray folder, QByteArray stage, QByteArray tarKind, PartJournal &journal,
                       TransferCounters &counters, FailedFiles &failed, Pacer &pacer,
                       std::function<QByteArray(const QByteArray &)> nameThere,
                       std::function<void(const TreeEntry &)> renew, HearTrouble hear)
    : m_folder(std::move(folder)), m_stage(std::move(stage)), m_tarKind(std::move(tarKind)), m_journal(journal),
      m_counters(counters), m_failed(failed), m_pacer(pacer), m_nameThere(std::move(nameThere)),
      m_renew(std::move(renew)), m_hear(std::move(hear))
{
}

Result<void> TreeSender::send(BulkSession &session, WorkQueue<TreeBatch> &queue, const std::function<bool()> &isAll,
                              QByteArray &listed)
{
    ++m_streams; // before it takes what another would not see then
    auto batch = queue.pop();
    if (!batch) {
        --m_streams;
        return {};
    }
    auto command = session.start(transferCall("bd_extract", {m_stage, m_tarKind}));
    if (!command)
        return command.error();
    Result<void> sent;
    {
        TarStream tar([this, &command](QByteArrayView bytes) {
            m_pacer.wait(bytes.size());
            m_counters.bytesSent += bytes.size();
            return (*command)->write(bytes);
        });
        TreeFiles files(m_folder);
        for (; batch && sent; batch = queue.pop()) {
            for (auto entry = batch->cbegin(); entry != batch->cend() && sent; ++entry)
                sent = sendEntry(tar, files, *entry);
        }
        if (sent && m_streams == 1 && isAll())
            sent = tar.add(endMark(m_stage));
        if (sent)
            sent = tar.finish();
        if (sent)
            sent = (*command)->closeInput();
    }
    const auto said = unpacked(**command, sent, m_hear);
    if (!said)
        return said.error();
    listed = *said;
    return {};
}

Result<void> TreeSender::sendEntry(TarStream &tar, TreeFiles &files, const TreeEntry &entry)
{
    if (entry.kind == EntryKind::File)
        return sendFile(tar, files, entry);
    TreeEntry there = entry;
    there.path = m_nameThere(entry.path);
    m_counters.filesDone += entry.kind == EntryKind::Link;
    return tar.add(there);
}

// The header says how many bytes follow: a file of which no more can be read is filled up, and told as one that did not
// arrive; an empty one of another time takes its place, so that no later run counts it as whole.
Result<void> TreeSender::sendFile(TarStream &tar, TreeFiles &files, TreeEntry entry)
{
    const UniqueFd file = files.open(entry.path);
    struct ::stat status
    {
    };
    if (!file.isValid() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
        m_failed.add(entry.path, wordsOf(file.isValid() ? EINVAL : errno));
        return {};
    }
    const bool isOther = !isAsItWas(file.get(), entry);
    entry.size = status.st_size;
    entry.modified = status.st_mtim.tv_sec;
    entry.modifiedNs = status.st_mtim.tv_nsec;
    const QByteArray there = m_nameThere(entry.path);
    if (entry.size > mostAnew)
        m_journal.begin(entry, there);
    entry.path = there;
    if (isOther)
        m_renew(entry);
    if (const auto added = tar.add(entry); !added)
        return added;
    thread_local QByteArray buffer(fileReadBytes, Qt::Uninitialized);
    qint64 left = entry.size;
    auto uncounted = qScopeGuard([&] { m_counters.bytesDone -= entry.size - left; });
    bool isCut = false;
    int trouble = 0;
    while (left > 0) {
        const auto wanted = qMin<qint64>(left, buffer.size());
        const ssize_t got = isCut ? wanted : ::read(file.get(), buffer.data(), size_t(wanted));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            isCut = true;
            trouble = got < 0 ? errno : 0;
            m_journal.spoil(entry.path);
            buffer.fill('\0');
            continue;
        }
        if (const auto put = tar.write(QByteArrayView(buffer).first(got)); !put)
            return put;
        left -= got;
        m_counters.bytesDone += got;
    }
    if (isCut) { // after an error of the disk its time is what it was
        TreeEntry instead = entry;
        instead.size = instead.modified = instead.modifiedNs = 0;
        if (const auto added = tar.add(instead); !added)
            return added;
    }
    struct ::stat after
    {
    };
    const bool isSame = ::fstat(file.get(), &after) == 0 && after.st_size == status.st_size
        && after.st_mtim.tv_sec == status.st_mtim.tv_sec && after.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
    if (isCut || !isSame) {
        m_failed.addSpoiled(entry.path,
                            trouble == 0 ? QStringLiteral("it changed while it was sent") : wordsOf(trouble));
        return {};
    }
    ++m_counters.filesDone;
    uncounted.dismiss();
    return {};
}

} // namespace engine
