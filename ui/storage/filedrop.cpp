// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/filedrop.h"

#include "ui/storage/draggedfiles.h"
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
        judge(drag);
        if (event->type() == QEvent::DragEnter)
            drag->accept(); // whatever the row: it has to hear of the moves
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
            emit dropped(m_facts.sources, m_facts.target);
        return true;
    }
    default:
        return QObject::eventFilter(watched, event);
    }
}

void FileDrop::judge(QDropEvent *event)
{
    const DropSpot spot = m_spotAt(event->position().toPoint());
    m_facts = {DraggedFiles::filesOf(*event->mimeData()), spot.folder, spot.isOnline, spot.name};
    const auto verdict = models::judgeFiles(m_facts);
    const bool isTaken = verdict.isPossible && !spot.part.isEmpty();
    m_outline->showAround(isTaken ? spot.part : QRect());
    if (spot.part.isEmpty())
        m_hint->hide();
    else
        m_hint->say(verdict.words, isTaken);
    event->setDropAction(Qt::CopyAction); // whatever the other side would rather do: it keeps its files
    event->setAccepted(isTaken);
}

void FileDrop::leave()
{
    m_hint->hide();
    m_outline->hide();
}

} // namespace ui
