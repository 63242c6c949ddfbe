// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/view/logannouncer.h"

#include "ui/log/text/visibletext.h"
#include "ui/log/view/logview.h"

#include <QAccessible>

namespace ui {

namespace {

constexpr int announceInterval = 250; // ms; limits announcements of a log that grows fast

} // namespace

LogAnnouncer::LogAnnouncer(LogView &view) : QObject(&view), m_view(view)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(announceInterval);
    connect(&m_soon, &QTimer::timeout, this, &LogAnnouncer::announce);
    connect(&view, &LogView::grown, this, &LogAnnouncer::announceSoon);
    connect(&view, &LogView::scrolled, this, &LogAnnouncer::announceSoon);
    connect(&view.caret(), &LogCaret::moved, this, &LogAnnouncer::announceSoon);
}

void LogAnnouncer::announceSoon()
{
    if (QAccessible::isActive() && !m_soon.isActive())
        m_soon.start();
}

void LogAnnouncer::announce()
{
    const VisibleText seen(m_view.caret());
    if (seen.text() != m_announced) {
        QAccessibleTextUpdateEvent changed(&m_view, 0, m_announced, seen.text());
        QAccessible::updateAccessibility(&changed);
        m_announced = seen.text();
    }
    QAccessibleTextCursorEvent moved(&m_view, seen.caret());
    QAccessible::updateAccessibility(&moved);
}

} // namespace ui
