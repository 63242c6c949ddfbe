// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/transfer/dropjudge.h"

#include <QObject>
#include <QRect>

#include <optional>

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
/// not, is said and framed while they move. They may be many: what is dragged is read once, and judged once for each
/// folder that it is moved to.
class FileDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileDrop)

public:
    using SpotAt = std::function<DropSpot(const QPoint &where)>;

    FileDrop(QWidget *area, SpotAt spotAt);
    void setMayMove(bool may) { m_mayMove = may; } ///< files of this window, while Shift is held; else all are copied

signals:
    void dropped(const QList<engine::Location> &files, const engine::Location &folder, bool moves);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void judge(QDropEvent *event);
    [[nodiscard]] bool isJudged(const DropSpot &spot, bool moves) const; ///< m_verdict is on just this
    void leave();

    SpotAt m_spotAt;
    DropOutline *m_outline;
    DropHint *m_hint;
    models::DropFacts m_facts; // of where it is now
    std::optional<models::FileDropVerdict> m_verdict; // on them; none: what is dragged now was not read yet
    bool m_mayMove = false;
};

} // namespace ui
