// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/storage/transferwatch.h"

#include "engine/api/storage/transfers.h"
#include "engine/protocol/transfers.h"

#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

QString sourcesOf(const QJsonObject &transfer)
{
    const QJsonArray sources = transfer.value(u"sources"_s).toArray();
    const QString first = shownPath(sources.at(0)[u"path"_s].toString());
    return sources.size() == 1 ? first : u"%1 and %2 more"_s.arg(first).arg(sources.size() - 1);
}

QString targetOf(const QJsonObject &transfer)
{
    const QJsonValue target = transfer.value(u"target"_s);
    return shownPath(Location{target[u"place"_s].toString(), target[u"path"_s].toString()}.toString());
}

QString doneOf(const QJsonObject &transfer)
{
    const qint64 kept = transfer.value(u"filesKept"_s).toInteger();
    const qint64 failed = transfer.value(u"failedCount"_s).toInteger();
    return u"%1 of %2 files, %3 of %4"_s.arg(QString::number(transfer.value(u"filesDone"_s).toInteger()),
                                             QString::number(transfer.value(u"filesTotal"_s).toInteger()),
                                             sizeText(transfer.value(u"bytesDone"_s).toInteger()),
                                             sizeText(transfer.value(u"bytesTotal"_s).toInteger()))
        + (kept == 0       ? QString()
               : kept == 1 ? u"; 1 kept, differs"_s
                           : u"; %1 kept, differ"_s.arg(kept))
        + (failed == 0 ? QString() : u"; %1 failed"_s.arg(failed));
}

void tellProgress(const QJsonObject &told)
{
    const auto transfer = TransferSnapshot::fromJson(told);
    const QString speed = sizeText(transfer.bytesPerSecond) + u"/s"_s;
    const QString left = transfer.secondsLeft < 0 ? QString() : u", %1 s left"_s.arg(transfer.secondsLeft);
    const QString reason = transfer.reason.isEmpty() ? QString() : u": "_s + safeText(transfer.reason.englishText());
    const QString line =
        u"\r\x1b[K"_s + stateWords(transfer).englishText() + u": "_s + doneOf(told) + u", "_s + speed + left + reason;
    (void)writeAll(STDERR_FILENO, line.toUtf8());
}

} // namespace

const QList<Column> transferColumns{
    {u"Id"_s, [](const QJsonObject &transfer) { return transfer.value(u"id"_s).toString().left(8); }},
    {u"State"_s,
     [](const QJsonObject &transfer) { return stateWords(TransferSnapshot::fromJson(transfer)).englishText(); }},
    {u"What"_s, sourcesOf},
    {u"To"_s, targetOf},
    {u"Done"_s, doneOf},
    {u"Reason"_s, "reason"}};

Result<QJsonObject> awaitTransfer(Session &session, const QString &id)
{
    const bool isShown = ::isatty(STDERR_FILENO) != 0;
    const auto hear = isShown ? tellProgress : nullptr;
    auto ended = session.await(inJson(method::waitForTransfer), {id}, hear);
    if (isShown)
        (void)writeAll(STDERR_FILENO, "\r\x1b[K");
    return ended;
}

Result<int> noteFailures(const Session &session, const QJsonObject &transfer)
{
    const auto ended = TransferSnapshot::fromJson(transfer);
    for (const FailedFile &file : ended.failedFiles + ended.notedFiles)
        session.note(safeText(shownPath(file.path) + u": "_s + file.reason));
    if (ended.state == TransferState::Done)
        return 0;
    const Message sentence =
        ended.reason.isEmpty() ? Message("The transfer ended: %1.", {toString(ended.state)}) : ended.reason;
    return Error::of(ErrorCode::CommandFailed, sentence, ended.id, ended.technical);
}

Result<int> watchTransfer(Session &session, const QString &id)
{
    const auto ended = awaitTransfer(session, id);
    if (!ended)
        return ended.error();
    return printEnded(session, {*ended});
}

void noteCause(const Session &session, std::optional<Error> &trouble, const Error &error)
{
    if (trouble)
        session.note(error.message.englishText());
    else
        trouble = error;
}

Result<int> printEnded(const Session &session, const QJsonArray &transfers, const std::optional<Error> &trouble)
{
    session.printAll(transfers, transferColumns);
    Result<int> told = 0;
    qint64 done = 0;
    qint64 kept = 0;
    qint64 failed = 0;
    for (const QJsonValue &transfer : transfers) {
        if (const auto noted = noteFailures(session, transfer.toObject()); !noted)
            told = noted;
        done += transfer[u"filesDone"_s].toInteger();
        kept += transfer[u"filesKept"_s].toInteger();
        failed += transfer[u"failedCount"_s].toInteger();
    }
    if (transfers.size() > 1)
        session.note(u"%1 transfers: %2 files done, %3%4 failed."_s.arg(transfers.size())
                         .arg(done)
                         .arg(kept == 0 ? QString() : u"%1 kept, "_s.arg(kept))
                         .arg(failed));
    return trouble ? Result<int>(*trouble) : told;
}

} // namespace ctl
