// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/transferplan.h"

namespace engine {

/// A name as GNU tar says it (--quoting-style=escape), as it is: "a\\nb\\: \\303\\251" has an end of a line, a colon,
/// and a letter of two bytes. Pure.
[[nodiscard]] QByteArray unescaped(QByteArrayView said);

/// Calls \a take with each "tar: PATH: WORDS" of what GNU tar \a said, without "./" before the path and "/" behind it.
void eachTarLine(const QByteArray &said,
                 const std::function<void(const QByteArray &path, const QByteArray &words)> &take);

/// Of what tar said when it had packed: files that it filled up with zeros, as it could not read all of them, are
/// spoiled. \a targetPath: what a path is called in the stage. CommandFailed: there are more than it could tell.
[[nodiscard]] Result<void> spoilUnread(const QByteArray &said,
                                       const std::function<QByteArray(const QByteArray &)> &targetPath,
                                       FailedFiles &failed);

/// What a tool could not do with an entry of the stage.
struct EntryTrouble
{
    QByteArray path;
    QString words; ///< of errno
    bool isNote = false; ///< the entry is there, but for its permissions, its owner or its time
    bool isLast = false; ///< the tool brings nothing more after it
};
using HearTrouble = std::function<void(const EntryTrouble &)>;

/// Calls \a hear for each entry that tar could not unpack, of what bd_unpack of transfer.sh \a said. It says names
/// escaped where it says that tar is GNU's; else they are as they are, as BusyBox says them. CommandFailed: what all
/// others would meet, or something that it says of no entry.
[[nodiscard]] Result<void> parseTarMessages(const QByteArray &said, const HearTrouble &hear);

} // namespace engine
