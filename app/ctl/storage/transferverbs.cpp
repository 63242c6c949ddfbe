// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// transfer: verbs about transfers.

#include "app/ctl/listwatch.h"
#include "app/ctl/operands.h"
#include "app/ctl/storage/transferwatch.h"
#include "app/ctl/verbs.h"
#include "engine/api/storage/transfers.h"
#include "engine/protocol/transfers.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// An id may be shortened to a unique prefix, as in lists.
Result<QJsonObject> transferOf(Session &session)
{
    const QString wanted = session.line().operand;
    const auto all = session.read(inJson(method::listTransfers));
    if (!all)
        return all.error();
    QList<QJsonObject> found;
    for (const QJsonValue &transfer : *all) {
        if (transfer[u"id"_s].toString().startsWith(wanted))
            found.append(transfer.toObject());
    }
    if (found.size() == 1)
        return found.constFirst();
    return Error{found.isEmpty() ? ErrorCode::NotFound : ErrorCode::InvalidArgument,
                 Message(found.isEmpty() ? "There is no transfer %1." : "Several transfers begin with %1.", {wanted}),
                 wanted};
}

// A verb about the transfer of its operand.
template <Result<int> (*act)(Session &session, const QString &id)> Result<int> onTransfer(Session &session)
{
    const Result<QJsonObject> transfer = transferOf(session);
    return transfer ? act(session, transfer->value(u"id"_s).toString()) : transfer.error();
}

template <const Method<OfResource, Nothing> &method> Result<int> ask(Session &session, const QString &id)
{
    return outcome(session.change(method, {id}));
}

Result<int> listTransfers(Session &session)
{
    return showList(session, {transferColumns, [&session] { return session.read(inJson(method::listTransfers)); }, {}});
}

Result<int> showTransfer(Session &session)
{
    const Result<QJsonObject> transfer = transferOf(session);
    if (!transfer)
        return transfer.error();
    session.print(*transfer, transferColumns);
    if (session.format() == Format::Json)
        return 0;
    const TransferSnapshot shown = TransferSnapshot::fromJson(*transfer);
    if (!shown.route.isEmpty())
        session.print(safeText(shown.route.englishText()) + u'\n');
    if (!shown.technical.isEmpty())
        session.print(safeText(shown.technical) + u'\n');
    for (const FailedFile &file : shown.failedFiles + shown.notedFiles)
        session.print(safeText(shownPath(file.path) + u": "_s + file.reason) + u'\n');
    for (const TrashedFile &file : shown.replaced)
        session.print(
            safeText(shownPath(file.path) + u": what was replaced is in the trash: "_s + shownPath(file.trashed))
            + u'\n');
    return 0;
}

Result<int> setTransfer(Session &session)
{
    const auto priority = given(session.line(), u"--priority"_s, numberIn);
    if (!priority)
        return priority.error();
    const auto limit = given(session.line(), u"--limit"_s, bytesIn);
    if (!limit)
        return limit.error();
    const TransferChange change{*limit, *priority, session.line().has(u"--first"_s)};
    if (!change.bytesPerSecond && !change.priority && !change.isFirst)
        return session.refuseUsage(u"Say what is to change: --limit, --priority or --first."_s);
    const Result<QJsonObject> transfer = transferOf(session);
    if (!transfer)
        return transfer.error();
    const QString id = transfer->value(u"id"_s).toString();
    return session.printed(session.change(inJson(method::changeTransfer), {id, change}), transferColumns);
}

Result<int> limitTransfers(Session &session)
{
    const auto perPlace = given(session.line(), u"--per-place"_s, numberIn);
    const auto total = given(session.line(), u"--total"_s, numberIn);
    if (!perPlace || !total)
        return perPlace ? total.error() : perPlace.error();
    static const QList<Column> columns{{u"PerPlace"_s, "perPlace"}, {u"Total"_s, "total"}};
    return session.printed(session.change(inJson(method::limitTransfers), {*perPlace, *total}), columns);
}

// One transfer after another; a canceled one ends the undo.
Result<int> undoTransfer(Session &session, const QString &id)
{
    const auto begun = session.change(method::undoTransfer, {id});
    if (!begun)
        return begun.error();
    QJsonArray ended;
    std::optional<Error> trouble;
    for (const QString &step : *begun) {
        const auto transfer = awaitTransfer(session, step);
        if (!transfer) {
            noteCause(session, trouble, transfer.error());
            continue;
        }
        ended.append(*transfer);
        if (TransferSnapshot::fromJson(*transfer).state == TransferState::Canceled)
            break;
    }
    return printEnded(session, ended, trouble);
}

// A verb about one transfer; \a word is the action.
Verb transferVerb(const QString &word, const QString &help, Handler handler)
{
    return {u"transfer "_s + word, help, handler, {u"transfer %1 1f2e3d4c"_s.arg(word)}, {}, u"ID"_s};
}

} // namespace

QList<Verb> transferVerbs()
{
    return {
        {u"transfer list"_s,
         u"List transfers, oldest first."_s,
         listTransfers,
         {u"transfer list"_s, u"transfer list --watch"_s},
         {watchOption}},
        transferVerb(u"wait"_s, u"Wait until a transfer has ended."_s, onTransfer<watchTransfer>),
        transferVerb(u"show"_s, u"Show a transfer, and every file of it that did not arrive, with the cause."_s,
                     showTransfer),
        {u"transfer set"_s,
         u"Change a transfer that waits or runs: its limit holds at once."_s,
         setTransfer,
         {u"transfer set 1f2e3d4c --first"_s, u"transfer set 1f2e3d4c --limit 5M"_s},
         {{u"--limit"_s, {}, u"BYTES"_s, u"bytes a second at most, as 5000000 or 5M; 0 is no limit"_s},
          {u"--priority"_s, {}, u"NUMBER"_s, u"those with more go first; 0 at first, -1000 to 1000"_s},
          {u"--first"_s, {}, {}, u"before all that wait"_s}},
         u"ID"_s},
        {u"transfer limits"_s,
         u"Show, or set, how many transfers run at once; the others wait."_s,
         limitTransfers,
         {u"transfer limits"_s, u"transfer limits --per-place 1 --total 8"_s},
         {{u"--per-place"_s, {}, u"NUMBER"_s, u"with the same machine or file server at one end; 2 at first"_s},
          {u"--total"_s, {}, u"NUMBER"_s, u"together; 4 at first"_s}}},
        transferVerb(u"pause"_s, u"Let a transfer rest; what arrived is kept."_s,
                     onTransfer<ask<method::pauseTransfer>>),
        transferVerb(u"resume"_s, u"Let a transfer go on that rests, or waits for its next try."_s,
                     onTransfer<ask<method::resumeTransfer>>),
        transferVerb(u"retry"_s, u"Send what did not arrive, and only that."_s,
                     onTransfer<ask<method::resumeTransfer>>),
        transferVerb(u"undo"_s,
                     u"Bring back from the trash what a transfer replaced. What it brought goes there in its place."_s,
                     onTransfer<undoTransfer>),
        transferVerb(u"cancel"_s,
                     u"End a transfer, and take away what is not in its place yet; forget one that has ended, and "
                     "take that away of one that failed."_s,
                     onTransfer<ask<method::cancelTransfer>>),
    };
}

} // namespace ctl
