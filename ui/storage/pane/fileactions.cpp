// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/fileactions.h"

#include "models/job/form/jobinput.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

FileActions::FileActions(QWidget &pane) : QObject(&pane), m_pane(pane)
{
    open = add(u"folder"_s, tr("&Open"), {}, tr("Open the folder, or look into the file (Return)"));
    properties = add(u"info"_s, tr("&Properties and preview"), u"Alt+Return"_s, tr("What it is, and what is in it"));
    rename = add(u"pencil"_s, tr("Re&name"), u"F2"_s, tr("Give it another name"));
    newFolder = add(u"plus"_s, tr("New &folder"), u"Ctrl+Shift+N"_s, tr("Make a folder here"));
    copy = add(u"copy"_s, tr("Cop&y"), u"Ctrl+C"_s, tr("Copy what is selected, to be pasted into another folder"));
    cut = add(u"arrow-r"_s, tr("Cu&t"), u"Ctrl+X"_s, tr("Move what is selected to where it is pasted"));
    paste = add(u"down"_s, tr("&Paste"), u"Ctrl+V"_s, tr("Bring what was copied or cut into this folder"));
    copyOver = add(u"columns"_s, tr("Copy to other pa&ne"), u"Shift+F6"_s,
                   tr("Copy what is selected into the folder of the other pane"));
    moveOver = add(u"columns"_s, tr("Mo&ve to other pane"), u"F6"_s,
                   tr("Move what is selected into the folder of the other pane"));
    trash = add(u"trash"_s, tr("Move to tras&h"), u"Del"_s, tr("Put what is selected into the trash of its place"));
    remove =
        add(u"x"_s, tr("&Delete files…"), u"Shift+Del"_s, tr("Delete what is selected for good, after it was counted"));
    copyPath = add(u"copy"_s, tr("&Copy path"), u"Ctrl+Shift+P"_s, tr("Copy the path of what is selected"));
    copyCommand = add(u"terminal"_s, tr("Copy as co&mmand"), u"Ctrl+Shift+L"_s,
                      tr("Copy the command line that lists this folder"));
    terminal = add(u"terminal"_s, tr("Open &terminal here"), u"Ctrl+Shift+T"_s,
                   tr("Open a terminal in this folder, logged in where it is on a machine"));
    useInJob =
        add(u"play"_s, tr("Use in a &job"), u"Ctrl+Shift+J"_s, tr("Begin a job that has this as an input directory"));
    linkHour = add(u"link"_s, tr("Copy link for 1 &hour"), u"Ctrl+Alt+U"_s,
                   tr("Copy a link that reads this file, for whoever has it, until an hour from now"));
    linkDay = add(u"link"_s, tr("Copy link for 1 &day"), {},
                  tr("Copy a link that reads this file, for whoever has it, until a day from now"));
    linkWeek = add(u"link"_s, tr("Copy link for 7 da&ys"), {},
                   tr("Copy a link that reads this file, for whoever has it, until 7 days from now"));
    refresh = add(u"rerun"_s, tr("Re&fresh"), {}, tr("List the folder anew (F5)"));
    hidden = add(u"eye"_s, tr("&Hidden entries"), u"Ctrl+H"_s, tr("Show names that begin with a dot"));
    hidden->setCheckable(true);
    typePath = add(u"search"_s, tr("T&ype a path"), u"Ctrl+L"_s, tr("Type where to go"));
}

QAction *FileActions::add(const QString &iconName, const QString &text, const QString &keys, const QString &tip)
{
    auto *action = new QAction(icon(iconName), text, this);
    action->setShortcut(QKeySequence(keys));
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setStatusTip(tip);
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
    menu.setToolTipsVisible(true); // for the reason of a disabled action
    menu.addActions({open, properties});
    menu.addSeparator();
    menu.addActions({copy, cut, paste, copyOver, moveOver});
    menu.addSeparator();
    menu.addActions({rename, newFolder});
    menu.addSeparator();
    menu.addActions({trash, remove});
    menu.addSeparator();
    menu.addActions({copyPath, copyCommand, terminal, useInJob});
    if (m_where != Where::Disk) {
        QMenu *links = menu.addMenu(icon(u"link"_s), tr("Copy lin&k"));
        links->setToolTipsVisible(true);
        links->addActions({linkHour, linkDay, linkWeek});
    }
    menu.addSeparator();
    menu.addActions({typePath, refresh, hidden});
}

