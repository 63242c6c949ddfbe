// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: changes of selected files (copy, move, trash, delete), and machines that are connected again.

#include "models/storage/filework.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/storage/storageside.h"

namespace ui {

using engine::Location;

void StoragePage::connectChanges(FilePane *pane)
{
    connect(pane, &FilePane::copyRequested, this, [pane] { putFiles(pane->selectedLocations(), FileIntent::Copy); });
    connect(pane, &FilePane::cutRequested, this, [pane] { putFiles(pane->selectedLocations(), FileIntent::Move); });
    connect(pane, &FilePane::pasteRequested, this, [this, pane] { paste(pane->location()); });
    connect(pane, &FilePane::copyOverRequested, this, [this, pane] { transferToOther(pane, false); });
    connect(pane, &FilePane::moveOverRequested, this, [this, pane] { transferToOther(pane, true); });
    connect(pane, &FilePane::trashRequested, this, [this, pane] { m_work.trash(pane->selectedLocations()); });
    connect(pane, &FilePane::removeRequested, m_side, &StorageSide::askRemoval);
}

void StoragePage::paste(const Location &folder)
{
    const auto files = takenFiles();
    if (!files.locations.isEmpty())
        transfer(files.locations, folder, files.intent == FileIntent::Move);
}

void StoragePage::transferToOther(FilePane *pane, bool moves)
{
    if (const FilePane *other = otherPane(); other && pane == m_active)
        transfer(pane->selectedLocations(), other->location(), moves);
}

// Starts at once unless names exist in the target or disk space is short. Copies in the same folder get new names.
void StoragePage::transfer(const QList<Location> &files, const Location &folder, bool moves)
{
    QList<Location> own;
    models::DropFacts facts{{}, folder};
    for (const Location &file : files)
        (!moves && file.parent() == folder ? own : facts.sources).append(file);
    facts.conflicts = engine::ConflictRule::KeepBoth;
    facts.moves = moves;
    if (!facts.sources.isEmpty() && !startOrAsk(facts))
        return;
    if (!own.isEmpty())
        m_work.start({own, folder, engine::ConflictRule::KeepBoth});
}

// False: not possible.
bool StoragePage::startOrAsk(const models::DropFacts &facts)
{
    const auto verdict = models::judgeFiles(facts);
    if (verdict.isPossible)
        m_work.startOrAsk(facts);
    else
        fail(engine::Error::of(engine::ErrorCode::InvalidArgument, {"%1", {verdict.words}}, facts.target.toString()));
    return verdict.isPossible;
}

void StoragePage::refreshPanesAt(const Location &folder)
{
    for (FilePane *pane : std::as_const(m_panes)) {
        if (pane->location() == folder)
            pane->refresh();
    }
}

void StoragePage::fail(const engine::Error &error)
{
    m_active->fail(error);
}

void StoragePage::offerRemoval(const engine::Error &error, const QList<Location> &files)
{
    const auto shows = [&files](const FilePane *pane) {
        return pane && !files.isEmpty() && pane->location() == files.constFirst().parent();
    };
    FilePane *other = otherPane();
    (shows(other) && !shows(m_active) ? other : m_active)->offerRemoval(error, files);
}

void StoragePage::followMachines()
{
    connect(&m_machines, &StorageMachines::cameBack, this, [this](const QString &place) {
        for (FilePane *pane : std::as_const(m_panes)) {
            if (pane->location().place == place && pane->model().state() == models::FolderModel::State::Failed)
                pane->refresh();
        }
    });
    connect(&m_machines, &StorageMachines::changed, this, [this] {
        if (m_hasPlaces)
            m_placesModel.refresh();
        showHeader();
    });
}

} // namespace ui
