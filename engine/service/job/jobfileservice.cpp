// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/job/jobfileservice.h"

#include "engine/api/job/joboutputs.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/machine/nodefiles.h"
#include "engine/registry/refusals.h"

#include <QDeadlineTimer>
#include <QFileSystemWatcher>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace engine {

namespace {

constexpr auto outputsDeadline = 2s; // for all nodes: a dialog waits for the answer

/// Answers of the nodes about outputs in the job's folders.
struct OutputListing
{
    QList<JobFolder> folders;
    QList<std::optional<QList<NodeAgent::Output>>> answers; // by folder
    qsizetype open = 0;
    std::optional<ReplyTo<JobOutputs>> reply; // empty once it was called

    void answer()
    {
        if (const auto asked = std::exchange(reply, std::nullopt))
            (*asked)(outputs());
    }
    void close()
    {
        if (--open == 0)
            answer();
    }

private:
    [[nodiscard]] JobOutputs outputs() const
    {
        JobOutputs outputs;
        QHash<std::pair<QString, QByteArray>, QString> firstNodes; // first node of each folder that several nodes share
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

// Starts following the file. InvalidArgument.
Result<FollowedJobFile> followed(JobController &job, const QString &directory, const QString &file, const QString &node)
{
    if (file.isEmpty() || file.startsWith(u'/') || file.split(u'/').contains(u".."_s) || directory.contains(u'/')
        || directory == u".."_s)
        return Error::of(ErrorCode::InvalidArgument,
                         {QT_TRANSLATE_NOOP("engine", "\"%1\" is not a file of an output directory."), {file}}, file);
    const QList<NodeRun> &nodes = job.record().nodes;
    const auto isThere = [&node](const NodeRun &run) { return run.machine.name() == node; };
    if (!node.isEmpty() && job.record().isPlaced() && std::none_of(nodes.cbegin(), nodes.cend(), isThere))
        return invalidArgument(
            u"node"_s, {QT_TRANSLATE_NOOP("engine", "The job does not run on a machine \"%1\"."), {node.left(200)}});
    return job.follow(node, directory, file);
}

} // namespace

JobFileService::JobFileService(Router &router, const Machines &machines, Jobs &jobs)
    : m_router(router), m_machines(machines), m_jobs(jobs)
{
    router.on(method::listJobFiles, this, &JobFileService::list);
    router.on(method::followJobFile, this, &JobFileService::follow);
    router.on(method::streamJobFile, this, &JobFileService::stream);
    router.on(method::listJobFolders, this, &JobFileService::listFolders);
    router.on(method::listJobOutputs, this, &JobFileService::listOutputs);
}

void JobFileService::list(const OfJobFile &request, const ReplyTo<QJsonArray> &reply)
{
    m_jobs.with(request.id, reply, [this, request, reply](const JobController &job) {
        const QString &directory = request.directory;
        if (leadsOut(directory, request.path))
            return reply(invalidArgument(request.path,
                                         {QT_TRANSLATE_NOOP("engine", "\"%1\" leads out of the output directory."),
                                          {QString(directory + u'/' + request.path)}}));
        const QString base = directory == u"stdouterr"_s ? u"/stdouterr/"_s : u"/outputs/"_s + directory + u'/';
        QList<NodePlace> places;
        for (const NodeRun &run : job.record().nodes) {
            if (MachineController *machine = m_machines.find(run.machine))
                places.append({machine, QString(run.directory + base + request.path)});
        }
        listPlaces(places, this, reply);
    });
}

void JobFileService::follow(const OfJobFile &request, const ReplyTo<FollowedJobFile> &reply)
{
    m_jobs.with(request.id, reply, [request, reply](JobController &job) {
        reply(followed(job, request.directory, request.file, request.node));
    });
}

void JobFileService::stream(const StreamJobFile &request, const ReplyTo<FollowedJobFile> &reply)
{
    m_jobs.with(request.id, request.uuid, reply, [this, request, reply](JobController &job) {
        QObject *waiter = m_router.waiter(reply.call(), &job);
        auto *spool = new QFileSystemWatcher(waiter);
        const auto look = [&job, spool, request, reply] {
            const Result<FollowedJobFile> now = followed(job, request.directory, request.file, {});
            if (!now || now->complete)
                return reply(now);
            if (now->exists)
                spool->addPath(now->spoolPath);
            reply.progress(*now);
        };
        connect(&job, &JobController::changed, waiter, look);
        connect(&job, &JobController::fileAdvanced, waiter, look);
        connect(spool, &QFileSystemWatcher::fileChanged, waiter, look);
        connect(&job, &JobController::removed, waiter, [id = job.record().id, reply] { reply(notFound(id)); });
        look();
    });
}

void JobFileService::listFolders(const OfResource &request, const ReplyTo<QList<JobFolderThere>> &reply)
{
    m_jobs.with(request.id, reply, [this, reply](const JobController &job) {
        askNodeFolders(
            job.record(), outputDirectories(job.record()), m_machines, this, [this, reply](const NodeFolders &all) {
                if (all.folders.isEmpty() && !all.errors.isEmpty())
                    return reply(all.errors.constFirst());
                QList<JobFolderThere> list;
                for (const NodeFolder &folder : all.folders) {
                    const MachineController *machine = m_machines.find(folder.machine);
                    const bool isHere = machine && machine->isLocal();
                    const auto isSame = [&folder](const NodeFolder &other) { return folder.isSameAs(other); };
                    const auto first = std::find_if(all.folders.cbegin(), all.folders.cend(), isSame);
                    JobFolderThere there{folder.directory,
                                         folder.machine.name(),
                                         isHere ? QString() : folder.machine.name(),
                                         folder.path,
                                         {}};
                    if (first != all.folders.cend() && first->machine != folder.machine)
                        there.sharedWith = first->machine.name();
                    list.append(there);
                }
                reply(list);
            });
    });
}

// Nodes that do not answer in time are listed in \a unlisted; their outputs are not deleted.
void JobFileService::listOutputs(const OfResource &request, const ReplyTo<JobOutputs> &reply)
{
    m_jobs.with(request.id, reply, [this, reply](const JobController &job) {
        const auto listing = std::make_shared<OutputListing>();
        listing->folders = job.record().folders;
        listing->answers.resize(listing->folders.size());
        listing->reply = reply;
        const QDeadlineTimer deadline(outputsDeadline);
        for (qsizetype i = 0; i < listing->folders.size(); ++i) {
            MachineController *machine = m_machines.find(listing->folders.at(i).machine);
            if (!machine)
                continue;
            ++listing->open;
            whenFinished(machine->agent().listOutputs(listing->folders.at(i).path, outputsDeadline), this,
                         [this, listing, i, deadline](const Result<QList<NodeAgent::Output>> &outputs) {
                             MachineController *known = m_machines.find(listing->folders.at(i).machine);
                             if (outputs)
                                 listing->answers[i] = *outputs;
                             const std::chrono::milliseconds left(deadline.remainingTime());
                             if (!outputs || outputs->isEmpty() || !known || left == 0ms)
                                 return listing->close();
                             whenFinished(known->agent().measureOutputs(*outputs, left), this,
                                          [listing, i](const Result<QList<NodeAgent::Output>> &measured) {
                                              if (measured)
                                                  listing->answers[i] = *measured;
                                              listing->close();
                                          });
                         });
        }
        if (listing->open == 0)
            return listing->answer();
        QTimer::singleShot(outputsDeadline, this, [listing] { listing->answer(); });
    });
}

} // namespace engine
