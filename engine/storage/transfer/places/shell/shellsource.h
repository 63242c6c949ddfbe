// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/generatedfiles.h"
#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/places/sourceremoval.h"
#include "engine/storage/transfer/wire/part/partreceiver.h"
#include "engine/storage/transfer/wire/tree/treereceiver.h"

namespace engine {

/// A machine with a shell as the source: small files come as tar archives, large ones in parts.
class ShellSource final : public Source
{
public:
    ShellSource(RunContext &context, RunSessions &sessions, std::shared_ptr<BulkSession> session)
        : Source(context, sessions, std::move(session), {8, 32}, PartReceiver::asksForHoles), m_trees(context)
    {
    }

    /// Checks that the sources exist, and that the machine has the needed commands. Errors: NotFound, CommandFailed
    /// with isLackOfShell(), those of the session.
    [[nodiscard]] static Result<void> check(BulkSession &session, RunContext &context);

    Result<void> list(SourceList &list, const SourceList::Take &take) override
    {
        return SourceList::whole(m_context.plan, take, [&](const SourceList::Take &each) {
            return list.fetch(*m_session, m_context.plan, each);
        });
    }
    Result<bool> isCurrent(const SourceList &list) override { return list.isCurrent(*m_session, m_context.plan); }
    Result<std::unique_ptr<Reader>> openReader(size_t lane) override;
    Result<void> checkSources() override;
    Result<void> eachChanged(const SourceList &list, const SourceList::Take &take) override;
    Result<ClockOffset> clock() override;
    Result<FileSums> sums(const QByteArrayList &paths, const std::stop_token &stop) override
    {
        return shellSums(*m_session, m_context.plan.folder, paths, stop);
    }
    Result<QByteArray> readGenerated(const QByteArray &path) override
    {
        return engine::readGenerated(*m_session, m_context.plan.folder, path);
    }
    [[nodiscard]] bool hasShell() const override { return true; }
    Result<void> checkApart() override { return engine::checkApart(*m_session, m_context.plan); }
    Result<void> removeArrived(const FactSet &placed) override
    {
        return engine::removeArrived(*m_session, m_context, placed);
    }

private:
    class Lane;

    TreeReceiver m_trees;
};

} // namespace engine
