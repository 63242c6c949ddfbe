// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/run/transport.h"

#include <deque>

namespace engine {

/// Before the sources of a machine are opened that is the target, too: brings what needs no bytes, and takes it off the
/// plan. A move gives new names, as far as they will do; copies beside their sources that an earlier run has named get
/// their places. \a stage is made where no shell can do that.
[[nodiscard]] Result<void> bringByRenaming(RunContext &context, BulkSession &session, RunSessions &targets,
                                           std::unique_ptr<Stage> &stage);

/// Copies files and links within a machine, by its own tools: small ones as one archive, then others one by one, so
/// that they share their bytes where the file system can, and keep their holes. The machine tells how far it is.
/// Errors: CommandFailed (the disk is full) and the sessions'.
class MachineCopier final : public Transport
{
public:
    MachineCopier(RunContext &context, BulkSession &session) : m_session(session), m_context(context) { }

    Result<void> bring(const EachWanted &wanted) override;

private:
    struct Copy
    {
        QByteArray path;
        QByteArray name; ///< in the stage
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
    void tellUpTo(qint64 at); // of the one at the front
    void done();

    BulkSession &m_session;
    RunContext &m_context;
    std::unique_ptr<BulkCommand> m_command;
    std::deque<Copy> m_copies; // under way, in the order in which the machine takes them
    std::deque<Copy> m_later; // large ones
    qint64 m_toldBytes = 0; // of the large one at the front
    qint64 m_sparedBytes = 0; // of them
    QByteArray m_heard; // and not used yet
};

} // namespace engine
