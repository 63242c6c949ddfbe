// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "models/deletion.h"
#include "models/job/jobstops.h"
#include "models/storage/filework.h"
#include "models/transfer/transferlist.h"
#include "ui/job/jobpage.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/breadcrumbbar.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/dialog/quitquestion.h"
#include "ui/shell/document/documentdrop.h"
#include "ui/shell/document/documentopener.h"
#include "ui/shell/document/resourceexport.h"
#include "ui/shell/draft/formdrafts.h"
#include "ui/shell/searchbutton.h"
#include "ui/shell/statusline.h"
#include "ui/shell/tree/treedock.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/work/fileworknotices.h"
#include "ui/shell/work/resourcedeletion.h"
#include "ui/shell/work/stopnotices.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/copying.h"

#include <QActionGroup>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QScreen>
#include <QToolBar>
#include <QToolButton>

#include <algorithm>

using namespace Qt::StringLiterals;

/// How the window is put together: actions, menus, bars, and what is remembered of them.
namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr int layoutVersion = 1;

} // namespace

template <typename Slot>
QAction *MainWindow::action(const QString &iconName, const QString &text, const QKeySequence &keys, const QString &tip,
                            Slot slot)
{
    auto *made = new QAction(icon(iconName), text, this);
    made->setShortcut(keys);
    made->setStatusTip(tip);
    allow(made, true, {});
    connect(made, &QAction::triggered, this, slot);
    addAction(made);
    return made;
}

void MainWindow::createActions()
{
    m_actions.submit =
        action(u"send"_s, tr("&Submit job"), u"Ctrl+N"_s, tr("Describe and start a job"), &MainWindow::newJob);
    m_actions.newGroup = action(u"group"_s, tr("New &group…"), u"Ctrl+Alt+G"_s, tr("Make a group"),
                                [this] { askName(ResourceKind::Group, {}); });
    m_actions.newWorkspace =
        action(u"layers"_s, tr("New &workspace…"), u"Ctrl+Alt+W"_s, tr("Make a workspace in this group"),
               [this] { askName(ResourceKind::Workspace, currentId().ancestor(ResourceKind::Group)); });
    m_actions.newExperiment =
        action(u"flask"_s, tr("New &experiment…"), u"Ctrl+Alt+E"_s, tr("Make an experiment in this workspace"),
               [this] { askName(ResourceKind::Experiment, currentId().ancestor(ResourceKind::Workspace)); });
    m_actions.newCluster = action(u"cluster"_s, tr("New &cluster"), u"Ctrl+Alt+C"_s, tr("Make a cluster of machines"),
                                  &MainWindow::newCluster);
    m_actions.newFileServer =
        action(u"share"_s, tr("New file ser&ver"), u"Ctrl+Alt+F"_s,
               tr("Give a folder of a machine the name that documents mount it by"), &MainWindow::newFileServer);
    createDocumentActions();
    createMachineActions();
    m_actions.stop = action(u"stop"_s, tr("&Stop"), u"Ctrl+."_s, tr("Stop this job, or those that are selected"),
                            [this] { m_stops->stop(m_choice->liveJobs()); });
    m_actions.rerun = action(u"rerun"_s, tr("&Rerun"), u"Ctrl+R"_s, tr("Submit this job again"), &MainWindow::rerunJob);
    m_actions.clone = action(u"copy"_s, tr("&Clone"), u"Ctrl+Alt+N"_s,
                             tr("Change this job's document and submit it as a new job"), &MainWindow::cloneJob);
    m_actions.deleteResource =
        action(u"trash"_s, tr("&Delete…"), u"Ctrl+Del"_s, {}, [this] { m_deletion->ask(m_choice->resources()); });
    m_actions.copyName =
        action(u"copy"_s, tr("Copy &name"), u"Ctrl+Shift+C"_s, tr("Copy the full name"), &MainWindow::copyName);
    for (const QString &text : JobPage::tabTexts()) {
        m_jobTabs.append(new QAction(text, this));
        m_jobTabs.constLast()->setEnabled(false);
        m_jobTabs.constLast()->setToolTip(tr("No job is open."));
    }
    m_actions.back =
        action(u"chev-l"_s, tr("&Back"), u"Alt+Left"_s, tr("Back"), [this] { m_pages->step(Page::Step::Back); });
    m_actions.forward = action(u"chev-r"_s, tr("&Forward"), u"Alt+Right"_s, tr("Forward"),
                               [this] { m_pages->step(Page::Step::Forward); });
    m_actions.up =
        action(u"up"_s, tr("&Up"), u"Alt+Up"_s, tr("What holds this"), [this] { m_pages->step(Page::Step::Up); });
    m_actions.home = action(u"home"_s, tr("&Home"), u"Alt+Home"_s, tr("The first page"), [this] { go({}); });
    m_actions.files = action(u"folder"_s, tr("Browse &files"), u"Ctrl+Shift+B"_s,
                             tr("The files of this computer and of every machine"), &MainWindow::browseFiles);
    m_actions.search = action(u"search"_s, tr("Search or run &anything"), u"Ctrl+K"_s, tr("Search or run anything"),
                              &MainWindow::openPalette);
    m_actions.filterTree = action(u"filter"_s, tr("Filter the &tree"), u"Ctrl+Shift+F"_s, tr("Filter the tree"),
                                  [this] { m_tree->panel().focusFilter(); });
    m_actions.reload =
        action(u"rerun"_s, tr("&Reload"), u"F5"_s, tr("Ask again for what is shown"), &MainWindow::reload);
    m_actions.quit =
        action(u"x"_s, tr("&Quit"), u"Ctrl+Q"_s, tr("Close the window; running jobs go on"), &QWidget::close);
}

