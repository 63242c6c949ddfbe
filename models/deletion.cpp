// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/deletion.h"

#include "models/job/jobcounts.h"
#include "models/translated.h"
#include "models/words.h"

#include <algorithm>
#include <numeric>

using namespace Qt::StringLiterals;

namespace models {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

using LogSizes = QHash<QString, qint64>; // by path

qint64 bytesOf(const QStringList &logs, const LogSizes &sizes)
{
    return std::accumulate(logs.cbegin(), logs.cend(), qint64(0),
                           [&sizes](qint64 sum, const QString &log) { return sum + sizes.value(log); });
}

// "2 clusters: gpu-a, gpu-b"
QString namesText(ResourceKind kind, const QStringList &names)
{
    constexpr qsizetype mostNames = 4;
    const QString count = counted(names.size(), kind);
    return names.size() > mostNames ? count : QString(count + u": "_s + names.join(u", "_s));
}

// "run-1, run-2, run-3, run-4 and 8 more"
QString listed(const QList<ResourceId> &ids)
{
    constexpr qsizetype mostNames = 6;
    QStringList names;
    for (const ResourceId &id : ids.first(std::min(mostNames, ids.size())))
        names.append(id.name());
    const QString text = names.join(u", "_s);
    return ids.size() > mostNames ? tr("%1 and %2 more").arg(text, number(ids.size() - mostNames)) : text;
}

QList<ResourceId> ofKind(const QList<ResourceId> &ids, ResourceKind kind)
{
    QList<ResourceId> found;
    std::copy_if(ids.cbegin(), ids.cend(), std::back_inserter(found),
                 [kind](const ResourceId &id) { return id.kind() == kind; });
    return found;
}

QStringList namesBelow(const ResourceStore &store, ResourceKind kind, const QList<ResourceId> &ids)
{
    QStringList names;
    for (const ResourceId &id : ids) {
        for (const auto &resource : store.all(kind, id)) {
            if (!ids.contains(resource.id))
                names.append(resource.id.name());
        }
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

JobCounts jobsBelow(const ResourceStore &store, const QList<ResourceId> &scopes)
{
    JobCounts sum;
    for (const ResourceId &scope : scopes)
        sum += countJobs(store, scope);
    return sum;
}

// Number of jobs in the store, which lacks older ones.
qint64 knownBelow(const ResourceStore &store, const QList<ResourceId> &scopes)
{
    return std::accumulate(scopes.cbegin(), scopes.cend(), qint64(0), [&store](qint64 sum, const ResourceId &scope) {
        return sum + store.all(ResourceKind::Job, scope).size();
    });
}

QString jobsLine(const JobCounts &jobs)
{
    const QString all = jobs.all == 1 ? tr("The record of 1 job") : tr("The records of %1 jobs").arg(number(jobs.all));
    const qint64 live = jobs.queued + jobs.running;
    if (live == 0)
        return all;
    return live == 1 ? tr("%1; the one that is not done is stopped first").arg(all)
                     : tr("%1; the %2 that are not done are stopped first").arg(all, number(live));
}

QString kindName(ResourceKind kind)
{
    static constexpr std::array words{
        QT_TRANSLATE_NOOP("models", "the group"),      QT_TRANSLATE_NOOP("models", "the workspace"),
        QT_TRANSLATE_NOOP("models", "the cluster"),    QT_TRANSLATE_NOOP("models", "the file server"),
        QT_TRANSLATE_NOOP("models", "the experiment"), QT_TRANSLATE_NOOP("models", "the job"),
        QT_TRANSLATE_NOOP("models", "the machine"),    QT_TRANSLATE_NOOP("models", "the storage account")};
    return translated(words, kind);
}

qint64 liveOn(const ResourceStore &store, const QList<ResourceId> &clusters)
{
    qint64 live = 0;
    for (const ResourceId &cluster : clusters) {
        const auto jobs = jobsOn(store, cluster);
        const auto count = [&jobs](JobGroup group) {
            return std::count_if(jobs.cbegin(), jobs.cend(),
                                 [group](const auto &job) { return groupOf(job) == group; });
        };
        live += countQueued(store.document(cluster), count(JobGroup::Queued)) + count(JobGroup::Running);
    }
    return live;
}

// Clusters that mount one of \a servers, by any subscription in the id. The engine also names jobs, after the deletion.
QStringList mountedBy(const ResourceStore &store, const QList<ResourceId> &servers)
{
    QStringList names;
    const auto isOne = [&servers](const ResourceId &id) {
        return std::any_of(servers.cbegin(), servers.cend(), [&id](const ResourceId &server) {
            return id.shortText().compare(server.shortText(), Qt::CaseInsensitive) == 0;
        });
    };
    for (const auto &cluster : store.all(ResourceKind::Cluster)) {
        const QJsonValue mounts = cluster.properties()[u"nodeSetup"_s][u"mountVolumes"_s][u"fileServers"_s];
        for (const QJsonValue &mount : mounts.toArray()) {
            const auto id = ResourceId::parse(mount[u"fileServer"_s][u"id"_s].toString());
            if (id && isOne(*id) && !names.contains(cluster.id.name()))
                names.append(cluster.id.name());
        }
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

void addJobs(DeletionWords &words, const ResourceStore &store, const QList<ResourceId> &ids, const LogSizes &logSizes)
{
    const auto live =
        std::count_if(ids.cbegin(), ids.cend(), [&store](const ResourceId &id) { return isLiveJob(store, id); });
    if (ids.size() == 1 && live == 1)
        words.goes.append(tr("It is not done: it is stopped first"));
    else if (live > 0)
        words.goes.append(live == 1 ? tr("1 of them is not done: it is stopped first")
                                    : tr("%1 of them are not done: they are stopped first").arg(number(live)));
    const qint64 logBytes = bytesOf(deletedLogs(store, ids), logSizes);
    const QString size = logBytes > 0 ? u" (%1)"_s.arg(fileSize(logBytes)) : QString();
    words.goes.append(ids.size() == 1
                          ? tr("Its record, its logs here%1 and its folder on the nodes").arg(size)
                          : tr("Their records, their logs here%1 and their folders on the nodes").arg(size));
}

void addClusters(DeletionWords &words, const ResourceStore &store, const QList<ResourceId> &ids, const QString &what)
{
    const qsizetype live = liveOn(store, ids);
    words.stopsJobs = live > 0;
    const QString place = ids.size() == 1 ? tr("on it") : tr("on them");
    if (live == 1)
        words.goes.append(tr("1 job %1 is not done: it is stopped, and keeps its record").arg(place));
    else if (live > 1)
        words.goes.append(
            tr("%1 jobs %2 are not done: they are stopped, and keep their records").arg(number(live), place));
    if (live > 0)
        words.button = live == 1 ? tr("Stop 1 job and delete %1").arg(what)
                                 : tr("Stop %1 jobs and delete %2").arg(number(live), what);
}

// For groups, workspaces and experiments.
void addContents(DeletionWords &words, const ResourceStore &store, const QList<ResourceId> &ids,
                 const LogSizes &logSizes)
{
    for (const ResourceKind kind :
         {ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer, ResourceKind::Experiment}) {
        if (const QStringList names = namesBelow(store, kind, ids); !names.isEmpty())
            words.goes.append(namesText(kind, names));
    }
    const JobCounts jobs = jobsBelow(store, ids);
    if (jobs.all > 0)
        words.goes.append(jobsLine(jobs));
    const QStringList logs = deletedLogs(store, ids);
    if (const qint64 logBytes = bytesOf(logs, logSizes); logBytes > 0)
        words.goes.append((knownBelow(store, ids) < jobs.all ? tr("Their logs on this computer, more than %1")
                                                             : tr("Their logs on this computer, %1"))
                              .arg(fileSize(logBytes)));
    else if (!logs.isEmpty())
        words.goes.append(tr("Their logs on this computer"));
}

QString staysText(const ResourceStore &store, const QList<ResourceId> &ids)
{
    const bool isOne = ids.size() == 1;
    const ResourceKind kind = ids.constFirst().kind();
    if (ofKind(ids, kind).size() < ids.size() && areOfProfile(ids))
        return tr("What is on them stays there.");
    if (ofKind(ids, kind).size() < ids.size())
        return tr("Output files and folders of file servers stay where they are, machines stay connected.");
    switch (kind) {
    case ResourceKind::Machine:
        return isOne ? tr("What was written on it stays there, unless its traces are deleted first.")
                     : tr("What was written on them stays there, unless their traces are deleted first.");
    case ResourceKind::FileServer: {
        const QString stays = isOne ? tr("The folder and its files stay on the machine. Documents that name this file "
                                         "server find it no more.")
                                    : tr("The folders and their files stay on the machines. Documents that name these "
                                         "file servers find them no more.");
        const QStringList users = mountedBy(store, ids);
        const QString object = isOne ? tr("it") : tr("them");
        if (users.isEmpty())
            return stays;
        return (users.size() == 1
                    ? tr("The cluster %1 mounts %2. ").arg(users.constFirst(), object)
                    : tr("%1 clusters mount %2: %3. ").arg(number(users.size()), object, users.join(u", "_s)))
            + stays;
    }
    case ResourceKind::Cluster:
        return isOne ? tr("Its machines stay connected. Jobs that ran on it and their output files stay.")
                     : tr("Their machines stay connected. Jobs that ran on them and their output files stay.");
    case ResourceKind::StorageAccount:
        return isOne ? tr("Its containers and what is in them stay in Azure. Its key is deleted from the keyring here.")
                     : tr("Their containers and what is in them stay in Azure. Their keys are deleted from the keyring "
                          "here.");
    case ResourceKind::Job:
    case ResourceKind::Experiment:
        return tr("Output files stay where they are.");
    case ResourceKind::Workspace:
    case ResourceKind::Group:
        break;
    }
    return tr("Output files stay where they are, machines stay connected.");
}

} // namespace

bool areOfProfile(const QList<ResourceId> &ids)
{
    return !ids.isEmpty()
        && std::all_of(ids.cbegin(), ids.cend(), [](const ResourceId &id) { return id.isOfProfile(); });
}

DeletionWords deletionWords(const ResourceStore &store, const QList<ResourceId> &ids, const LogSizes &logSizes)
{
    DeletionWords words;
    const QString what = resourcesText(ids);
    if (areOfProfile(ids)) {
        words.question = tr("Remove %1 from this profile?").arg(what);
        words.button = tr("Remove %1").arg(what);
    } else {
        words.question = tr("Delete %1? This cannot be undone.")
                             .arg(ids.size() == 1 ? kindName(ids.constFirst().kind()) + u' ' + what : what);
        words.button = tr("Delete %1").arg(what);
    }
    words.heading = ids.size() == 1 ? tr("With it go:") : tr("These go:");
    words.stays = staysText(store, ids);
    if (ids.size() > 1)
        words.goes.append(listed(ids));
    if (const auto jobs = ofKind(ids, ResourceKind::Job); !jobs.isEmpty())
        addJobs(words, store, jobs, logSizes);
    if (const auto clusters = ofKind(ids, ResourceKind::Cluster); !clusters.isEmpty())
        addClusters(words, store, clusters, what);
    const auto scopes =
        ofKind(ids, ResourceKind::Group) + ofKind(ids, ResourceKind::Workspace) + ofKind(ids, ResourceKind::Experiment);
    if (!scopes.isEmpty())
        addContents(words, store, scopes, logSizes);
    return words;
}

QStringList deletedLogs(const ResourceStore &store, const QList<ResourceId> &ids)
{
    QStringList paths;
    const auto add = [&paths](const QJsonObject &job) {
        for (const engine::LogFileSnapshot &log : engine::JobSnapshot::fromDocument(job).logs)
            paths.append(log.spoolPath);
    };
    for (const ResourceId &id : ids) {
        if (id.kind() == ResourceKind::Job)
            add(store.document(id));
        else
            for (const auto &job : store.all(ResourceKind::Job, id))
                add(job.document);
    }
    paths.removeDuplicates();
    return paths;
}

QString resourcesText(const QList<ResourceId> &ids)
{
    if (ids.size() == 1)
        return ids.constFirst().name();
    QStringList counts;
    for (const ResourceKind kind :
         {ResourceKind::Group, ResourceKind::Workspace, ResourceKind::Cluster, ResourceKind::FileServer,
          ResourceKind::Experiment, ResourceKind::Job, ResourceKind::Machine, ResourceKind::StorageAccount}) {
        if (const qsizetype count = ofKind(ids, kind).size(); count > 0)
            counts.append(counted(count, kind));
    }
    const QString last = counts.takeLast();
    return counts.isEmpty() ? last : tr("%1 and %2").arg(counts.join(u", "_s), last);
}

bool isLiveJob(const ResourceStore &store, const ResourceId &id)
{
    return store.contains(id) && id.kind() == ResourceKind::Job
        && !engine::isFinal(
               engine::fromWord<engine::JobState>(store.document(id)[u"properties"_s][u"executionState"_s].toString()));
}

} // namespace models
