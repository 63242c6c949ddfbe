// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpstagewriter.h"

#include "engine/api/paths.h"
#include "engine/base/bytes.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"

#include <QDateTime>

#include <cerrno>
#include <limits>

namespace engine {

namespace {

constexpr qint64 mostHeldWrites = 4 * 1024 * 1024;
constexpr size_t syncedTogether = 8; // MiB
constexpr qint64 scarceBytes = 1024 * 1024; // with less free space a disk counts as full

} // namespace

SftpAttributes modeAlone(int mode)
{
    SftpAttributes attributes;
    attributes.mode = quint32(mode) & 07777;
    return attributes;
}

SftpAttributes sealOf(const TreeEntry &entry)
{
    SftpAttributes attributes = modeAlone(entry.mode);
    const auto modified = qBound<qint64>(0, entry.modified, std::numeric_limits<quint32>::max());
    attributes.times = SftpAttributes::Times{quint32(QDateTime::currentSecsSinceEpoch()), quint32(modified)};
    return attributes;
}

Result<void> SftpFolderMaker::make(const QByteArray &folder)
{
    if (folder == m_last)
        return {};
    const QByteArray before = std::exchange(m_last, folder) + '/';
    for (qsizetype end = 0; end >= 0 && end < folder.size();) {
        end = folder.indexOf('/', end + 1);
        const QByteArray part = end < 0 ? folder : folder.first(end);
        if (before.startsWith(QByteArray(part + '/')))
            continue;
        const auto asked =
            m_pipe.ask(sftpRequest(SftpType::MakeFolder, QByteArray(m_stage + '/' + part), modeAlone(stageFolderMode)),
                       [](const SftpReply &) { return Result<void>(); });
        if (!asked)
            return asked;
    }
    return {};
}

Result<SftpHandle> openSftpFile(SftpClient &client, const QString &full)
{
    Result<SftpHandle> handle = client.openFile(full, SftpClient::ForWrite);
    if (handle || client.isBroken())
        return handle;
    (void)client.setAttributes(full, modeAlone(stageFileMode));
    return client.openFile(full, SftpClient::ForWrite);
}

struct SftpStageWriter::File
{
    TreeEntry source; ///< as it was listed
    TreeEntry entry; ///< as it shall be in the staging folder
    SftpHandle handle;
    bool isOpen = false;
    QByteArray pending; ///< bytes that are not sent yet
    qint64 next = 0; ///< offset of `pending`
    int writes = 0; ///< open requests
    qint64 noted = 0; ///< MiB in the journal
    bool isComplete = false; ///< nothing follows
    bool isBad = false;
    bool isSealed = false;
};

SftpStageWriter::SftpStageWriter(std::shared_ptr<SftpClient> client, RunContext &context, const Shared &shared)
    : m_client(std::move(client)), m_context(context), m_continued(shared.continued), m_syncs(shared.syncs),
      m_pipe(*m_client), m_folders(m_pipe, m_context.stagePath())
{
    (void)shared.servers.note(m_pipe); // the next request reports the same error
}

SftpStageWriter::~SftpStageWriter() = default;

int SftpStageWriter::add(const TreeEntry &entry)
{
    if (entry.kind == EntryKind::Folder)
        return told(m_folders.make(entry.path));
    if (entry.kind == EntryKind::Link)
        return told(addLink(entry));
    const int begun = begin(entry, entry.path);
    return begun == 0 ? end() : begun;
}

int SftpStageWriter::begin(const TreeEntry &file, const QByteArray &path)
{
    m_file = std::make_shared<File>();
    m_file->source = m_file->entry = file;
    m_file->entry.path = path;
    if (const auto made = m_folders.make(beforeLastPart(path)); !made)
        return told(made);
    SftpRequest request = sftpRequest(SftpType::Open, staged(path));
    request.add(newSftpFile).add(modeAlone(stageFileMode));
    return told(
        m_pipe.ask(std::move(request), [this, file = m_file](const SftpReply &reply) { return opened(file, reply); }));
}

Result<void> SftpStageWriter::opened(const FilePtr &file, const SftpReply &reply)
{
    const auto handle = reply.type == SftpType::Handle ? decodeHandle(reply.body) : std::optional<QByteArray>();
    if (!handle)
        return openAnew(file, statusOf(reply));
    file->handle = SftpHandle(m_client->weak_from_this(), *handle, pathFromBytes(staged(file->entry.path)));
    file->isOpen = true;
    return flush(file);
}

// The path exists from an earlier run; or a parent is missing, as the server carries out requests in another order.
Result<void> SftpStageWriter::openAnew(const FilePtr &file, const SftpStatus &why)
{
    const QString path = pathFromBytes(staged(file->entry.path));
    const auto found = lookAtPlace(file->entry.path);
    if (!found)
        return found.error();
    // A file that appeared after the list was requested by an earlier run, which got no handle: nothing writes into it.
    const bool isOurs = *found == There::EmptyFile && !m_context.state.staged.containsPath(file->entry.path);
    if (!isOurs && *found != There::Nothing)
        (void)m_client->remove(path);
    Result<SftpHandle> handle =
        isOurs ? m_client->openFile(path, SftpClient::ForWrite) : m_client->openFile(path, newSftpFile, stageFileMode);
    if (m_client->isBroken())
        return m_client->broken();
    if (!handle) {
        spoil(*file, refusalWords(why));
        return checkSpace();
    }
    file->handle = std::move(*handle);
    file->isOpen = true;
    return flush(file);
}

int SftpStageWriter::write(QByteArrayView bytes)
{
    if (m_file->isBad)
        return EIO;
    m_file->pending.append(bytes);
    m_held += bytes.size();
    Result<void> sent = flush(m_file);
    if (sent && m_held > mostHeldWrites)
        sent = m_pipe.finish();
    return told(sent);
}

int SftpStageWriter::end()
{
    const FilePtr file = std::exchange(m_file, {});
    file->isComplete = true;
    return told(flush(file));
}

// A file that was begun and not ended is not sealed, so that it does not look whole.
int SftpStageWriter::finish()
{
    if (m_file)
        m_file->isBad = true;
    m_file.reset();
    return told(m_pipe.finish());
}

Result<void> SftpStageWriter::flush(const FilePtr &file)
{
    if (!file->isOpen || file->isBad)
        return {};
    const qsizetype piece = m_client->writeSize();
    qsizetype at = 0;
    for (qsizetype left = 0; (left = file->pending.size() - at) >= piece || (file->isComplete && left > 0);) {
        const auto some = QByteArrayView(file->pending).sliced(at, qMin(piece, left));
        SftpRequest request = sftpRequest(SftpType::Write, file->handle.bytes());
        request.add(quint64(file->next)).add(some);
        at += some.size();
        file->next += some.size();
        ++file->writes;
        const auto asked = m_pipe.ask(std::move(request), [this, file, end = file->next](const SftpReply &reply) {
            return written(file, end, reply);
        });
        if (!asked || file->isBad)
            return asked;
    }
    file->pending.remove(0, at);
    m_held -= at;
    return sealIfWhole(file);
}

Result<void> SftpStageWriter::written(const FilePtr &file, qint64 end, const SftpReply &reply)
{
    --file->writes;
    if (const SftpStatus status = statusOf(reply); status.code != SftpCode::Ok) {
        spoil(*file, refusalWords(status));
        return checkSpace();
    }
    const auto noted = file->source.size > mostResent && !file->isBad ? noteTo(file, end) : Result<void>();
    return noted ? sealIfWhole(file) : noted;
}

// All bytes before \a end are written, as answers come in the order of requests.
Result<void> SftpStageWriter::noteTo(const FilePtr &file, qint64 end)
{
    const qint64 count = end / mebi - file->noted;
    if (count < (m_syncs ? qint64(syncedTogether) : 1))
        return {};
    const qint64 first = std::exchange(file->noted, file->noted + count);
    if (!m_syncs) {
        m_context.journal.add(file->source, first, count);
        return {};
    }
    if (!m_client->has("fsync@openssh.com", "1"))
        return {}; // a later run does not use the journal
    SftpRequest request = SftpRequest::extended("fsync@openssh.com");
    request.add(file->handle.bytes());
    return m_pipe.ask(std::move(request), [this, file, first, count](const SftpReply &reply) {
        if (isOk(reply))
            m_context.journal.add(file->source, first, count);
        else
            spoil(*file, refusalWords(statusOf(reply)));
        return Result<void>();
    });
}

// If the only write fails, the file is too short to count as whole. With several, all answers are awaited first.
Result<void> SftpStageWriter::sealIfWhole(const FilePtr &file)
{
    if (file->isBad || file->isSealed || !file->isComplete || file->next < file->entry.size)
        return {};
    if (file->entry.size > m_client->writeSize() && file->writes > 0)
        return {};
    return seal(file);
}

// Some file systems tell only when it is closed that they are full.
Result<void> SftpStageWriter::seal(const FilePtr &file)
{
    file->isSealed = true;
    const auto sealed = m_pipe.ask(sftpRequest(SftpType::Fsetstat, file->handle.bytes(), sealOf(file->entry)),
                                   [this, file](const SftpReply &reply) {
                                       if (!isOk(reply))
                                           note(file->entry.path, statusOf(reply));
                                       return Result<void>();
                                   });
    if (!sealed)
        return sealed;
    return m_pipe.ask(sftpRequest(SftpType::Close, file->handle.bytes()), [this, file](const SftpReply &reply) {
        file->handle.forget();
        if (!isOk(reply))
            spoil(*file, refusalWords(statusOf(reply)));
        return Result<void>();
    });
}

// The bytes are written; not every server can set permissions and times.
void SftpStageWriter::note(const QByteArray &path, const SftpStatus &why)
{
    m_context.hear({path, refusalWords(why), true});
}

void SftpStageWriter::spoil(File &file, const QString &words)
{
    if (std::exchange(file.isBad, true))
        return;
    m_held -= file.pending.size();
    file.pending.clear();
    m_context.failed.addSpoiled(file.entry.path, words);
}

Result<void> SftpStageWriter::addLink(const TreeEntry &link)
{
    if (const auto made = m_folders.make(beforeLastPart(link.path)); !made)
        return made;
    SftpRequest request = sftpRequest(SftpType::Symlink, link.target); // OpenSSH's order of arguments
    request.add(staged(link.path));
    return m_pipe.ask(std::move(request), [this, link](const SftpReply &reply) { return linked(link, reply); });
}

Result<void> SftpStageWriter::linked(const TreeEntry &link, const SftpReply &reply)
{
    const QByteArray path = staged(link.path);
    if (const SftpStatus status = statusOf(reply); status.code != SftpCode::Ok) {
        const auto found = lookAtPlace(link.path);
        if (!found)
            return found.error();
        // An entry that appeared after the list was requested by an earlier run.
        const auto leadsThere = [&] {
            const Result<QString> target = m_client->readLink(pathFromBytes(path));
            return target && *target == pathFromBytes(link.target);
        };
        const bool isOurs = *found == There::Another && !m_context.state.staged.containsPath(link.path) && leadsThere();
        if (!isOurs && *found != There::Nothing)
            (void)m_client->remove(pathFromBytes(path));
        const auto again =
            isOurs ? Result<void>() : m_client->makeLink(pathFromBytes(path), pathFromBytes(link.target));
        if (m_client->isBroken())
            return m_client->broken();
        if (!again) {
            m_context.failed.addSpoiled(link.path, refusalWords(status));
            return checkSpace();
        }
    }
    if (!m_client->has("lsetstat@openssh.com", "1"))
        return {};
    SftpAttributes times;
    times.times = sealOf(link).times;
    SftpRequest request = SftpRequest::extended("lsetstat@openssh.com");
    request.add(path).add(times);
    // An error is ignored: a few file systems cannot set the time of a link.
    return m_pipe.ask(std::move(request), [](const SftpReply &) { return Result<void>(); });
}

// A request for a path may be carried out late, when the path is another file, so there are no needless ones.
Result<SftpStageWriter::There> SftpStageWriter::lookAtPlace(const QByteArray &path)
{
    const auto there = m_client->lstat(pathFromBytes(staged(path)));
    if (m_client->isBroken())
        return m_client->broken();
    if (there)
        return there->isFile() && there->size == quint64(0) ? There::EmptyFile : There::Another;
    const auto made = makeFoldersAbove(path);
    return made ? Result<There>(There::Nothing) : Result<There>(made.error());
}

Result<void> SftpStageWriter::makeFoldersAbove(const QByteArray &path)
{
    for (qsizetype end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
        (void)m_client->makeFolder(pathFromBytes(staged(path.first(end))), stageFolderMode);
        if (m_client->isBroken())
            return m_client->broken();
    }
    return {};
}

// A refused request applies to all files when there is no space left.
Result<void> SftpStageWriter::checkSpace()
{
    const QString stage = pathFromBytes(m_context.stagePath());
    const Result<SpaceInfo> space = m_client->space(stage);
    if (!space || (space->freeBytes >= scarceBytes && space->freeEntries != 0))
        return m_client->isBroken() ? Result<void>(m_client->broken()) : Result<void>();
    return Error{ErrorCode::IoError,
                 {QT_TRANSLATE_NOOP("engine",
                                    "There is no space left on the machine for %1. What arrived stays; free some, and "
                                    "let it go on."),
                  {shownPath(pathFromBytes(m_context.plan.target))}},
                 stage};
}

int SftpStageWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    m_large = file;
    m_path = path;
    m_isBad = false;
    m_given = 0;
    m_unconfirmed.clear();
    Result<void> made = m_folders.make(beforeLastPart(path));
    if (made)
        made = m_pipe.finish();
    if (!made)
        return told(made);
    Result<SftpHandle> handle = m_continued.open(*m_client, file, path, stageFileMode);
    if (!handle)
        return refused(handle.error());
    m_handle = std::move(*handle);
    m_writer.emplace(m_handle);
    return 0;
}

