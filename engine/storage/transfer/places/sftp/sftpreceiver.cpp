// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sftp/sftpreceiver.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/wire/hereerror.h"

#include <limits>

namespace engine {

namespace {

constexpr int mostReads = 8; // of one file at once
constexpr qint64 mostHeldReads = 8 * 1024 * 1024;

} // namespace

bool isAsListed(const TreeEntry &listed, const SftpAttributes &now)
{
    const TreeEntry entry = treeEntryOf(listed.path, now);
    return entry.kind == EntryKind::File && entry.size == listed.size && entry.modified == listed.modified;
}

struct SftpReceiver::File
{
    TreeEntry entry; ///< as it was listed
    TreeEntry there; ///< with its path in the staging folder
    SftpHandle handle;
    bool isOpen = false;
    qint64 next = 0; ///< offset of the next request
    qint64 have = 0; ///< bytes that were written
    int reads = 0; ///< open requests
    std::map<qint64, QByteArray> pieces; ///< not written yet, by offset
    bool isAsked = false; ///< its attributes are requested after the last read
    bool isSame = false; ///< they are as listed
    bool isBegun = false; ///< in the writer
    bool isBad = false;
};

SftpReceiver::SftpReceiver(SftpClient &client, RunContext &context, StageWriter &writer)
    : m_client(client), m_context(context), m_writer(writer), m_pipe(client)
{
}

Result<void> SftpReceiver::receive(const TreeBatch &batch)
{
    for (const TreeEntry &entry : batch) {
        if (const auto asked = ask(entry); !asked)
            return asked;
    }
    Result<void> done = m_pipe.finish();
    if (done) // entries without bytes may be all that are left
        done = settle();
    return done ? m_pipe.finish() : done;
}

Result<void> SftpReceiver::ask(const TreeEntry &entry)
{
    auto file = std::make_shared<File>();
    file->entry = file->there = entry;
    file->there.path = m_context.targetPath(entry.path);
    m_files.push_back(file);
    if (entry.kind != EntryKind::File || entry.size == 0)
        return {};
    SftpRequest request = sftpRequest(SftpType::Open, QByteArray(m_context.plan.folder + '/' + entry.path));
    request.add(quint32(SftpClient::ForRead)).add(SftpAttributes());
    return m_pipe.ask(std::move(request), [this, file](const SftpReply &reply) { return opened(file, reply); });
}

Result<void> SftpReceiver::opened(const FilePtr &file, const SftpReply &reply)
{
    const auto handle = reply.type == SftpType::Handle ? decodeHandle(reply.body) : std::optional<QByteArray>();
    if (!handle) {
        fail(*file, refusalWords(statusOf(reply)));
        return settle();
    }
    file->handle = SftpHandle(m_client.weak_from_this(), *handle, pathFromBytes(file->entry.path));
    file->isOpen = true;
    return readNext(file);
}

// Limits the memory for bytes that wait for files before them.
Result<void> SftpReceiver::readNext(const FilePtr &file)
{
    const qint64 most =
        !m_files.empty() && file == m_files.front() ? std::numeric_limits<qint64>::max() : mostHeldReads;
    while (!file->isBad && file->next < file->entry.size && file->reads < mostReads && m_held < most) {
        const qint64 size = qMin<qint64>(m_client.readSize(), file->entry.size - file->next);
        const qint64 offset = std::exchange(file->next, file->next + size);
        m_held += size;
        if (const auto asked = readPiece(file, offset, size); !asked)
            return asked;
    }
    if (file->isBad || file->next < file->entry.size || std::exchange(file->isAsked, true))
        return {};
    return m_pipe.ask(sftpRequest(SftpType::Fstat, file->handle.bytes()), [this, file](const SftpReply &reply) {
        const auto now = reply.type == SftpType::Attributes ? decodeAttributes(reply.body) : std::nullopt;
        if (!now || !isAsListed(file->entry, *now))
            fail(*file, changedWhileBrought());
        file->isSame = true;
        return settle();
    });
}

Result<void> SftpReceiver::readPiece(const FilePtr &file, qint64 offset, qint64 size)
{
    SftpRequest request = sftpRequest(SftpType::Read, file->handle.bytes());
    request.add(quint64(offset)).add(quint32(size));
    ++file->reads;
    return m_pipe.ask(std::move(request), [this, file, offset, size](const SftpReply &reply) {
        return arrived(file, offset, size, reply);
    });
}

Result<void> SftpReceiver::arrived(const FilePtr &file, qint64 offset, qint64 size, const SftpReply &reply)
{
    --file->reads;
    const auto data = reply.type == SftpType::Data ? decodeData(reply.body) : std::nullopt;
    if (data && data->size() > size)
        return m_client.breakOff(protocolError(QStringLiteral("more bytes than were asked for")));
    if (file->isBad || !data || data->isEmpty()) {
        m_held -= size;
        const SftpStatus status = statusOf(reply);
        fail(*file, status.code == SftpCode::EndOfFile || data ? changedWhileBrought() : refusalWords(status));
        return settle();
    }
    const qint64 got = data->size();
    file->pieces.emplace(offset, data->toByteArray());
    m_context.counters.bytesSent += got;
    m_context.pacer.wait(got);
    if (got < size) { // a short answer does not mean the end
        if (const auto asked = readPiece(file, offset + got, size - got); !asked)
            return asked;
    }
    if (const auto settled = settle(); !settled)
        return settled;
    return readNext(file);
}

Result<void> SftpReceiver::settle()
{
    while (!m_files.empty()) {
        const Result<bool> done = settle(*m_files.front());
        if (!done)
            return done.error();
        if (!*done)
            return {};
        m_files.pop_front();
        const FilePtr next = m_files.empty() ? FilePtr() : m_files.front();
        const auto asked = next && next->isOpen ? readNext(next) : Result<void>(); // it may have waited for memory
        if (!asked)
            return asked;
    }
    return {};
}

// True: the file is finished.
Result<bool> SftpReceiver::settle(File &file)
{
    if (file.entry.kind != EntryKind::File || file.entry.size == 0) {
        const int number = m_writer.add(file.there);
        m_context.counters.filesDone += number == 0;
        const auto heard = told(file, number);
        return heard ? Result<bool>(true) : Result<bool>(heard.error());
    }
    const Result<bool> put = file.isBad ? Result<bool>(false) : putPieces(file);
    if (!put)
        return put;
    if (file.isBad) { // the writer expects bytes that do not come
        const int number = std::exchange(file.isBegun, false) ? m_writer.finish() : 0;
        return number == StageWriter::broken ? Result<bool>(m_writer.trouble()) : Result<bool>(true);
    }
    return put;
}

// Writes the pieces in order; the file ends when its bytes and its attributes have arrived.
Result<bool> SftpReceiver::putPieces(File &file)
{
    while (!file.pieces.empty() && file.pieces.begin()->first == file.have) {
        const QByteArray piece = std::move(file.pieces.begin()->second);
        file.pieces.erase(file.pieces.begin());
        m_held -= piece.size();
        int number = std::exchange(file.isBegun, true) ? 0 : m_writer.begin(file.entry, file.there.path);
        if (number == 0)
            number = m_writer.write(piece);
        if (number != 0) {
            const auto heard = told(file, number);
            return heard ? Result<bool>(false) : Result<bool>(heard.error());
        }
        file.have += piece.size();
        m_context.counters.bytesDone += piece.size();
    }
    if (!file.isSame || file.have < file.entry.size)
        return false;
    file.isBegun = false;
    const int number = m_writer.end();
    m_context.counters.filesDone += number == 0;
    const auto heard = told(file, number);
    return heard ? Result<bool>(true) : Result<bool>(heard.error());
}

// An error of this file, or of all that follow.
Result<void> SftpReceiver::told(File &file, int number)
{
    if (number == StageWriter::broken)
        return m_writer.trouble();
    if (number != 0)
        fail(file, wordsOf(number));
    return {};
}

void SftpReceiver::fail(File &file, const QString &words)
{
    if (std::exchange(file.isBad, true))
        return;
    for (const auto &[offset, piece] : file.pieces)
        m_held -= piece.size();
    file.pieces.clear();
    m_context.counters.bytesDone -= file.have;
    m_context.reasons.note(file.there.path, words);
}

} // namespace engine
