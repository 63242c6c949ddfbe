// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

#include <QSet>

namespace engine {

class SftpClient;
class SourceList;

// The steps that only a move has, by commands, and by SFTP (sftpremoval.cpp). Errors: also the client's.

/// Checks that the target is not the folder of the sources by another path or on another machine, as then the move
/// would remove all files. The staging folder must exist. Errors: InvalidArgument, the session's.
[[nodiscard]] Result<void> checkApart(BulkSession &source, const TransferPlan &plan);
[[nodiscard]] Result<void> checkApart(SftpClient &source, const TransferPlan &plan);

/// Before the first source is renamed: notes the identity of each source. NotFound: a source is missing, and this
/// transfer has not moved it. CommandFailed with isLackOfShell().
[[nodiscard]] Result<void> identifySources(BulkSession &session, const TransferPlan &plan);
[[nodiscard]] Result<void> identifySources(SftpClient &client, const TransferPlan &plan);
/// Within one machine, renames the sources that can be, and takes them off the plan; \a kept gets the replaced files. A
/// missing source was moved by an earlier run if the target has the file that was noted.
[[nodiscard]] Result<void> renameSources(BulkSession &session, TransferPlan &plan, KeptFiles &kept);
[[nodiscard]] Result<void> renameSources(SftpClient &client, TransferPlan &plan);

/// Lists the sources, and removes the files that are in their places in this version, as \a placed has them; then empty
/// folders. Files that cannot be removed have failed. Errors: the session's.
[[nodiscard]] Result<void> removeArrived(BulkSession &source, RunContext &context, const FactSet &placed);

/// Notes the identities for identifySources(): a word for each source, or missingSource.
[[nodiscard]] Result<void> noteIdentities(const TransferPlan &plan, const QByteArrayList &seen);
inline const QByteArray missingSource = QByteArrayLiteral("-");
/// Sources that were missing when they were noted, if the plan allows missing sources.
[[nodiscard]] QSet<QByteArray> missedAtFirst(const TransferPlan &plan);

/// checkApart()'s error: source and target are one folder.
[[nodiscard]] Error nothingToMove(const TransferPlan &plan);

/// Decides which entries of a new list of the sources may be removed, as they arrived. Reports entries that stay, and
/// should not.
class ArrivedSources final
{
public:
    ArrivedSources(RunContext &context, const FactSet &placed);

    void look(const TreeEntry &entry); ///< called for each entry, before the other functions
    void tell(); ///< after the last entry: notes what stays
    /// A file or link that has arrived.
    [[nodiscard]] bool isToRemove(const TreeEntry &entry) const;
    /// A folder that is to be removed if it is empty.
    [[nodiscard]] bool isToEmpty(const TreeEntry &entry) const;

private:
    RunContext &m_context;
    const FactSet &m_placed;
    QSet<QByteArray> m_missing; // sources that were not listed
    qint64 m_unseen = 0;
};

/// removeArrived() by SFTP. \a list: a new list of the sources, which \a arrived has seen.
[[nodiscard]] Result<void> removeArrived(SftpClient &source, const SourceList &list, RunContext &context,
                                         const ArrivedSources &arrived);

} // namespace engine