int SftpStageWriter::putBlock(qint64 at, QByteArrayView bytes)
{
    if (const auto put = m_writer->write(at, bytes); !put)
        return refused(put.error());
    m_given += bytes.size();
    return 0;
}

int SftpStageWriter::putHole(qint64, qsizetype)
{
    return 0;
}

int SftpStageWriter::endMebibyte(qint64 mib)
{
    m_unconfirmed.push_back({mib, m_given});
    if (m_syncs && m_unconfirmed.size() < syncedTogether)
        return 0;
    if (m_syncs) {
        Result<void> synced = m_writer->finish();
        if (synced)
            synced = m_client->sync(m_handle);
        if (!synced)
            return refused(synced.error());
    }
    note();
    return 0;
}

void SftpStageWriter::note()
{
    while (!m_unconfirmed.empty() && m_unconfirmed.front().end <= m_writer->confirmed()) {
        m_continued.note(m_large, m_path, m_unconfirmed.front().number);
        m_unconfirmed.pop_front();
    }
}

int SftpStageWriter::endParts()
{
    int number = 0;
    if (m_writer && !m_isBad) {
        Result<void> written = m_writer->finish();
        if (written && m_syncs)
            written = m_client->sync(m_handle);
        if (written)
            note();
        else
            number = refused(written.error());
    }
    m_writer.reset();
    const Result<void> closed = m_handle.client() ? m_client->close(std::exchange(m_handle, {})) : Result<void>();
    return closed || !m_client->isBroken() ? number : told(closed);
}

