// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/loglayouts.h"

#include "ui/log/panel/logfilebar.h"

#include <QMenu>
#include <QShortcut>

namespace ui {

namespace {

const QKeySequence tilesKey(Qt::CTRL | Qt::ALT | Qt::Key_Backslash);
const QKeySequence windowKey(Qt::CTRL | Qt::SHIFT | Qt::Key_N);

} // namespace

LogLayouts::LogLayouts(const LogFileBar &files, QWidget *area) : QObject(area), m_files(files), m_area(area) { }

void LogLayouts::offer()
{
    m_areOffered = true;
    const auto addKey = [this](const QKeySequence &key, void (LogLayouts::*act)()) {
        new QShortcut(key, m_area, this, act, Qt::WidgetWithChildrenShortcut);
    };
    addKey(besideKey, &LogLayouts::besideRequested);
    addKey(tilesKey, &LogLayouts::requestTiles);
    addKey(windowKey, &LogLayouts::windowRequested);
}

void LogLayouts::requestTiles()
{
    if (m_files.hasMerged())
        emit tilesRequested();
}

void LogLayouts::addTo(QMenu &menu)
{
    if (!m_areOffered)
        return;
    const auto add = [this, &menu](const QString &text, void (LogLayouts::*act)(), const QKeySequence &key,
                                   const QString &whyNot = {}) {
        QAction *action = menu.addAction(text, this, act);
        action->setShortcut(key);
        action->setEnabled(whyNot.isEmpty());
        action->setToolTip(whyNot);
    };
    add(m_isBesideOpen ? tr("Close the log beside it") : tr("Another log beside it"), &LogLayouts::besideRequested,
        besideKey);
    add(tr("All processes side by side"), &LogLayouts::requestTiles, tilesKey, m_files.whyNoMerged());
    add(tr("Open in a window"), &LogLayouts::windowRequested, windowKey, m_files.whyNoLog());
    menu.addSeparator();
}

} // namespace ui
