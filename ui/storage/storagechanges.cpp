// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: what is done to what is selected: copied and moved, put into the trash, deleted.

#include "engine/base/whenfinished.h"
#include "models/storage/filetaskwatch.h"
#include "models/transfer/dropjudge.h"
#include "ui/storage/fileclipboard.h"
#include "ui/storage/filepane.h"
#include "ui/storage/removalpanel.h"
#include "ui/storage/storagepage.h"
#include "ui/storage/uploadpanel.h"

#include <QLocale>
#include <QPointer>

using namespace Qt::StringLiterals;

namespace ui {

using engine::FileTaskRequest;
using engine::FileTaskSnapshot;
using engine::Location;

namespace {

QString entriesText(qint64 count)
{
    return count == 1 ? StoragePage::tr("1 entry") : StoragePage::tr("%1 entries").arg(QLocale().toString(count));
}

} // namespace

void StoragePage::connectChanges(FilePane *pane)
{
    connect(pane, &FilePane::copyRequested, this, [pane] { putFiles(pane->selectedLocations(), FileIntent::Copy); });
    connect(pane, &FilePane::cutRequested, this, [pane] { putFiles(pane->selectedLocations(), FileIntent::Move); });
    connect(pane, &FilePane::pasteRequested, this, [this, pane] { paste(pane->location()); });
    connect(pane, &FilePane::copyOverRequested, this, [this, pane] { bringOver(pane, false); });
    connect(pane, &FilePane::moveOverRequested, this, [this, pane] { bringOver(pane, true); });
    connect(pane, &FilePane::trashRequested, this, [this, pane] { moveToTrash(pane->selectedLocations()); });
    connect(pane, &FilePane::removeRequested, this, [this, pane] { askRemoval(pane->selectedLocations()); });
}

void StoragePage::paste(const Location &folder)
{
    const auto files = takenFiles();
    if (!files.locations.isEmpty())
        bring(files.locations, folder, files.intent == FileIntent::Move);
}

void StoragePage::bringOver(FilePane *pane, bool moves)
{
    if (const FilePane *other = otherPane(); other && pane == m_active)
        bring(pane->selectedLocations(), other->location(), moves);
}

// At once where nothing of theirs is there. In their own folder copies get names of their own.
void StoragePage::bring(const QList<Location> &files, const Location &folder, bool moves)
{
    QList<Location> own;
    models::DropFacts facts{{}, folder};
    for (const Location &file : files)
        (!moves && file.parent() == folder ? own : facts.sources).append(file);
    facts.conflicts = engine::ConflictRule::KeepBoth;
    facts.moves = moves;
    const auto verdict = models::judgeFiles(facts);
    if (!facts.sources.isEmpty() && !verdict.isPossible)
        return m_active->fail({engine::ErrorCode::InvalidArgument, {"%1", {verdict.words}}, folder.toString(), {}, {}});
    if (!own.isEmpty())
        begin({own, folder, engine::ConflictRule::KeepBoth});
    if (facts.sources.isEmpty())
        return;
    m_toBring.append(facts);
    bringNext();
}

void StoragePage::bringNext()
{
    if (!m_toBring.isEmpty() && !m_upload->isLooking() && m_uploadSide->isHidden())
        m_upload->askIfThere(m_toBring.takeFirst());
}

void StoragePage::begin(const engine::TransferRequest &request)
{
    engine::whenFinished(m_client.startTransfer(request), this,
                         [this](const engine::Result<engine::TransferSnapshot> &begun) {
                             if (!begun)
                                 m_active->fail(begun.error());
                         });
}

void StoragePage::refreshPanesAt(const Location &folder)
{
    for (FilePane *pane : std::as_const(m_panes)) {
        if (pane->location() == folder)
            pane->refresh();
    }
}

// At once, with a way back.
void StoragePage::moveToTrash(const QList<Location> &files)
{
    FileTaskRequest request;
    request.kind = FileTaskRequest::Kind::Trash;
    request.place = files.constFirst().place;
    for (const Location &file : files)
        request.paths.append(file.path);
    const Location folder = files.constFirst().parent();
    auto *watch = new models::FileTaskWatch(m_client, request, this);
    connect(watch, &models::FileTaskWatch::ended, this, [this, folder](const FileTaskSnapshot &task) {
        refreshPanesAt(folder);
        if (task.error)
            m_active->offerRemoval(*task.error);
        const QList<engine::TrashedFile> trashed = task.trashed; // before an error, too
        if (trashed.isEmpty())
            return;
        const QString what = entriesText(trashed.size());
        emit told(folder.place.isEmpty() ? tr("Moved %1 to Trash.").arg(what)
                                         : tr("Moved %1 to Trash on %2.").arg(what, folder.place),
                  tr("Undo"), [page = QPointer(this), &client = m_client, folder, trashed] {
                      restore(page, client, folder, trashed);
                  });
    });
}

// The page may be gone by then.
void StoragePage::restore(const QPointer<StoragePage> &page, engine::EngineClient &client, const Location &folder,
                          const QList<engine::TrashedFile> &trashed)
{
    FileTaskRequest request;
    request.kind = FileTaskRequest::Kind::Restore;
    request.place = folder.place;
    request.trashed = trashed;
    auto *watch = new models::FileTaskWatch(client, request, &client);
    connect(watch, &models::FileTaskWatch::ended, watch, [page, folder](const FileTaskSnapshot &task) {
        if (!page)
            return;
        page->refreshPanesAt(folder);
        if (task.error)
            page->m_active->fail(*task.error);
    });
}

void StoragePage::askRemoval(const QList<Location> &files)
{
    m_removal->ask(files);
    if (!m_uploadSide->isHidden())
        m_upload->end();
    m_uploadSide->hide();
    m_removalSide->show();
    fitPlaces();
    m_removal->takeFocus();
}

void StoragePage::closeRemoval()
{
    m_removalSide->hide();
    fitPlaces();
    m_active->focusList();
}

} // namespace ui
