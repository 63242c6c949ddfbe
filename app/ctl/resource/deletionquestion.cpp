// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "app/ctl/resource/deletionquestion.h"

#include "app/ctl/session.h"
#include "engine/api/extension.h"
#include "engine/api/resource/snapshots.h"
#include "engine/protocol/jobs.h"
#include "engine/protocol/resources.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;
using namespace engine;

namespace ctl {

namespace {

constexpr int mostJobs = 1000; // the newest jobs of an experiment that are read

QString counted(qint64 count, const QString &one, const QString &many)
{
    return QString::number(count) + u' ' + (count == 1 ? one : many);
}

// "a, b, c, d, e, f and 8 more"
QString listed(const QStringList &words)
{
    constexpr qsizetype most = 6;
    const QString first = words.mid(0, most).join(u", "_s);
    return words.size() > most ? u"%1 and %2 more"_s.arg(first).arg(words.size() - most) : first;
}

bool isIn(ResourceId id, const ResourceId &scope)
{
    while (id.isValid() && !(id == scope))
        id = id.parent();
    return id.isValid();
}

QJsonArray listOf(Session &session, ResourceKind kind)
{
    const auto found = session.read(method::listResources, {toString(kind), {}});
    return found ? *found : QJsonArray();
}

/// Jobs as far as the question needs them.
struct Jobs
{
    qint64 count = 0; // jobs that are deleted, also those that were not read
    bool areAllKnown = true;
    qint64 logBytes = 0;
    QStringList live; // running or queued jobs that are deleted
    QStringList ended; // ended jobs that stay, although their cluster is deleted
    QStringList folders; // folders of deleted jobs, by machine: "a05:/home/ada/.batchdeck/jobs/PROFILE"

    void add(const JobSnapshot &job, const ResourceId &scope)
    {
        const bool isLive = !isFinal(job.state);
        if (!isIn(job.id, scope)) {
            if (isLive && isIn(job.cluster, scope))
                ended.append(job.id.shortText());
            return;
        }
        if (isLive)
            live.append(job.id.name());
        for (const LogFileSnapshot &log : job.logs)
            logBytes += QFileInfo(log.spoolPath).size();
        for (const QJsonValue &node : extensionOf(job.document)[u"nodes"_s].toArray()) {
            const QString attempt = node[u"directory"_s].toString(); // …/PROFILE/JOB/aN/MACHINE
            const QString folder = node[u"name"_s].toString() + u':' + attempt.section(u'/', 0, -4);
            if (!attempt.isEmpty() && !folders.contains(folder))
                folders.append(folder);
        }
    }
};

Jobs jobsOf(Session &session, const ResourceId &scope)
{
    Jobs jobs;
    for (const QJsonValue &value : listOf(session, ResourceKind::Experiment)) {
        const auto experiment = ResourceSnapshot::fromDocument(value.toObject());
        const bool goes = isIn(experiment.id, scope);
        // Deletes no cluster with jobs of other experiments.
        if (!goes && scope.kind() == ResourceKind::Experiment)
            continue;
        const auto found = session.read(method::listJobs, {experiment.id.toString(), {}, mostJobs});
        const QJsonArray list = found ? *found : QJsonArray();
        for (const QJsonValue &job : list)
            jobs.add(JobSnapshot::fromDocument(job.toObject()), scope);
        const qint64 count = experiment.extension().value(u"jobCount"_s).toInteger();
        jobs.count += goes ? qMax<qint64>(count, list.size()) : 0;
        jobs.areAllKnown = jobs.areAllKnown && list.size() >= count;
    }
    return jobs;
}

// "2 clusters, 3 experiments, 300 jobs with their logs (1.2 MB)"
QString contents(Session &session, const ResourceId &id, const Jobs &jobs)
{
    struct Kind
    {
        ResourceKind kind;
        QString one;
        QString many;
    };
    const Kind kinds[]{{ResourceKind::Workspace, u"workspace"_s, u"workspaces"_s},
                       {ResourceKind::Cluster, u"cluster"_s, u"clusters"_s},
                       {ResourceKind::FileServer, u"file server"_s, u"file servers"_s},
                       {ResourceKind::Experiment, u"experiment"_s, u"experiments"_s}};
    QStringList words;
    for (const Kind &kind : kinds) {
        qint64 count = 0;
        for (const QJsonValue &resource : listOf(session, kind.kind)) {
            const ResourceId one = ResourceSnapshot::fromDocument(resource.toObject()).id;
            count += !(one == id) && isIn(one, id) ? 1 : 0;
        }
        if (count > 0)
            words.append(counted(count, kind.one, kind.many));
    }
    if (jobs.count > 0)
        words.append(counted(jobs.count, u"job with its logs (%1%2)"_s, u"jobs with their logs (%1%2)"_s)
                         .arg(jobs.areAllKnown ? QString() : u"more than "_s, sizeText(jobs.logBytes)));
    return words.join(u", "_s);
}

void noteNodes(Session &session, const ResourceId &cluster)
{
    const auto document = session.read(method::getResource, {cluster.toString()});
    QStringList names;
    for (const NodeSnapshot &node : document ? ClusterSnapshot::fromDocument(*document).nodes : QList<NodeSnapshot>())
        names.append(node.machine.name());
    if (!names.isEmpty())
        session.note(names.size() == 1 ? u"Its node stays a machine of this profile: %1."_s.arg(names.constFirst())
                                       : u"Its %1 nodes stay machines of this profile: %2."_s.arg(
                                           QString::number(names.size()), listed(names)));
}

void noteJobs(const Session &session, const Jobs &jobs)
{
    if (!jobs.live.isEmpty())
        session.note(u"Not done, and stopped first: %1 (%2)."_s.arg(counted(jobs.live.size(), u"job"_s, u"jobs"_s),
                                                                    listed(jobs.live)));
    if (!jobs.ended.isEmpty() && session.line().has(u"--terminate"_s))
        session.note(u"Ended, as the cluster goes: %1 (%2)."_s.arg(counted(jobs.ended.size(), u"job"_s, u"jobs"_s),
                                                                   listed(jobs.ended)));
    if (!jobs.folders.isEmpty())
        session.note(u"Outputs in folders of the jobs' own stay there: %1."_s.arg(listed(jobs.folders)));
}

} // namespace

QString deletionQuestion(Session &session, const ResourceId &id)
{
    if (id.kind() == ResourceKind::StorageAccount)
        return u"Forget the storage account %1 and its key; its containers and blobs stay"_s.arg(id.name());
    const QString question = u"Delete the %1 %2"_s.arg(toString(id.kind()), id.shortText());
    const bool isAlone = id.kind() == ResourceKind::FileServer || id.kind() == ResourceKind::Machine;
    const bool isTold = session.canAsk() && !session.line().has(u"--yes"_s) && !isAlone;
    const Jobs jobs = isTold ? jobsOf(session, id) : Jobs();
    noteJobs(session, jobs);
    if (isTold && id.kind() == ResourceKind::Cluster)
        noteNodes(session, id);
    if (isAlone || id.kind() == ResourceKind::Cluster)
        return question;
    const QString inside = isTold ? contents(session, id, jobs) : QString();
    return question + (inside.isEmpty() ? u" and all that is in it"_s : u" and all that is in it: "_s + inside);
}

} // namespace ctl
