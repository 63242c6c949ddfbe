// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/machine/nodefiles.h"

#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostFolderEntries = 100'000; // of one folder of one node

QJsonObject toJson(const StorageEntry &entry, const QString &node)
{
    QJsonObject properties;
    if (!entry.isFolder)
        properties = {{u"contentLength"_s, entry.size}, {u"lastModified"_s, isoTime(entry.modifiedMs)}};
    return {{u"name"_s, entry.name},
            {u"fileType"_s, entry.isFolder ? u"directory"_s : u"file"_s},
            {u"properties"_s, properties},
            {u"node"_s, node}};
}

// An entry on a share is visible from all nodes and is listed once.
void addOnce(QJsonArray &entries, const QJsonObject &entry)
{
    const auto isSame = [&entry](const QJsonValue &known) {
        return known[u"name"_s] == entry[u"name"_s] && known[u"fileType"_s] == entry[u"fileType"_s]
            && known[u"properties"_s] == entry[u"properties"_s];
    };
    if (std::none_of(entries.cbegin(), entries.cend(), isSame))
        entries.append(entry);
}

} // namespace

void listPlaces(const QList<NodePlace> &places, QObject *context,
                const std::function<void(const Result<QJsonArray> &)> &take)
{
    QStringList nodes;
    QList<std::shared_ptr<FolderListing>> listings; // pending listings
    QList<QFuture<Result<QList<StorageEntry>>>> answers;
    for (const auto &[machine, folder] : places) {
        nodes.append(machine->id().name());
        listings.append(machine->host()->files().list(folder));
        answers.append(listings.constLast()->next(mostFolderEntries));
    }
    whenAllFinished(answers, context, [take, nodes, listings](const QList<Result<QList<StorageEntry>>> &results) {
        QJsonArray entries;
        bool isAnswered = results.isEmpty();
        std::optional<Error> error;
        for (qsizetype i = 0; i < results.size(); ++i) {
            const Result<QList<StorageEntry>> &result = results.at(i);
            if (!result && (!error || error->code == ErrorCode::NotFound))
                error = result.error();
            isAnswered = isAnswered || result;
            for (const StorageEntry &entry : result ? *result : QList<StorageEntry>())
                addOnce(entries, toJson(entry, nodes.at(i)));
        }
        isAnswered ? take(entries) : take(*error);
    });
}

void askNodeFolders(const JobRecord &job, const QStringList &directories, const Machines &machines, QObject *context,
                    const std::function<void(const NodeFolders &)> &take)
{
    NodeFolders all;
    QList<NodeRun> asked;
    QList<QFuture<Result<CommandResult>>> answers;
    for (const NodeRun &run : job.nodes) {
        MachineController *machine = machines.find(run.machine);
        if (!machine) {
            all.errors.append(notFound(run.machine));
            continue;
        }
        asked.append(run);
        answers.append(machine->host()->run({nodeFoldersScript(run, directories)}));
    }
    whenAllFinished(answers, context, [all, asked, take](const QList<Result<CommandResult>> &results) mutable {
        for (qsizetype i = 0; i < asked.size(); ++i) {
            if (const Result<CommandResult> &result = results.at(i))
                all.folders += parseNodeFolders(asked.at(i), result->output);
            else
                all.errors.append(result.error());
        }
        take(all);
    });
}

bool leadsOut(const QString &directory, const QString &path)
{
    return directory.contains(u'/') || directory == u".."_s || path.split(u'/').contains(u".."_s);
}

} // namespace engine
