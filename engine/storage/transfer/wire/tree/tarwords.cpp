// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/tarwords.h"

#include "engine/remote/bulksession.h"
#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace engine {

namespace {

constexpr qsizetype mostTarWords = 200;
constexpr QByteArrayView tarHead("tar: ");
constexpr QByteArrayView behindName(": ");

// The text behind "tar: " or "/usr/bin/tar: "; empty: the line is not tar's.
QByteArrayView behindHead(QByteArrayView line)
{
    const qsizetype head = line.indexOf(tarHead);
    const bool isTars = head == 0 || (head > 0 && line.startsWith('/') && line.at(head - 1) == '/');
    return isTars ? line.sliced(head + tarHead.size()) : QByteArrayView();
}

// Where the name at the beginning of \a said ends, in which colons are escaped; -1: there is no end.
qsizetype endOfName(QByteArrayView said)
{
    for (qsizetype i = 0; i < said.size(); ++i) {
        if (said.at(i) == '\\')
            ++i;
        else if (said.sliced(i).startsWith(behindName))
            return i;
    }
    return -1;
}

QByteArray pathIn(QByteArrayView name)
{
    if (name.startsWith("./"))
        name = name.sliced(2);
    if (name.endsWith('/'))
        name.chop(1);
    return name.toByteArray();
}

bool isOctal(char letter)
{
    return letter >= '0' && letter <= '7';
}

// BusyBox does not escape names: "tar: can't open 'a/b': Permission denied". It ends at such an entry, unless it is a
// folder.
struct BusyBoxWords
{
    QByteArrayView before; // the name
    QByteArrayView behind; // the name; empty: the cause follows it
    bool isLast = true;
};
constexpr std::array busyBoxWords{
    BusyBoxWords{"open '", "'"},
    BusyBoxWords{"remove old file ", ""},
    BusyBoxWords{"create symlink '", "' to '"},
    BusyBoxWords{"create hardlink '", "' to '"},
    BusyBoxWords{"create node ", ""},
    BusyBoxWords{"create directory '", "'", false},
    BusyBoxWords{"make dir ", "", false},
};

// \a words: behind "tar: can't ". A name in them may have line breaks.
std::optional<EntryTrouble> busyBoxTrouble(QByteArrayView words)
{
    const auto kind = std::find_if(busyBoxWords.begin(), busyBoxWords.end(),
                                   [words](const BusyBoxWords &one) { return words.startsWith(one.before); });
    if (kind == busyBoxWords.end())
        return {};
    const qsizetype begin = kind->before.size();
    const qsizetype cause = words.lastIndexOf(behindName);
    const qsizetype end = kind->behind.isEmpty() || cause < 0 ? cause : words.first(cause).lastIndexOf(kind->behind);
    if (end <= begin)
        return {};
    return EntryTrouble{pathIn(words.sliced(begin, end - begin)),
                        harmlessEnd(words.sliced(cause + 1).toByteArray().trimmed(), mostTarWords), false,
                        kind->isLast};
}

// Returns whether it found an error. A name may contain something that looks like a line of tar, so text that does not
// parse is joined with the next lines. If that does not parse, either, the rest of the output is not tar's.
bool hearBusyBox(const QByteArray &said, const ReportTrouble &hear)
{
    constexpr QByteArrayView head("\ntar: can't ");
    constexpr int mostLines = 64;
    const QByteArray lines = '\n' + said.trimmed();
    bool isHeard = false;
    for (qsizetype at = 0; (at = lines.indexOf(head, at)) >= 0;) {
        at += head.size();
        std::optional<EntryTrouble> trouble;
        qsizetype end = at;
        for (int line = 0; !trouble && end < lines.size(); ++line) {
            if (line == mostLines)
                return isHeard;
            const qsizetype next = lines.indexOf("\ntar: ", end + 1);
            end = next < 0 ? lines.size() : next;
            trouble = busyBoxTrouble(QByteArrayView(lines).sliced(at, end - at));
        }
        if (!trouble)
            return isHeard;
        hear(*trouble);
        isHeard = true;
        at = end;
    }
    return isHeard;
}

} // namespace

QByteArray unescaped(QByteArrayView said)
{
    constexpr QByteArrayView letters("abfnrtv");
    constexpr QByteArrayView meant("\a\b\f\n\r\t\v");
    constexpr qsizetype digits = 3;
    QByteArray name;
    name.reserve(said.size());
    for (qsizetype i = 0; i < said.size(); ++i) {
        if (said.at(i) != '\\' || i + 1 == said.size()) {
            name += said.at(i);
            continue;
        }
        const QByteArrayView code = said.sliced(i + 1).first(qMin(digits, said.size() - i - 1));
        if (code.size() == digits && std::all_of(code.cbegin(), code.cend(), isOctal)) {
            name += char(code.toByteArray().toInt(nullptr, 8));
            i += digits;
            continue;
        }
        const qsizetype letter = letters.indexOf(code.front());
        name += letter < 0 ? code.front() : meant.at(letter);
        ++i;
    }
    return name;
}

void eachTarLine(const QByteArray &said, const std::function<void(const QByteArray &, const QByteArray &)> &take)
{
    for (const QByteArray &line : said.split('\n')) {
        const QByteArrayView words = behindHead(line);
        const qsizetype end = endOfName(words);
        if (end > 0)
            take(pathIn(unescaped(words.first(end))), words.sliced(end + behindName.size()).toByteArray());
    }
}

// "tar: ./a: File shrank by 7712 bytes; padding with zeros", also after a disk error amid the file. At its beginning:
// "tar: ./a: Read error at byte 0, while reading 4096 bytes: Input/output error".
Result<void> spoilUnread(const QByteArray &said, const std::function<QByteArray(const QByteArray &)> &targetPath,
                         FailedFiles &failed)
{
    bool isHeard = false;
    eachTarLine(said, [&](const QByteArray &path, const QByteArray &words) {
        if (!words.startsWith("Read error at byte ") && !words.startsWith("File shrank by "))
            return;
        isHeard = true;
        failed.addSpoiled(targetPath(path), changedOrUnread());
    });
    if (isHeard && said.size() >= BulkCommand::mostErrors)
        return Error{ErrorCode::CommandFailed,
                     QT_TRANSLATE_NOOP("engine", "There are too many files that cannot be read.")};
    return {};
}

// "tar: a/b: Cannot open: Permission denied"
Result<void> parseTarMessages(const QByteArray &said, const ReportTrouble &hear)
{
    constexpr QByteArrayView head("Cannot ");
    constexpr QByteArrayView mark("\n@bd tar "); // of bd_unpack
    for (const QByteArray &line : said.split('\n')) {
        if (isOfTheDisk(line))
            return couldNot(said);
    }
    const QByteArray lines = '\n' + said;
    const qsizetype end = lines.lastIndexOf(mark);
    const bool isGnus = end >= 0 && QByteArrayView(lines).sliced(end + mark.size()).startsWith("GNU\n");
    if (!isGnus && hearBusyBox(lines.first(end < 0 ? lines.size() : end), hear))
        return {};
    bool isHeard = false;
    eachTarLine(said, [&](const QByteArray &path, const QByteArray &words) {
        if (!words.startsWith(head))
            return;
        const QByteArray what = words.sliced(head.size());
        const QByteArray cause = what.sliced(what.lastIndexOf(": ") + 1).trimmed();
        const bool isNote = what.startsWith("change ") || what.startsWith("utime");
        hear({path, harmlessEnd(cause, mostTarWords), isNote});
        isHeard = true;
    });
    return isHeard ? Result<void>() : Result<void>(couldNot(said));
}

} // namespace engine
