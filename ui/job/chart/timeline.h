// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/jobclient.h"
#include "ui/theme/tokens.h"

#include <QTimer>
#include <QWidget>

namespace ui {

/// One row of a job's timeline: a phase or the final state.
struct TimelineStep
{
    QDateTime begin;
    std::chrono::milliseconds length{-1}; ///< negative: running, or the final state
    QString state; ///< word of the state or phase
    QString text; ///< reason; for the final state only the exit code
};

/// Steps from submission to the end. Phases replace the state "running", which begins the first phase.
[[nodiscard]] QList<TimelineStep> timelineOf(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events);
[[nodiscard]] QString stepLength(std::chrono::milliseconds length); ///< "0.4 s", "00:03:12"
[[nodiscard]] Mark markOfStep(const QString &state);

/// Bar of the steps of a timeline, with widths proportional to their lengths.
class TimelineBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineBar)

public:
    /// \a isLive: the last step is still running.
    TimelineBar(QList<TimelineStep> steps, bool isLive, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] double lengthOf(const TimelineStep &step) const; ///< ms

    QList<TimelineStep> m_steps;
    bool m_isLive;
    QTimer m_clock;
};

} // namespace ui
