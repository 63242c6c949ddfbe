// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/jobclient.h"
#include "models/tablemodel.h"

namespace models {

/// Events of a job in order of time. Rows of one job are only appended.
class JobEventsModel final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobEventsModel)

public:
    enum Column { Time, State, What, Actor, ColumnCount };

    explicit JobEventsModel(QObject *parent = nullptr);

    void setEvents(const QList<engine::JobEvent> &events);
    [[nodiscard]] const QList<engine::JobEvent> &events() const { return m_events; }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int rows() const override { return int(m_events.size()); }
    QList<engine::JobEvent> m_events;
};

/// \a events, oldest first, starting with the submission of \a job. Empty while the events of a job that left the queue
/// are unknown.
[[nodiscard]] QList<engine::JobEvent> jobHistory(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events);

/// Translated word for an event's state or phase: "placed" starts the state running, and a job whose command executes
/// is "running".
[[nodiscard]] QString stateWord(const QString &state);

} // namespace models
