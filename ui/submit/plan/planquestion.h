// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QTimer>

namespace ui {

/// Requests the plan of a job from the engine, 300 ms after the last change. Answers to earlier requests are dropped.
/// GUI thread.
class PlanQuestion final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanQuestion)

public:
    PlanQuestion(engine::EngineClient &client, QObject *parent);

    void ask(const engine::JobRequest &request);
    void askAgain(); ///< after a change that plans depend on; no effect without a request
    void withdraw(); ///< drops the request
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive() && m_answered == m_asked; }

signals:
    void answered(const engine::Result<engine::JobPlanSnapshot> &plan);

private:
    void send();

    engine::EngineClient &m_client;
    engine::JobRequest m_request;
    quint64 m_asked = 0;
    quint64 m_answered = 0;
    QTimer m_delay;
};

} // namespace ui
