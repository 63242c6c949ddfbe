// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partqueue.h"

namespace engine {

/// Brings parts of large files of a machine into a stage over one session; what is a hole there, or is empty, is left a
/// hole. One thread.
class PartReceiver final
{
    Q_DISABLE_COPY_MOVE(PartReceiver)

public:
    /// Several take from \a parts.
    PartReceiver(RunContext &context, PartQueue &parts) : m_context(context), m_parts(parts) { }

    [[nodiscard]] static bool asksForHoles(const TreeEntry &file); ///< of less they cross the way
    /// Blocks until no part is left that another session does not bring. Errors: the writer's and the session's.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer);

private:
    class Line; // the command, for one file

    RunContext &m_context;
    PartQueue &m_parts;
};

} // namespace engine
