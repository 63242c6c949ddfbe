// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/jobclient.h"
#include "models/tablemodel.h"

namespace models {

/// What happened to a job, in the order of time. Only ever grows for one job.
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

/// \a events, oldest first, from the submission of \a job on. Empty while nothing is known of one that has left the
/// queue.
[[nodiscard]] QList<engine::JobEvent> jobHistory(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events);

/// The word of an event's state or phase in the reader's language: "placed" began the state running, and while its
/// command executes a job is "running", as everywhere.
[[nodiscard]] QString stateWord(const QString &state);

} // namespace models
