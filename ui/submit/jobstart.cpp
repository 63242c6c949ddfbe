// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/jobstart.h"

#include "engine/api/document/documents.h"
#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"
#include "models/job/form/jobform.h"

using namespace Qt::StringLiterals;

namespace ui {

namespace {

// The fields that the user wrote; others were added by the engine.
QJsonObject extensionToSubmit(const QJsonObject &job)
{
    QJsonObject extension;
    for (const auto &key : {u"files"_s, u"container"_s}) {
        if (const QJsonValue value = engine::extensionOf(job).value(key); !value.isUndefined())
            extension[key] = value;
    }
    return extension;
}

// The document without the fields that the engine adds to a job.
QByteArray textToSubmit(const QJsonObject &job)
{
    QJsonObject properties = job.value(u"properties"_s).toObject();
    for (const auto &key : {u"executionState"_s, u"executionInfo"_s, u"executionStateTransitionTime"_s,
                            u"creationTime"_s, u"provisioningState"_s, u"provisioningStateTransitionTime"_s,
                            u"toolType"_s, u"jobOutputDirectoryPathSegment"_s, u"x-batchdeck"_s})
        properties.remove(key);
    if (const QJsonObject extension = extensionToSubmit(job); !extension.isEmpty())
        properties[u"x-batchdeck"_s] = extension;
    return engine::writeDocument(engine::ResourceKind::Job, {{u"properties"_s, properties}});
}

QByteArray textOf(const QString &commandLine)
{
    return engine::writeDocument(
        engine::ResourceKind::Job,
        {{u"properties"_s,
          QJsonObject{{u"nodeCount"_s, 1},
                      {u"customToolkitSettings"_s, QJsonObject{{u"commandLine"_s, commandLine}}},
                      {u"stdOutErrPathPrefix"_s, u"$AZ_BATCHAI_JOB_TEMP"_s}}}});
}

} // namespace

JobStart::JobStart(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client) { }

QByteArray JobStart::greeting()
{
    return textOf(u"echo hello"_s);
}

QByteArray JobStart::greetingOfMachine()
{
    return textOf(u"hostname; for i in 1 2 3 4 5 6 7 8; do echo step $i; sleep 1; done"_s);
}

template <typename Answer, typename Use> void JobStart::ask(const QFuture<engine::Result<Answer>> &answer, Use use)
{
    const quint64 asked = ++m_asked;
    engine::whenFinished(answer, this, [this, asked, use](const auto &result) {
        if (asked != m_asked)
            return;
        m_answered = asked;
        if (result)
            use(*result);
        else
            emit failed(result.error());
    });
}

void JobStart::copyJob(const engine::ResourceId &job)
{
    ask(m_client.resources.get(job), [this, job](const QJsonObject &document) {
        emit begun(models::freshName(job.name(), {}), textToSubmit(document), tr("from %1").arg(job.name()));
    });
}

void JobStart::takeSample(const QString &name, const engine::ResourceId &cluster)
{
    ask(m_client.samples.fetch(name, cluster), [this](const engine::SampleJob &sample) {
        emit begun(sample.name, sample.text.text.toUtf8(), tr("from the sample"));
    });
}

} // namespace ui
