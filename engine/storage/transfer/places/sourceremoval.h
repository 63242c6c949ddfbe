// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

#include <QSet>

namespace engine {

class SftpClient;
class SourceList;

// What makes a transfer a move, by commands, and by SFTP (sftpremoval.cpp). Errors: also the client's.

/// That the target is not the very folder in which the sources are, by another name, or on another machine: then
/// nothing would be left. The stage must be there. InvalidArgument, and the session's errors.
[[nodiscard]] Result<void> checkApart(BulkSession &source, const TransferPlan &plan);
[[nodiscard]] Result<void> checkApart(SftpClient &source, const TransferPlan &plan);

/// Before the first source gets a new name: notes what each of them is. NotFound: one of them is not there, and this
/// transfer has not moved it. CommandFailed that isLackOfShell().
[[nodiscard]] Result<void> seeSources(BulkSession &session, const TransferPlan &plan);
[[nodiscard]] Result<void> seeSources(SftpClient &client, const TransferPlan &plan);
/// Moves within one machine what needs nothing but a new name, and takes it off the plan; \a kept hears of what is
/// replaced. One that is there no more was moved if what is in the target is what was seen.
[[nodiscard]] Result<void> renameSources(BulkSession &session, TransferPlan &plan, KeptFiles &kept);
[[nodiscard]] Result<void> renameSources(SftpClient &client, TransferPlan &plan);

/// Removes of the sources, as they are now, what is in its place, as \a placed has it; then the folders that are empty.
/// What cannot be removed has failed. Errors: the session's.
[[nodiscard]] Result<void> removeArrived(BulkSession &source, RunContext &context, const FactSet &placed);

/// As seeSources(), of what was seen: a word of each source, or notSeen.
[[nodiscard]] Result<void> noteSeen(const TransferPlan &plan, const QByteArrayList &seen);
inline const QByteArray notSeen = QByteArrayLiteral("-");
/// Those of a plan that brings what is there which were not seen.
[[nodiscard]] QSet<QByteArray> missedAtFirst(const TransferPlan &plan);

/// What checkApart() answers then.
[[nodiscard]] Error nothingToMove(const TransferPlan &plan);

/// Goes through what the sources are now: which of them are in their places. Tells what stays, and should not.
class ArrivedSources final
{
public:
    ArrivedSources(RunContext &context, const FactSet &placed);

    void look(const TreeEntry &entry); ///< of each, first
    void tell(); ///< after the last
    /// A file or link.
    [[nodiscard]] bool isToRemove(const TreeEntry &entry) const;
    /// A folder, which goes only when it is empty by then.
    [[nodiscard]] bool isToEmpty(const TreeEntry &entry) const;

private:
    RunContext &m_context;
    const FactSet &m_placed;
    QSet<QByteArray> m_missing; // of the names
    qint64 m_unseen = 0;
};

/// removeArrived() by SFTP: \a list is what the sources are now; \a arrived has looked at it.
[[nodiscard]] Result<void> removeArrived(SftpClient &source, const SourceList &list, RunContext &context,
                                         const ArrivedSources &arrived);

} // namespace engine