void MainWindow::createDocumentActions()
{
    m_actions.openDocument =
        action(u"folder"_s, tr("&Open document…"), u"Ctrl+O"_s,
               tr("Open a job.json, cluster.json, workspace or export"), [this] { m_documents->ask(); });
    m_actions.exportResource = action(u"download"_s, tr("E&xport…"), u"Ctrl+Shift+E"_s,
                                      tr("Write this and what it holds to a file, without secrets"),
                                      [this] { m_export->ask(m_choice->resources()); });
    m_actions.transfers = action(u"arrow-r"_s, tr("All t&ransfers"), u"Ctrl+J"_s,
                                 tr("Every transfer, also those that ended, in a table"), &MainWindow::showTransfers);
    m_actions.transferLimits = action(u"layers"_s, tr("Transfers at &once…"), {},
                                      tr("Say how many transfers run at once"), &MainWindow::askTransferLimits);
    m_actions.mapVolumes = action(u"link"_s, tr("Map &volumes…"), u"Ctrl+Shift+M"_s,
                                  tr("Say where the volumes of old documents are now"), &MainWindow::mapVolumes);
}

void MainWindow::createMachineActions()
{
    m_actions.connectMachine = action(u"plug"_s, tr("Connect &machine"), u"Ctrl+M"_s, tr("Connect a machine by SSH"),
                                      &MainWindow::connectMachine);
    m_actions.reconnect = action(u"rerun"_s, tr("&Reconnect now"), u"Ctrl+Shift+R"_s,
                                 tr("Try to reach this machine now"), [this] { machinePage()->reconnect(); });
    m_actions.terminal = action(u"terminal"_s, tr("Open &terminal"), u"Ctrl+Shift+T"_s,
                                tr("Log in to this machine in a terminal"), [this] { machinePage()->openTerminal(); });
    m_actions.doctor = action(u"shield"_s, tr("&Doctor"), u"Ctrl+Shift+D"_s, tr("Examine this machine"),
                              [this] { machinePage()->examine(); });
    m_actions.removeTraces =
        action(u"trash"_s, tr("Delete t&races…"), u"Ctrl+Shift+Del"_s,
               tr("Delete what this profile left on this machine"), [this] { machinePage()->removeTraces(); });
}

