// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"

namespace engine {

/// Brings small files, links and folders of a machine into the stage: the bytes of files as one archive a session, all
/// else is made from the list. Of the archive nothing is believed: what was not asked for ends it, and nothing but
/// plain files is taken from it. receive() in a thread for each session.
class TreeReceiver final
{
    Q_DISABLE_COPY_MOVE(TreeReceiver)

public:
    explicit TreeReceiver(RunContext &context) : m_context(context) { }

    /// Blocks until the queue has ended. Errors: the writer's and the session's; what the machine does
    /// not send, or sends otherwise than it listed it, stays out of the stage or does not look there as it was listed.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer, WorkQueue<TreeBatch> &queue);
    /// Some file may have changed while it was read: the machine must be asked again.
    [[nodiscard]] bool isDoubtful() const { return m_isDoubtful; }

private:
    class Stream; // a session's command

    RunContext &m_context;
    std::atomic<bool> m_isDoubtful = false;
};

} // namespace engine
