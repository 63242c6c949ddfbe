// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/whenfinished.h"
#include "models/job/jobstops.h"
#include "models/storage/filework.h"
#include "models/transfer/transferlist.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/breadcrumbbar.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/dialog/quitquestion.h"
#include "ui/shell/document/documentdrop.h"
#include "ui/shell/document/documentopener.h"
#include "ui/shell/document/resourceexport.h"
#include "ui/shell/draft/formdrafts.h"
#include "ui/shell/statusline.h"
#include "ui/shell/tree/treedock.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/mainwindow.h"
#include "ui/shell/window/palettecommands.h"
#include "ui/shell/window/windowactions.h"
#include "ui/shell/window/windowcommands.h"
#include "ui/shell/window/windowmenus.h"
#include "ui/shell/work/fileworknotices.h"
#include "ui/shell/work/stopnotices.h"
#include "ui/theme/style.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/copying.h"

#include <QApplication>
#include <QClipboard>
#include <QScreen>
#include <QToolBar>

#include <algorithm>

using namespace Qt::StringLiterals;

/// How the window is put together, and what is remembered of that.
namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr int layoutVersion = 1;

} // namespace

void MainWindow::connectActions()
{
    connect(m_actions->submit, &QAction::triggered, m_commands, &WindowCommands::newJob);
    connect(m_actions->newGroup, &QAction::triggered, this,
            [this] { m_commands->askName(ResourceKind::Group, {}, m_profileId); });
    connect(m_actions->newWorkspace, &QAction::triggered, this, [this] {
        m_commands->askName(ResourceKind::Workspace, currentId().ancestor(ResourceKind::Group), m_profileId);
    });
    connect(m_actions->newExperiment, &QAction::triggered, this, [this] {
        m_commands->askName(ResourceKind::Experiment, currentId().ancestor(ResourceKind::Workspace), m_profileId);
    });
    connect(m_actions->newCluster, &QAction::triggered, m_commands, &WindowCommands::newCluster);
    connect(m_actions->newFileServer, &QAction::triggered, m_commands, &WindowCommands::newFileServer);
    connect(m_actions->openDocument, &QAction::triggered, m_documents, &DocumentOpener::ask);
    auto *exporter = new ResourceExport(m_client, m_notices, m_settings, *this);
    connect(m_actions->exportResource, &QAction::triggered, this,
            [this, exporter] { exporter->ask(m_choice->resources()); });
    connect(m_actions->transfers, &QAction::triggered, m_commands, &WindowCommands::showTransfers);
    connect(m_actions->transferLimits, &QAction::triggered, m_commands, &WindowCommands::askTransferLimits);
    connect(m_actions->mapVolumes, &QAction::triggered, m_commands, &WindowCommands::mapVolumes);
    connect(m_actions->connectMachine, &QAction::triggered, m_commands, &WindowCommands::connectMachine);
    connect(m_actions->reconnect, &QAction::triggered, this, [this] { machinePage()->reconnect(); });
    connect(m_actions->terminal, &QAction::triggered, this, [this] { machinePage()->openTerminal(); });
    connect(m_actions->doctor, &QAction::triggered, this, [this] { machinePage()->examine(); });
    connect(m_actions->removeTraces, &QAction::triggered, this, [this] { machinePage()->removeTraces(); });
    connect(m_actions->stop, &QAction::triggered, this, [this] { m_stops->stop(m_choice->liveJobs()); });
    connect(m_actions->rerun, &QAction::triggered, m_commands, &WindowCommands::rerun);
    connect(m_actions->clone, &QAction::triggered, m_commands, &WindowCommands::clone);
    connect(m_actions->deleteResource, &QAction::triggered, m_commands, &WindowCommands::remove);
    connect(m_actions->copyName, &QAction::triggered, m_commands, &WindowCommands::copyName);
    connect(m_actions->back, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Back); });
    connect(m_actions->forward, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Forward); });
    connect(m_actions->up, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Up); });
    connect(m_actions->home, &QAction::triggered, this, [this] { m_pages->go({}); });
    connect(m_actions->files, &QAction::triggered, m_commands, &WindowCommands::browseFiles);
    connect(m_actions->filterTree, &QAction::triggered, this, [this] { m_tree->panel().focusFilter(); });
    connect(m_actions->reload, &QAction::triggered, this, &MainWindow::reload);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::arrangeParts(const QString &draftFile, const std::shared_ptr<engine::LogReaders> &readers)
{
    m_actions = new WindowActions(*this);
    m_tree = new TreeDock(*this);
    addDockWidget(Qt::LeftDockWidgetArea, m_tree);
    m_actions->useTree(m_tree->toggleViewAction());
    auto *transfers = new models::TransferList(m_client, this);
    auto *work = new models::FileWork(m_client, &m_settings, this);
    m_pages = new PageStack({m_client, m_store, *work, *transfers, m_settings, readers});
    auto *breadcrumb = new BreadcrumbBar(m_actions->back, m_actions->forward, this);
    m_notices.banner = new Banner(this);
    auto *draftBar = new Banner(this);
    draftBar->setObjectName(u"draftBar"_s);
    m_drafts = new FormDrafts(draftFile, m_store, *draftBar, this);
    auto *bannerRow = newColumn({16, 0, 16, 0}, 8, {m_notices.banner, draftBar});
    auto *middle = new QWidget(this);
    middle->setLayout(newColumn({}, 0, {breadcrumb, newLine(), bannerRow, {m_pages, 1}}));
    setCentralWidget(middle);
    connect(breadcrumb, &BreadcrumbBar::openRequested, this, &MainWindow::open);
    connect(m_pages, &PageStack::shown, breadcrumb,
            [this, breadcrumb](const QString &name) { breadcrumb->setPlace(currentId(), name); });

    m_stops = new models::JobStops(m_client, models::JobStops::usualGrace, this);
    m_quit = new QuitQuestion(m_store, *transfers, *m_stops, *this);
    m_notices.activity = new ActivityBar(m_store, *transfers, this);
    auto *status = new StatusLine(m_store, this);
    auto *bottom = new QToolBar(tr("Activity and status"), this);
    bottom->setObjectName(u"bottom"_s);
    bottom->setMovable(false);
    bottom->toggleViewAction()->setEnabled(false);
    auto *both = new QWidget(bottom);
    both->setLayout(newColumn({}, 0, {m_notices.activity, status}));
    both->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    connect(&m_client, &engine::EngineClient::connectedChanged, status, &StatusLine::setConnected);
    bottom->addWidget(both);
    bottom->layout()->setContentsMargins(0, 0, 0, 0);
    addToolBar(Qt::BottomToolBarArea, bottom);
    auto *palette = new CommandPalette(m_store, this);
    connect(palette, &CommandPalette::openRequested, this, &MainWindow::open);
    auto *commands = new PaletteCommands(*m_pages, *m_notices.activity, m_actions->search, *this);
    connect(m_actions->search, &QAction::triggered, palette, [palette, commands] { palette->open(commands->all()); });
    m_choice = std::make_unique<CurrentChoice>(m_store, *m_stops, *m_pages, m_tree->panel());
    m_notices.toast = new Toast(middle);
    m_commands = new WindowCommands(m_client, m_store, *m_choice, *m_pages, m_notices, *this);
    connect(m_notices.activity, &ActivityBar::undoRequested, work, &models::FileWork::undo);
    auto *files = new FileWorkNotices(*work, *m_pages, m_notices, this);
    connect(files, &FileWorkNotices::folderRequested, m_commands, &WindowCommands::browse);
    auto *stops = new StopNotices(*m_stops, m_notices, this);
    connect(stops, &StopNotices::changed, this, &MainWindow::updateActions);
    m_documents = new DocumentOpener(m_store, *m_choice, *m_pages, m_settings, *this);
    auto *drop = new DocumentDrop(
        this, middle, &m_tree->panel(), [this](models::DocumentKind kind) { return m_documents->verdictHere(kind); },
        [this](const ResourceId &id) { return m_commands->filesOf(id); }, this);
    connect(drop, &DocumentDrop::filesDropped, m_commands, &WindowCommands::takeFiles);
    connect(drop, &DocumentDrop::dropped, this,
            [this](const models::OpenedDocument &document, const models::DropVerdict &verdict) {
                m_documents->show(document, verdict.place, verdict.cluster);
            });
    connect(drop, &DocumentDrop::refused, m_notices.toast,
            [this](const QString &words) { m_notices.toast->say(words); });
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
    connect(m_drafts, &FormDrafts::openRequested, m_pages, &PageStack::go);
    connect(m_drafts, &FormDrafts::anewRequested, m_pages, &PageStack::showPlace);
    connect(m_pages, &PageStack::leaving, m_drafts, &FormDrafts::keep);
    connect(m_pages, &PageStack::made, this, &MainWindow::connectPage);
    connect(m_pages, &PageStack::shown, this, &MainWindow::showPlaceAround);
    connect(m_notices.banner, &Banner::remedyRequested, this, [this] {
        m_notices.banner->dismiss();
        m_notices.banner->setRemedy({});
        m_store.sync();
    });
    connect(&m_client, &engine::EngineClient::noticed, this,
            [this](const engine::Message &notice) { m_notices.toast->say(notice.text()); });
    connect(&m_tree->panel(), &TreePanel::openRequested, this, &MainWindow::open);
    auto *menus = new WindowMenus(*m_actions, m_settings, *this);
    connect(&m_tree->panel(), &TreePanel::menuRequested, this,
            [this, menus](const ResourceId &id, const QPoint &where) {
                if (id.isValid())
                    open(id);
                menus->popUpTreeMenu(id, where);
            });
    connect(m_notices.activity, &ActivityBar::openRequested, this, &MainWindow::open);
    connect(m_notices.activity, &ActivityBar::folderRequested, m_commands, &WindowCommands::browse);
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
    connect(m_notices.activity, &ActivityBar::transfersRequested, m_commands, &WindowCommands::showTransfers);
    connect(m_notices.activity, &ActivityBar::limitsRequested, m_commands, &WindowCommands::askTransferLimits);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, [this] {
        if (const QString words = copiedWords(); !words.isEmpty())
            m_notices.toast->say(words);
    });
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

} // namespace ui
