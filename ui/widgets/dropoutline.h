// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

namespace ui {

/// A frame around the target area of a drop in a widget.
class DropOutline final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropOutline)

public:
    explicit DropOutline(QWidget *over);

    void showAround(const QRect &part); ///< \a part in the widget's coordinates; empty hides the frame

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace ui