struct SftpStageWriter::Sealing
{
    TreeEntry file;
    const Sealed &sealed;
    bool isFile = false; ///< and not a link
    SftpHandle handle;
    std::optional<SftpStatus> refusal; ///< the first
};

// Sealed by a handle, as a late request for a path may meet another file.
int SftpStageWriter::sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed)
{
    Result<void> asked;
    for (auto file = files.cbegin(); file != files.cend() && asked; ++file) {
        const auto sealing = std::make_shared<Sealing>(Sealing{*file, sealed, false, {}, {}});
        const QByteArray path = staged(file->path);
        asked = m_pipe.ask(sftpRequest(SftpType::Lstat, path), [sealing, path](const SftpReply &reply) {
            const auto there = reply.type == SftpType::Attributes ? decodeAttributes(reply.body) : std::nullopt;
            sealing->isFile = there && treeEntryOf(path, *there).kind == EntryKind::File;
            return Result<void>();
        });
        SftpRequest open = sftpRequest(SftpType::Open, path);
        open.add(quint32(SftpClient::ForWrite)).add(SftpAttributes());
        if (asked)
            asked = m_pipe.ask(std::move(open), [this, sealing, path](const SftpReply &reply) {
                return openedToSeal(sealing, pathFromBytes(path), reply);
            });
    }
    return told(asked ? m_pipe.finish() : asked);
}

