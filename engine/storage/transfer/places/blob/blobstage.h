// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/blob/blobwriter.h"
#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// A folder of a storage account as the target. It has no staging folder: what is sent and not committed is the stage,
/// which the service drops after a week. So a file has its place as soon as it is whole, what it replaces is gone, and
/// what arrived before the transfer was canceled stays. The account keeps the time of change with each file
/// (blobTimeName); it keeps no permissions, owners and links. An empty folder becomes a marker.
class BlobStage final : public Stage
{
public:
    /// \a source: null unless it is an account, which may be the same one, and hold the target or be in it.
    BlobStage(RunContext &context, RunSessions &sessions, std::shared_ptr<BlobSession> session,
              const std::shared_ptr<BlobSession> &source)
        : Stage(context), m_sessions(sessions), m_session(std::move(session)), m_isFromAccount(source),
          m_writing(context.plan, source)
    {
    }

    /// Removes the mark and the journal.
    [[nodiscard]] static Result<void> drop(BlobSession &session, const TransferPlan &plan);

    Result<void> begin() override;
    Result<void> look() override;
    Result<std::unique_ptr<StageWriter>> openWriter(size_t index) override;
    Result<void> findParts(const TreeEntry &file, const QByteArray &targetPath) override;
    Result<void> remove(const QByteArrayList &paths) override;
    Result<FileSums> sums(Side, const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return blobSums(*m_session, m_context.plan.target, paths, m_context.pacer, stop);
    }
    /// An account sets no time without the bytes: the next run with checksums compares the files again.
    Result<void> setTimes(const std::vector<TreeEntry> &) override { return {}; }
    Result<void> bringFolders(const EachSource &folders) override;
    Result<void> place() override { return drop(*m_session, m_context.plan); }
    Result<void> list(FactSet &set) override;
    [[nodiscard]] bool guardsItself() const override { return true; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return m_session->roundTrip(); }

protected:
    Result<void> renew(const QByteArrayList &) override { return {}; } // it is in its place
    Result<void> reportReplaced() override { return {}; }
    Result<void> prune(const Keeps &keeps) override;

private:
    [[nodiscard]] Result<void> listThere(const std::function<void(const TreeEntry &)> &take);

    RunSessions &m_sessions;
    std::shared_ptr<BlobSession> m_session;
    bool m_isFromAccount;
    BlobWriting m_writing;
};

} // namespace engine
