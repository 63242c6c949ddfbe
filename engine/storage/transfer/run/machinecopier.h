// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/run/transport.h"

#include <deque>

namespace engine {

/// Within one machine, before its sources are opened: brings sources that need no copying, and takes them off the plan.
/// A move renames them where that is possible. Copies beside their sources that an earlier run has named are moved to
/// their places. \a stage is made where the machine has no shell for that.
[[nodiscard]] Result<void> bringByRenaming(RunContext &context, BulkSession &session, RunSessions &targets,
                                           std::unique_ptr<Stage> &stage);

/// Copies files and links within a machine by its own tools: small files as one tar archive, then each large one by
/// `cp`, which shares blocks where the file system can, and keeps holes. Errors: CommandFailed (the disk is full) and
/// the sessions'.
class MachineCopier final : public Transport
{
public:
    MachineCopier(RunContext &context, BulkSession &session) : m_session(session), m_context(context) { }

    Result<void> bring(const EachWanted &wanted) override;

private:
    struct Copy
    {
        QByteArray path;
        QByteArray name; ///< path in the staging folder
        qint64 size;
        qint64 heldBytes;
        int mode;
    };

    [[nodiscard]] Result<void> add(const TreeEntry &entry, const QByteArray &targetPath);
    [[nodiscard]] Result<void> begin(const QByteArray &function);
    void hearSmall(const QByteArray &output);
    [[nodiscard]] Result<void> hearLarge(const QByteArray &output);
    [[nodiscard]] Result<void> hearLine(const QByteArray &line);
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] Result<void> finishSmall();
    [[nodiscard]] Result<void> copyLarge();
    void tellUpTo(qint64 at); // counts bytes of the first copy
    void done();

    BulkSession &m_session;
    RunContext &m_context;
    std::unique_ptr<BulkCommand> m_command;
    std::deque<Copy> m_copies; // running, in the machine's order
    std::deque<Copy> m_later; // large files
    qint64 m_toldBytes = 0; // of the first copy that are counted
    qint64 m_sparedBytes = 0; // of m_toldBytes, in holes
    QByteArray m_heard; // output that is not parsed yet
};

} // namespace engine
