// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/partqueue.h"

namespace engine {

/// Brings large files of a machine into a stage in parts, each session those that are next; what is a hole there, or is
/// empty, is left a hole. Add the files, then let a thread for each session receive(), then seal().
class PartReceiver final
{
    Q_DISABLE_COPY_MOVE(PartReceiver)

public:
    explicit PartReceiver(RunContext &context);

    /// Before the first receive(). What may be of it in the stage is of this version.
    void add(const TreeEntry &file) { m_parts.add(file); }
    [[nodiscard]] bool isEmpty() const { return m_parts.isEmpty(); }
    /// Blocks until no part is left that another session does not bring. Errors: the writer's and the session's.
    [[nodiscard]] Result<void> receive(BulkSession &session, StageWriter &writer);
    /// When all have received: gives the files that are whole their lengths, permissions and times, and forgets all.
    [[nodiscard]] Result<void> seal(StageWriter &writer) { return m_parts.seal(writer); }

private:
    class Line; // a session's command, for one file

    [[nodiscard]] Result<void> findData(BulkSession &session, size_t index);

    RunContext &m_context;
    PartQueue m_parts;
    std::mutex m_writeMutex;
};

} // namespace engine
