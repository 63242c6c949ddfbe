// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/transferplan.h"

namespace engine {

/// Decodes a name as GNU tar prints it with --quoting-style=escape: "a\\nb\\: \\303\\251" has a line break, a colon,
/// and a letter of two bytes. Pure.
[[nodiscard]] QByteArray unescaped(QByteArrayView said);

/// Calls \a take with each "tar: PATH: WORDS" in GNU tar's error output, without "./" before the path and "/" behind
/// it.
void eachTarLine(const QByteArray &said,
                 const std::function<void(const QByteArray &path, const QByteArray &words)> &take);

/// Parses the error output of a tar that has packed: a file that tar padded with zeros, as it could not read all of it,
/// is spoiled. \a targetPath maps a path to that in the staging folder. CommandFailed: the output was cut off.
[[nodiscard]] Result<void> spoilUnread(const QByteArray &said,
                                       const std::function<QByteArray(const QByteArray &)> &targetPath,
                                       FailedFiles &failed);

/// An error of a tool with an entry of the staging folder.
struct EntryTrouble
{
    QByteArray path;
    QString words; ///< of errno
    bool isNote = false; ///< only permissions, owner or time of the entry could not be set
    bool isLast = false; ///< the tool ended at this entry
};
using ReportTrouble = std::function<void(const EntryTrouble &)>;

/// Parses the output of bd_unpack of transfer.sh, and calls \a hear for each entry that tar could not unpack. Names are
/// escaped if the output says that tar is GNU's; BusyBox prints them as they are. CommandFailed: an error that applies
/// to all entries, or to none by name.
[[nodiscard]] Result<void> parseTarMessages(const QByteArray &said, const ReportTrouble &hear);

} // namespace engine
