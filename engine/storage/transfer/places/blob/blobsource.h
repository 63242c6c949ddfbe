// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobtree.h"
#include "engine/storage/transfer/places/source.h"

#include <QSet>

namespace engine {

/// A storage account as the source. Each file is read in the version that was listed, which its ETag tells.
class BlobSource final : public Source
{
public:
    BlobSource(RunContext &context, RunSessions &sessions, const std::shared_ptr<BlobSession> &session)
        : Source(context, sessions, session, {32, 32}), m_blobs(session)
    {
    }

    /// Checks that the sources exist.
    [[nodiscard]] Result<void> begin();

    Result<void> list(SourceList &list, const SourceList::Take &take) override;
    Result<std::unique_ptr<Reader>> openReader(size_t lane) override;
    Result<void> eachChanged(const SourceList &, const SourceList::Take &) override { return {}; }
    Result<ClockOffset> clock() override;
    Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return blobSums(*m_blobs, m_context.plan.folder, paths, m_context.pacer, stop);
    }
    Result<QByteArray> readGenerated(const QByteArray &path) override;
    Result<void> checkApart() override;
    Result<void> removeArrived(const FactSet &placed) override;

private:
    std::shared_ptr<BlobSession> m_blobs;
    QSet<size_t> m_listed; // of a move: hashes of the names and ETags that were listed; no other version is removed
};

} // namespace engine
