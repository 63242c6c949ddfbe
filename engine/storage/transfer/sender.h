// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/stage.h"
#include "engine/storage/transfer/treebatch.h"

namespace engine {

/// Brings files and links of this computer into a stage: small ones in batches, large ones in parts. add() in one
/// thread; the others in a thread for each lane.
class Sender
{
    Q_DISABLE_COPY_MOVE(Sender)

public:
    Sender() = default;
    virtual ~Sender() = default;

    /// Of one that is brought in parts, before the first sendParts(). What may be of it in the stage is of this
    /// version.
    virtual void add(const TreeEntry &file) = 0;
    /// Blocks until the queue has ended and the stage has all. \a isAll is asked once the queue has ended: whether few
    /// are in the stage then, and nothing else comes into it or goes before it is verified.
    [[nodiscard]] virtual Result<void> sendTrees(StageLane &lane, WorkQueue<TreeBatch> &queue,
                                                 const std::function<bool()> &isAll) = 0;
    /// Blocks until no part is left that another lane does not send.
    [[nodiscard]] virtual Result<void> sendParts(StageLane &lane) = 0;
    /// When all have sent: gives the large files their lengths, permissions and times, and forgets them.
    [[nodiscard]] virtual Result<void> seal(StageLane &lane) = 0;
};

} // namespace engine
