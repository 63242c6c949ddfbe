// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

// FilesTab: what is done with the files that it shows.

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "models/words.h"
#include "ui/job/files/fetchpanel.h"
#include "ui/job/files/filestab.h"
#include "ui/storage/drop/filedrop.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/panel/propertiespanel.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QMenu>

#include <utility>

namespace ui {

using engine::JobFolderThere;

namespace {

constexpr qint64 mostFollowed = 256'000'000; // it is copied to this computer as a whole

void allow(QAction *action, bool isAllowed, const QString &tip)
{
    action->setEnabled(isAllowed);
    action->setToolTip(tip);
}

} // namespace

void FilesTab::showSelected()
{
    const bool isThere = chosen();
    const QList<engine::StorageEntry> selected =
        isThere && m_pane->selectionCount() <= 1 ? m_pane->selectedEntries() : QList<engine::StorageEntry>();
    const bool isFile = selected.size() == 1 && !selected.constFirst().isFolder;
    const bool isSmall = isFile && selected.constFirst().size <= mostFollowed;
    allow(m_followAction, isSmall,
          isFile && !isSmall ? tr("Only files up to %1 are copied here").arg(models::fileSize(mostFollowed))
              : isFile       ? tr("Read it among the logs, as it grows (Ctrl+Shift+G)")
                             : tr("Choose a file first"));
    const QString notThere = tr("The job has not made this directory yet");
    allow(m_downloadAction, isThere,
          !isThere                           ? notThere
              : m_pane->selectionCount() > 0 ? tr("Bring what is selected to a folder of this computer (Ctrl+Shift+S)")
                                             : tr("Bring this folder to one of this computer (Ctrl+Shift+S)"));
    allow(m_openAction, isThere,
          isThere ? tr("Show this folder among all files of its machine (Ctrl+Shift+O)") : notThere);
    if (m_side->isHidden())
        return;
    if (isThere && m_pane->selectionCount() > 1)
        return m_properties->showSeveral(m_pane->selectedLocations());
    if (selected.size() != 1)
        return m_properties->showNone();
    const engine::StorageEntry before = std::exchange(m_selected, selected.constFirst());
    if (before.toJson() != m_selected.toJson())
        m_properties->showEntry(m_pane->selectedLocations().constFirst());
}

void FilesTab::setPropertiesShown(bool isShown)
{
    const bool hadFocus = m_side->isAncestorOf(focusWidget());
    m_side->setVisible(isShown);
    m_selected = {};
    if (isShown)
        showSelected();
    else if (hadFocus)
        m_pane->focusList();
}

void FilesTab::setFetchShown(bool isShown)
{
    const bool hadFocus = m_fetch->isAncestorOf(focusWidget());
    m_fetch->setVisible(isShown);
    m_fetchAction->setChecked(isShown);
    if (isShown)
        m_fetch->takeFocus();
    else if (hadFocus)
        m_pane->focusList();
}

QList<QAction *> FilesTab::commands() const
{
    return chosen() ? actions() + m_pane->actions() : actions();
}

void FilesTab::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions({m_followAction, m_downloadAction, m_openAction, m_fetchAction});
    menu->addSeparator();
    m_pane->fillMenu(*menu);
    menu->popup(where);
}

// Files for the job, or into a folder that it left.
void FilesTab::connectDrops()
{
    auto *drop = new FileDrop(m_pane, [this](const QPoint &where) {
        DropSpot spot = m_pane->spotAt(where);
        spot.name = nameOf(spot.folder);
        return spot;
    });
    connect(drop, &FileDrop::dropped, this, &FilesTab::askUpload);
    connect(m_upload, &UploadPanel::asked, this, [this] {
        setPropertiesShown(false); // it stands in their place
        m_uploadSide->show();
    });
    connect(m_upload, &UploadPanel::closed, this, &FilesTab::closeUpload);
    connect(&m_work, &models::FileWork::questioned, this, &FilesTab::askNext);
    connect(&m_client, &engine::EngineClient::transferChanged, this, [this](const auto &transfer) {
        if (engine::isEnded(transfer.state) && chosen() && transfer.request.target == m_pane->location())
            m_pane->refresh();
    });
}

void FilesTab::askUpload(const QList<engine::Location> &files, const engine::Location &folder)
{
    models::DropFacts facts{files, folder};
    facts.targetName = nameOf(folder);
    m_upload->ask(facts);
    m_upload->takeFocus();
}

QString FilesTab::nameOf(const engine::Location &folder) const
{
    return m_directory->currentText() + folder.path.sliced(qMin(folder.path.size(), m_root.path.size()));
}

void FilesTab::closeUpload()
{
    m_upload->end();
    m_uploadSide->hide();
    m_pane->focusList();
    askNext();
}

// Where it is seen; else the window says that there is a question.
void FilesTab::askNext()
{
    if (!m_work.hasQuestion() || !isVisible() || !m_uploadSide->isHidden())
        return;
    m_upload->askNext(m_work);
    m_upload->takeFocus();
}

void FilesTab::chooseTarget()
{
    auto *dialog = new QFileDialog(this, tr("Download to"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &FilesTab::download);
    dialog->open();
}

void FilesTab::download(const QString &folder)
{
    const models::DropFacts facts{m_pane->selectedLocations(), {{}, folder}};
    const auto verdict = models::judgeFiles(facts);
    if (!verdict.isPossible)
        return m_pane->fail({engine::ErrorCode::InvalidArgument, {"%1", {verdict.words}}, folder});
    m_work.bring(facts);
}

engine::ResourceId FilesTab::machine() const
{
    const JobFolderThere *folder = chosen();
    for (const engine::JobNode &node : m_job.nodeRuns) {
        const auto id = engine::ResourceId::parse(node.id);
        if (folder && node.name == folder->node && id)
            return *id;
    }
    return {};
}

void FilesTab::follow()
{
    const JobFolderThere *folder = chosen();
    if (!folder || m_pane->selectionCount() != 1)
        return;
    const QString path = m_pane->selectedLocations().constFirst().path.sliced(m_root.path.size() + 1);
    engine::whenFinished(m_client.jobs.follow(m_job.id, folder->directory, path, folder->node), this,
                         [this, path, node = folder->node](const auto &answer) {
                             if (answer)
                                 emit logRequested({path, node, answer->spoolPath, answer->complete});
                             else
                                 m_pane->fail(answer.error());
                         });
}

} // namespace ui
