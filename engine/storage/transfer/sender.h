// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partqueue.h"
#include "engine/storage/transfer/treebatch.h"

namespace engine {

/// Brings files and links of this computer into any stage, by its writers: small ones in batches, large ones in parts.
/// What is a hole stays one. add() in one thread; the others in a thread for each writer.
class Sender final
{
    Q_DISABLE_COPY_MOVE(Sender)

public:
    Sender(RunContext &context, std::chrono::microseconds roundTrip);

    /// Of one that is brought in parts, before the first sendParts(). What may be of it in the stage is of this
    /// version.
    void add(const TreeEntry &file) { m_parts.add(file); }
    /// Blocks until the queue has ended and the stage has all. \a isAll is asked once the queue has ended: whether few
    /// are in the stage then, and nothing else comes into it or goes before it is verified.
    [[nodiscard]] Result<void> sendTrees(StageWriter &writer, WorkQueue<TreeBatch> &queue,
                                         const std::function<bool()> &isAll);
    /// Blocks until no part is left that another writer is not given.
    [[nodiscard]] Result<void> sendParts(StageWriter &writer);
    /// When all have sent: gives the large files their lengths, permissions and times, and forgets them.
    [[nodiscard]] Result<void> seal(StageWriter &writer) { return m_parts.seal(writer); }

private:
    class Line; // a lane's, for one large file

    int sendEntry(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);
    int sendFile(StageWriter &writer, TreeFiles &files, const TreeEntry &entry);

    RunContext &m_context;
    PartQueue m_parts;
    std::atomic<int> m_streams = 0; // lanes that send, or did, or wait for what they will send
};

} // namespace engine
