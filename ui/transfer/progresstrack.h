// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QWidget>

class QPainter;

namespace ui {

/// Below nothing it is hatched: how far it is cannot be told.
void paintTrack(QPainter &painter, const QRectF &room, int percent, Mark mark);

/// A bar 150 x 6, in the colour of a state.
class ProgressTrack final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ProgressTrack)

public:
    explicit ProgressTrack(QWidget *parent = nullptr);

    void setValue(int percent, Mark mark);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_percent = -1;
    Mark m_mark = Mark::Queued;
};

} // namespace ui
