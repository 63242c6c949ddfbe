// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/window/mainwindow.h"

#include "engine/base/whenfinished.h"
#include "models/job/jobstops.h"
#include "ui/home/homepage.h"
#include "ui/job/jobpage.h"
#include "ui/machine/machinepage.h"
#include "ui/shell/dialog/quitquestion.h"
#include "ui/shell/document/documentopener.h"
#include "ui/shell/draft/formdrafts.h"
#include "ui/shell/tree/treedock.h"
#include "ui/shell/tree/treepanel.h"
#include "ui/shell/window/currentchoice.h"
#include "ui/shell/window/windowactions.h"
#include "ui/shell/window/windowcommands.h"
#include "ui/submit/submitpage.h"
#include "ui/transfer/transferspage.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMouseEvent>

#include <utility>

using namespace Qt::StringLiterals;

namespace ui {

using engine::ResourceId;
using engine::ResourceKind;

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
    m_pages->setFocusPolicy(Qt::ClickFocus); // so that the filter does not start with the focus
    m_pages->setFocus();
    engine::whenFinished(client.fetchStatus(), this, [this](const auto &status) {
        m_profileId = status ? status->profileId : QString(); // without it the snapshot fails too, and says so
        m_store.sync();
        updateActions();
    });
}

MainWindow::~MainWindow() = default;

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
    m_start.forgetResource(); // Home has to stay until it has its job
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
    return isHandled;
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_drafts->keep();
    saveLayout();
    if (!m_quit->mayClose())
        return event->ignore();
    m_stops->stopNow(); // nobody can take it back any more
    QMainWindow::closeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent *event)
{
    QMainWindow::resizeEvent(event);
    m_tree->widen();
    if (!m_notices.toast->isHidden())
        m_notices.toast->place();
}

// The focus leaves a page that goes before the next is there.
void MainWindow::updateActions()
{
    if (currentPage())
        m_actions->update(*m_pages, *m_choice, m_store, !m_profileId.isEmpty());
}

MachinePage *MainWindow::machinePage() const
{
    return qobject_cast<MachinePage *>(currentPage());
}

void MainWindow::connectPage(Page *page)
{
    const bool isHome = qobject_cast<HomePage *>(page) != nullptr;
    connect(page, &Page::openRequested, this, [this, isHome](const ResourceId &id) {
        open(id);
        if (isHome) // the first job of all: its live log is what one came for
            currentPage()->showTab(u"logs"_s);
    });
    connect(page, &Page::jobsRequested, this, [this](const ResourceId &scope, models::JobGroup group) {
        open(scope);
        currentPage()->showJobs(group);
    });
    connect(page, &Page::submitRequested, this, [this](const ResourceId &experiment, const ResourceId &likeJob) {
        m_pages->go({experiment, Place::Kind::Submit, likeJob, {}, {}});
    });
    connect(page, &Page::connectRequested, m_commands, &WindowCommands::connectMachine);
    connect(page, &Page::clusterRequested, this, [this](const QList<ResourceId> &machines) {
        m_pages->go({{}, Place::Kind::NewCluster, {}, machines, {}});
        currentPage()->takeFocus();
    });
    connect(page, &Page::removeRequested, m_commands, &WindowCommands::removePlace);
    if (auto *job = qobject_cast<JobPage *>(page))
        connect(job, &JobPage::stopRequested, this, [this, job] { m_stops->stop({job->resource()}); });
    connect(page, &Page::openFileRequested, m_documents, &DocumentOpener::ask);
    connect(page, &Page::mapVolumeRequested, m_commands, &WindowCommands::mapVolume);
    connect(page, &Page::filesRequested, m_commands, &WindowCommands::browse);
    connect(page, &Page::told, m_notices.toast, &Toast::say);
    connect(page, &Page::jobRequested, m_commands, &WindowCommands::newJobWith);
    connect(page, &Page::stepsChanged, this, &MainWindow::updateActions);
    if (auto *transfers = qobject_cast<TransfersPage *>(page))
        connect(transfers, &TransfersPage::limitsRequested, m_commands, &WindowCommands::askTransferLimits);
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
