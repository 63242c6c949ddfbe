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

/// The target of a drop at a point of a widget.
struct DropSpot
{
    engine::Location folder;
    QRect part; ///< area of the target in the widget; empty: no target
    bool isOnline = true;
    QString name{}; ///< shown name of the folder, if not its path
};

/// Handles drags of files over a widget, from the desktop or this program: shows the target, or why it is not possible.
/// As there may be many files, they are read once a drag and checked once a target folder.
class FileDrop final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FileDrop)

public:
    using SpotAt = std::function<DropSpot(const QPoint &where)>;

    FileDrop(QWidget *area, SpotAt spotAt);
    void setMayMove(bool may) { m_mayMove = may; } ///< Shift moves files of this program; default: copies only

signals:
    void dropped(const QList<engine::Location> &files, const engine::Location &folder, bool moves);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void judge(QDropEvent *event);
    [[nodiscard]] bool isJudged(const DropSpot &spot, bool moves) const; ///< m_verdict applies to these arguments
    void leave();

    SpotAt m_spotAt;
    DropOutline *m_outline;
    DropHint *m_hint;
    models::DropFacts m_facts; // for the current target
    std::optional<models::FileDropVerdict> m_verdict; // on m_facts; empty: the drag was not read yet
    bool m_mayMove = false;
};

} // namespace ui
