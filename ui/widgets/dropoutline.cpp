// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/dropoutline.h"

#include "ui/theme/tokens.h"

#include <QPainter>

namespace ui {

DropOutline::DropOutline(QWidget *over) : QWidget(over)
{
    setObjectName(QStringLiteral("dropOutline"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOutline::showAround(const QRect &part)
{
    setGeometry(part);
    setVisible(!part.isEmpty());
    raise();
}

void DropOutline::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    QColor wash = tokens().accent;
    wash.setAlphaF(0.08F);
    painter.fillRect(rect(), wash);
    painter.setPen(QPen(tokens().accent, 2));
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

} // namespace ui
