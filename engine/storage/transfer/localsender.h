// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partqueue.h"
#include "engine/storage/transfer/sender.h"

namespace engine {

/// Into any stage, by its writers.
class LocalSender final : public Sender
{
public:
    explicit LocalSender(RunContext &context) : m_context(context), m_parts(context, {32, 32}) { }

    void add(const TreeEntry &file) override { m_parts.add(file); }
    Result<void> sendTrees(StageLane &lane, WorkQueue<TreeBatch> &queue, const std::function<bool()> &) override;
    Result<void> sendParts(StageLane &lane) override;
    Result<void> seal(StageLane &lane) override;

private:
    class Line; // a lane's, for one large file

    int sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);
    int sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);

    RunContext &m_context;
    PartQueue m_parts;
};

} // namespace engine
