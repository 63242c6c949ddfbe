// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/tarwords.h"
#include "engine/storage/transfer/treewalk.h"

#include <QHash>

#include <functional>
#include <memory>

namespace engine {

/// A command that writes parts of one file into a stage on a machine, and says of each that it is written. One thread.
/// Errors: CommandFailed when the machine cannot write, and those of the session.
class PartLine final
{
    Q_DISABLE_COPY_MOVE(PartLine)

public:
    using Written = std::function<void(qint64 first, qint64 count)>;

    PartLine(BulkSession &session, QByteArray stage) : m_session(session), m_stage(std::move(stage)) { }

    /// \a path is that of the file in the stage; \a written is told the parts, in MiB, as the machine has them.
    [[nodiscard]] Result<void> begin(const QByteArray &path, Written written);
    /// The bytes of so many MiB follow, all of them.
    [[nodiscard]] Result<void> announce(qint64 first, qint64 count);
    [[nodiscard]] Result<void> write(QByteArrayView bytes);
    [[nodiscard]] Result<void> end(); ///< waits until all is written; nothing without a command
    /// Why the file cannot be written; what was given for it is lost. Known after end(), until the next begin().
    [[nodiscard]] const QString &refusal() const { return m_refusal; }

private:
    [[nodiscard]] Result<void> put(QByteArrayView bytes);
    [[nodiscard]] Result<void> hear(const QByteArray &output);

    BulkSession &m_session;
    QByteArray m_stage;
    std::unique_ptr<BulkCommand> m_command;
    Written m_written;
    QHash<qint64, qint64> m_counts; // of parts that are not written yet, by their first MiB
    QByteArray m_heard;
    QString m_refusal;
};

/// A name as a word that printf's %b turns back.
[[nodiscard]] QByteArray inOctal(const QByteArray &name);

/// Gives files of which all parts are written their lengths, permissions and, last, their times. They have their paths
/// there; \a hear of those that cannot be sealed, or only in part.
[[nodiscard]] Result<void> sealParts(BulkSession &session, const QByteArray &stage, const std::vector<TreeEntry> &files,
                                     const HearTrouble &hear);

} // namespace engine
