// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QWidget>

namespace ui {

/// A frame around the part of a widget that will take what is dropped.
class DropOutline final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DropOutline)

public:
    explicit DropOutline(QWidget *over);

    void showAround(const QRect &part); ///< of the widget; an empty one hides it

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace ui