void MainWindow::arrangeParts(const QString &draftFile, const std::shared_ptr<engine::LogReaders> &readers)
{
    m_tree = new TreeDock(*this);
    addDockWidget(Qt::LeftDockWidgetArea, m_tree);
    m_actions.showTree = m_tree->toggleViewAction();
    m_actions.showTree->setText(tr("&Tree"));
    m_actions.showTree->setIcon(icon(u"columns"_s));
    m_actions.showTree->setShortcut(QKeySequence(u"Ctrl+B"_s));
    m_actions.showTree->setToolTip(tr("Show or hide the tree (Ctrl+B)"));
    addAction(m_actions.showTree);

    m_transfers = new models::TransferList(m_client, this);
    m_work = new models::FileWork(m_client, &m_settings, this);
    m_pages = new PageStack({m_client, m_store, *m_work, *m_transfers, m_settings, readers});
    m_breadcrumb = new BreadcrumbBar(m_actions.back, m_actions.forward, this);
    m_notices.banner = new Banner(this);
    auto *draftBar = new Banner(this);
    draftBar->setObjectName(u"draftBar"_s);
    m_drafts = new FormDrafts(draftFile, m_store, *draftBar, this);
    auto *bannerRow = newColumn({16, 0, 16, 0}, 8, {m_notices.banner, draftBar});
    auto *middle = new QWidget(this);
    middle->setLayout(newColumn({}, 0, {m_breadcrumb, newLine(), bannerRow, {m_pages, 1}}));
    setCentralWidget(middle);

    m_stops = new models::JobStops(m_client, models::JobStops::usualGrace, this);
    m_quit = new QuitQuestion(m_store, *m_transfers, *m_stops, *this);
    m_notices.activity = new ActivityBar(m_store, *m_transfers, this);
    m_status = new StatusLine(m_store, this);
    auto *bottom = new QToolBar(tr("Activity and status"), this);
    bottom->setObjectName(u"bottom"_s);
    bottom->setMovable(false);
    bottom->toggleViewAction()->setEnabled(false);
    auto *both = new QWidget(bottom);
    both->setLayout(newColumn({}, 0, {m_notices.activity, m_status}));
    both->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bottom->addWidget(both);
    bottom->layout()->setContentsMargins(0, 0, 0, 0);
    addToolBar(Qt::BottomToolBarArea, bottom);
    m_palette = new CommandPalette(m_store, this);
    m_choice = std::make_unique<CurrentChoice>(m_store, *m_stops, *m_pages, m_tree->panel());
    m_notices.toast = new Toast(middle);
    m_deletion = new ResourceDeletion(m_client, m_store, m_notices, *this);
    m_documents = new DocumentOpener(m_store, *m_choice, *m_pages, m_settings, *this);
    m_export = new ResourceExport(m_client, m_notices, m_settings, *this);
    auto *drop = new DocumentDrop(
        this, middle, &m_tree->panel(), [this](models::DocumentKind kind) { return m_documents->verdictHere(kind); },
        [this](const ResourceId &id) { return filesOf(id); }, this);
    connect(drop, &DocumentDrop::filesDropped, this, &MainWindow::takeFiles);
    connect(drop, &DocumentDrop::dropped, this,
            [this](const models::OpenedDocument &document, const models::DropVerdict &verdict) {
                m_documents->show(document, verdict.place, verdict.cluster);
            });
    connect(drop, &DocumentDrop::refused, m_notices.toast,
            [this](const QString &words) { m_notices.toast->say(words); });
}