void FileActions::update(const Facts &facts)
{
    const QString nothing = tr("Nothing is selected.");
    const QString several = tr("More than one entry is selected.");
    const QString inFiles = tr("Open the folder in Files for that.");
    const bool isOnDisk = facts.where == Where::Disk;
    const bool areContainers = facts.where == Where::ContainerList;
    nameFor(facts.where);
    allow(rename, facts.selected == 1 && !areContainers,
          areContainers             ? tr("A container keeps its name.")
              : facts.selected == 0 ? nothing
                                    : several);
    allow(open, facts.selected == 1 && (facts.looksInside || facts.isFolder),
          facts.selected == 0      ? nothing
              : facts.selected > 1 ? several
                                   : inFiles);
    allowChanges(facts);
    allow(newFolder, facts.isListed, tr("This folder could not be read."));
    allow(terminal, isOnDisk, tr("A storage account has no shell."));
    const QString whyNot = facts.selected > 1  ? several
        : areContainers && facts.selected == 0 ? tr("Choose a container.")
                                               : models::whyNoJobInput(facts.path);
    allow(useInJob, facts.makesJobs && whyNot.isEmpty(), facts.makesJobs ? whyNot : inFiles);
    allowLinks(facts);
    allow(properties, facts.looksInside, inFiles);
    allow(copyPath, true, {});
    allow(copyCommand, true, {});
    hidden->setChecked(facts.showsHidden);
    for (QAction *action : {refresh, hidden})
        allow(action, true, {});
    allow(typePath, !facts.isRooted, tr("Open the folder in Files to go elsewhere from it."));
}

void FileActions::allowChanges(const Facts &facts)
{
    const bool hasSelection = facts.selected > 0;
    const QString nothing = tr("Nothing is selected.");
    allow(copy, hasSelection, nothing);
    const QString elsewhere = tr("Open the folder in Files to change what is in it.");
    const bool areContainers = facts.where == Where::ContainerList;
    for (QAction *action : {cut, trash, remove})
        allow(action, hasSelection && !facts.isRooted, facts.isRooted ? elsewhere : nothing);
    for (QAction *action : {copyOver, moveOver})
        allow(action, hasSelection && facts.isOneOfTwo, hasSelection ? tr("There is no second pane.") : nothing);
    if (facts.where != Where::Disk)
        allow(trash, false, tr("A storage account has no trash. Deleting is for good."));
    if (areContainers) {
        for (QAction *action : {cut, moveOver})
            allow(action, false, tr("A container can be copied, not moved."));
    }
    allow(paste, facts.isListed && hasFiles() && !facts.isRooted && !areContainers,
          facts.isRooted       ? elsewhere
              : areContainers  ? tr("Files go into a container: open one.")
              : facts.isListed ? tr("No file was copied or cut.")
                               : tr("This folder could not be read."));
}

void FileActions::allowLinks(const Facts &facts)
{
    const bool isBlob = facts.where == Where::Container && facts.selected == 1 && !facts.isFolder;
    const QString whyNot = facts.where == Where::Disk
        ? tr("Only files of a storage account have links.")
        : tr("Choose one file in a container: links are for single files.");
    for (QAction *action : {linkHour, linkDay, linkWeek})
        allow(action, isBlob, whyNot);
}

// Without a trash, Del deletes for good, after the question.
void FileActions::nameFor(Where where)
{
    if (std::exchange(m_where, where) == where)
        return;
    const bool isOnDisk = where == Where::Disk;
    const bool areContainers = where == Where::ContainerList;
    newFolder->setText(areContainers ? tr("New &container…") : tr("New &folder"));
    newFolder->setStatusTip(areContainers ? tr("Make a container in this account") : tr("Make a folder here"));
    rename->setStatusTip(isOnDisk ? tr("Give it another name")
                                  : tr("Give it another name: it is copied there, then deleted here"));
    remove->setText(areContainers ? tr("&Delete containers…") : tr("&Delete files…"));
    QList<QKeySequence> keys{QKeySequence(u"Shift+Del"_s)};
    if (!isOnDisk)
        keys.append(QKeySequence(u"Del"_s));
    remove->setShortcuts(keys);
}

} // namespace ui
