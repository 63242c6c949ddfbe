// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"

#include <QHash>

namespace engine {

/// Writes parts of large files into the staging folder of a machine by `dd` (bd_parts): one command a file, which
/// confirms each part. Confirmed parts are noted in the journal. One file at a time; one thread. Errors: the session's;
/// CommandFailed: the target cannot be written.
class MachineParts final
{
    Q_DISABLE_COPY_MOVE(MachineParts)

public:
    MachineParts(BulkSession &session, QByteArray stage, PartJournal &journal)
        : m_session(session), m_stage(std::move(stage)), m_journal(journal)
    {
    }

    [[nodiscard]] Result<void> begin(const TreeEntry &file, const QByteArray &path); ///< \a path: in the staging folder
    /// Announces \a count MiB without a hole as one part, which saves round trips. Their bytes follow.
    [[nodiscard]] Result<void> beginRun(qint64 first, qint64 count);
    [[nodiscard]] Result<void> putBlock(QByteArrayView bytes);
    void putHole(qsizetype length) { m_mebibyte.append(length, '\0'); }
    [[nodiscard]] Result<void> endMebibyte(qint64 mib);
    /// Waits until all parts are written.
    [[nodiscard]] Result<void> end();
    /// Why the machine does not write this file; empty: it does. The bytes that were sent are lost then.
    [[nodiscard]] QString refusal() const { return m_refusal; }

private:
    [[nodiscard]] Result<void> announce(qint64 first, qint64 count);
    [[nodiscard]] Result<void> writePart(QByteArrayView bytes);
    [[nodiscard]] Result<void> send(QByteArrayView bytes);
    [[nodiscard]] Result<void> parse(const QByteArray &output);

    BulkSession &m_session;
    QByteArray m_stage;
    PartJournal &m_journal;
    TreeEntry m_file;
    std::unique_ptr<BulkCommand> m_command;
    qint64 m_runMiB = 0; // that are left of a run
    qint64 m_runBytes = 0; // written of the first of them
    bool m_isCut = false; // a run is not whole: the machine's confirmation does not count
    QByteArray m_mebibyte; // outside a run
    bool m_isHole = true; // all of m_mebibyte
    QHash<qint64, qint64> m_unconfirmed; // MiB of parts, by their first MiB
    QByteArray m_output; // of the command, not parsed yet
    QString m_refusal;
};

/// A name as a word that printf's %b turns back.
[[nodiscard]] QByteArray inOctal(const QByteArray &name);

/// Sets the lengths, permissions and, last, the times of files of which all parts are written. Their paths are those in
/// the staging folder. \a hear is told of files that cannot be sealed, or only in part.
[[nodiscard]] Result<void> sealParts(BulkSession &session, const QByteArray &stage, const std::vector<TreeEntry> &files,
                                     const ReportTrouble &hear);

} // namespace engine