void MainWindow::createMenus()
{
    QMenu *file = menuBar()->addMenu(tr("&File"));
    file->addActions({m_actions.submit, m_actions.newExperiment, m_actions.newCluster, m_actions.newFileServer,
                      m_actions.newWorkspace, m_actions.newGroup});
    file->addSeparator();
    file->addActions({m_actions.openDocument, m_actions.exportResource});
    file->addSeparator();
    file->addAction(m_actions.quit);
    QMenu *edit = menuBar()->addMenu(tr("&Edit"));
    edit->addActions({m_actions.copyName, m_actions.mapVolumes, m_actions.transferLimits, m_actions.deleteResource});
    QMenu *view = menuBar()->addMenu(tr("&View"));
    view->addActions({m_actions.showTree, m_actions.filterTree, m_actions.reload});
    createLookMenu(view);
    QMenu *goMenu = menuBar()->addMenu(tr("&Go"));
    goMenu->addActions({m_actions.back, m_actions.forward, m_actions.up, m_actions.home});
    goMenu->addSeparator();
    goMenu->addActions({m_actions.files, m_actions.transfers, m_actions.search});
    QMenu *job = menuBar()->addMenu(tr("&Job"));
    job->addActions({m_actions.submit, m_actions.stop, m_actions.rerun, m_actions.clone});
    QMenu *machine = menuBar()->addMenu(tr("&Machine"));
    machine->addActions({m_actions.connectMachine, m_actions.newCluster});
    machine->addSeparator();
    machine->addActions({m_actions.reconnect, m_actions.terminal, m_actions.doctor, m_actions.removeTraces});
    for (QMenu *menu : {file, edit, view, goMenu, job, machine})
        menu->setToolTipsVisible(true); // where a disabled action says why
}

void MainWindow::createLookMenu(QMenu *view)
{
    QMenu *menu = view->addMenu(icon(u"sun"_s), tr("&Look"));
    auto *group = new QActionGroup(this);
    const std::pair<LookChoice, QString> choices[] = {{LookChoice::Desktop, tr("As the &desktop")},
                                                      {LookChoice::Light, tr("&Light")},
                                                      {LookChoice::Dark, tr("Dar&k")}};
    for (const auto &[choice, text] : choices) {
        QAction *made = menu->addAction(text);
        made->setIcon(icon(u"sun"_s));
        made->setCheckable(true);
        made->setChecked(choice == lookChoice());
        made->setToolTip(text);
        group->addAction(made);
        addAction(made);
        connect(made, &QAction::triggered, this, [this, wanted = choice] {
            applyTheme(*qApp, wanted);
            m_settings.setValue(u"look"_s, int(wanted));
        });
    }
}