// The time is set after the length, which changes it.
Result<void> SftpStageWriter::openedToSeal(const std::shared_ptr<Sealing> &sealing, const QString &full,
                                           const SftpReply &reply)
{
    const auto bytes = reply.type == SftpType::Handle ? decodeHandle(reply.body) : std::nullopt;
    if (bytes)
        sealing->handle = SftpHandle(m_client->weak_from_this(), *bytes, full);
    else if (auto again = sealing->isFile ? openSftpFile(*m_client, full) : Result<SftpHandle>(Error()); again)
        sealing->handle = *std::move(again);
    if (m_client->isBroken())
        return m_client->broken();
    if (!sealing->isFile || !sealing->handle.client()) {
        sealing->refusal = statusOf(reply);
        return endSealing(*sealing);
    }
    SftpAttributes length;
    length.size = quint64(sealing->file.size);
    return m_pipe.ask(sftpRequest(SftpType::Fsetstat, sealing->handle.bytes(), length),
                      [this, sealing](const SftpReply &set) {
                          if (isOk(set))
                              return sealAndClose(sealing);
                          sealing->refusal = statusOf(set);
                          return endSealing(*sealing);
                      });
}

// Some file systems tell only when it is closed that they are full.
Result<void> SftpStageWriter::sealAndClose(const std::shared_ptr<Sealing> &sealing)
{
    const auto keep = [sealing](const SftpReply &reply) {
        if (!isOk(reply) && !sealing->refusal)
            sealing->refusal = statusOf(reply);
    };
    const auto asked = m_pipe.ask(sftpRequest(SftpType::Fsetstat, sealing->handle.bytes(), sealOf(sealing->file)),
                                  [this, sealing](const SftpReply &reply) {
                                      if (!isOk(reply))
                                          note(sealing->file.path, statusOf(reply));
                                      return Result<void>();
                                  });
    if (!asked)
        return asked;
    sealing->handle.forget();
    return m_pipe.ask(sftpRequest(SftpType::Close, sealing->handle.bytes()),
                      [this, sealing, keep](const SftpReply &reply) {
                          keep(reply);
                          return endSealing(*sealing);
                      });
}

Result<void> SftpStageWriter::endSealing(const Sealing &sealing)
{
    if (!sealing.refusal) {
        m_continued.addSealed(sealing.file);
        sealing.sealed(sealing.file, 0);
        return {};
    }
    m_context.failed.addSpoiled(sealing.file.path, refusalWords(*sealing.refusal));
    sealing.sealed(sealing.file, EIO);
    return checkSpace();
}

// An error of this file, or of all that follow.
int SftpStageWriter::refused(const Error &error)
{
    if (m_client->isBroken())
        return fail(error);
    if (!std::exchange(m_isBad, true))
        m_context.failed.addSpoiled(m_path, error.message.englishText());
    const auto space = checkSpace();
    return space ? EIO : fail(space.error());
}

} // namespace engine
