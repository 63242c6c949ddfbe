// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/log/panel/logtoolbar.h"

#include "ui/log/view/logview.h"
#include "ui/widgets/commandbutton.h"
#include "ui/widgets/layouts.h"

#include <QMenu>
#include <QShortcut>
#include <QToolButton>

namespace ui {

namespace {

constexpr char keyProperty[] = "logKey"; // of a tool

} // namespace

LogToolBar::LogToolBar(QWidget *left, LogView &view, QWidget *area)
    : QWidget(area), m_row(newRow({6, 0, 16, 0}, 4, {{left, 1}})),
      m_failure(newTool(QStringLiteral("first-err"), tr("First failure"), QKeySequence(Qt::CTRL | Qt::Key_E)))
{
    setFixedHeight(36);
    setLayout(m_row);
    m_failure->setObjectName(QStringLiteral("firstFailure"));
    m_failure->hide();
    connect(m_failure, &QToolButton::clicked, this, &LogToolBar::failureRequested);
    m_row->addWidget(m_failure);
    QToolButton *wrap = addTool(QStringLiteral("wrap"), tr("Wrap long lines"), QKeySequence(Qt::ALT | Qt::Key_Z));
    wrap->setCheckable(true);
    connect(wrap, &QToolButton::toggled, &view.look(), &LogLook::setWrapping);
    QToolButton *follow = addTool(QStringLiteral("down"), tr("Follow the end"));
    follow->setCheckable(true);
    follow->setChecked(true);
    connect(follow, &QToolButton::clicked, &view.follow(), &FollowState::setFollowing);
    connect(&view.follow(), &FollowState::followingChanged, follow, &QToolButton::setChecked);
    QToolButton *pause = addTool(QStringLiteral("pause"), tr("Pause"), QKeySequence(Qt::Key_Pause));
    pause->setCheckable(true);
    connect(pause, &QToolButton::toggled, &view.follow(), &FollowState::setPaused);
    connect(&view.follow(), &FollowState::pausedChanged, pause, &QToolButton::setChecked);
}

QToolButton *LogToolBar::newTool(const QString &iconName, const QString &text, const QKeySequence &key)
{
    QToolButton *button = newToolButton(iconName, text, key);
    if (!key.isEmpty()) {
        button->setProperty(keyProperty, QVariant::fromValue(key));
        new QShortcut(key, parentWidget(), button, &QToolButton::click, Qt::WidgetWithChildrenShortcut);
    }
    return button;
}

QToolButton *LogToolBar::addTool(const QString &iconName, const QString &text, const QKeySequence &key)
{
    m_tools.append(newTool(iconName, text, key));
    m_row->addWidget(m_tools.constLast());
    return m_tools.constLast();
}

QToolButton *LogToolBar::addMenuTool(const QString &iconName, const QString &text)
{
    QToolButton *button = newTool(iconName, text, {});
    m_row->addWidget(button);
    return button;
}

void LogToolBar::setFailureKnown(bool isKnown)
{
    m_failure->setVisible(isKnown);
}

void LogToolBar::addCommandsTo(QMenu &menu) const
{
    for (QToolButton *tool : m_tools + QList{m_failure}) {
        if (!tool->isHidden())
            menu.addAction(tr("Log: %1").arg(tool->accessibleName()), tool, &QToolButton::click)
                ->setShortcut(tool->property(keyProperty).value<QKeySequence>());
    }
}

} // namespace ui
