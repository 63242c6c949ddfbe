// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

class QWidget;

namespace ui {

/// A mouse drag that keeps scrolling while the mouse rests beyond an edge of a widget. GUI thread.
class EdgeDrag final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EdgeDrag)

public:
    explicit EdgeDrag(const QWidget &inside);

    /// False: outside; wentOn() is emitted until the mouse is inside or the drag ends.
    bool moveTo(const QPoint &position);
    void end() { m_timer.stop(); }

signals:
    void wentOn(const QPoint &position); ///< \a position of the mouse, beyond an edge

private:
    const QWidget &m_inside;
    QTimer m_timer;
    QPoint m_position;
};

} // namespace ui
