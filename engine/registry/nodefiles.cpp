// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/registry/nodefiles.h"

#include "engine/base/whenfinished.h"
#include "engine/registry/refusals.h"

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr int mostFolderEntries = 100'000; // of one folder on one machine

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

/// The listings of one folder on several machines as they come in.
struct Listing
{
    qsizetype open = 0;
    bool isAnswered = false; ///< by one of them
    QJsonArray entries;
    std::optional<Error> error;

    /// What lies on a share is seen from all of them, and is one.
    void add(const QJsonObject &entry)
    {
        const auto isSame = [&entry](const QJsonValue &known) {
            return known[u"name"_s] == entry[u"name"_s] && known[u"fileType"_s] == entry[u"fileType"_s]
                && known[u"properties"_s] == entry[u"properties"_s];
        };
        if (std::none_of(entries.cbegin(), entries.cend(), isSame))
            entries.append(entry);
    }
};

} // namespace

void listPlaces(const QList<NodePlace> &places, QObject *context,
                const std::function<void(const Result<QJsonArray> &)> &take)
{
    if (places.isEmpty())
        return take(QJsonArray());
    const auto listing = std::make_shared<Listing>();
    listing->open = places.size();
    for (const auto &[machine, folder] : places) {
        const std::shared_ptr<FolderListing> entriesThere = machine->host()->files().list(folder);
        whenFinished(
            entriesThere->next(mostFolderEntries), context,
            [take, listing, entriesThere, node = machine->id().name()](const Result<QList<StorageEntry>> &entries) {
                if (entries) {
                    listing->isAnswered = true;
                    for (const StorageEntry &entry : *entries)
                        listing->add(toJson(entry, node));
                } else if (!listing->error || listing->error->code == ErrorCode::NotFound) {
                    listing->error = entries.error();
                }
                if (--listing->open > 0)
                    return;
                listing->isAnswered ? take(listing->entries) : take(*listing->error);
            });
    }
}

void askNodeFolders(const JobRecord &job, const QStringList &directories, const Machines &machines, QObject *context,
                    const std::function<void(const NodeFolders &)> &take)
{
    struct Asked
    {
        QList<QList<NodeFolder>> folders; // by node
        QList<Error> errors;
        qsizetype open = 0;
    };
    const auto asked = std::make_shared<Asked>();
    asked->folders.resize(job.nodes.size());
    asked->open = job.nodes.size() + 1;
    const auto finish = [asked, take] {
        if (--asked->open > 0)
            return;
        NodeFolders all{{}, asked->errors};
        for (const QList<NodeFolder> &folders : std::as_const(asked->folders))
            all.folders += folders;
        take(all);
    };
    for (qsizetype i = 0; i < job.nodes.size(); ++i) {
        const NodeRun run = job.nodes.at(i);
        MachineController *machine = machines.find(run.machine);
        if (!machine) {
            asked->errors.append(notFound(run.machine));
            finish();
            continue;
        }
        whenFinished(machine->host()->run({nodeFoldersScript(run, directories)}), context,
                     [asked, finish, run, i](const Result<CommandResult> &result) {
                         if (result)
                             asked->folders[i] = parseNodeFolders(run, result->output);
                         else
                             asked->errors.append(result.error());
                         finish();
                     });
    }
    finish();
}

bool leadsOut(const QString &directory, const QString &path)
{
    return directory.contains(u'/') || directory == u".."_s || path.split(u'/').contains(u".."_s);
}

} // namespace engine
