// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/stagewriter.h"

namespace engine {

/// Brings small files, links and folders of a machine into the staging folder. The bytes of files come as one tar
/// archive a session; all else is made from the source's list. The archive is not trusted: an entry that was not
/// requested ends it, and only plain files are taken from it. receive() runs in a thread for each session.
class TreeReceiver final
{
    Q_DISABLE_COPY_MOVE(TreeReceiver)

public:
    explicit TreeReceiver(RunContext &context) : m_context(context) { }

    /// Blocks until the queue has ended. A file that the machine does not send, or sends otherwise than it was listed,
    /// is missing in the staging folder, or differs from the list there. Errors: the writer's and the session's.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer, WorkQueue<TreeBatch> &queue);
    /// A file may have changed while it was read: the machine has to list the sources again.
    [[nodiscard]] bool isDoubtful() const { return m_isDoubtful; }

private:
    class Stream; // one archive

    RunContext &m_context;
    std::atomic<bool> m_isDoubtful = false;
};

} // namespace engine
