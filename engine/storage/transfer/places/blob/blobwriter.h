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

/// Which blobs the files of a run are copies of, where the source is an account. Any thread.
class BlobOrigins final
{
    Q_DISABLE_COPY_MOVE(BlobOrigins)

public:
    struct Origin
    {
        std::shared_ptr<BlobService> account;
        BlobPath path;
    };

    BlobOrigins(std::shared_ptr<BlobService> account, QByteArray folder)
        : m_account(std::move(account)), m_folder(std::move(folder))
    {
    }

    /// \a path: of the file in the source; empty: unknown.
    [[nodiscard]] std::optional<Origin> ofSource(const QByteArray &path) const
    {
        return m_account && !path.isEmpty() ? std::optional<Origin>({m_account, blobPathOf(m_folder, path)})
                                            : std::nullopt;
    }
    /// A file that is committed later, when only its path in the target is known.
    void add(const QByteArray &targetPath, const QByteArray &sourcePath)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_account)
            m_sources.insert(targetPath, sourcePath);
    }
    [[nodiscard]] std::optional<Origin> ofTarget(const QByteArray &path) const
    {
        const QMutexLocker lock(&m_mutex);
        const auto source = m_sources.constFind(path);
        return source != m_sources.cend() ? ofSource(*source) : std::nullopt;
    }

private:
    std::shared_ptr<BlobService> m_account;
    QByteArray m_folder;
    mutable QMutex m_mutex;
    QHash<QByteArray, QByteArray> m_sources; // by path in the target
};

/// What the writers of a run into an account share.
struct BlobWriting
{
    /// \a source: null unless it is an account.
    BlobWriting(const TransferPlan &plan, const std::shared_ptr<BlobSession> &source)
        : blocks(plan.stage), origins(source ? source->account() : nullptr, plan.folder)
    {
    }

    BlobBlocks blocks;
    BlobOrigins origins;
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
    [[nodiscard]] QFuture<Result<void>> put(const QByteArray &bytes, const BlobProperties &properties) const;
    int waitForRoom(qint64 bytes); ///< until a request of so many bytes may be sent; 0 or broken
    int settleAll();
    int settleFirst();
    /// The answer to a request that wrote \a file: 0, EIO or broken.
    int judge(const TreeEntry &file, const Result<void> &answer);
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
