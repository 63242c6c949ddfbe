// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logview.h"
#include "ui/log/view/logviewaccessible.h"

#include <QScrollBar>

// What of LogView is visible, as one text: for screen readers.

namespace ui {

namespace {

constexpr int announceInterval = 250; // ms: a log that grows fast would be read for ever

} // namespace

void LogView::announceSoon()
{
    if (QAccessible::isActive() && !m_announce.isActive())
        m_announce.start(announceInterval, this);
}

void LogView::announce()
{
    const VisibleText seen = visible();
    const QString &text = seen.text();
    if (text != m_announced) {
        QAccessibleTextUpdateEvent changed(this, 0, m_announced, text);
        QAccessible::updateAccessibility(&changed);
        m_announced = text;
    }
    QAccessibleTextCursorEvent moved(this, seen.caret());
    QAccessible::updateAccessibility(&moved);
}

void LogView::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_drag.timerId())
        return dragOn();
    if (event->timerId() == m_lookAgain.timerId())
        return lookAgain();
    if (event->timerId() != m_announce.timerId())
        return QAbstractScrollArea::timerEvent(event);
    m_announce.stop();
    announce();
}

} // namespace ui
