// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/jobfeed.h"

#include "engine/api/extension.h"
#include "engine/base/whenfinished.h"

#include <tuple>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

auto whatEventsTell(const engine::JobSnapshot &job)
{
    return std::tuple(job.state, job.phase, job.attempt, job.reason, job.firstFailure,
                      engine::extensionOf(job.document).value(u"fetch"_s));
}

} // namespace

JobFeed::JobFeed(engine::EngineClient &client, const engine::ResourceId &job, QObject *parent)
    : QObject(parent), m_client(client)
{
    m_job.id = job;
    connect(&client, &engine::EngineClient::resourcesChanged, this, &JobFeed::receive);
    connect(&client, &engine::EngineClient::connectedChanged, this, [this](bool connected) {
        if (connected)
            fetch();
    });
    fetch();
}

void JobFeed::fetch()
{
    m_isHeard = false;
    engine::whenFinished(m_client.resources.get(m_job.id), this, [this](const auto &answer) {
        if (!answer)
            return emit failed(answer.error());
        if (m_isHeard)
            return fetch(); // changes lack the contents of files
        take(engine::JobSnapshot::fromDocument(*answer));
    });
    fetchEvents();
}

void JobFeed::fetchEvents()
{
    engine::whenFinished(m_client.jobs.listEvents(m_job.id), this, [this](const auto &answer) {
        m_hasEvents = true;
        if (answer)
            emit eventsListed(*answer);
        else
            emit failed(answer.error());
    });
}

void JobFeed::receive(const engine::ResourceDelta &delta)
{
    for (const engine::ResourceSnapshot &resource : delta.upserted) {
        if (resource.id != m_job.id)
            continue;
        m_isHeard = true;
        const engine::JobSnapshot job = engine::JobSnapshot::fromDocument(resource.document);
        const bool isNews = whatEventsTell(job) != whatEventsTell(m_job);
        take(job);
        if (isNews)
            fetchEvents();
    }
}

void JobFeed::take(const engine::JobSnapshot &job)
{
    m_job = job;
    m_isLoaded = true;
    emit changed(m_job);
}

} // namespace ui
