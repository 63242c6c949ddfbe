// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// storage: transfers, deletion and checksums of files.

#include "app/ctl/operands.h"
#include "app/ctl/storage/transferoptions.h"
#include "app/ctl/storage/transferwatch.h"
#include "app/ctl/verbs.h"
#include "engine/api/storage/filetask.h"
#include "engine/protocol/storage.h"
#include "engine/protocol/transfers.h"

#include <QFileInfo>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

// A place's name without a colon that is no local folder: with the colon it would be the home there.
bool lacksItsColon(Session &session, const QString &word)
{
    return !word.contains(u'/') && !word.contains(u':') && !QFileInfo::exists(word)
        && session.read(method::locate, {word, u"/"_s});
}

// The error for a source that is inside another source.
std::optional<Error> twiceMoved(const QList<Location> &sources)
{
    QSet<QString> named;
    for (const Location &source : sources)
        named.insert(source.toString());
    for (const Location &source : sources) {
        for (Location above = source; above != above.parent();) {
            above = above.parent();
            if (named.contains(above.toString()))
                return Error{ErrorCode::InvalidArgument,
                             Message("%1 lies in %2, which takes it along: move %2 alone, or %1 before it.",
                                     {source.toString(), above.toString()}),
                             source.toString()};
        }
    }
    return {};
}

// Requests as \a each, one for each source folder.
Result<QList<TransferRequest>> requestsOf(const QList<Location> &sources, const TransferRequest &each)
{
    if (const auto error = each.removesSources ? twiceMoved(sources) : std::nullopt)
        return *error;
    QList<TransferRequest> requests;
    QHash<QString, Location> known;
    for (const Location &source : sources) {
        const Location first = known.value(source.name(), source);
        if (first != source)
            return Error{ErrorCode::InvalidArgument,
                         Message("%1 and %2 have the same name, and would be one in %3: bring them apart.",
                                 {first.toString(), source.toString(), each.target.toString()}),
                         source.toString()};
        known.insert(source.name(), source);
        auto request = std::find_if(requests.begin(), requests.end(), [&source](const TransferRequest &one) {
            return one.sources.constFirst().parent() == source.parent();
        });
        if (request == requests.end())
            request = requests.insert(request, each);
        request->sources.append(source);
    }
    return requests;
}

Result<QList<TransferRequest>> allWithTransferOptions(const Session &session, const QList<TransferRequest> &requests)
{
    QList<TransferRequest> wanted;
    for (const TransferRequest &request : requests) {
        const auto one = withTransferOptions(session, request);
        if (!one) // before another one is started
            return one.error();
        wanted.append(*one);
    }
    return wanted;
}

Result<int> printPreviews(Session &session, const QList<TransferRequest> &wanted)
{
    QJsonArray previews;
    Result<int> told = 0;
    for (const TransferRequest &request : wanted) {
        const Result<QJsonObject> preview = fetchPreview(session, request);
        if (!preview)
            return preview.error();
        previews.append(*preview);
        if (const auto one = outcomeOf(*preview); !one)
            told = one;
    }
    session.printAll(previews, previewColumns);
    return told;
}

// All are started before the first is awaited.
Result<int> transferAll(Session &session, const QList<TransferRequest> &wanted)
{
    QJsonArray transfers;
    std::optional<Error> trouble;
    for (const TransferRequest &one : wanted) {
        const auto begun = session.change(inJson(method::startTransfer), {one});
        if (begun)
            transfers.append(*begun);
        else
            noteCause(session, trouble, begun.error());
    }
    if (session.line().has(u"--no-wait"_s)) {
        session.printAll(transfers, transferColumns);
        return outcome(trouble);
    }
    QJsonArray ended;
    for (const QJsonValue &transfer : std::as_const(transfers)) {
        const Result<QJsonObject> one = awaitTransfer(session, transfer[u"id"_s].toString());
        if (one)
            ended.append(*one);
        else
            noteCause(session, trouble, one.error());
    }
    return printEnded(session, ended, trouble);
}

