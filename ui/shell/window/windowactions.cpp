// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/windowactions.h"

#include "engine/api/resource/snapshots.h"
#include "models/deletion.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/pagestack.h"
#include "ui/theme/icons.h"

#include <QAction>
#include <QMainWindow>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

WindowActions::WindowActions(QMainWindow &window) : QObject(&window), m_window(window)
{
    submit = add(u"send"_s, tr("&Submit job"), u"Ctrl+N"_s, tr("Describe and start a job"));
    newGroup = add(u"group"_s, tr("New &group…"), u"Ctrl+Alt+G"_s, tr("Make a group"));
    newWorkspace = add(u"layers"_s, tr("New &workspace…"), u"Ctrl+Alt+W"_s, tr("Make a workspace in this group"));
    newExperiment =
        add(u"flask"_s, tr("New &experiment…"), u"Ctrl+Alt+E"_s, tr("Make an experiment in this workspace"));
    newCluster = add(u"cluster"_s, tr("New &cluster"), u"Ctrl+Alt+C"_s, tr("Make a cluster of machines"));
    newFileServer = add(u"share"_s, tr("New file ser&ver"), u"Ctrl+Alt+F"_s,
                        tr("Give a folder of a machine the name that documents mount it by"));
    addAccount = add(u"cloud"_s, tr("Add a storage &account"), u"Ctrl+Alt+B"_s,
                     tr("Browse the containers of Azure Blob, with a key or a shared access signature"));
    accountKey = add(u"key"_s, tr("New &key…"), u"Ctrl+Alt+Y"_s,
                     tr("Replace the key or the shared access signature of this storage account"));
    addForDocuments();
    addForMachines();
    openLog = add(u"file-text"_s, tr("Open &log"), u"Ctrl+Alt+O"_s, tr("What this job has written"));
    stop = add(u"stop"_s, tr("&Stop"), u"Ctrl+."_s, tr("Stop this job, or those that are selected"));
    rerun = add(u"rerun"_s, tr("&Rerun"), u"Ctrl+R"_s, tr("Submit this job again"));
    clone = add(u"copy"_s, tr("&Clone"), u"Ctrl+Alt+N"_s, tr("Change this job's document and submit it as a new job"));
    deleteResource = add(u"trash"_s, tr("&Delete…"), u"Ctrl+Del"_s, {});
    undo = add(u"undo"_s, tr("&Undo"), u"Ctrl+Z"_s, tr("Undo what was done last, while the notice of it offers that"));
    allowUndo(false);
    copyName = add(u"copy"_s, tr("Copy &name"), u"Ctrl+Shift+C"_s, tr("Copy the full name"));
    back = add(u"chev-l"_s, tr("&Back"), u"Alt+Left"_s, tr("Back"));
    forward = add(u"chev-r"_s, tr("&Forward"), u"Alt+Right"_s, tr("Forward"));
    up = add(u"up"_s, tr("&Up"), u"Alt+Up"_s, tr("What holds this"));
    home = add(u"home"_s, tr("&Home"), u"Alt+Home"_s, tr("The first page"));
    files =
        add(u"folder"_s, tr("Browse &files"), u"Ctrl+Shift+B"_s, tr("The files of this computer and of every machine"));
    search = add(u"search"_s, tr("Search or run &anything"), u"Ctrl+K"_s, tr("Search or run anything"));
    filterTree = add(u"filter"_s, tr("Filter the &tree"), u"Ctrl+Shift+F"_s, tr("Filter the tree"));
    reload = add(u"rerun"_s, tr("&Reload"), u"F5"_s, tr("Ask again for what is shown"));
    quit = add(u"x"_s, tr("&Quit"), u"Ctrl+Q"_s, tr("Close the window; running jobs go on"));
    shortcuts = add(u"info"_s, tr("&Keyboard shortcuts"), u"F1"_s, tr("Every command that has a key"));
    about = add(u"info"_s, tr("&About Batchdeck"), {}, tr("The version and the licence"));
    addSynonyms();
}

void WindowActions::addSynonyms()
{
    files->setProperty(synonymsProperty, tr("storage explorer"));
    transferLimits->setProperty(synonymsProperty, tr("settings preferences"));
    shortcuts->setProperty(synonymsProperty, tr("help hotkeys"));
    reload->setProperty(synonymsProperty, tr("refresh"));
}

void WindowActions::addForDocuments()
{
    openDocument =
        add(u"folder"_s, tr("&Open document…"), u"Ctrl+O"_s, tr("Open a job.json, cluster.json, workspace or export"));
    exportResource = add(u"download"_s, tr("E&xport…"), u"Ctrl+Shift+E"_s,
                         tr("Write this and what it holds to a file, without secrets"));
    transfers =
        add(u"arrow-r"_s, tr("All t&ransfers"), u"Ctrl+J"_s, tr("Every transfer, also those that ended, in a table"));
    transferLimits = add(u"layers"_s, tr("Transfers at &once…"), {}, tr("Say how many transfers run at once"));
    mapVolumes =
        add(u"link"_s, tr("Map &volumes…"), u"Ctrl+Shift+M"_s, tr("Say where the volumes of old documents are now"));
}

