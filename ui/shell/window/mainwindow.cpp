// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/mainwindow.h"

#include "engine/base/whenfinished.h"
#include "models/job/jobstops.h"
#include "models/storage/filework.h"
#include "models/transfer/transferlist.h"
#include "ui/home/homepage.h"
#include "ui/shell/breadcrumbbar.h"
#include "ui/shell/commandpalette.h"
#include "ui/shell/dialog/quitquestion.h"
#include "ui/shell/document/documentdrop.h"
#include "ui/shell/document/documentopener.h"
#include "ui/shell/document/resourceexport.h"
#include "ui/shell/draft/formdrafts.h"
#include "ui/shell/notice/fileworknotices.h"
#include "ui/shell/notice/stopnotices.h"
#include "ui/shell/statusline.h"
#include "ui/shell/tree/treedock.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/palettecommands.h"
#include "ui/shell/window/windowactions.h"
#include "ui/shell/window/windowcommands.h"
#include "ui/shell/window/windowmenus.h"
#include "ui/theme/style.h"
#include "ui/widgets/line.h"
#include "ui/widgets/text/copying.h"

#include <QApplication>
#include <QClipboard>
#include <QCloseEvent>
#include <QMouseEvent>
#include <QScreen>
#include <QToolBar>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

namespace {

constexpr int layoutVersion = 1;

} // namespace

MainWindow::MainWindow(engine::EngineClient &client, const QString &profileDirectory, std::optional<LookChoice> look,
                       std::shared_ptr<engine::LogReaders> readers)
    : m_client(client), m_store(client), m_settings(profileDirectory + u"/window.ini"_s, QSettings::IniFormat)
{
    const auto remembered = LookChoice(m_settings.value(u"look"_s, int(LookChoice::Desktop)).toInt());
    applyTheme(*qApp, look.value_or(remembered));
    setWindowTitle(u"Batchdeck"_s);
    setWindowIcon(QIcon(u":/icons/batchdeck.svg"_s));
    setContextMenuPolicy(Qt::NoContextMenu);
    arrangeParts(profileDirectory + u"/drafts.json"_s, readers);
    connectActions();
    connectParts();
    restoreLayout();
    m_pages->showPlace();
    m_pages->setFocusPolicy(Qt::ClickFocus); // so that the tree's filter does not get the initial focus
    m_pages->setFocus();
    engine::whenFinished(client.fetchStatus(), this, [this](const auto &status) {
        m_profileId = status ? status->profileId : QString(); // without a status, sync() also fails and reports it
        m_store.sync();
        updateActions();
    });
}

MainWindow::~MainWindow() = default;

void MainWindow::connectActions()
{
    m_commands->connectTo(*m_actions);
    connect(m_actions->newGroup, &QAction::triggered, this,
            [this] { m_commands->askName(ResourceKind::Group, {}, m_profileId); });
    connect(m_actions->newWorkspace, &QAction::triggered, this, [this] {
        m_commands->askName(ResourceKind::Workspace, currentId().ancestor(ResourceKind::Group), m_profileId);
    });
    connect(m_actions->newExperiment, &QAction::triggered, this, [this] {
        m_commands->askName(ResourceKind::Experiment, currentId().ancestor(ResourceKind::Workspace), m_profileId);
    });
    connect(m_actions->undo, &QAction::triggered, m_notices.toast, &Toast::undo);
    connect(m_notices.toast, &Toast::offerChanged, this,
            [this] { m_actions->allowUndo(m_notices.toast->offersUndo()); });
    connect(m_actions->openDocument, &QAction::triggered, m_documents, &DocumentOpener::ask);
    auto *exporter = new ResourceExport(m_client, m_notices, m_settings, *this);
    connect(m_actions->exportResource, &QAction::triggered, this,
            [this, exporter] { exporter->ask(m_choice->resources()); });
    connect(m_actions->back, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Back); });
    connect(m_actions->forward, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Forward); });
    connect(m_actions->up, &QAction::triggered, this, [this] { m_pages->step(Page::Step::Up); });
    connect(m_actions->home, &QAction::triggered, this, [this] { m_pages->go({}); });
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
    connect(m_actions->shortcuts, &QAction::triggered, palette,
            [palette, commands] { palette->open(commands->withKeys(), CommandPalette::Offer::Actions); });
    m_choice = std::make_unique<CurrentChoice>(m_store, *m_stops, *m_pages, m_tree->panel());
    m_notices.toast = new Toast(middle);
    m_commands = new WindowCommands(m_client, m_store, *m_choice, *m_pages, *m_stops, m_notices, *this);
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
    // First connected: pages and selection may use rows of the tree for the same change.
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
    connect(m_pages, &PageStack::made, m_commands, &WindowCommands::connectPage);
    connect(m_pages, &PageStack::made, this, [this](Page *page) {
        connect(page, &Page::openFileRequested, m_documents, &DocumentOpener::ask);
        connect(page, &Page::stepsChanged, this, &MainWindow::updateActions);
    });
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
    connect(m_choice.get(), &CurrentChoice::menuRequested, this,
            [this, menus](const QPoint &where) { menus->popUpRowMenu(m_choice->resources().constFirst(), where); });
    connect(m_choice.get(), &CurrentChoice::listMenuRequested, this,
            [this, menus](const QPoint &where) { menus->popUpTreeMenu(m_pages->place().id, where); });
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
    constexpr QSize frame(16, 64); // of the window manager
    setMinimumSize(QSize(960, 600) - frame); // 1440 x 900 at a scale of 1.5
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

