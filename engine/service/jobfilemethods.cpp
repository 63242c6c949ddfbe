// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// What a job wrote and what became of it.

#include "engine/service/service.h"

#include "engine/api/joboutputs.h"
#include "engine/base/whenfinished.h"
#include "engine/service/shared.h"

#include <QJsonArray>
#include <QTimer>

#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

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

constexpr auto outputsDeadline = 2s; // of all nodes: somebody waits to be asked whether they are to go
constexpr auto sizesLimit = 1s; // of one node, for how large they are

/// What the nodes of a job say of outputs in its folders.
struct OutputListing
{
    QList<JobFolder> folders;
    QList<std::optional<QList<NodeAgent::Output>>> answers; // by folder
    qsizetype open = 0;
    std::optional<Reply> reply; // until it was called

    void tell()
    {
        if (const auto asked = std::exchange(reply, std::nullopt))
            (*asked)(QJsonValue(outputs().toJson()));
    }
    void close()
    {
        if (--open == 0)
            tell();
    }

private:
    [[nodiscard]] JobOutputs outputs() const
    {
        JobOutputs outputs;
        QHash<std::pair<QString, QByteArray>, QString> firstNodes; // of what several see
        for (qsizetype i = 0; i < folders.size(); ++i) {
            const QString node = folders.at(i).machine.name();
            if (!answers.at(i) && !outputs.unlisted.contains(node))
                outputs.unlisted.append(node);
            for (const NodeAgent::Output &output : answers.at(i).value_or(QList<NodeAgent::Output>())) {
                const auto key = std::pair(output.path, output.identity.isEmpty() ? node.toUtf8() : output.identity);
                const QString first = firstNodes.value(key);
                if (first.isEmpty())
                    firstNodes.insert(key, node);
                if (first != node)
                    outputs.found.append({node, output.path, first, output.bytes, output.isAtLeast});
            }
        }
        return outputs;
    }
};

bool leadsOut(const QString &directory, const QString &path)
{
    return directory.contains(u'/') || directory == u".."_s || path.split(u'/').contains(u".."_s);
}

} // namespace

void Service::listFiles(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString path = parameters.value(u"path"_s).toString();
    withJob(parameters, reply, [this, directory, path, reply](const JobController &job) {
        if (leadsOut(directory, path))
            return reply(Error{ErrorCode::InvalidArgument,
                               Message(QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."),
                                       {QString(directory + u'/' + path)}),
                               path,
                               {},
                               {}});
        const QString base = directory == u"stdouterr"_s ? u"/stdouterr/"_s : u"/outputs/"_s + directory + u'/';
        QList<std::pair<MachineController *, QString>> places;
        for (const NodeRun &run : job.record().nodes) {
            if (MachineController *machine = m_machines.value(run.machine))
                places.append({machine, QString(run.directory + base + path)});
        }
        listPlaces(places, reply);
    });
}

void Service::listPlaces(const QList<std::pair<MachineController *, QString>> &places, const Reply &reply)
{
    if (places.isEmpty())
        return reply(QJsonValue(QJsonArray()));
    const auto listing = std::make_shared<Listing>();
    listing->open = places.size();
    for (const auto &[machine, folder] : places) {
        const std::shared_ptr<FolderListing> entriesThere = machine->host()->files().list(folder);
        whenFinished(
            entriesThere->next(mostFolderEntries), this,
            [reply, listing, entriesThere, node = machine->id().name()](const Result<QList<StorageEntry>> &entries) {
                if (entries) {
                    listing->isAnswered = true;
                    for (const StorageEntry &entry : *entries)
                        listing->add(toJson(entry, node));
                } else if (!listing->error || listing->error->code == ErrorCode::NotFound) {
                    listing->error = entries.error();
                }
                if (--listing->open > 0)
                    return;
                listing->isAnswered ? reply(QJsonValue(listing->entries)) : reply(*listing->error);
            });
    }
}

