// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/jobclient.h"
#include "ui/theme/tokens.h"

#include <QTimer>
#include <QWidget>

namespace ui {

/// One row of a job's timeline: a phase, or the state it ended in.
struct TimelineStep
{
    QDateTime begin;
    std::chrono::milliseconds length{-1}; ///< negative: it goes on, or it is the end
    QString state; ///< word of the state or phase
    QString text; ///< why; at the end the exit code alone
};

/// From submission to the end. That a job runs is told by its phases: "running" begins the first of them.
[[nodiscard]] QList<TimelineStep> timelineOf(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events);
[[nodiscard]] QString stepLength(std::chrono::milliseconds length); ///< "0.4 s", "00:03:12"
[[nodiscard]] Mark markOfStep(const QString &state);

/// The steps of a timeline side by side, each as wide as it is long.
class TimelineBar final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineBar)

public:
    /// \a isLive: the last step goes on.
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
