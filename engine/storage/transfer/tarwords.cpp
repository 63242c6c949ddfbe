// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/tarwords.h"

#include "engine/host/bulksession.h"
#include "engine/ssh/servertext.h"

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

// "tar: a/b: Cannot open: Permission denied"
Result<void> hearUnpacked(const QByteArray &said, const HearTrouble &hear)
{
    constexpr QByteArrayView head("tar: ");
    constexpr QByteArrayView middle(": Cannot ");
    constexpr qsizetype mostWords = 200;
    bool isHeard = false;
    for (const QByteArray &line : said.split('\n')) {
        if (isOfTheDisk(line))
            return couldNot(said);
        const qsizetype at = line.lastIndexOf(middle);
        if (!line.startsWith(head) || at <= head.size())
            continue;
        QByteArray path = line.sliced(head.size(), at - head.size());
        if (path.startsWith("./"))
            path.remove(0, 2);
        if (path.endsWith('/'))
            path.chop(1);
        const QByteArray what = line.sliced(at + middle.size());
        const QByteArray cause = what.sliced(what.lastIndexOf(": ") + 1).trimmed();
        const bool isNote = what.startsWith("change ") || what.startsWith("utime");
        hear({path, harmlessEnd(cause, mostWords), isNote});
        isHeard = true;
    }
    return isHeard ? Result<void>() : Result<void>(couldNot(said));
}

} // namespace engine
