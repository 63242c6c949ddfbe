// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/service.h"

#include "engine/base/whenfinished.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace engine {

namespace {

constexpr auto machineName = "this-computer"_L1;
constexpr auto clusterName = "desk"_L1;
constexpr auto experimentName = "samples"_L1;

// The bundled sample as files that a job can read; answers job.json with the folder put in.
Result<QByteArray> unpackSample(const QString &folder)
{
    const auto cannot = [&folder](const QString &name, const QString &words) {
        return Error{
            ErrorCode::IoError,
            Message(QT_TRANSLATE_NOOP("engine", "The sample's %1 cannot be written to %2: %3"), {name, folder, words}),
            folder,
            {},
            {}};
    };
    if (!QDir().mkpath(folder))
        return cannot(u"folder"_s, u"it cannot be made"_s);
    QByteArray job;
    for (const QString &name : QDir(u":/samples/iris"_s).entryList(QDir::Files)) {
        QFile source(u":/samples/iris/"_s + name);
        QFile target(folder + u'/' + name);
        if (!source.open(QIODevice::ReadOnly) || !target.open(QIODevice::WriteOnly | QIODevice::Truncate))
            return cannot(name, target.errorString());
        QByteArray content = source.readAll();
        if (name == u"job.json"_s)
            job = content.replace("<SAMPLE_DIR>", folder.toUtf8());
        if (target.write(content) != content.size() || !target.flush())
            return cannot(name, target.errorString());
    }
    return job;
}

ResourceId sampleExperiment(const QString &profileId)
{
    return ResourceId::group(profileId, u"default"_s)
        .child(ResourceKind::Workspace, u"default"_s)
        .child(ResourceKind::Experiment, experimentName);
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
    const auto text = unpackSample(m_options.profileDirectory + u"/samples/iris"_s);
    if (!text)
        return reply(text.error());
    const Draft draft = draftJob(experiment.child(ResourceKind::Job, u"iris"_s), clusterName, *text, {});
    if (!draft.faults.isEmpty())
        return reply(Error{ErrorCode::Internal, draft.faults.first().message, {}, draft.faults, {}});
    trySubmit(experiment, u"iris"_s, u"-"_s, 1, draft.document, reply);
}

void Service::sample(const QJsonObject &, const Reply &reply)
{
    const auto text = unpackSample(m_options.profileDirectory + u"/samples/iris"_s);
    if (!text)
        return reply(text.error());
    constexpr int newest = 1000;
    whenFinished(m_store->listJobs(sampleExperiment(m_profileId), {}, newest), this,
                 [text = *text, reply](const Result<QList<JobRow>> &rows) {
                     QStringList taken;
                     for (const JobRow &row : rows ? *rows : QList<JobRow>())
                         taken.append(row.id.name().toLower());
                     int number = 1;
                     while (taken.contains(u"iris-"_s + QString::number(number)))
                         ++number;
                     const QString name = u"iris-"_s + QString::number(number);
                     reply(QJsonValue(QJsonObject{{u"name"_s, name}, {u"text"_s, QString::fromUtf8(text)}}));
                 });
}

} // namespace engine
