// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/blob/blobreader.h"

#include "engine/base/bytes.h"
#include "engine/blob/wire/bloberrors.h"
#include "engine/storage/transfer/wire/hereerror.h"

namespace engine {

namespace {

QString unreadWords(const Error &error)
{
    const bool isGone = error.code == ErrorCode::NotFound;
    return isGone || isOfAnotherVersion(error) ? changedWhileBrought() : error.message.englishText();
}

} // namespace

QFuture<Result<QByteArray>> BlobReader::request(const TreeEntry &file, qint64 offset, qint64 length)
{
    m_context.pacer.wait(length);
    const BlobPath blob = blobPathOf(m_context.plan.folder, file.path);
    return m_session->begin(
        m_session->service().read(blob.container, blob.blob, offset, length, QString::fromUtf8(file.target)));
}

Result<void> BlobReader::readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer)
{
    while (const auto batch = queue.pop()) {
        for (const TreeEntry &entry : *batch) {
            if (const auto asked = ask(entry, writer); !asked)
                return asked;
        }
    }
    Result<void> done;
    while (done && !m_pieces.empty())
        done = takeFirst(writer);
    return done;
}

Result<void> BlobReader::ask(const TreeEntry &entry, StageWriter &writer)
{
    const auto file = std::make_shared<File>(File{.entry = entry, .there = m_context.targetPath(entry.path)});
    if (entry.size == 0)
        m_pieces.push_back({file, 0, {}});
    for (qint64 at = 0; at < entry.size && !file->isBad; at += BlobSession::pieceBytes) {
        const qint64 length = qMin(BlobSession::pieceBytes, entry.size - at);
        while (!m_pieces.empty()
               && (m_pieces.size() >= BlobSession::mostRequests || m_bytesUnderWay + length > BlobSession::mostBytes)) {
            if (const auto taken = takeFirst(writer); !taken)
                return taken;
        }
        if (file->isBad)
            break;
        m_pieces.push_back({file, length, request(entry, at, length)});
        m_bytesUnderWay += length;
    }
    return {};
}

Result<void> BlobReader::takeFirst(StageWriter &writer)
{
    const Piece piece = std::move(m_pieces.front());
    m_pieces.pop_front();
    m_bytesUnderWay -= piece.length;
    File &file = *piece.file;
    if (piece.length == 0)
        return put(file, {}, writer);
    const auto bytes = m_session->wait(piece.bytes, piece.length);
    if (!bytes && !isOfTheBlob(bytes.error()))
        return bytes.error();
    if (file.isBad)
        return {};
    if (!bytes || bytes->size() != piece.length)
        return fail(file, bytes ? changedWhileBrought() : unreadWords(bytes.error()), writer);
    m_context.counters.bytesSent += piece.length;
    return put(file, *bytes, writer);
}

Result<void> BlobReader::put(File &file, const QByteArray &bytes, StageWriter &writer)
{
    int number = 0;
    if (file.entry.size == 0) {
        TreeEntry empty = file.entry;
        empty.path = file.there;
        number = writer.add(empty);
    } else {
        number = std::exchange(file.isBegun, true) ? 0 : writer.begin(file.entry, file.there);
        if (number == 0)
            number = writer.write(bytes);
        if (number == 0) {
            file.have += bytes.size();
            m_context.counters.bytesDone += bytes.size();
        }
        if (number == 0 && file.have == file.entry.size) {
            file.isBegun = false;
            number = writer.end();
        }
    }
    if (number == StageWriter::broken)
        return writer.trouble();
    if (number != 0)
        return fail(file, wordsOf(number), writer);
    m_context.counters.filesDone += file.have == file.entry.size;
    return {};
}

// The writer expects bytes that do not come.
Result<void> BlobReader::fail(File &file, const QString &words, StageWriter &writer)
{
    file.isBad = true;
    m_context.counters.bytesDone -= file.have;
    m_context.reasons.note(file.there, words);
    const int number = std::exchange(file.isBegun, false) ? writer.finish() : 0;
    return number == StageWriter::broken ? Result<void>(writer.trouble()) : Result<void>();
}

/// Reads parts of large files. Blocks of zeros become holes, as a blob does not tell where holes are.
class BlobReader::Line final : public PartLane
{
public:
    Line(BlobReader &reader, StageWriter &writer) : PartLane(reader.m_context, reader.m_parts, writer), m_reader(reader)
    {
    }

private:
    Result<void> begin() override { return beginParts(); }
    Result<void> end() override { return endParts(); }

    Result<void> bring(const PartQueue::Part &part) override
    {
        constexpr size_t mostAhead = BlobSession::mostBytes / BlobSession::pieceBytes;
        const qint64 begin = part.first * mebi;
        const qint64 end = begin + part.bytes();
        std::deque<QFuture<Result<QByteArray>>> pieces;
        Result<void> done;
        qint64 asked = begin;
        for (qint64 at = begin; at < end && done && !m_isBad; at += BlobSession::pieceBytes) {
            for (; asked < end && pieces.size() < mostAhead; asked += BlobSession::pieceBytes)
                pieces.push_back(m_reader.request(m_entry, asked, qMin(BlobSession::pieceBytes, end - asked)));
            done = takePiece(at, qMin(BlobSession::pieceBytes, end - at), pieces.front());
            pieces.pop_front();
        }
        for (auto &piece : pieces)
            piece.cancel();
        return done;
    }

    Result<void> takePiece(qint64 at, qint64 length, const QFuture<Result<QByteArray>> &piece)
    {
        const auto bytes = m_reader.m_session->wait(piece, length);
        if (!bytes && !isOfTheBlob(bytes.error()))
            return bytes.error();
        if (!bytes || bytes->size() != length)
            return spoil(bytes ? changedWhileBrought() : unreadWords(bytes.error()));
        m_context.counters.bytesSent += length;
        int number = 0;
        for (qint64 from = 0; from < length && number == 0; from += mebi) {
            const QByteArrayView some = QByteArrayView(*bytes).sliced(from, qMin(mebi, length - from));
            number = isEmptyBlock(some) ? m_writer.putHole(at + from, some.size()) : m_writer.putBlock(at + from, some);
            if (number == 0)
                number = m_writer.endMebibyte((at + from) / mebi);
            m_context.counters.bytesDone += number == 0 ? some.size() : 0;
        }
        return told(number);
    }

    BlobReader &m_reader;
};

Result<void> BlobReader::readParts(StageWriter &writer)
{
    return Line(*this, writer).run();
}

} // namespace engine