void MainWindow::openText(const QString &text, const QString &tab)
{
    if (!m_store.isLoaded()) {
        m_start.ask(text, tab);
        return;
    }
    if (tab == u"storage") {
        const auto folder = text.isEmpty() ? engine::Location() : engine::Location::parse(text);
        return folder ? m_commands->browse(*folder) : m_notices.banner->showError(folder.error());
    }
    if (!text.isEmpty()) {
        const auto id = ResourceId::parseShort(m_profileId, text);
        if (id && m_store.contains(*id))
            open(*id);
        else
            m_notices.banner->showNotice(Mark::Failed, tr("There is no %1 in this profile.").arg(text));
    }
    if (tab == u"submit")
        m_commands->newJob();
    else if (tab == u"transfers")
        m_commands->showTransfers();
    else if (!tab.isEmpty())
        currentPage()->showTab(tab);
}

void MainWindow::begin()
{
    if (m_start.isAsked()) {
        openText(m_start.askedText(), m_start.askedTab());
    } else {
        const auto last = m_start.resource();
        if (last && !currentId().isValid() && m_store.contains(*last)) {
            open(*last);
            currentPage()->showTab(m_start.tab());
        }
        if (const auto folder = m_start.folder(); folder && !currentId().isValid())
            m_commands->browse(*folder);
    }
    m_drafts->offerLatest();
}

void MainWindow::openDocument(const QString &path)
{
    m_documents->open(path);
}

void MainWindow::useThisComputer()
{
    m_start.forgetResource(); // Home must stay until its job exists
    m_pages->go({});
    if (auto *home = qobject_cast<HomePage *>(currentPage()))
        home->useThisComputer();
}

void MainWindow::askAboutQueue()
{
    m_quit->setEngineEnds();
}

bool MainWindow::leavesEngine() const
{
    return m_quit->leavesEngine();
}

Page *MainWindow::currentPage() const
{
    return m_pages->page();
}

bool MainWindow::isSettled() const
{
    return m_store.isLoaded() && currentPage() && currentPage()->isSettled();
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::MouseButtonPress)
        m_tree->setDragged(isSeparator(static_cast<QMouseEvent *>(event)->position().toPoint()));
    const bool isHandled = QMainWindow::event(event);
    if (event->type() == QEvent::MouseButtonRelease)
        m_tree->setDragged(false);
    if (event->type() == QEvent::LayoutRequest)
        m_tree->widen();
    if (event->type() == QEvent::Resize && m_notices.activity)
        m_notices.activity->keepHeight();
    return isHandled;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_drafts->keep();
    saveLayout();
    if (!m_quit->mayClose())
        return event->ignore();
    m_stops->stopNow(); // no undo after this
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_tree->widen();
    if (!m_notices.toast->isHidden())
        m_notices.toast->place();
}

// Called without a page, too: the focus leaves the old page before the next exists.
void MainWindow::updateActions()
{
    if (currentPage())
        m_actions->update(*m_pages, *m_choice, m_store, !m_profileId.isEmpty());
}

void MainWindow::showPlaceAround(const QString &name)
{
    const Place &place = m_pages->place();
    m_drafts->follow(currentPage(), place, place.id.isValid() ? tr("%1 in %2").arg(name, place.id.name()) : name);
    m_tree->panel().select(place.id);
    m_notices.banner->dismiss();
    setWindowTitle(place.id.isValid() ? tr("%1 - Batchdeck").arg(place.id.name()) : u"Batchdeck"_s);
    updateActions();
}

void MainWindow::placeRemoved(const engine::ResourceDelta &delta)
{
    if (!m_pages->forget(delta.removed))
        updateActions();
}

void MainWindow::reload()
{
    if (!currentPage()->reload())
        m_store.sync();
}

} // namespace ui