void MainWindow::createToolBar()
{
    QToolBar *bar = addToolBar(tr("Commands"));
    bar->setObjectName(u"commands"_s);
    bar->setMovable(false);
    bar->toggleViewAction()->setEnabled(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    auto *newButton = new QToolButton(bar);
    newButton->setText(tr("New"));
    newButton->setIcon(icon(u"plus"_s));
    newButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    newButton->setPopupMode(QToolButton::InstantPopup);
    newButton->setFocusPolicy(Qt::TabFocus);
    newButton->setToolTip(tr("Make something new"));
    newButton->setAccessibleName(tr("New"));
    auto *menu = new QMenu(newButton);
    menu->addActions({m_actions.submit, m_actions.newExperiment, m_actions.newCluster, m_actions.newFileServer,
                      m_actions.newWorkspace, m_actions.newGroup});
    menu->setToolTipsVisible(true);
    newButton->setMenu(menu);
    bar->addWidget(newButton);
    bar->addSeparator();
    for (const auto &[shown, name] : {std::pair(m_actions.connectMachine, tr("Connect machine")),
                                      {m_actions.files, tr("Browse files")},
                                      {m_actions.submit, tr("Submit job")}}) {
        bar->addAction(shown);
        bar->widgetForAction(shown)->setFocusPolicy(Qt::TabFocus);
        bar->widgetForAction(shown)->setAccessibleName(name);
    }
    auto *space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    auto *search = new SearchButton(tr("Search or run anything"), tr("Ctrl K"), bar);
    connect(search, &QPushButton::clicked, this, &MainWindow::openPalette);
    bar->addWidget(search);
    bar->layout()->setContentsMargins(8, 5, 12, 6);
}

void MainWindow::connectParts()
{
    // The tree first: pages and selection may ask it for rows of the same change.
    connect(&m_store, &models::ResourceStore::changed, &m_tree->model(), &models::ResourceTreeModel::apply);
    connect(&m_store, &models::ResourceStore::changed, this, &MainWindow::placeRemoved);
    connect(&m_store, &models::ResourceStore::loaded, this, &MainWindow::begin);
    connect(&m_store, &models::ResourceStore::failed, this, [this](const engine::Error &error) {
        m_notices.banner->showError(error);
        m_notices.banner->setRemedy(tr("Try again"));
    });
    connect(m_drafts, &FormDrafts::openRequested, this, &MainWindow::go);
    connect(m_drafts, &FormDrafts::anewRequested, m_pages, &PageStack::showPlace);
    connect(m_pages, &PageStack::leaving, m_drafts, &FormDrafts::keep);
    connect(m_pages, &PageStack::made, this, &MainWindow::connectPage);
    connect(m_pages, &PageStack::shown, this, &MainWindow::showPlaceAround);
    connect(m_notices.banner, &Banner::remedyRequested, this, [this] {
        m_notices.banner->dismiss();
        m_notices.banner->setRemedy({});
        m_store.sync();
    });
    connect(&m_client, &engine::EngineClient::connectedChanged, m_status, &StatusLine::setConnected);
    connect(&m_client, &engine::EngineClient::noticed, this,
            [this](const engine::Message &notice) { m_notices.toast->say(notice.text()); });
    connect(&m_tree->panel(), &TreePanel::openRequested, this, &MainWindow::open);
    connect(&m_tree->panel(), &TreePanel::menuRequested, this, &MainWindow::showTreeMenu);
    connect(m_breadcrumb, &BreadcrumbBar::openRequested, this, &MainWindow::open);
    connect(m_notices.activity, &ActivityBar::openRequested, this, &MainWindow::open);
    connect(m_notices.activity, &ActivityBar::folderRequested, this, &MainWindow::browse);
    const auto tell = [this](const auto &done) {
        if (!done)
            m_notices.toast->say(done.error().message.text());
    };
    connect(m_notices.activity, &ActivityBar::pauseRequested, this,
            [this, tell](const QString &id) { engine::whenFinished(m_client.transfers.pause(id), this, tell); });
    connect(m_notices.activity, &ActivityBar::resumeRequested, this,
            [this, tell](const QString &id) { engine::whenFinished(m_client.transfers.resume(id), this, tell); });
    connect(m_notices.activity, &ActivityBar::cancelRequested, this,
            [this, tell](const QString &id) { engine::whenFinished(m_client.transfers.cancel(id), this, tell); });
    connect(m_notices.activity, &ActivityBar::changeRequested, this,
            [this, tell](const QString &id, const engine::TransferChange &change) {
                engine::whenFinished(m_client.transfers.change(id, change), this, tell);
            });
    connect(m_notices.activity, &ActivityBar::undoRequested, m_work, &models::FileWork::undo);
    auto *files = new FileWorkNotices(*m_work, *m_pages, m_notices, this);
    connect(files, &FileWorkNotices::folderRequested, this, &MainWindow::browse);
    auto *stops = new StopNotices(*m_stops, m_notices, this);
    connect(stops, &StopNotices::changed, this, &MainWindow::updateActions);
    connect(m_notices.activity, &ActivityBar::transfersRequested, this, &MainWindow::showTransfers);
    connect(m_notices.activity, &ActivityBar::limitsRequested, this, &MainWindow::askTransferLimits);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, [this] {
        if (const QString words = copiedWords(); !words.isEmpty())
            m_notices.toast->say(words);
    });
    connect(m_palette, &CommandPalette::openRequested, this, &MainWindow::open);
    connect(m_choice.get(), &CurrentChoice::changed, this, &MainWindow::updateActions);
}

void MainWindow::restoreLayout()
{
    constexpr QSize frame(16, 64); // of the window system's own
    setMinimumSize(QSize(960, 600) - frame); // what 1440 x 900 is where all is half as large again
    resize(QSize(1440, 900).boundedTo(screen()->availableSize() - frame));
    restoreGeometry(m_settings.value(u"geometry"_s).toByteArray());
    restoreState(m_settings.value(u"state"_s).toByteArray(), layoutVersion);
    m_tree->restoreFrom(m_settings);
    m_start.restore(m_settings);
}

void MainWindow::saveLayout()
{
    m_settings.setValue(u"geometry"_s, saveGeometry());
    m_settings.setValue(u"state"_s, saveState(layoutVersion));
    StartPlace::save(m_settings, m_pages->place(), currentPage()->currentTab());
    m_tree->saveTo(m_settings);
}

