// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/part/partqueue.h"

namespace engine {

/// Brings parts of large files of a machine into a staging folder over one session. Holes, and blocks of zeros, become
/// holes. One thread.
class PartReceiver final
{
    Q_DISABLE_COPY_MOVE(PartReceiver)

public:
    /// Several receivers share \a parts.
    PartReceiver(RunContext &context, PartQueue &parts) : m_context(context), m_parts(parts) { }

    [[nodiscard]] static bool asksForHoles(const TreeEntry &file); ///< false: few holes, which are sent as zeros
    /// Blocks until all parts are brought, or are with other sessions. Errors: the writer's and the session's.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer);

private:
    class Line; // the command of one file

    RunContext &m_context;
    PartQueue &m_parts;
};

} // namespace engine
