// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/generatedfiles.h"
#include "engine/storage/transfer/places/here/herereader.h"
#include "engine/storage/transfer/places/sourceremoval.h"

namespace engine {

/// This computer as the source; its sessions are those of its own shell. Files are read while it still lists.
class HereSource final : public Source
{
public:
    HereSource(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session)
        : Source(context, sessions, std::move(session), {0, 0}, [](const TreeEntry &) { return true; })
    {
    }

    /// Checks that the sources exist.
    [[nodiscard]] Result<void> begin();

    Result<void> list(SourceList &list, const SourceList::Take &take) override;
    Result<bool> isCurrent(const SourceList &list) override;
    void setLanes(const Lanes &lanes) override { m_parts.setSizes({lanes.partMiB, lanes.partMiB}); }
    Result<std::unique_ptr<Reader>> openReader(size_t) override
    {
        return std::unique_ptr<Reader>(std::make_unique<HereReader>(m_context, m_parts));
    }
    Result<void> checkSources() override;
    Result<void> eachChanged(const SourceList &, const SourceList::Take &) override { return {}; }
    Result<ClockOffset> clock() override { return ClockOffset(); }
    Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) override
    {
        const auto isAborted = [this] { return m_sessions.isAborted(); };
        return hereSums(m_context.plan.folder, paths, isAborted, m_context.counters, stop);
    }
    Result<QByteArray> readGenerated(const QByteArray &path) override
    {
        return engine::readGenerated(m_context.plan.folder, path);
    }
    [[nodiscard]] bool isHere() const override { return true; }
    Result<void> checkApart() override { return engine::checkApart(*m_session, m_context.plan); }
    Result<void> removeArrived(const FactSet &placed) override
    {
        return engine::removeArrived(*m_session, m_context, placed);
    }

private:
    [[nodiscard]] Result<QByteArrayList> missing() const; // of the names
};

} // namespace engine
