// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/treewalk.h"
#include "engine/storage/transfer/places/source.h"

namespace engine {

/// Reads files of this computer into any writer. Holes stay holes.
class HereReader final : public Reader
{
public:
    HereReader(RunContext &context, PartQueue &parts) : m_context(context), m_parts(parts) { }

    Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) override;
    Result<void> readParts(StageWriter &writer) override;

private:
    class Line; // a PartLane

    int sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);
    int sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);

    RunContext &m_context;
    PartQueue &m_parts;
};

} // namespace engine
