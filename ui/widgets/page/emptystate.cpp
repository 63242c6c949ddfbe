// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/widgets/page/emptystate.h"

#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/text/tonelabel.h"

#include <QEvent>
#include <QPainter>
#include <QPushButton>

namespace ui {

namespace {

constexpr int emptyIconSide = 40;
constexpr int widestWords = 340;

} // namespace

EmptyState::EmptyState(const QString &iconName, const QString &what, const QString &why, QWidget *parent)
    : QWidget(parent), m_iconName(iconName), m_icon(new QLabel(this)),
      m_what(new ToneLabel(ToneLabel::Tone::Quiet, {}, this, textFont(13, QFont::Medium))),
      m_why(new ToneLabel(ToneLabel::Tone::Faint, {}, this, textFont(12)))
{
    for (QLabel *label : {m_what, m_why}) {
        label->setAlignment(Qt::AlignCenter);
        label->setMaximumWidth(widestWords);
        label->setTextInteractionFlags(Qt::NoTextInteraction);
    }
    auto *whatRow = newRow({}, usualSpacing, {Stretch{}, {m_what, 100}, Stretch{}});
    auto *whyRow = newRow({}, usualSpacing, {Stretch{}, {m_why, 100}, Stretch{}});
    m_column = newColumn({24, 16, 24, 16}, 8, {Stretch{}, {m_icon, 0, Qt::AlignHCenter}, whatRow, whyRow, Stretch{}});
    setLayout(m_column);
    setTexts(what, why);
    showIcon();
}

void EmptyState::setTexts(const QString &what, const QString &why)
{
    m_what->setText(what);
    m_why->setText(why);
    m_why->setVisible(!why.isEmpty());
    setAccessibleName(what);
}

QAbstractButton *EmptyState::setButton(const QString &text)
{
    delete m_button;
    m_button = new QPushButton(text, this);
    m_column->insertWidget(m_column->count() - 1, m_button, 0, Qt::AlignHCenter);
    return m_button;
}

void EmptyState::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void EmptyState::showIcon()
{
    QPixmap picture(QSize(emptyIconSide, emptyIconSide) * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paintIcon(painter, QRectF(0, 0, emptyIconSide, emptyIconSide), m_iconName, tokens().line2);
    painter.end();
    m_icon->setPixmap(picture);
}

} // namespace ui