void Service::askNodeFolders(const JobRecord &job, const QStringList &directories,
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
        MachineController *machine = m_machines.value(run.machine);
        if (!machine) {
            asked->errors.append(notFound(run.machine));
            finish();
            continue;
        }
        whenFinished(machine->host()->run({nodeFoldersScript(run, directories)}), this,
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

void Service::listOutputFolders(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        askNodeFolders(job.record(), outputDirectories(job.record()), [this, reply](const NodeFolders &all) {
            if (all.folders.isEmpty() && !all.errors.isEmpty())
                return reply(all.errors.constFirst());
            QJsonArray list;
            for (const NodeFolder &folder : all.folders) {
                const MachineController *machine = m_machines.value(folder.machine);
                const bool isHere = machine && machine->isLocal();
                const auto isSame = [&folder](const NodeFolder &other) { return folder.isSameAs(other); };
                const auto first = std::find_if(all.folders.cbegin(), all.folders.cend(), isSame);
                QJsonObject json{{u"directory"_s, folder.directory},
                                 {u"node"_s, folder.machine.name()},
                                 {u"place"_s, isHere ? QString() : folder.machine.name()},
                                 {u"path"_s, folder.path}};
                if (first != all.folders.cend() && first->machine != folder.machine)
                    json[u"sharedWith"_s] = first->machine.name();
                list.append(json);
            }
            reply(QJsonValue(list));
        });
    });
}

// Who does not answer in time is named; nothing there goes with the job.
void Service::listJobOutputs(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        const auto listing = std::make_shared<OutputListing>();
        listing->folders = job.record().folders;
        listing->answers.resize(listing->folders.size());
        listing->reply = reply;
        for (qsizetype i = 0; i < listing->folders.size(); ++i) {
            MachineController *machine = m_machines.value(listing->folders.at(i).machine);
            if (!machine)
                continue;
            ++listing->open;
            whenFinished(machine->agent().listOutputs(listing->folders.at(i).path, outputsDeadline), this,
                         [this, listing, i](const Result<QList<NodeAgent::Output>> &outputs) {
                             MachineController *known = m_machines.value(listing->folders.at(i).machine);
                             if (outputs)
                                 listing->answers[i] = *outputs;
                             if (!outputs || outputs->isEmpty() || !known)
                                 return listing->close();
                             whenFinished(known->agent().measureOutputs(*outputs, sizesLimit), this,
                                          [listing, i](const Result<QList<NodeAgent::Output>> &measured) {
                                              if (measured)
                                                  listing->answers[i] = *measured;
                                              listing->close();
                                          });
                         });
        }
        if (listing->open == 0)
            return listing->tell();
        QTimer::singleShot(outputsDeadline, this, [listing] { listing->tell(); });
    });
}

void Service::followFile(const QJsonObject &parameters, const Reply &reply)
{
    const QString directory = parameters.value(u"directory"_s).toString(u"stdouterr"_s);
    const QString file = parameters.value(u"file"_s).toString();
    const QString node = parameters.value(u"node"_s).toString();
    withJob(parameters, reply, [directory, file, node, reply](JobController &job) {
        if (file.isEmpty() || file.startsWith(u'/') || file.split(u'/').contains(u".."_s) || directory.contains(u'/')
            || directory == u".."_s)
            return reply(
                Error{ErrorCode::InvalidArgument,
                      Message(QT_TRANSLATE_NOOP("engine", "\"%1\" is not a file of an output directory."), {file}),
                      file,
                      {},
                      {}});
        const QList<NodeRun> &nodes = job.record().nodes;
        if (!node.isEmpty() && job.record().isPlaced()
            && std::none_of(nodes.cbegin(), nodes.cend(),
                            [&node](const NodeRun &run) { return run.machine.name() == node; }))
            return reply(invalidArgument(
                u"node"_s,
                Message(QT_TRANSLATE_NOOP("engine", "The job does not run on a machine \"%1\"."), {node.left(200)})));
        const FollowedFile followed = job.follow(node, directory, file);
        reply(QJsonValue(QJsonObject{
            {u"spoolPath"_s, followed.spoolPath}, {u"exists"_s, followed.exists}, {u"complete"_s, followed.complete}}));
    });
}

void Service::listEvents(const QJsonObject &parameters, const Reply &reply)
{
    withJob(parameters, reply, [this, reply](const JobController &job) {
        whenFinished(m_store->listEvents(job.record().uuid), this, [reply](const Result<QList<EventRow>> &rows) {
            if (!rows)
                return reply(rows.error());
            QJsonArray array;
            for (const EventRow &row : *rows)
                array.append(row.event);
            reply(QJsonValue(array));
        });
    });
}

} // namespace engine
