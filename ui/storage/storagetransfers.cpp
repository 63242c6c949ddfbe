// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// StoragePage: uploads and downloads.

#include "ui/storage/pane/filepane.h"
#include "ui/storage/storagepage.h"
#include "ui/storage/storageside.h"
#include "ui/theme/icons.h"

#include <QFileDialog>
#include <QMenu>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;

void StoragePage::askTransfer(const QList<Location> &files, const Location &folder, bool moves)
{
    if (folder.path.isEmpty() && !m_hasPlaces)
        return whenPlacesAreKnown([this, files, folder, moves] { askTransfer(files, folder, moves); });
    models::DropFacts facts{files, folder};
    facts.moves = moves;
    if (folder.path.isEmpty())
        facts.target.path = m_placesModel.homeOf(folder.place);
    const auto verdict = models::judgeFiles(facts);
    if (!verdict.isPossible)
        return m_active->fail(
            engine::Error::of(engine::ErrorCode::InvalidArgument, {"%1", {verdict.words}}, folder.toString()));
    m_side->askUpload(facts);
}

void StoragePage::showUploadMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    connect(menu->addAction(tr("Files…")), &QAction::triggered, this,
            [this] { chooseUpload(QFileDialog::ExistingFiles); });
    connect(menu->addAction(tr("A folder…")), &QAction::triggered, this,
            [this] { chooseUpload(QFileDialog::Directory); });
    menu->popup(where);
}

void StoragePage::chooseUpload(int mode)
{
    auto *dialog = new QFileDialog(this, tr("Upload"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::FileMode(mode));
    connect(dialog, &QFileDialog::filesSelected, this, [this, folder = m_active->location()](const QStringList &paths) {
        QList<Location> files;
        for (const QString &path : paths)
            files.append({{}, path});
        askTransfer(files, folder);
    });
    dialog->open();
}

void StoragePage::addTransferActions(QMenu &menu)
{
    const QList<Location> selected = m_active->selectedLocations();
    auto *bring = menu.addAction(icon(u"download"_s), tr("Download to…"));
    const bool isHere = m_active->location().place.isEmpty();
    bring->setEnabled(!isHere && m_active->selectionCount() > 0);
    bring->setToolTip(isHere                   ? tr("These files are on this computer")
                          : bring->isEnabled() ? tr("Bring what is selected to a folder of this computer")
                                               : tr("Nothing is selected"));
    connect(bring, &QAction::triggered, this, [this, selected] {
        auto *dialog = new QFileDialog(this, tr("Download to"), QDir::homePath());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setFileMode(QFileDialog::Directory);
        connect(dialog, &QFileDialog::fileSelected, this,
                [this, selected](const QString &folder) { download(selected, folder); });
        dialog->open();
    });
    auto *carried = menu.addAction(icon(u"download"_s), tr("Fetch to drag out"));
    carried->setEnabled(bring->isEnabled());
    carried->setToolTip(isHere                     ? tr("Files of this computer can be dragged out as they are")
                            : carried->isEnabled() ? tr("Fetch what is selected, to be dragged to another program")
                                                   : tr("Nothing is selected"));
    connect(carried, &QAction::triggered, this, [this, selected] { m_active->carry(selected); });
}

// Refreshes panes that show the target or the source folder of a move.
void StoragePage::followTransfer(const engine::TransferSnapshot &transfer)
{
    if (transfer.state != engine::TransferState::Done && transfer.state != engine::TransferState::Failed)
        return;
    for (FilePane *pane : std::as_const(m_panes)) {
        const bool isLeft =
            transfer.request.removesSources && pane->location() == transfer.request.sources.constFirst().parent();
        if (pane->location() == transfer.request.target || isLeft)
            pane->refresh();
    }
}

} // namespace ui
