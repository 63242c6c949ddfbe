// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/commandbutton.h"

#include "ui/theme/icons.h"
#include "ui/widgets/page/banner.h"

#include <QAction>
#include <QHelpEvent>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QToolButton>
#include <QToolTip>

using namespace Qt::StringLiterals;

namespace ui {

CommandButton::CommandButton(const QIcon &icon, const QString &text, QWidget *parent) : QPushButton(icon, text, parent)
{
    setAutoDefault(false);
}

void CommandButton::setCompact(bool compact)
{
    if (m_compact == compact)
        return;
    m_compact = compact;
    updateGeometry();
    update();
}

QSize CommandButton::sizeHint() const
{
    if (!m_compact || icon().isNull())
        return QPushButton::sizeHint();
    const int side = QPushButton::sizeHint().height();
    return {side + 2, side};
}

bool CommandButton::event(QEvent *event)
{
    // The tool tip shows the text only while the button does not.
    if (event->type() == QEvent::ToolTip && m_compact && toolTip().isEmpty()) {
        QToolTip::showText(static_cast<QHelpEvent *>(event)->globalPos(), text(), this);
        return true;
    }
    return QPushButton::event(event);
}

void CommandButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    if (m_compact && !icon().isNull())
        option.text.clear();
    painter.drawControl(QStyle::CE_PushButton, option);
}

namespace {

// The subject of a button, which distinguishes buttons with the same text.
QString subjectOf(const QAbstractButton &button)
{
    const auto *banner = qobject_cast<const Banner *>(button.parentWidget());
    return banner ? banner->text() : button.accessibleDescription();
}

} // namespace

QAction *commandOf(QAbstractButton &button)
{
    auto *command = button.findChild<QAction *>(u"command"_s, Qt::FindDirectChildrenOnly);
    if (!command) {
        command = new QAction(&button);
        command->setObjectName(u"command"_s);
        QObject::connect(command, &QAction::triggered, &button, &QAbstractButton::click);
    }
    const QString subject = subjectOf(button);
    command->setText(subject.isEmpty() ? button.text() : CommandButton::tr("%1: %2").arg(button.text(), subject));
    command->setIcon(button.icon());
    command->setShortcut(button.shortcut());
    command->setEnabled(button.isEnabled());
    command->setToolTip(button.toolTip());
    command->setStatusTip(button.isEnabled() ? button.toolTip() : QString());
    return command;
}

QToolButton *newToolButton(const QString &iconName, const QString &name, const QKeySequence &key)
{
    auto *button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(key.isEmpty() ? name
                                     : CommandButton::tr("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
    return button;
}

QToolButton *newToggle(const QString &text, const QString &name, bool isChecked)
{
    auto *button = new QToolButton;
    button->setText(text);
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setCheckable(true);
    button->setChecked(isChecked);
    return button;
}

} // namespace ui
