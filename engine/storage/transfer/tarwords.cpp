// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/tarwords.h"

#include "engine/host/bulksession.h"

namespace engine {

// "tar: ./a: File shrank by 7712 bytes; padding with zeros", with the name as it is; it says the same of an error of
// the disk after some bytes, else "tar: ./a: Read error at byte 0, while reading 4096 bytes: Input/output error".
Result<void> spoilUnread(const QByteArray &said, const std::function<QByteArray(const QByteArray &)> &nameThere,
                         FailedFiles &failed)
{
    constexpr QByteArrayView head("tar: ./");
    for (const QByteArrayView middle : {": Read error at byte ", ": File shrank by "}) {
        for (qsizetype at = 0; (at = said.indexOf(middle, at)) >= 0; at += middle.size()) {
            if (said.size() >= BulkCommand::mostErrors)
                return Error{ErrorCode::CommandFailed,
                             QT_TRANSLATE_NOOP("engine", "There are too many files that cannot be read."),
                             {},
                             {},
                             {}};
            if (const qsizetype begin = said.lastIndexOf(head, at); begin >= 0)
                failed.addSpoiled(nameThere(said.sliced(begin + head.size(), at - begin - head.size())),
                                  QStringLiteral("it changed while it was brought, or cannot be read"));
        }
    }
    return {};
}

} // namespace engine