// A disabled action keeps its tool-tip and says why below it.
void MainWindow::allow(QAction *action, bool allowed, const QString &whyNot)
{
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    const QString tip = keys.isEmpty() ? action->statusTip() : action->statusTip() + u" ("_s + keys + u')';
    action->setEnabled(allowed);
    action->setToolTip(allowed ? tip : tip + u'\n' + whyNot);
}

void MainWindow::updateActions()
{
    if (!currentPage())
        return; // the focus leaves a page that goes before the next is there
    const ResourceId id = currentId();
    const bool isResource = m_pages->place().kind == Place::Kind::Resource;
    const bool isMachine = id.isValid() && id.kind() == ResourceKind::Machine && isResource;
    const auto machine = engine::MachineSnapshot::fromDocument(isMachine ? m_store.document(id) : QJsonObject());
    const QString noMachine = tr("No machine is open.");
    allow(m_actions.back, m_pages->canStep(Page::Step::Back), tr("There is no page before this one."));
    allow(m_actions.forward, m_pages->canStep(Page::Step::Forward), tr("There is no page after this one."));
    allow(m_actions.up, m_pages->canStep(Page::Step::Up), tr("This is the first page."));
    updateChoiceActions();
    for (QAction *one : {m_actions.reconnect, m_actions.terminal})
        allow(one, isMachine && !machine.isLocal,
              machine.isLocal ? tr("This computer needs no way to it.") : noMachine);
    for (QAction *one : {m_actions.doctor, m_actions.removeTraces})
        allow(one, isMachine, noMachine);
    allow(m_actions.newGroup, !m_profileId.isEmpty(), tr("The engine has not answered yet."));
    allow(m_actions.newWorkspace, id.ancestor(ResourceKind::Group).isValid(),
          tr("Open the group that it is to be in."));
    allow(m_actions.newExperiment, id.ancestor(ResourceKind::Workspace).isValid(),
          tr("Open the workspace that it is to be in."));
}

void MainWindow::updateChoiceActions()
{
    const QList<ResourceId> ids = m_choice->resources();
    const auto isOf = [](ResourceKind kind) { return [kind](const ResourceId &id) { return id.kind() == kind; }; };
    const bool areJobs = !ids.isEmpty() && std::all_of(ids.cbegin(), ids.cend(), isOf(ResourceKind::Job));
    const bool areMachines = models::areMachines(ids);
    const bool hasMachine = std::any_of(ids.cbegin(), ids.cend(), isOf(ResourceKind::Machine));
    const QString noJob = tr("No job is open or selected.");
    const QString nothing = tr("Nothing is open or selected.");
    const bool isStopping =
        std::any_of(ids.cbegin(), ids.cend(), [this](const ResourceId &id) { return models::isLiveJob(m_store, id); });
    allow(m_actions.stop, areJobs && !m_choice->liveJobs().isEmpty(),
          !areJobs             ? noJob
              : ids.size() > 1 ? tr("None of these jobs can be stopped any more.")
              : isStopping     ? tr("%1 is being stopped.").arg(ids.constFirst().name())
                               : tr("%1 has ended.").arg(ids.constFirst().name()));
    allow(m_actions.rerun, areJobs, noJob);
    allow(m_actions.clone, areJobs && ids.size() == 1, areJobs ? tr("More than one job is selected.") : noJob);
    const bool areOther = m_choice->isNoResource();
    m_actions.deleteResource->setText(areMachines ? tr("&Remove…") : tr("&Delete…"));
    m_actions.deleteResource->setStatusTip(areMachines ? tr("Remove this, or what is selected, from the profile")
                                                       : tr("Delete this, or what is selected, and what it holds"));
    allow(m_actions.deleteResource, !ids.isEmpty() && !areOther,
          areOther ? tr("What is selected is not deleted by this.") : nothing);
    allow(m_actions.copyName, !ids.isEmpty() || currentId().isValid(), nothing);
    allow(m_actions.exportResource, !ids.isEmpty() && !hasMachine,
          hasMachine ? tr("A machine has no document.") : nothing);
}

} // namespace ui
