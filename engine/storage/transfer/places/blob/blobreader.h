// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobtree.h"
#include "engine/storage/transfer/places/source.h"

#include <deque>

namespace engine {

/// Reads blobs, by several requests at a time, in the version that was listed.
class BlobReader final : public Reader
{
public:
    BlobReader(RunContext &context, PartQueue &parts, std::shared_ptr<BlobSession> session)
        : m_context(context), m_parts(parts), m_session(std::move(session))
    {
    }

    Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) override;
    Result<void> readParts(StageWriter &writer) override;

private:
    struct File
    {
        TreeEntry entry; ///< as it was listed
        QByteArray there; ///< its path in the staging folder
        qint64 have = 0; ///< bytes that were written
        bool isBegun = false; ///< in the writer
        bool isBad = false;
    };
    struct Piece
    {
        std::shared_ptr<File> file;
        qint64 length;
        QFuture<Result<QByteArray>> bytes; // of a file with bytes
    };
    class Line; // a PartLane

    [[nodiscard]] QFuture<Result<QByteArray>> request(const TreeEntry &file, qint64 offset, qint64 length);
    [[nodiscard]] Result<void> ask(const TreeEntry &entry, StageWriter &writer);
    [[nodiscard]] Result<void> takeFirst(StageWriter &writer);
    [[nodiscard]] Result<void> put(File &file, const QByteArray &bytes, StageWriter &writer);
    [[nodiscard]] Result<void> fail(File &file, const QString &words, StageWriter &writer);

    RunContext &m_context;
    PartQueue &m_parts;
    std::shared_ptr<BlobSession> m_session;
    std::deque<Piece> m_pieces; // that were requested, in the order of the files
    qint64 m_bytesUnderWay = 0;
};

} // namespace engine
