// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobtables.h"

#include <QStackedWidget>

namespace ui {

/// Table of a job's events.
class EventsTab final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EventsTab)

public:
    explicit EventsTab(QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);
    void setEvents(const QList<engine::JobEvent> &events);

private:
    void showHistory();

    engine::JobSnapshot m_job;
    QList<engine::JobEvent> m_events;
    models::JobEventsModel m_model;
};

} // namespace ui
