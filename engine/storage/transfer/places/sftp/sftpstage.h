// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/places/sftp/sftpcontinued.h"
#include "engine/storage/transfer/places/sftp/sftpplacement.h"
#include "engine/storage/transfer/places/sftp/sftpservers.h"
#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// A staging folder of a machine without the needed commands, by SFTP.
class SftpStage final : public Stage
{
public:
    SftpStage(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session)
        : Stage(context), m_sessions(sessions), m_session(std::move(session)), m_continued(context)
    {
    }

    [[nodiscard]] static Result<bool> placeNamed(BulkSession &session, const TransferPlan &plan);
    /// Removes the staging folder and the journal; \a kept gets the replaced files.
    [[nodiscard]] static Result<void> drop(BulkSession &session, const TransferPlan &plan, KeptFiles &kept);

    Result<void> begin() override;
    Result<void> look() override;
    Result<std::unique_ptr<StageWriter>> openWriter(size_t index) override;
    Result<void> remove(const QByteArrayList &paths) override;
    Result<FileSums> sums(Side side, const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return sftpSums(*m_client, folderOf(side), paths, m_context.pacer, stop);
    }
    Result<void> setTimes(const std::vector<TreeEntry> &files) override
    {
        return m_continued.setTimes(*m_client, m_context.plan.target, files);
    }
    Result<void> bringFolders(const EachSource &folders) override;
    Result<void> place() override;
    Result<void> list(FactSet &set) override;
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return m_session->roundTrip(); }

protected:
    Result<void> renew(const QByteArrayList &paths) override;
    Result<void> reportReplaced() override { return m_renewal ? m_renewal->reportReplaced() : Result<void>(); }
    Result<void> prune(const Keeps &keeps) override;

private:
    [[nodiscard]] Result<void> make();
    [[nodiscard]] static Result<void> takeAway(SftpClient &client, const TransferPlan &plan);
    enum class Refused { Again, Told }; ///< what happens to a folder that the server refuses to seal
    [[nodiscard]] Result<void> seal(SftpPipe &pipe, const TreeEntry &folder, Refused refused);
    [[nodiscard]] Result<void> placeBeside();
    [[nodiscard]] Result<void> nameBeside(const QByteArray &name);
    [[nodiscard]] Result<void> listNames(const QByteArrayList &names, FactSet &set);
    [[nodiscard]] Result<void> listStage(const std::function<void(TreeEntry &&)> &take);
    [[nodiscard]] QByteArray staged(const QByteArray &path) const { return m_context.stagePath() + '/' + path; }

    RunSessions &m_sessions;
    std::shared_ptr<BulkSession> m_session;
    std::shared_ptr<SftpClient> m_client; // from begin() on
    bool m_syncs = false; // a part is noted only once it is on the disk
    std::optional<SftpServers> m_servers; // from begin() on
    std::optional<SftpPlacement> m_renewal; // from the first renew() on
    SftpContinued m_continued;
};

} // namespace engine
