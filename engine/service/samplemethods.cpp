// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// The first steps: this computer as a cluster, and the jobs that come with the program.

#include "engine/service/service.h"

#include "engine/api/documents.h"
#include "engine/base/whenfinished.h"
#include "engine/service/sample.h"
#include "engine/service/shared.h"

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
void Service::useThisComputer(const QJsonObject &parameters, const Reply &reply)
{
    const ResourceId experiment = sampleExperiment(m_profileId);
    const ResourceId workspace = experiment.parent();
    const ResourceId machine = ResourceId::machine(m_profileId, machineName);
    const ResourceId cluster = workspace.child(ResourceKind::Cluster, clusterName);
    const bool wantsSample = parameters.value(u"runSample"_s).toBool();

    // Each step is skipped where it was done before, so a second click, or one after a crash, completes the first.
    const auto last = [this, experiment, wantsSample, reply](const Result<QJsonValue> &result) {
        if (!result && result.error().code != ErrorCode::AlreadyExists)
            return reply(result.error());
        if (wantsSample)
            return runSample(reply);
        reply(QJsonValue(documentOf(experiment)));
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

void Service::runSample(const Reply &reply)
{
    const ResourceId experiment = sampleExperiment(m_profileId);
    const Sample sample = readSample(sampleNames().constFirst());
    const Draft draft =
        draftJob(experiment.child(ResourceKind::Job, sample.name), clusterName, textOf(sample.document), {});
    if (!draft.faults.isEmpty())
        return reply(Error{ErrorCode::Internal, draft.faults.first().message, {}, draft.faults, {}});
    trySubmit(experiment, sample.name, u"-"_s, 1, draft.document, reply);
}

void Service::listSamples(const QJsonObject &, const Reply &reply)
{
    QJsonArray array;
    for (const QString &name : sampleNames()) {
        const Sample sample = readSample(name);
        array.append(QJsonObject{{u"name"_s, sample.name},
                                 {u"title"_s, sample.title},
                                 {u"description"_s, sample.description},
                                 {u"toolkit"_s, toolkitOf(sample.document)},
                                 {u"nodes"_s, sample.document[u"properties"_s][u"nodeCount"_s]}});
    }
    reply(QJsonValue(array));
}

void Service::sample(const QJsonObject &parameters, const Reply &reply)
{
    const QString name = parameters.value(u"sample"_s).toString(sampleNames().constFirst());
    if (!sampleNames().contains(name))
        return reply(Error{ErrorCode::NotFound,
                           Message(QT_TRANSLATE_NOOP("engine", "There is no sample \"%1\"; there are %2."),
                                   {name.left(100), sampleNames().join(u", "_s)}),
                           u"sample"_s,
                           {},
                           {}});
    QJsonObject document = readSample(name).document;
    if (parameters.contains(u"cluster"_s)) {
        const auto cluster = idOf(parameters, u"cluster"_s);
        if (!cluster)
            return reply(cluster.error());
        if (cluster->kind() != ResourceKind::Cluster || !m_resources.contains(*cluster))
            return reply(notFound(*cluster));
        document =
            fittedTo(document,
                     qMin<qsizetype>(nodesOf(*cluster).size(),
                                     ClusterSnapshot::fromDocument(m_resources.value(*cluster)).targetNodeCount));
    }
    constexpr int newest = 1000;
    whenFinished(m_store->listJobs(sampleExperiment(m_profileId), {}, newest), this,
                 [name, document, reply](const Result<QList<JobRow>> &rows) {
                     QStringList taken;
                     for (const JobRow &row : rows ? *rows : QList<JobRow>())
                         taken.append(row.id.name().toLower());
                     int number = 1;
                     while (taken.contains(name + u'-' + QString::number(number)))
                         ++number;
                     reply(QJsonValue(QJsonObject{{u"name"_s, QString(name + u'-' + QString::number(number))},
                                                  {u"text"_s, QString::fromUtf8(textOf(document))}}));
                 });
}

} // namespace engine
