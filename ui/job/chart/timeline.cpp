// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/chart/timeline.h"

#include "models/job/jobtables.h"
#include "models/words.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>

using namespace std::chrono_literals;

namespace ui {

namespace {

constexpr int barHeight = 6;

bool isPhase(const QString &state)
{
    return engine::fromWord<engine::JobPhase>(state) != engine::JobPhase::None;
}

} // namespace

QList<TimelineStep> timelineOf(const engine::JobSnapshot &job, const QList<engine::JobEvent> &events)
{
    QList<TimelineStep> steps;
    const QString running = engine::toString(engine::JobState::Running);
    for (const engine::JobEvent &event : models::jobHistory(job, events)) {
        const QString text = event.message.text();
        if (!steps.isEmpty() && steps.constLast().state == running && isPhase(event.state)) {
            steps.last().state = event.state;
            if (steps.constLast().text.isEmpty())
                steps.last().text = text;
            continue;
        }
        steps.append({event.time, -1ms, event.state, text});
    }
    for (qsizetype i = 0; i + 1 < steps.size(); ++i)
        steps[i].length = std::max(0ms, std::chrono::milliseconds(steps.at(i).begin.msecsTo(steps.at(i + 1).begin)));
    if (!steps.isEmpty() && engine::isFinal(job.state)) // the banner shows the cause of a failure
        steps.last().text = job.exitCode ? TimelineBar::tr("exit code %1").arg(*job.exitCode) : QString();
    return steps;
}

QString stepLength(std::chrono::milliseconds length)
{
    if (length >= 1min)
        return models::duration(length);
    return TimelineBar::tr("%1 s").arg(QLocale().toString(double(length.count()) / 1000, 'f', 1));
}

Mark markOfStep(const QString &state)
{
    if (state == u"queued")
        return Mark::Queued;
    if (state == u"running" || state == u"executing")
        return Mark::Running;
    if (state == u"terminating")
        return Mark::Terminating;
    if (state == u"succeeded")
        return Mark::Succeeded;
    return state == u"failed" || state == u"node-failed" ? Mark::Failed : Mark::Preparing;
}

TimelineBar::TimelineBar(QList<TimelineStep> steps, bool isLive, QWidget *parent)
    : QWidget(parent), m_steps(std::move(steps)), m_isLive(isLive)
{
    setFixedHeight(barHeight);
    m_clock.setInterval(1s);
    connect(&m_clock, &QTimer::timeout, this, qOverload<>(&QWidget::update));
    if (m_isLive)
        m_clock.start();
}

// A running step lasts until now.
double TimelineBar::lengthOf(const TimelineStep &step) const
{
    const bool goesOn = m_isLive && step.length < 0ms;
    const qint64 length = goesOn ? step.begin.msecsTo(QDateTime::currentDateTimeUtc()) : step.length.count();
    return double(std::max(qint64(0), length));
}

void TimelineBar::paintEvent(QPaintEvent *)
{
    double total = 0;
    for (const TimelineStep &step : std::as_const(m_steps))
        total += lengthOf(step);
    QPainter painter(this);
    double x = 0;
    for (const TimelineStep &step : std::as_const(m_steps)) {
        const double share = total > 0 ? lengthOf(step) / total * width() : 0;
        if (share > 0) // at least one pixel
            painter.fillRect(QRectF(x, 0, std::max(1.0, share - 1), height()), tokens().colour(markOfStep(step.state)));
        x += share;
    }
}

} // namespace ui
