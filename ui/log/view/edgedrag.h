// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QObject>
#include <QPoint>
#include <QTimer>

class QWidget;

namespace ui {

/// A drag of the mouse in a widget that goes on while the mouse rests beyond an edge of it. GUI thread.
class EdgeDrag final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EdgeDrag)

public:
    explicit EdgeDrag(const QWidget &inside);

    bool moveTo(const QPoint &position); ///< whether it is inside; else wentOn() comes until it is, or the drag ends
    void end() { m_timer.stop(); }

signals:
    void wentOn(const QPoint &position); ///< of the mouse, beyond an edge

private:
    const QWidget &m_inside;
    QTimer m_timer;
    QPoint m_position;
};

} // namespace ui
