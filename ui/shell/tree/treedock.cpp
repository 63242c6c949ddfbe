// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/tree/treedock.h"

#include "ui/shell/tree/treepanel.h"

#include <QLayout>
#include <QMainWindow>
#include <QSettings>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int usualWidth = 248;

} // namespace

TreeDock::TreeDock(QMainWindow &window)
    : QDockWidget(tr("Tree"), &window), m_window(window), m_panel(new TreePanel(m_model, this)), m_width(usualWidth)
{
    setObjectName(u"tree"_s);
    setWidget(m_panel);
    setTitleBarWidget(new QWidget(this));
    setMinimumWidth(180);
}

void TreeDock::setDragged(bool isDragged)
{
    if (std::exchange(m_isDragged, isDragged) && !isDragged)
        m_width = width();
}

void TreeDock::widen()
{
    if (m_isDragged || !isVisible())
        return;
    const QWidget *page = m_window.centralWidget();
    const int room = page->width() - page->minimumSizeHint().width();
    const int wanted = qMin(m_width, width() + room);
    if (wanted <= width())
        return;
    m_window.resizeDocks({this}, {wanted}, Qt::Horizontal);
    m_window.layout()->invalidate(); // applies the width at once
    m_window.layout()->activate();
}

void TreeDock::saveTo(QSettings &settings) const
{
    settings.setValue(u"tree/width"_s, m_width);
    m_panel->saveTo(settings);
}

void TreeDock::restoreFrom(const QSettings &settings)
{
    m_width = settings.value(u"tree/width"_s, usualWidth).toInt();
    m_window.resizeDocks({this}, {m_width}, Qt::Horizontal);
    m_panel->restoreFrom(settings);
}

} // namespace ui
