// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/places/source.h"

namespace engine {

/// A lane of this computer, into any stage. What is a hole stays one.
class HereReader final : public Reader
{
public:
    HereReader(RunContext &context, PartQueue &parts) : m_context(context), m_parts(parts) { }

    Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) override;
    Result<void> readParts(StageWriter &writer) override;

private:
    class Line; // for one large file

    int sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);
    int sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);

    RunContext &m_context;
    PartQueue &m_parts;
};

} // namespace engine
