// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/runcontext.h"

namespace engine {

/// InvalidArgument when a name of the plan cannot be the name of a file or folder.
[[nodiscard]] Result<void> checkNames(const TransferPlan &plan);
/// What a run answers whose target lies in one of its sources.
[[nodiscard]] Error targetInSource(const TransferPlan &plan);

/// A run in steps that ends with the first that fails.
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

    RunContext m_context; // NOLINT: of all that derive
};

} // namespace engine
