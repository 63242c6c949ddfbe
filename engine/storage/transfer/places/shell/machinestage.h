// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

namespace engine {

/// A staging folder of a machine with a shell. A list of it may not have more entries than the plan allows.
class MachineStage final : public Stage
{
public:
    MachineStage(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session)
        : Stage(context), m_sessions(sessions), m_session(std::move(session))
    {
    }

    /// Makes the folder only. Returns the output of bd_begin.
    [[nodiscard]] static Result<QByteArray> make(BulkSession &session, const TransferPlan &plan);
    [[nodiscard]] static Result<bool> placeNamed(BulkSession &session, const TransferPlan &plan);
    /// Removes the staging folder and the journal; \a kept gets the replaced files.
    [[nodiscard]] static Result<void> drop(BulkSession &session, const TransferPlan &plan, KeptFiles &kept);

    Result<void> begin() override;
    Result<void> look() override;
    Result<std::unique_ptr<StageWriter>> openWriter(size_t index) override;
    Result<void> remove(const QByteArrayList &paths) override;
    Result<FileSums> sums(Side side, const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return shellSums(*m_session, folderOf(side), paths, stop);
    }
    Result<void> setTimes(const std::vector<TreeEntry> &files) override;
    Result<void> bringFolders(const EachSource &folders) override;
    Result<void> place() override;
    Result<void> list(FactSet &set) override;
    void keepAwake() override { engine::keepAwake(*m_session); }
    [[nodiscard]] bool hasShell() const override { return true; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return m_session->roundTrip(); }

protected:
    Result<void> renew(const QByteArrayList &paths) override;
    Result<void> reportReplaced() override;
    Result<void> prune(const Keeps &keeps) override;

private:
    [[nodiscard]] Result<void> listBoth();
    [[nodiscard]] Result<void> bringNow(const EachSource &folders);
    [[nodiscard]] Result<QByteArray> placeIn(const char *function, const QByteArray &input = {});
    [[nodiscard]] Result<QByteArray> placeWithFolders();
    [[nodiscard]] Result<void> read(const char *list, const QByteArrayList &words,
                                    const std::function<void(TreeEntry &&)> &take);
    void parseUnplaced(const QByteArray &answer);
    void meetNew(const QByteArray &path, qint64 files, qint64 bytes = 0);

    RunSessions &m_sessions;
    std::shared_ptr<BulkSession> m_session;
    std::unique_ptr<BulkCommand> m_opening; // from begin() to look()
    QByteArray m_listed; // beginning of m_opening's list, which came with begin()'s answer
    std::vector<TreeEntry> m_folders; // for bd_place_with_folders
};

} // namespace engine
