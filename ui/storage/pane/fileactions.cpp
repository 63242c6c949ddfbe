// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/fileactions.h"

#include "models/job/form/jobinput.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/pane/filepane.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QMetaMethod>

using namespace Qt::StringLiterals;

namespace ui {

FileActions::FileActions(FilePane &pane) : QObject(&pane), m_pane(pane)
{
    m_open = add(u"folder"_s, tr("&Open"), {}, tr("Open the folder, or look into the file (Return)"),
                 &FilePane::openSelected);
    m_properties = add(u"info"_s, tr("&Properties and preview"), u"Alt+Return"_s, tr("What it is, and what is in it"),
                       &FilePane::propertiesRequested);
    m_rename = add(u"pencil"_s, tr("Re&name"), u"F2"_s, tr("Give it another name"), &FilePane::renameSelected);
    m_newFolder = add(u"plus"_s, tr("New &folder"), u"Ctrl+Shift+N"_s, tr("Make a folder here"), &FilePane::makeFolder);
    m_copy = add(u"copy"_s, tr("Cop&y"), u"Ctrl+C"_s, tr("Copy what is selected, to be pasted into another folder"),
                 &FilePane::copyRequested);
    m_cut = add(u"arrow-r"_s, tr("Cu&t"), u"Ctrl+X"_s, tr("Move what is selected to where it is pasted"),
                &FilePane::cutRequested);
    m_paste = add(u"down"_s, tr("&Paste"), u"Ctrl+V"_s, tr("Bring what was copied or cut into this folder"),
                  &FilePane::pasteRequested);
    m_copyOver = add(u"columns"_s, tr("Copy to other pa&ne"), u"Shift+F6"_s,
                     tr("Copy what is selected into the folder of the other pane"), &FilePane::copyOverRequested);
    m_moveOver = add(u"columns"_s, tr("Mo&ve to other pane"), u"F6"_s,
                     tr("Move what is selected into the folder of the other pane"), &FilePane::moveOverRequested);
    m_trash = add(u"trash"_s, tr("Move to tras&h"), u"Del"_s, tr("Put what is selected into the trash of its place"),
                  &FilePane::trashRequested);
    m_remove = add(u"x"_s, tr("&Delete files…"), u"Shift+Del"_s,
                   tr("Delete what is selected for good, after it was counted"), &FilePane::removeSelected);
    m_copyPath = add(u"copy"_s, tr("&Copy path"), u"Ctrl+Shift+P"_s, tr("Copy the path of what is selected"),
                     &FilePane::copyPaths);
    m_copyCommand = add(u"terminal"_s, tr("Copy as co&mmand"), u"Ctrl+Shift+L"_s,
                        tr("Copy the command line that lists this folder"), &FilePane::copyCommand);
    m_terminal =
        add(u"terminal"_s, tr("Open &terminal here"), u"Ctrl+Shift+T"_s,
            tr("Open a terminal in this folder, logged in where it is on a machine"), &FilePane::terminalRequested);
    m_useInJob = add(u"play"_s, tr("Use in a &job"), u"Ctrl+Shift+J"_s,
                     tr("Begin a job that has this as an input directory"), &FilePane::useInJob);
    m_refresh = add(u"rerun"_s, tr("Re&fresh"), {}, tr("List the folder anew (F5)"), &FilePane::refresh);
    m_hidden = add(u"eye"_s, tr("&Hidden entries"), u"Ctrl+H"_s, tr("Show names that begin with a dot"),
                   &FilePane::toggleHidden);
    m_hidden->setCheckable(true);
    m_path = add(u"search"_s, tr("T&ype a path"), u"Ctrl+L"_s, tr("Type where to go"), &FilePane::typePath);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, &FileActions::update);
    update();
}

QAction *FileActions::add(const QString &iconName, const QString &text, const QString &keys, const QString &tip,
                          void (FilePane::*slot)())
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setStatusTip(tip);
    connect(action, &QAction::triggered, &m_pane, slot);
    m_pane.addAction(action);
    return action;
}

void FileActions::allow(QAction *action, bool allowed, const QString &whyNot)
{
    action->setEnabled(allowed);
    action->setToolTip(allowed ? action->statusTip() : QString(action->statusTip() + u'\n' + whyNot));
}

void FileActions::fill(QMenu &menu) const
{
    menu.setToolTipsVisible(true); // where a disabled action says why
    menu.addActions({m_open, m_properties});
    menu.addSeparator();
    menu.addActions({m_copy, m_cut, m_paste, m_copyOver, m_moveOver});
    menu.addSeparator();
    menu.addActions({m_rename, m_newFolder});
    menu.addSeparator();
    menu.addActions({m_trash, m_remove});
    menu.addSeparator();
    menu.addActions({m_copyPath, m_copyCommand, m_terminal, m_useInJob});
    menu.addSeparator();
    menu.addActions({m_path, m_refresh, m_hidden});
}

// What nobody takes where the pane is shown is not offered.
void FileActions::update()
{
    const qsizetype count = m_pane.selectionCount();
    const QString nothing = tr("Nothing is selected.");
    const QString several = tr("More than one entry is selected.");
    allow(m_rename, count == 1, count == 0 ? nothing : several);
    const auto isTaken = [this](auto signal) { return m_pane.isSignalConnected(QMetaMethod::fromSignal(signal)); };
    const QString inFiles = tr("Open the folder in Files for that.");
    const bool looksInside = isTaken(&FilePane::propertiesRequested);
    const bool opens = count == 1 && (looksInside || m_pane.selectedEntries().constFirst().isFolder);
    allow(m_open, opens, count == 0 ? nothing : count > 1 ? several : inFiles);
    const bool isListed = m_pane.isListed();
    allowChanges(count > 0, isListed);
    allow(m_newFolder, isListed, tr("This folder could not be read."));
    allow(m_terminal, true, {});
    const QString whyNot = count > 1 ? several : models::whyNoJobInput(m_pane.selectedLocations().constFirst().path);
    const bool isForJobs = isTaken(&FilePane::jobRequested);
    allow(m_useInJob, isForJobs && whyNot.isEmpty(), isForJobs ? whyNot : inFiles);
    allow(m_properties, looksInside, inFiles);
    allow(m_copyPath, true, {});
    allow(m_copyCommand, true, {});
    m_hidden->setChecked(m_pane.showsHidden());
    for (QAction *action : {m_refresh, m_hidden})
        allow(action, true, {});
    allow(m_path, !m_pane.isRooted(), tr("Open the folder in Files to go elsewhere from it."));
}

void FileActions::allowChanges(bool hasSelection, bool isListed)
{
    const QString nothing = tr("Nothing is selected.");
    allow(m_copy, hasSelection, nothing);
    const QString elsewhere = tr("Open the folder in Files to change what is in it.");
    for (QAction *action : {m_cut, m_trash, m_remove})
        allow(action, hasSelection && !m_pane.isRooted(), m_pane.isRooted() ? elsewhere : nothing);
    for (QAction *action : {m_copyOver, m_moveOver})
        allow(action, hasSelection && m_pane.isOneOfTwo(), hasSelection ? tr("There is no second pane.") : nothing);
    allow(m_paste, isListed && hasFiles() && !m_pane.isRooted(),
          m_pane.isRooted() ? elsewhere
              : isListed    ? tr("No file was copied or cut.")
                            : tr("This folder could not be read."));
}

} // namespace ui
