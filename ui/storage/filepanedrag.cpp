// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// FilePane: what is dragged over it, and out of it.

#include "ui/storage/carrybar.h"
#include "ui/storage/draggedfiles.h"
#include "ui/storage/filepane.h"
#include "ui/storage/filetable.h"
#include "ui/storage/quickfetch.h"

#include <QApplication>
#include <QDrag>
#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

#include <chrono>

namespace ui {

using namespace std::chrono_literals;

using engine::Location;

FilePane::~FilePane() = default;

DropSpot FilePane::spotAt(const QPoint &where) const
{
    const QWidget *rows = m_table->viewport();
    const QPoint inside = rows->mapFrom(this, where);
    const QModelIndex index =
        m_table->isVisible() && rows->rect().contains(inside) ? m_table->indexAt(inside) : QModelIndex();
    if (!index.isValid() || !m_model.entry(index.row()).isFolder)
        return {location(), m_stack->geometry()};
    QRect row = m_table->visualRect(index);
    row.setLeft(0);
    row.setRight(rows->width() - 1);
    row.moveTopLeft(rows->mapTo(this, row.topLeft()));
    return {m_model.location(index.row()), row};
}

// Other programs can only take what is here. Small files of a machine mostly are by the time the pointer has left the
// window: their drag begins a moment later.
void FilePane::dragSelected()
{
    constexpr auto patience = 400ms;
    const QList<Location> files = selectedLocations();
    if (selectionCount() == 0)
        return;
    m_quick.reset();
    if (location().place.isEmpty() || !QuickFetch::isFor(selectedEntries()))
        return drag(files);
    m_table->holdPointer(true);
    m_quick = std::make_unique<QuickFetch>(m_client, location(), selectedEntries());
    auto *pause = new QTimer(m_quick.get());
    pause->setSingleShot(true);
    const auto begin = [this, pause, files] {
        pause->stop();
        m_quick->disconnect(this);
        const bool isStillHeld = m_table->isPointerHeld(); // a later press is another one
        m_table->holdPointer(false);
        if (isStillHeld && QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
            drag(files);
    };
    connect(pause, &QTimer::timeout, this, begin);
    connect(m_quick.get(), &QuickFetch::finished, this, begin);
    pause->start(patience);
}

// Whatever takes them copies them; only another folder of this window may have them moved, which is no matter of the
// drag. What was let go beside the window, and nothing took, is fetched
// for a second drag.
void FilePane::drag(const QList<Location> &files)
{
    const bool isHere = location().place.isEmpty();
    auto *drag = new QDrag(m_table);
    drag->setMimeData(new DraggedFiles(files, !isHere && m_quick ? m_quick->copies() : QList<Location>()));
    drag->setPixmap(chipOf(files, devicePixelRatioF()));
    const QPointer<FilePane> alive(this); // a drag has an event loop of its own
    const bool isTaken = drag->exec(Qt::CopyAction) != Qt::IgnoreAction;
    const bool wasLetGo = !QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    if (alive && !isTaken && wasLetGo && !isHere && !QApplication::widgetAt(QCursor::pos()))
        carry(files);
}

void FilePane::carry(const QList<Location> &files)
{
    m_carry->fetch(files);
}

} // namespace ui
