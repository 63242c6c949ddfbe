// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/drop/filedragging.h"

#include "ui/storage/drop/draggedfiles.h"
#include "ui/storage/pane/carrybar.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/panel/quickfetch.h"

#include <QApplication>
#include <QDrag>
#include <QPointer>
#include <QTimer>

#include <chrono>

namespace ui {

using namespace std::chrono_literals;

using engine::Location;

FileDragging::FileDragging(engine::EngineClient &client, FileTable &table, QWidget *parent)
    : QObject(parent), m_client(client), m_table(table), m_bar(new CarryBar(client, parent))
{
    connect(&m_table, &FileTable::dragBegan, this, &FileDragging::begin);
}

FileDragging::~FileDragging() = default;

QWidget *FileDragging::bar() const
{
    return m_bar;
}

void FileDragging::carry(const QList<Location> &files)
{
    m_bar->fetch(files);
}

// For small files of a machine, the drag is delayed until they are fetched, at most by the patience.
void FileDragging::begin()
{
    constexpr auto patience = 400ms;
    const QList<Location> files = m_table.selectedLocations();
    if (files.isEmpty())
        return;
    m_quick.reset();
    const Location folder = files.constFirst().parent();
    if (folder.place.isEmpty() || !QuickFetch::isFor(m_table.selectedEntries()))
        return drag(files);
    m_table.holdPointer(true);
    m_quick = std::make_unique<QuickFetch>(m_client, folder, m_table.selectedEntries());
    auto *pause = new QTimer(m_quick.get());
    pause->setSingleShot(true);
    const auto start = [this, pause, files] {
        pause->stop();
        m_quick->disconnect(this);
        const bool isStillHeld = m_table.isPointerHeld(); // false after a release, even if pressed again
        m_table.holdPointer(false);
        if (isStillHeld && QGuiApplication::mouseButtons().testFlag(Qt::LeftButton))
            drag(files);
    };
    connect(pause, &QTimer::timeout, this, start);
    connect(m_quick.get(), &QuickFetch::finished, this, start);
    pause->start(patience);
}

// Drags offer a copy only; a move within this window is done by the target. Files of a machine that were dropped
// outside of the window without success are fetched for a second drag.
void FileDragging::drag(const QList<Location> &files)
{
    const bool isHere = files.constFirst().place.isEmpty();
    auto *drag = new QDrag(&m_table);
    drag->setMimeData(new DraggedFiles(files, !isHere && m_quick ? m_quick->copies() : QList<Location>()));
    drag->setPixmap(chipOf(files, m_table.devicePixelRatioF()));
    const QPointer<FileDragging> alive(this); // exec() runs an event loop
    const bool isTaken = drag->exec(Qt::CopyAction) != Qt::IgnoreAction;
    const bool wasLetGo = !QGuiApplication::mouseButtons().testFlag(Qt::LeftButton);
    if (alive && !isTaken && wasLetGo && !isHere && !QApplication::widgetAt(QCursor::pos()))
        carry(files);
}

} // namespace ui
