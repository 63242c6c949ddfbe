// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/pagefoot.h"

#include "ui/theme/style.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QPushButton>

using namespace Qt::StringLiterals;

namespace ui {

PageFoot::PageFoot(const QString &command, const QString &commandName, QWidget *parent)
    : QWidget(parent), m_verdict(new ToneLabel(ToneLabel::Tone::Quiet, {}, this)),
      m_command(new QPushButton(command, this)), m_row(newRow({16, 8, 16, 8}, 10, {{m_verdict, 1}, m_command}))
{
    m_verdict->setObjectName(u"verdict"_s);
    m_command->setObjectName(commandName);
    m_command->setProperty(filledProperty, true);
    m_command->setShortcut(QKeySequence(u"Ctrl+Return"_s));
    setLayout(m_row);
}

QPushButton *PageFoot::addButton(const QString &text)
{
    auto *button = new QPushButton(text, this);
    m_row->insertWidget(m_row->count() - 1, button);
    QWidget::setTabOrder(button, m_command);
    return button;
}

} // namespace ui
