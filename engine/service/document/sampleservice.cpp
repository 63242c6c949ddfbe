// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/document/sampleservice.h"

#include "engine/api/document/documents.h"
#include "engine/api/resource/snapshots.h"
#include "engine/base/whenfinished.h"
#include "engine/registry/machine/memberships.h"
#include "engine/registry/refusals.h"
#include "engine/service/document/sample.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto machineName = "this-computer"_L1;
constexpr auto clusterName = "desk"_L1;
constexpr auto experimentName = "samples"_L1;

ResourceId sampleExperiment(const QString &profileId)
{
    return ResourceId::group(profileId, u"default"_s)
        .child(ResourceKind::Workspace, u"default"_s)
        .child(ResourceKind::Experiment, experimentName);
}

QByteArray textOf(const QJsonObject &document)
{
    return writeDocument(ResourceKind::Job, document);
}

} // namespace

SampleService::SampleService(Router &router, Store &store, const Resources &resources, const Machines &machines,
                             const JobPlanner &planner, Jobs &jobs)
    : m_router(router), m_store(store), m_resources(resources), m_machines(machines), m_planner(planner), m_jobs(jobs)
{
    router.on(method::useThisComputer, this, &SampleService::useThisComputer);
    router.on(method::listSamples, this, &SampleService::list);
    router.on(method::fetchSample, this, &SampleService::fetch);
}

QFuture<Result<QJsonValue>> SampleService::call(const QString &method, const QJsonObject &parameters) const
{
    const Reply reply;
    m_router.call(method, parameters, reply);
    return reply.future();
}

void SampleService::useThisComputer(const UseThisComputer &request, const ReplyTo<QJsonObject> &reply)
{
    const ResourceId experiment = sampleExperiment(m_resources.profileId());
    const ResourceId workspace = experiment.parent();
    const ResourceId machine = ResourceId::machine(m_resources.profileId(), machineName);
    const ResourceId cluster = workspace.child(ResourceKind::Cluster, clusterName);

    // Steps that are done already are skipped, so a second call completes one that was interrupted.
    const auto last = [this, experiment, wantsSample = request.runSample, reply](const Result<QJsonValue> &result) {
        if (!result && result.error().code != ErrorCode::AlreadyExists)
            return reply(result.error());
        if (wantsSample)
            return run(reply);
        reply(m_resources.document(experiment));
    };
    const auto makeExperiment = [this, experiment, last](const Result<QJsonValue> &result) {
        if (!result && result.error().code != ErrorCode::AlreadyExists)
            return last(result);
        whenFinished(call(u"resource.create"_s, {{u"id"_s, experiment.toString()}}), this, last);
    };
    const auto makeCluster = [this, cluster, makeExperiment, last](const Result<QJsonValue> &result) {
        if (!result && result.error().code != ErrorCode::AlreadyExists)
            return last(result);
        whenFinished(call(u"cluster.create"_s,
                          {{u"id"_s, cluster.toString()}, {u"machines"_s, QJsonArray{QString(machineName)}}}),
                     this, makeExperiment);
    };
    whenFinished(call(u"machine.add"_s, {{u"name"_s, machine.name()}, {u"local"_s, true}}), this, makeCluster);
}

void SampleService::run(const ReplyTo<QJsonObject> &reply)
{
    const ResourceId experiment = sampleExperiment(m_resources.profileId());
    const Sample sample = readSample(sampleNames().constFirst());
    const JobDraft draft = m_planner.draft(experiment.child(ResourceKind::Job, sample.name),
                                           {{}, clusterName, textOf(sample.document), {}});
    if (!draft.faults.isEmpty())
        return reply(Error{ErrorCode::Internal, draft.faults.first().message, {}, draft.faults});
    m_jobs.submitAs(experiment, sample.name, u"-"_s, 1, draft.document, reply);
}

void SampleService::list(const Nothing &, const ReplyTo<QList<SampleSummary>> &reply)
{
    QList<SampleSummary> samples;
    for (const QString &name : sampleNames()) {
        const Sample sample = readSample(name);
        samples.append({sample.name, sample.title, sample.description, toolkitOf(sample.document),
                        sample.document[u"properties"_s][u"nodeCount"_s].toInt(1)});
    }
    reply(samples);
}

void SampleService::fetch(const FetchSample &request, const ReplyTo<SampleJob> &reply)
{
    const QString name = request.sample.value_or(sampleNames().constFirst());
    if (!sampleNames().contains(name))
        return reply(Error{ErrorCode::NotFound,
                           {QT_TRANSLATE_NOOP("engine", "There is no sample \"%1\"; there are %2."),
                            {name.left(100), sampleNames().join(u", "_s)}},
                           u"sample"_s});
    QJsonObject document = readSample(name).document;
    if (request.cluster) {
        const auto cluster = m_resources.parse(*request.cluster);
        if (!cluster)
            return reply(cluster.error());
        if (cluster->kind() != ResourceKind::Cluster || !m_resources.contains(*cluster))
            return reply(notFound(*cluster));
        document =
            fittedTo(document,
                     qMin<qsizetype>(nodesOf(m_resources.stored(*cluster), m_machines).size(),
                                     ClusterSnapshot::fromDocument(m_resources.stored(*cluster)).targetNodeCount));
    }
    constexpr int newest = 1000;
    whenFinished(m_store.listJobs(sampleExperiment(m_resources.profileId()), {}, newest), this,
                 [name, document, reply](const Result<QList<JobRow>> &rows) {
                     QStringList taken;
                     for (const JobRow &row : rows ? *rows : QList<JobRow>())
                         taken.append(row.id.name().toLower());
                     int number = 1;
                     while (taken.contains(name + u'-' + QString::number(number)))
                         ++number;
                     reply(SampleJob{name + u'-' + QString::number(number), {QString::fromUtf8(textOf(document))}});
                 });
}

} // namespace engine
