// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobstops.h"

#include "engine/base/whenfinished.h"

#include <QTimer>

#include <algorithm>

namespace models {

JobStops::JobStops(engine::EngineClient &client, std::chrono::milliseconds grace, QObject *parent)
    : QObject(parent), m_client(client), m_grace(grace)
{
}

bool JobStops::isWaiting(const engine::ResourceId &job) const
{
    return std::any_of(m_waiting.cbegin(), m_waiting.cend(),
                       [&job](const QList<engine::ResourceId> &jobs) { return jobs.contains(job); });
}

void JobStops::stop(const QList<engine::ResourceId> &jobs)
{
    QList<engine::ResourceId> fresh = jobs;
    fresh.removeIf([this](const engine::ResourceId &job) { return isWaiting(job); });
    if (fresh.isEmpty())
        return;
    const int number = ++m_last;
    m_waiting.insert(number, fresh);
    QTimer::singleShot(m_grace, this, [this, number] { carryOut(number); });
    emit began(number, fresh);
}

void JobStops::undo(int number)
{
    if (m_waiting.contains(number))
        emit undone(number, m_waiting.take(number));
}

void JobStops::stopNow()
{
    const QList<int> numbers = m_waiting.keys();
    for (const int number : numbers)
        carryOut(number);
}

void JobStops::carryOut(int number)
{
    const QList<engine::ResourceId> jobs = m_waiting.take(number);
    // Undone.
    if (jobs.isEmpty())
        return;
    for (const engine::ResourceId &job : jobs) {
        engine::whenFinished(m_client.jobs.terminate(job), this, [this](const engine::Result<void> &answer) {
            if (!answer)
                emit failed(answer.error());
        });
    }
    emit done(number, jobs);
}

} // namespace models
