// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobblocks.h"
#include "engine/storage/transfer/places/blob/blobtree.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"

#include <QCryptographicHash>

#include <deque>

namespace engine {

/// What the writers of a run into an account share.
struct BlobWriting
{
    BlobBlocks blocks;
    BlobsSent sent;
    bool isContinued = false; ///< an earlier run may have sent blocks
};

/// Writes files into an account, under their final names: files of up to a block by one request, larger ones as blocks,
/// which are committed in one step once all have arrived. So no file is ever half there. Several requests are under way
/// at a time. Errors of a file that come later spoil it (FailedFiles::addSpoiled()).
class BlobWriter final : public StageWriter
{
public:
    BlobWriter(RunContext &context, BlobWriting &writing, std::shared_ptr<BlobSession> session)
        : m_context(context), m_writing(writing), m_session(std::move(session))
    {
    }

    /// Why no blob can have this path in the target; empty: one can.
    [[nodiscard]] static QString nameFault(const QByteArray &path);

    int add(const TreeEntry &entry) override;
    int begin(const TreeEntry &file, const QByteArray &path) override;
    int write(QByteArrayView bytes) override;
    int end() override;
    int finish() override;
    int beginParts(const TreeEntry &file, const QByteArray &path) override;
    int putBlock(qint64 at, QByteArrayView bytes) override;
    int putHole(qint64 at, qsizetype length) override { return putBlock(at, QByteArray(length, '\0')); }
    int endMebibyte(qint64 mib) override;
    int endParts() override;
    int sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed) override;

private:
    struct Request
    {
        QFuture<Result<void>> answer;
        qint64 bytes;
        TreeEntry file; // with its path in the target
        std::function<void()> done;
    };

    int refuse(const QString &words); ///< of the current file; EIO
    [[nodiscard]] QString obstacle() const; ///< why the current file cannot have its path
    [[nodiscard]] BlobPath there(const TreeEntry &file) const { return blobPathOf(m_context.plan.target, file.path); }
    [[nodiscard]] BlobProperties propertiesOf(const TreeEntry &file) const;
    int makeRoom(qint64 bytes);
    int settleAll();
    int settleFirst();
    /// The answer to a request that wrote \a file: 0, EIO or broken.
    int told(const TreeEntry &file, const Result<void> &answer);
    [[nodiscard]] Result<bool> isOurs(const TreeEntry &file);
    void noteSent(const TreeEntry &file);
    int sendBlock(bool isNoted);
    int commit(const TreeEntry &file, const QByteArray &md5);

    RunContext &m_context;
    BlobWriting &m_writing;
    std::shared_ptr<BlobSession> m_session;
    std::deque<Request> m_requests; // oldest first
    qint64 m_bytesUnderWay = 0;
    TreeEntry m_source; // the current file, as its source lists it
    TreeEntry m_file; // the same with its path in the target
    bool m_isBad = false; // the current file
    qint64 m_at = 0; // offset of m_bytes
    QByteArray m_bytes; // of the current block
    qsizetype m_whole = 0; // bytes of m_bytes that are MiB to their end
    QCryptographicHash m_hash{QCryptographicHash::Md5}; // of a file that is written in order
};

} // namespace engine
