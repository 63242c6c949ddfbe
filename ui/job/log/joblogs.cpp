// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/log/joblogs.h"

#include "engine/base/whenfinished.h"

namespace ui {

JobLogs::JobLogs(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client)
{
    connect(&client, &engine::EngineClient::resourcesChanged, this, [this](const engine::ResourceDelta &delta) {
        for (const engine::ResourceSnapshot &resource : delta.upserted) {
            if (resource.id == m_job)
                take(resource.document);
        }
    });
    connect(&client, &engine::EngineClient::connectedChanged, this, [this](bool isConnected) {
        if (isConnected && m_job.isValid())
            fetch();
    });
}

void JobLogs::setJob(const engine::ResourceId &job)
{
    m_job = job;
    m_files.clear();
    emit changed();
    fetch();
}

void JobLogs::fetch()
{
    engine::whenFinished(m_client.resources.get(m_job), this, [this, job = m_job](const auto &answer) {
        if (job != m_job) // another job was chosen meanwhile
            return;
        if (!answer)
            return void(emit failed(answer.error()));
        take(*answer);
    });
}

void JobLogs::take(const QJsonObject &document)
{
    m_files = engine::JobSnapshot::fromDocument(document).logs;
    emit changed();
}

} // namespace ui
