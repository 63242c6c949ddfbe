// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/filedrop.h"

#include "ui/storage/drop/draggedfiles.h"
#include "ui/widgets/drophint.h"
#include "ui/widgets/dropoutline.h"

#include <QDropEvent>
#include <QWidget>

namespace ui {

FileDrop::FileDrop(QWidget *area, SpotAt spotAt)
    : QObject(area), m_spotAt(std::move(spotAt)), m_outline(new DropOutline(area)), m_hint(new DropHint(area))
{
    area->setAcceptDrops(true);
    area->installEventFilter(this);
}

bool FileDrop::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::DragEnter:
    case QEvent::DragMove: {
        auto *drag = static_cast<QDropEvent *>(event);
        if (!DraggedFiles::areIn(*drag->mimeData()))
            return false;
        if (event->type() == QEvent::DragEnter)
            m_verdict.reset(); // of an earlier drag
        judge(drag);
        if (event->type() == QEvent::DragEnter)
            drag->accept(); // accepts regardless of the row, to receive move events
        return true;
    }
    case QEvent::DragLeave:
        leave();
        return false;
    case QEvent::Drop: {
        auto *drop = static_cast<QDropEvent *>(event);
        judge(drop);
        leave();
        if (drop->isAccepted())
            emit dropped(m_facts.sources, m_facts.target, m_facts.moves);
        return true;
    }
    default:
        return QObject::eventFilter(watched, event);
    }
}

void FileDrop::judge(QDropEvent *event)
{
    const DropSpot spot = m_spotAt(event->position().toPoint());
    // Moves are done by this program; the drag source sees a copy.
    const bool wantsMove =
        event->modifiers().testFlag(Qt::ShiftModifier) && !event->modifiers().testFlag(Qt::ControlModifier);
    const bool moves = m_mayMove && wantsMove && DraggedFiles::areOurs(*event->mimeData());
    if (!m_verdict)
        m_facts.sources = DraggedFiles::filesOf(*event->mimeData());
    if (!m_verdict || !isJudged(spot, moves)) {
        m_facts = {m_facts.sources, spot.folder, spot.isOnline, spot.name};
        m_facts.moves = moves;
        m_verdict = models::judgeFiles(m_facts);
    }
    const bool isTaken = m_verdict->isPossible && !spot.part.isEmpty();
    m_outline->showAround(isTaken ? spot.part : QRect());
    if (spot.part.isEmpty())
        m_hint->hide();
    else
        m_hint->say(m_verdict->words, isTaken);
    event->setDropAction(Qt::CopyAction); // never a move: the source must keep its files
    event->setAccepted(isTaken);
}

bool FileDrop::isJudged(const DropSpot &spot, bool moves) const
{
    return m_facts.target == spot.folder && m_facts.isTargetOnline == spot.isOnline && m_facts.targetName == spot.name
        && m_facts.moves == moves;
}

void FileDrop::leave()
{
    m_verdict.reset();
    m_hint->hide();
    m_outline->hide();
}

} // namespace ui
