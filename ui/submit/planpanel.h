// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engineclient.h"

#include <QTimer>
#include <QWidget>

class QPlainTextEdit;

namespace ui {

class Segments;

/// "What will run": the exact commands on each node, asked of the engine a moment after the last change.
class PlanPanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanPanel)

public:
    explicit PlanPanel(engine::EngineClient &client, QWidget *parent = nullptr);

    void setRequest(const engine::JobRequest &request);
    void showHint(const QString &text); ///< instead of a plan
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool isSettled() const { return !m_delay.isActive() && m_answered == m_asked; }

private:
    void ask();
    void receive(const engine::Result<engine::JobPlanSnapshot> &answer);

    engine::EngineClient &m_client;
    engine::JobRequest m_request;
    engine::JobPlanSnapshot m_plan;
    quint64 m_asked = 0; // answers to an older question are dropped
    quint64 m_answered = 0;
    QTimer m_delay;
    Segments *m_nodes;
    QPlainTextEdit *m_text;
};

} // namespace ui