// For upload, download, copy and move: the places decide between the first three.
Result<int> transferFiles(Session &session)
{
    const QStringList &operands = session.line().operands;
    if (operands.size() < 2)
        return session.refuseUsage(u"This needs what to bring, and the folder that receives it: SOURCE… FOLDER."_s);
    QList<Location> sources;
    for (const QString &operand : operands) {
        const Result<Location> location = locationOf(session, operand);
        if (!location)
            return location.error();
        sources.append(*location);
    }
    TransferRequest each;
    each.target = sources.takeLast();
    if (lacksItsColon(session, operands.constLast()))
        return session.refuseUsage(
            u"%1 is a place: its home is %1:, and a folder here that is called so is ./%1."_s.arg(
                shownPath(operands.constLast())));
    each.removesSources = session.line().verb->path == u"storage move"_s;
    const auto requests = requestsOf(sources, each);
    if (!requests)
        return requests.error();
    const auto wanted = allWithTransferOptions(session, *requests);
    if (!wanted)
        return wanted.error();
    return session.line().has(u"--dry-run"_s) ? printPreviews(session, *wanted) : transferAll(session, *wanted);
}

Result<FileTaskRequest> taskOf(Session &session, FileTaskRequest::Kind kind)
{
    FileTaskRequest request;
    request.kind = kind;
    for (const QString &operand : session.line().operands) {
        const Result<Location> location = locationOf(session, operand);
        if (!location)
            return location.error();
        if (!request.paths.isEmpty() && location->place != request.place)
            return Error{ErrorCode::InvalidArgument,
                         Message("%1 is in another place than the others: name it apart.", {location->toString()}),
                         location->toString()};
        request.place = location->place;
        request.paths.append(location->path);
    }
    return request;
}

// Without a deadline. The snapshot may have an error and what was done before it. The task ends with batchctl.
Result<FileTaskSnapshot> carryOut(Session &session, const FileTaskRequest &request)
{
    return session.change(method::runFileTask, {request}, Session::noDeadline);
}

std::optional<Error> errorOf(const Result<FileTaskSnapshot> &task)
{
    return task ? task->error : task.error();
}

QString countText(const FileCount &count)
{
    return u"%1 and %2 (%3)"_s.arg(count.files == 1 ? u"1 file"_s : u"%1 files"_s.arg(count.files),
                                   count.folders == 1 ? u"1 folder"_s : u"%1 folders"_s.arg(count.folders),
                                   sizeText(count.bytes));
}

QString textOf(const FileTaskRequest &request)
{
    const QString first = shownPath(Location{request.place, request.paths.constFirst()}.toString());
    return request.paths.size() == 1 ? first : u"%1 and %2 more"_s.arg(first).arg(request.paths.size() - 1);
}

QString pathCell(const QJsonObject &row)
{
    return shownPath(row.value(u"path"_s).toString());
}

QString trashCell(const QJsonObject &row)
{
    return shownPath(row.value(u"trashed"_s).toString());
}

Result<int> putIntoTrash(Session &session, const FileTaskRequest &request)
{
    const auto done = carryOut(session, request);
    if (!done)
        return done.error();
    if (done->error && done->trashed.isEmpty())
        return *done->error;
    QJsonArray rows;
    for (const TrashedFile &file : done->trashed)
        rows.append(QJsonObject{{u"path"_s, file.path}, {u"trashed"_s, file.trashed}});
    session.print(rows, {{u"Path"_s, pathCell}, {u"Trash"_s, trashCell}});
    return outcome(done->error);
}

Result<int> removeFiles(Session &session)
{
    using Kind = FileTaskRequest::Kind;
    const bool keeps = session.line().has(u"--trash"_s);
    auto request = taskOf(session, keeps ? Kind::Trash : Kind::Measure);
    if (!request)
        return request.error();
    if (keeps)
        return putIntoTrash(session, *request);
    const auto counted = carryOut(session, *request);
    if (const auto error = errorOf(counted))
        return *error;
    if (const int refused =
            session.confirm(u"Delete %1: %2; this cannot be undone"_s.arg(textOf(*request), countText(counted->count))))
        return refused;
    request->kind = Kind::Remove;
    request->counted = counted->count;
    return outcome(errorOf(carryOut(session, *request)));
}

