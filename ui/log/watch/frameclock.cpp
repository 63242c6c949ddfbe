// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/watch/frameclock.h"

#include <QCoreApplication>
#include <QMetaMethod>
#include <QPointer>

namespace ui {

namespace {

constexpr int quietAfter = 1000; // ms

} // namespace

FrameClock &FrameClock::shared()
{
    static QPointer<FrameClock> clock;
    if (!clock)
        clock = new FrameClock(QCoreApplication::instance());
    return *clock;
}

FrameClock::FrameClock(QObject *parent) : QObject(parent)
{
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &FrameClock::onTimeout);
}

void FrameClock::noteChange()
{
    m_sinceChange.start();
    if (m_timer.interval() != frame)
        m_timer.setInterval(frame);
}

void FrameClock::connectNotify(const QMetaMethod &)
{
    noteChange();
    if (!m_timer.isActive())
        m_timer.start();
}

void FrameClock::onTimeout()
{
    emit tick();
    if (!isSignalConnected(QMetaMethod::fromSignal(&FrameClock::tick)))
        m_timer.stop();
    else if (m_sinceChange.hasExpired(quietAfter) && m_timer.interval() != quietFrame)
        m_timer.setInterval(quietFrame);
}

} // namespace ui
