// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/planquestion.h"

#include "engine/base/whenfinished.h"

#include <chrono>

using namespace std::chrono_literals;

namespace ui {

PlanQuestion::PlanQuestion(engine::EngineClient &client, QObject *parent) : QObject(parent), m_client(client)
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(300ms);
    connect(&m_delay, &QTimer::timeout, this, &PlanQuestion::send);
}

void PlanQuestion::ask(const engine::JobRequest &request)
{
    m_request = request;
    m_delay.start();
}

void PlanQuestion::askAgain()
{
    if (m_request.id.isValid())
        m_delay.start();
}

void PlanQuestion::withdraw()
{
    m_request = {};
    m_delay.stop();
    m_answered = ++m_asked;
}

void PlanQuestion::send()
{
    const quint64 question = ++m_asked;
    engine::whenFinished(m_client.jobs.plan(m_request), this, [this, question](const auto &answer) {
        if (question != m_asked)
            return;
        m_answered = m_asked;
        emit answered(answer);
    });
}

} // namespace ui
