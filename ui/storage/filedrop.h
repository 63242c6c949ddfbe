// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/transfer/dropjudge.h"

#include <QObject>
#include <QRect>

class QDropEvent;

namespace ui {

class DropHint;
class DropOutline;

/// Where something goes that is dropped at a point of a widget.
struct DropSpot
{
    engine::Location folder;
    QRect part; ///< of the widget, that takes it; empty: nothing there does
    bool isOnline = true;
    QString name{}; ///< of the folder, where it has one of its own
};

/// Files that are dragged over a widget, from the desktop or from a folder in the window: where they would go, or why
/// not, is said and framed while they move.
class FileDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileDrop)

public:
    using SpotAt = std::function<DropSpot(const QPoint &where)>;

    FileDrop(QWidget *area, SpotAt spotAt);

signals:
    void dropped(const QList<engine::Location> &files, const engine::Location &folder);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void judge(QDropEvent *event);
    void leave();

    SpotAt m_spotAt;
    DropOutline *m_outline;
    DropHint *m_hint;
    models::DropFacts m_facts; // of where it is now
};

} // namespace ui
