// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partsender.h"
#include "engine/storage/transfer/sender.h"
#include "engine/storage/transfer/treesender.h"

namespace engine {

/// Into the stage of a machine with a shell: small files as a tar stream a session, straight from the disk.
class ShellSender final : public Sender
{
public:
    ShellSender(RunContext &context, std::chrono::microseconds roundTrip)
        : m_context(context),
          m_trees(
              context.plan.folder, context.stagePath(), context.tarKind, context.journal, context.counters,
              context.failed, context.pacer, [&context](const QByteArray &path) { return context.nameThere(path); },
              [&context](const TreeEntry &there) { context.state.renew(there); },
              [&context](const EntryTrouble &trouble) { context.hear(trouble); }),
          m_parts(
              context.plan.folder, context.stagePath(), lanesFor(roundTrip).partMiB, context.journal, context.counters,
              context.failed, context.pacer, [&context](const QByteArray &path) { return context.nameThere(path); },
              [&context](const EntryTrouble &trouble) { context.hear(trouble); })
    {
    }

    void add(const TreeEntry &file) override { m_parts.add(file); }
    Result<void> sendTrees(StageLane &lane, WorkQueue<TreeBatch> &queue, const std::function<bool()> &isAll) override
    {
        QByteArray listed;
        const auto sent = m_trees.send(*lane.session, queue, isAll, listed);
        if (sent && !listed.isEmpty())
            m_context.listed = listed;
        return sent;
    }
    Result<void> sendParts(StageLane &lane) override { return m_parts.send(*lane.session); }
    Result<void> seal(StageLane &lane) override { return m_parts.seal(*lane.session); }

private:
    RunContext &m_context;
    TreeSender m_trees;
    PartSender m_parts;
};

} // namespace engine
