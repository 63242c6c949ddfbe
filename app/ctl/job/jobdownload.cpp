// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// Download of a job's outputs.

#include "app/ctl/operands.h"
#include "app/ctl/storage/transferoptions.h"
#include "app/ctl/storage/transferwatch.h"
#include "app/ctl/verbs.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/transfers.h"

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

struct NodeSources
{
    QString node;
    QList<Location> sources;
};

bool leadsOut(const QString &path)
{
    return path.startsWith(u'/') || path.split(u'/').contains(u".."_s);
}

Error notThere(const QString &directory, const QString &path)
{
    return {ErrorCode::NotFound,
            path.isEmpty() ? Message("No node of the job has the output directory %1: the job has none of that id, or "
                                     "has not made it yet.",
                                     {directory})
                           : Message("The output directory %1 has no %2.", {directory, shownPath(path)}),
            path.isEmpty() ? directory : path};
}

Result<QList<Location>> entriesOf(Session &session, const Location &folder)
{
    QList<Location> entries;
    const auto add = [&](const FolderEntries &page) {
        for (const StorageEntry &entry : page.entries)
            entries.append(folder.child(entry.name));
    };
    const auto listed = session.change(method::listFolder, {fileAt(folder), 5000}, Session::noDeadline, add);
    return listed ? Result(entries) : listed.error();
}

// The file, or the entries of the folder; empty when the node has none.
Result<QList<Location>> sourcesIn(Session &session, const Location &folder, const QString &file)
{
    if (file.isEmpty()) {
        auto entries = entriesOf(session, folder);
        return !entries && entries.error().code == ErrorCode::NotFound ? QList<Location>() : entries;
    }
    const auto path = cleanPath(folder.path + u'/' + file);
    if (!path)
        return path.error();
    const Location source{folder.place, *path};
    const auto entry = session.read(method::statFile, fileAt(source));
    if (!entry && entry.error().code != ErrorCode::NotFound)
        return entry.error();
    return entry ? QList<Location>{source} : QList<Location>();
}

Result<QList<NodeSources>> findSources(Session &session, const ResourceId &job)
{
    const CommandLine &line = session.line();
    const QString directory = line.value(u"--output-directory-id"_s);
    const QString path = line.value(u"--path"_s);
    const QString file = line.value(u"--file-name"_s);
    for (const QString &inside : {path, file}) {
        if (leadsOut(inside))
            return Error{ErrorCode::InvalidArgument,
                         Message("%1 is no path inside of the output directory.", {shownPath(inside)}), inside};
    }
    const auto folders = session.read(method::listJobFolders, {job.toString()});
    if (!folders)
        return folders.error();
    QList<NodeSources> found;
    bool isThere = false;
    for (const JobFolderThere &there : *folders) {
        const QString wanted = line.value(u"--node"_s);
        const bool isMeant = wanted.isEmpty() ? !there.sharedWith : there.node == wanted;
        if (there.directory != directory || !isMeant)
            continue;
        const auto folder = cleanPath(there.path + u'/' + path);
        if (!folder)
            return folder.error();
        auto sources = sourcesIn(session, {there.place, *folder}, file);
        if (!sources)
            return sources.error();
        isThere = true;
        if (!sources->isEmpty())
            found.append({there.node, *sources});
    }
    if (!isThere)
        return notThere(directory, {});
    const bool isWhole = file.isEmpty() && (path.isEmpty() || path == u"."_s);
    if (found.isEmpty() && !isWhole)
        return notThere(directory, file.isEmpty() ? path : file);
    return found;
}

Result<TransferRequest> transferOf(const Session &session, const NodeSources &from, const Location &folder)
{
    TransferRequest request;
    request.sources = from.sources;
    request.target = folder;
    return withTransferOptions(session, request);
}

Result<int> printFetchPreviews(Session &session, const QList<TransferRequest> &transfers)
{
    static const QList<Column> columns =
        QList<Column>{{u"To"_s,
                       [](const QJsonObject &preview) {
                           return shownPath(preview.value(u"target"_s).toObject().value(u"path"_s).toString());
                       }}}
        + previewColumns;
    QJsonArray previews;
    Result<int> outcome = 0;
    for (const TransferRequest &transfer : transfers) {
        auto preview = fetchPreview(session, transfer);
        if (!preview)
            return preview.error();
        if (outcome)
            outcome = outcomeOf(*preview);
        preview->insert(u"target"_s, transfer.target.toJson());
        previews.append(*preview);
    }
    session.print(previews, columns);
    return outcome;
}

Result<int> startTransfers(Session &session, const QList<TransferRequest> &wanted)
{
    QJsonArray transfers;
    for (const TransferRequest &one : wanted) {
        const auto begun = session.change(inJson(method::startTransfer), {one});
        if (!begun)
            return begun.error();
        transfers.append(*begun);
    }
    Result<int> outcome = 0;
    for (QJsonValueRef transfer : transfers) {
        if (session.line().has(u"--no-wait"_s))
            break;
        const auto ended = awaitTransfer(session, transfer.toObject().value(u"id"_s).toString());
        if (!ended)
            return ended.error();
        transfer = *ended;
        if (const auto noted = noteFailures(session, *ended); outcome)
            outcome = noted;
    }
    session.print(transfers, transferColumns);
    return outcome;
}

} // namespace

Result<int> downloadJobFiles(Session &session)
{
    const CommandLine &line = session.line();
    if (line.operands.size() > 1)
        return session.refuseUsage(u"One folder receives the files."_s);
    const auto job = session.idFrom(ResourceKind::Job, u"--job"_s);
    if (!job)
        return job.error();
    const auto found = findSources(session, *job);
    if (!found)
        return found.error();
    const auto folder = locationOf(session, line.operand.isEmpty() ? u"."_s : line.operand);
    if (!folder)
        return folder.error();
    QList<TransferRequest> transfers;
    for (const NodeSources &from : *found) {
        const auto wanted = transferOf(session, from, found->size() > 1 ? folder->child(from.node) : *folder);
        if (!wanted)
            return wanted.error();
        transfers.append(*wanted);
    }
    if (found->isEmpty())
        session.note(u"There is nothing in this directory yet."_s);
    return line.has(u"--dry-run"_s) ? printFetchPreviews(session, transfers) : startTransfers(session, transfers);
}

} // namespace ctl
