// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/sumcheck.h"

namespace engine {

/// InvalidArgument when a name of the plan cannot be the name of a file or folder.
[[nodiscard]] Result<void> checkNames(const TransferPlan &plan);
/// What a run answers whose target lies in one of its sources.
[[nodiscard]] Error targetInSource(const TransferPlan &plan);

/// A run in steps that ends with the first that fails; with those that do not ask where the sources are.
class StagedRun : public TransferRun
{
    Q_DISABLE_COPY_MOVE(StagedRun)

public:
    explicit StagedRun(TransferPlan plan) : m_context(std::move(plan)) { }

    void setRate(qint64 bytesPerSecond) override { m_context.pacer.setRate(bytesPerSecond); }
    [[nodiscard]] const TransferCounters &counters() const override { return m_context.counters; }
    [[nodiscard]] const FailedFiles &failed() const override { return m_context.failed; }
    [[nodiscard]] const NamedFiles &noted() const override { return m_context.noted; }
    [[nodiscard]] QList<TrashedFile> replaced() const override { return m_context.kept.get(); }
    [[nodiscard]] Message way() const override { return m_context.way.get(); }

protected:
    using Step = std::function<Result<void>()>;
    /// Canceled once \a sessions are aborted. What makes no sense, and never will, leaves no stage.
    [[nodiscard]] Result<void> runSteps(const RunSessions &sessions, const std::vector<Step> &steps);

    [[nodiscard]] Result<void> compareSums();
    [[nodiscard]] Result<void> verifySums();
    [[nodiscard]] Result<void> place();
    [[nodiscard]] Result<void> removeSources(); ///< of a move

    using Take = std::function<bool(TreeEntry &)>;
    [[nodiscard]] virtual Result<void> eachSource(const Take &take) = 0; ///< EachSource
    [[nodiscard]] virtual Result<FileSums> sourceSums(const QByteArrayList &paths, const std::stop_token &stop) = 0;
    [[nodiscard]] virtual SumCheck::Sides sides() const { return SumCheck::Sides::Two; }
    [[nodiscard]] virtual Result<void> bringAgain() = 0; ///< what arrived damaged
    /// Of the sources, what is in its place.
    [[nodiscard]] virtual Result<void> removePlaced(const FactSet &placed) = 0;

    RunContext m_context; // NOLINT: of all that derive
    std::unique_ptr<Stage> m_stage; // NOLINT: the same; once the run has begun

private:
    [[nodiscard]] SumCheck sumCheck();
};

} // namespace engine
