// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/deletion.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("models::Deletion", text);
}

engine::JobState stateOf(const engine::ResourceSnapshot &job)
{
    return engine::jobStateFromString(job.properties().value(u"executionState"_s).toString());
}

// "2 clusters: gpu-a, gpu-b"
QString counted(const QStringList &names, const QString &one, const QString &many)
{
    constexpr qsizetype mostNames = 4;
    if (names.size() == 1)
        return QString(one + u": "_s + names.constFirst());
    const QString count = many.arg(QLocale().toString(names.size()));
    return names.size() > mostNames ? count : QString(count + u": "_s + names.join(u", "_s));
}

QStringList namesBelow(const ResourceStore &store, ResourceKind kind, const ResourceId &id)
{
    QStringList names;
    for (const auto &resource : store.all(kind, id)) {
        if (resource.id != id)
            names.append(resource.id.name());
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

struct Jobs
{
    qsizetype all = 0; // with those that are older than what the store has
    qsizetype live = 0;
};

Jobs jobsBelow(const ResourceStore &store, const ResourceId &id)
{
    Jobs jobs;
    QHash<ResourceId, qsizetype> known;
    for (const auto &job : store.all(ResourceKind::Job, id)) {
        ++known[job.id.parent()];
        jobs.live += engine::isFinal(stateOf(job)) ? 0 : 1;
    }
    for (const auto &experiment : store.all(ResourceKind::Experiment, id))
        jobs.all +=
            std::max<qsizetype>(experiment.batchdeck().value(u"jobCount"_s).toInteger(), known.value(experiment.id));
    return jobs;
}

QString jobsLine(const Jobs &jobs)
{
    const QLocale locale;
    const QString all =
        jobs.all == 1 ? tr("The record of 1 job") : tr("The records of %1 jobs").arg(locale.toString(jobs.all));
    if (jobs.live == 0)
        return all;
    return jobs.live == 1 ? tr("%1; the one that is not done is stopped first").arg(all)
                          : tr("%1; the %2 that are not done are stopped first").arg(all, locale.toString(jobs.live));
}

QString kindName(ResourceKind kind)
{
    switch (kind) {
    case ResourceKind::Group:
        return tr("the group");
    case ResourceKind::Workspace:
        return tr("the workspace");
    case ResourceKind::Cluster:
        return tr("the cluster");
    case ResourceKind::FileServer:
        return tr("the file server");
    case ResourceKind::Experiment:
        return tr("the experiment");
    case ResourceKind::Job:
        return tr("the job");
    case ResourceKind::Machine:
        break;
    }
    return tr("the machine");
}

qsizetype liveOn(const ResourceStore &store, const ResourceId &cluster)
{
    const auto jobs = store.all(ResourceKind::Job);
    return std::count_if(jobs.cbegin(), jobs.cend(), [&cluster](const auto &job) {
        return !engine::isFinal(stateOf(job)) && engine::JobSnapshot::fromDocument(job.document).cluster == cluster;
    });
}

// Clusters whose documents mount \a server, by whatever subscription they name it; the engine names jobs too, once it
// is gone.
QStringList mountedBy(const ResourceStore &store, const ResourceId &server)
{
    QStringList names;
    for (const auto &cluster : store.all(ResourceKind::Cluster)) {
        const QJsonValue mounts = cluster.properties()[u"nodeSetup"_s][u"mountVolumes"_s][u"fileServers"_s];
        for (const QJsonValue &mount : mounts.toArray()) {
            const auto id = ResourceId::parse(mount[u"fileServer"_s][u"id"_s].toString());
            if (id && id->shortText().compare(server.shortText(), Qt::CaseInsensitive) == 0
                && !names.contains(cluster.id.name()))
                names.append(cluster.id.name());
        }
    }
    names.sort(Qt::CaseInsensitive);
    return names;
}

DeletionWords clusterWords(const ResourceStore &store, const ResourceId &id, DeletionWords words)
{
    const qsizetype live = liveOn(store, id);
    words.stopsJobs = live > 0;
    if (live == 1)
        words.goes = QStringList{tr("1 job on it is not done: it is stopped, and keeps its record")};
    else if (live > 1)
        words.goes = QStringList{
            tr("%1 jobs on it are not done: they are stopped, and keep their records").arg(QLocale().toString(live))};
    words.stays = tr("Its machines stay connected. Jobs that ran on it and their output files stay.");
    if (live > 0)
        words.button = live == 1 ? tr("Stop 1 job and delete %1").arg(id.name())
                                 : tr("Stop %1 jobs and delete %2").arg(QLocale().toString(live), id.name());
    return words;
}

} // namespace

DeletionWords deletionWords(const ResourceStore &store, const ResourceId &id)
{
    DeletionWords words;
    words.question = tr("Delete %1 %2? This cannot be undone.").arg(kindName(id.kind()), id.name());
    words.button = tr("Delete %1").arg(id.name());
    words.stays = tr("Output files stay where they are.");
    switch (id.kind()) {
    case ResourceKind::Machine:
        words.question = tr("Remove %1 from this profile?").arg(id.name());
        words.button = tr("Remove %1").arg(id.name());
        words.stays = tr("What was written on it stays there, unless its traces are removed first.");
        return words;
    case ResourceKind::FileServer:
        words.stays = tr("The folder and its files stay on the machine. Documents that name this file server find it "
                         "no more.");
        if (const QStringList users = mountedBy(store, id); users.size() == 1)
            words.stays.prepend(tr("The cluster %1 mounts it. ").arg(users.constFirst()));
        else if (!users.isEmpty())
            words.stays.prepend(
                tr("%1 clusters mount it: %2. ").arg(QLocale().toString(users.size()), users.join(u", "_s)));
        return words;
    case ResourceKind::Cluster:
        return clusterWords(store, id, words);
    case ResourceKind::Job:
        if (!engine::isFinal(stateOf({id, store.document(id)})))
            words.goes.append(tr("It is not done: it is stopped first"));
        words.goes.append(tr("Its record, its logs here and its folder on the nodes"));
        return words;
    case ResourceKind::Experiment:
    case ResourceKind::Workspace:
    case ResourceKind::Group:
        break;
    }
    const auto add = [&](ResourceKind kind, const QString &one, const QString &many) {
        if (const QStringList names = namesBelow(store, kind, id); !names.isEmpty())
            words.goes.append(counted(names, one, many));
    };
    add(ResourceKind::Workspace, tr("1 workspace"), tr("%1 workspaces"));
    add(ResourceKind::Cluster, tr("1 cluster"), tr("%1 clusters"));
    add(ResourceKind::FileServer, tr("1 file server"), tr("%1 file servers"));
    add(ResourceKind::Experiment, tr("1 experiment"), tr("%1 experiments"));
    if (const Jobs jobs = jobsBelow(store, id); jobs.all > 0)
        words.goes.append(jobsLine(jobs));
    if (id.kind() != ResourceKind::Experiment)
        words.stays = tr("Output files stay where they are, machines stay connected.");
    return words;
}

} // namespace models