Result<int> restoreFile(Session &session)
{
    const auto named = taskOf(session, FileTaskRequest::Kind::Restore);
    if (!named)
        return named.error();
    if (named->paths.size() != 2)
        return session.refuseUsage(u"This needs where it is in the trash, and where it belongs: TRASHED PATH."_s);
    const FileTaskRequest request{named->kind, named->place, {}, {}, {{named->paths.at(1), named->paths.at(0)}}, {}};
    return outcome(errorOf(carryOut(session, request)));
}

Result<int> sumFiles(Session &session)
{
    auto request = taskOf(session, FileTaskRequest::Kind::Checksum);
    if (!request)
        return request.error();
    request->algorithm = session.line().value(u"--algorithm"_s);
    const auto done = carryOut(session, *request);
    if (!done)
        return done.error();
    if (done->error && done->sums.isEmpty())
        return *done->error;
    QJsonArray rows;
    for (qsizetype i = 0; i < qMin(request->paths.size(), done->sums.size()); ++i)
        rows.append(QJsonObject{{u"path"_s, request->paths.at(i)}, {u"checksum"_s, done->sums.at(i)}});
    session.print(rows, {{u"Checksum"_s, "checksum"}, {u"Path"_s, pathCell}});
    return outcome(done->error);
}

Verb copyingVerb(const QString &path, const QString &help, const QStringList &examples)
{
    const QString bringing = u"\nThe last word is the folder that receives them; it is made when there is none. "
                             u"Sources of several folders are one transfer for each folder.\n"_s;
    return {path, help + bringing + placeGrammar(), transferFiles, examples, transferOptions(), u"SOURCE…"_s};
}

} // namespace

QList<Verb> storageVerbs()
{
    const QString places = u'\n' + placeGrammar();
    Verb upload = copyingVerb(
        u"storage upload"_s,
        u"Bring files and folders to a machine; what is there already is not sent again, and what a .batchdeckignore "
        "file names (in the words of gitignore) is left out. It is a transfer: it goes on over lost connections, and "
        "when this command has ended."_s,
        {u"storage upload ~/cells gpu-a:/data"_s, u"storage upload train.py gpu-a:"_s});
    upload.options.append({u"--gitignore"_s, {}, {}, u"leave out what .gitignore files name, too"_s});
    return storageFileVerbs()
        + QList<Verb>{
            upload,
            copyingVerb(
                u"storage download"_s, u"Bring files and folders of a machine here, in the same way."_s,
                {u"storage download gpu-a:/data/results ~/results"_s, u"storage download gpu-a:results/model.pt ."_s}),
            copyingVerb(u"storage copy"_s, u"Bring files and folders from any place to any other, in the same way."_s,
                        {u"storage copy gpu-a:/data/cells gpu-b:/data"_s}),
            copyingVerb(u"storage move"_s, u"The same, and remove where it was what arrived and was verified."_s,
                        {u"storage move gpu-a:/data/old gpu-a:/archive"_s}),
            {u"storage remove"_s,
             u"Delete files and folders with all they hold, after they were counted; or put them into the trash of "
             "their place."_s
                 + places,
             removeFiles,
             {u"storage remove --trash gpu-a:/data/old"_s},
             {{u"--trash"_s, {}, {}, u"into the trash, from where they can be restored"_s}, yesOption},
             u"PLACE:PATH…"_s},
            {u"storage restore"_s,
             u"Take out of the trash what storage remove --trash put there."_s + places,
             restoreFile,
             {u"storage restore gpu-a:/home/u/.local/share/Trash/files/old gpu-a:/data/old"_s},
             {},
             u"TRASHED…"_s},
            {u"storage checksum"_s,
             u"Tell the checksums of files, as their place computes them."_s + places,
             sumFiles,
             {u"storage checksum gpu-a:/data/cells.h5"_s},
             {{u"--algorithm"_s, {}, u"NAME"_s, u"sha256 or md5"_s, u"sha256"_s}},
             u"PLACE:PATH…"_s}};
}

} // namespace ctl
