// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/theme/tokens.h"

#include <QWidget>

class QPainter;

namespace ui {

/// Paints a progress bar; hatched for a negative \a percent: unknown.
void paintTrack(QPainter &painter, const QRectF &room, int percent, Mark mark);

/// A progress bar of 150 x 6 pixels in the colour of a mark.
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
