// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/places/here/placement.h"
#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// A staging folder of this computer. Nothing is written outside it, or through a link.
class HereStage final : public Stage
{
public:
    /// \a isAborted ends checksums early.
    HereStage(RunContext &context, std::function<bool()> isAborted) : Stage(context), m_isAborted(std::move(isAborted))
    {
    }

    /// Removes the staging folder and the journal; \a kept gets the replaced files.
    [[nodiscard]] static Result<void> drop(const TransferPlan &plan, KeptFiles &kept);

    Result<void> begin() override;
    Result<void> look() override;
    Result<std::unique_ptr<StageWriter>> openWriter(size_t index) override;
    Result<void> remove(const QByteArrayList &paths) override;
    Result<FileSums> sums(Side side, const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return hereSums(folderOf(side), paths, m_isAborted, m_context.counters, stop);
    }
    Result<void> setTimes(const std::vector<TreeEntry> &files) override;
    Result<void> bringFolders(const EachSource &folders) override;
    Result<void> place() override;
    Result<void> list(FactSet &set) override;
    [[nodiscard]] bool guardsItself() const override { return true; }
    [[nodiscard]] std::chrono::microseconds roundTrip() const override { return {}; }

protected:
    Result<void> renew(const QByteArrayList &paths) override;
    Result<void> reportReplaced() override { return tellKept(m_context.plan, m_context.kept); }
    Result<void> prune(const Keeps &keeps) override;

private:
    void add(const QByteArray &name, FactSet &set);
    [[nodiscard]] HerePlacement placement();
    [[nodiscard]] Result<UniqueFd> openTrash();
    [[nodiscard]] static Result<void> tellKept(const TransferPlan &plan, KeptFiles &kept);
    [[nodiscard]] static Result<void> takeAway(const TransferPlan &plan);
    /// 0, or the errno of the last entry that cannot be read.
    int walkStage(const std::function<void(TreeEntry &)> &take);

    std::function<bool()> m_isAborted;
    UniqueFd m_target, m_stage;
    std::mutex m_writing; // of parts of large files
};

} // namespace engine
