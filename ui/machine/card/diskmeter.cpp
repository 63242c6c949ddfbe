// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/machine/card/diskmeter.h"

#include "models/words.h"
#include "ui/theme/stylecontrols.h"
#include "ui/theme/tokens.h"

#include <QPainter>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

namespace {

constexpr int barHeight = 6;
constexpr int gap = 5;

} // namespace

DiskMeter::DiskMeter(engine::DiskShape disk, QWidget *parent) : QWidget(parent), m_disk(std::move(disk))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(QString(m_disk.mountPoint + u": "_s + freeText()));
    setToolTip(accessibleName());
}

QSize DiskMeter::sizeHint() const
{
    return {160, fontMetrics().height() + gap + barHeight + 2};
}

void DiskMeter::paintEvent(QPaintEvent *)
{
    const Tokens &t = tokens();
    QPainter painter(this);
    const QRect line(0, 0, width(), fontMetrics().height());
    const QString words = freeText();
    painter.setFont(font());
    painter.setPen(t.text2);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, words);
    const int room = width() - fontMetrics().horizontalAdvance(words) - 12;
    painter.setPen(t.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_disk.mountPoint, Qt::ElideMiddle, room));
    drawMeter(painter, QRectF(0, line.height() + gap, width(), barHeight), usedShare());
}

double DiskMeter::usedShare() const
{
    return m_disk.sizeBytes > 0 ? std::clamp(1.0 - double(m_disk.freeBytes) / double(m_disk.sizeBytes), 0.0, 1.0) : 0.0;
}

QString DiskMeter::freeText() const
{
    const QString words =
        tr("%1 of %2 free").arg(models::fileSize(m_disk.freeBytes), models::fileSize(m_disk.sizeBytes));
    return usedShare() >= nearlyFull ? tr("nearly full, %1").arg(words) : words;
}

} // namespace ui
