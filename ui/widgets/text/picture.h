// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QEvent>
#include <QIcon>
#include <QLabel>

namespace ui {

/// An icon of \a side pixels that follows changes of the look.
class Picture final : public QLabel
{
public:
    explicit Picture(const QIcon &icon, int side, QWidget *parent = nullptr) : QLabel(parent), m_side(side)
    {
        setIcon(icon);
    }

    void setIcon(const QIcon &icon)
    {
        m_icon = icon;
        icon.isNull() ? clear() : setPixmap(icon.pixmap(QSize(m_side, m_side), devicePixelRatioF()));
    }

protected:
    void changeEvent(QEvent *event) override
    {
        QLabel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange)
            setIcon(m_icon);
    }

private:
    QIcon m_icon;
    int m_side;
};

} // namespace ui
