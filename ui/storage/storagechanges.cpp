// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: changes of selected files (copy, move, trash, delete), links to them, storage accounts, and machines
// that are connected again.

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/storage/storageside.h"
#include "ui/theme/icons.h"

#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QLocale>
#include <QMenu>

using namespace Qt::StringLiterals;

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
    connect(pane, &FilePane::containerRequested, m_side, [this, pane] { m_side->askContainer(pane->location()); });
    connect(&pane->model(), &models::FolderModel::renamed, this, [this, pane](const QString &from, const QString &to) {
        if (!engine::accountOf(pane->location().place).isEmpty())
            emit told(tr("Copied %1 to %2, then deleted %1.").arg(engine::shownPath(from), engine::shownPath(to)), {},
                      {});
    });
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

// Only the storage account whose files are shown.
void StoragePage::addAccountActions(QMenu &menu)
{
    if (m_machines.accountText(m_active->location().place).isEmpty())
        return;
    menu.addSeparator();
    connect(menu.addAction(icon(u"key"_s), tr("New &key of the account…")), &QAction::triggered, this,
            &StoragePage::accountKeyRequested);
    connect(menu.addAction(icon(u"x"_s), tr("Re&move the account…")), &QAction::triggered, this,
            &StoragePage::removeRequested);
}

// The notice does not show the link, as its signature is a secret.
void StoragePage::copyLink(const Location &blob, int minutes)
{
    engine::whenFinished(
        m_client.storageAccounts.linkTo(blob, minutes), this,
        [this, name = blob.name(), minutes](const engine::Result<QString> &link) {
            if (!link)
                return fail(link.error());
            QGuiApplication::clipboard()->setText(*link);
            const QString end =
                QLocale().toString(QDateTime::currentDateTime().addSecs(60LL * minutes), QLocale::ShortFormat);
            emit told(
                tr("Copied a link to %1. Whoever has it can read the file until %2.").arg(engine::shownPath(name), end),
                {}, {});
        });
}

} // namespace ui
