// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/eventstab.h"

#include "models/words.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"

#include <QHeaderView>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

EventsTab::EventsTab(QWidget *parent) : QStackedWidget(parent)
{
    auto *table = makeTable(this);
    table->setObjectName(u"events"_s);
    table->setAccessibleName(tr("Events"));
    table->setModel(&m_model);
    table->horizontalHeader()->setStretchLastSection(false);
    table->horizontalHeader()->setSectionResizeMode(models::JobEventsModel::What, QHeaderView::Stretch);
    table->setColumnWidth(models::JobEventsModel::Time, 160);
    setWidthOfWords(*table, models::JobEventsModel::State,
                    models::everyWord<engine::JobState>() + models::everyWord<engine::JobPhase>());
    table->setColumnWidth(models::JobEventsModel::Actor, 120);
    addWidget(new EmptyState(u"clock"_s, tr("No events yet"), tr("They appear here as the job goes on."), this));
    addWidget(table);
}

void EventsTab::setJob(const engine::JobSnapshot &job)
{
    m_job = job;
    showHistory();
}

void EventsTab::setEvents(const QList<engine::JobEvent> &events)
{
    m_events = events;
    showHistory();
}

void EventsTab::showHistory()
{
    m_model.setEvents(models::jobHistory(m_job, m_events));
    setCurrentIndex(m_model.events().isEmpty() ? 0 : 1);
}

} // namespace ui