void WindowActions::addForMachines()
{
    connectMachine = add(u"plug"_s, tr("Connect &machine"), u"Ctrl+M"_s, tr("Connect a machine by SSH"));
    reconnect = add(u"rerun"_s, tr("&Reconnect now"), u"Ctrl+Shift+R"_s, tr("Try to reach this machine now"));
    terminal = add(u"terminal"_s, tr("Open &terminal"), u"Ctrl+Shift+T"_s, tr("Log in to this machine in a terminal"));
    doctor = add(u"shield"_s, tr("&Doctor"), u"Ctrl+Shift+D"_s, tr("Examine this machine"));
    removeTraces = add(u"trash"_s, tr("Delete t&races…"), u"Ctrl+Shift+Del"_s,
                       tr("Delete what this profile left on this machine"));
}

QAction *WindowActions::add(const QString &iconName, const QString &text, const QKeySequence &keys, const QString &tip)
{
    auto *made = new QAction(icon(iconName), text, &m_window);
    made->setShortcut(keys);
    made->setStatusTip(tip);
    allow(made, true, {});
    m_window.addAction(made);
    return made;
}

void WindowActions::useTree(QAction *toggle)
{
    showTree = toggle;
    showTree->setText(tr("&Tree"));
    showTree->setIcon(icon(u"columns"_s));
    showTree->setShortcut(QKeySequence(u"Ctrl+B"_s));
    showTree->setToolTip(tr("Show or hide the tree (Ctrl+B)"));
    m_window.addAction(showTree);
}

// Appends the reason to the tool tip of a disabled action.
void WindowActions::allow(QAction *action, bool allowed, const QString &whyNot)
{
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString tip = keys.isEmpty() ? action->statusTip() : action->statusTip() + u" ("_s + keys + u')';
    action->setEnabled(allowed);
    action->setToolTip(allowed ? tip : tip + u'\n' + whyNot);
}

void WindowActions::update(const PageStack &pages, const CurrentChoice &choice, const models::ResourceStore &store,
                           bool hasProfile)
{
    const ResourceId id = pages.place().id;
    const bool isResource = pages.place().kind == Place::Kind::Resource;
    const bool isMachine = id.isValid() && id.kind() == ResourceKind::Machine && isResource;
    const auto machine = engine::MachineSnapshot::fromDocument(isMachine ? store.document(id) : QJsonObject());
    const QString noMachine = tr("No machine is open.");
    allow(back, pages.canStep(Page::Step::Back), tr("There is no page before this one."));
    allow(forward, pages.canStep(Page::Step::Forward), tr("There is no page after this one."));
    allow(up, pages.canStep(Page::Step::Up), tr("This is the first page."));
    updateOfChoice(choice, store, id.isValid());
    for (QAction *one : {reconnect, terminal})
        allow(one, isMachine && !machine.isLocal,
              machine.isLocal ? tr("This computer needs no way to it.") : noMachine);
    for (QAction *one : {doctor, removeTraces})
        allow(one, isMachine, noMachine);
    allow(accountKey, id.isValid() && id.kind() == ResourceKind::StorageAccount, tr("No storage account is open."));
    allow(newGroup, hasProfile, tr("The engine has not answered yet."));
    allow(newWorkspace, id.ancestor(ResourceKind::Group).isValid(), tr("Open the group that it is to be in."));
    allow(newExperiment, id.ancestor(ResourceKind::Workspace).isValid(), tr("Open the workspace that it is to be in."));
}

void WindowActions::allowUndo(bool isOffered)
{
    allow(undo, isOffered, tr("No notice offers to undo anything now."));
}

void WindowActions::updateOfChoice(const CurrentChoice &choice, const models::ResourceStore &store, bool hasPlace)
{
    const QList<ResourceId> ids = choice.resources();
    const auto isOf = [](ResourceKind kind) { return [kind](const ResourceId &id) { return id.kind() == kind; }; };
    const bool areJobs = !ids.isEmpty() && std::all_of(ids.cbegin(), ids.cend(), isOf(ResourceKind::Job));
    const bool areOfProfile = models::areOfProfile(ids);
    const bool hasMachine = std::any_of(ids.cbegin(), ids.cend(), isOf(ResourceKind::Machine));
    const bool hasAccount = std::any_of(ids.cbegin(), ids.cend(), isOf(ResourceKind::StorageAccount));
    const QString noJob = tr("No job is open or selected.");
    const QString nothing = tr("Nothing is open or selected.");
    const bool isStopping = std::any_of(ids.cbegin(), ids.cend(),
                                        [&store](const ResourceId &one) { return models::isLiveJob(store, one); });
    allow(stop, areJobs && !choice.liveJobs().isEmpty(),
          !areJobs             ? noJob
              : ids.size() > 1 ? tr("None of these jobs can be stopped any more.")
              : isStopping     ? tr("%1 is being stopped.").arg(ids.constFirst().name())
                               : tr("%1 has ended.").arg(ids.constFirst().name()));
    allow(rerun, areJobs, noJob);
    for (QAction *ofOne : {openLog, clone})
        allow(ofOne, areJobs && ids.size() == 1, areJobs ? tr("More than one job is selected.") : noJob);
    const bool areOther = choice.isNoResource();
    deleteResource->setText(areOfProfile ? tr("&Remove…") : tr("&Delete…"));
    deleteResource->setStatusTip(areOfProfile ? tr("Remove this, or what is selected, from the profile")
                                              : tr("Delete this, or what is selected, and what it holds"));
    allow(deleteResource, !ids.isEmpty() && !areOther,
          areOther ? tr("What is selected is not deleted by this.") : nothing);
    allow(copyName, !ids.isEmpty() || hasPlace, nothing);
    allow(exportResource, !ids.isEmpty() && !hasMachine && !hasAccount,
          hasMachine       ? tr("A machine has no document.")
              : hasAccount ? tr("A storage account has no document.")
                           : nothing);
}

} // namespace ui
