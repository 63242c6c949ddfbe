// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/filestab.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "ui/job/files/fetchpanel.h"
#include "ui/job/files/filesbar.h"
#include "ui/job/files/filesside.h"
#include "ui/job/files/jobfileactions.h"
#include "ui/job/files/jobfolders.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/drop/filedrop.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/panecommands.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/emptystate.h"

#include <QAction>
#include <QDir>
#include <QFileDialog>
#include <QJsonArray>
#include <QMenu>
#include <QStackedWidget>

#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using engine::JobFolderThere;

namespace {

constexpr auto lookInterval = 3s;
constexpr qint64 mostWatched = 20'000; // entries; larger folders are not listed periodically

QStringList directoriesOf(const engine::JobSnapshot &job)
{
    QStringList ids{u"stdouterr"_s};
    for (const QJsonValue &output : job.document[u"properties"_s][u"outputDirectories"_s].toArray())
        ids.append(output[u"id"_s].toString());
    return ids;
}

} // namespace

FilesTab::FilesTab(engine::EngineClient &client, models::FileWork &work, QWidget *parent)
    : QWidget(parent), m_client(client), m_work(work), m_places(client), m_folders(new JobFolders(client, this)),
      m_actions(new JobFileActions(this)), m_bar(new FilesBar(this)), m_fetch(new FetchPanel(client, this)),
      m_banner(new Banner(this)), m_stack(new QStackedWidget(this)), m_empty(new EmptyState(u"folder"_s, {}, {}, this)),
      m_pane(new FilePane(client, m_places, this)), m_side(new FilesSide(client, work, this))
{
    m_fetch->hide();
    addButtons();
    arrange();
    connectPane();
    connectDrops();
    m_timer.setObjectName(u"look"_s);
    m_timer.setInterval(lookInterval);
    connect(&m_timer, &QTimer::timeout, this, &FilesTab::look);
    connect(m_actions->follow(), &QAction::triggered, this, &FilesTab::follow);
    connect(m_actions->download(), &QAction::triggered, this, &FilesTab::chooseTarget);
    connect(m_actions->open(), &QAction::triggered, this, [this] { emit filesRequested(m_pane->location()); });
    connect(m_actions->fetch(), &QAction::triggered, this, &FilesTab::setFetchShown);
    connect(m_fetch, &FetchPanel::closed, this, [this] { setFetchShown(false); });
    connectFolders();
    showState();
}

void FilesTab::addButtons()
{
    m_bar->addButton(m_actions->follow(), tr("Follow"), u"follow"_s);
    m_bar->addButton(m_actions->download(), tr("Download…"), u"download"_s);
    m_bar->addButton(m_actions->open(), tr("Open in Files"), u"openInFiles"_s);
    m_bar->addButton(m_actions->fetch(), tr("When it is over…"), u"fetch"_s);
}

void FilesTab::arrange()
{
    auto *notice = newRow({16, 0, 16, 0}, 0, {m_banner});
    addPages(*m_stack, {m_empty, m_pane});
    auto *row = newRow({}, 0, {{m_stack, 1}, m_side});
    setLayout(newColumn({}, 0, {m_bar, notice, m_fetch, newLine(), {row, 1}}));
}

void FilesTab::connectFolders()
{
    connect(m_banner, &Banner::remedyRequested, m_folders, &JobFolders::ask);
    connect(m_folders, &JobFolders::listed, this, [this] {
        m_banner->dismiss();
        showFolder();
    });
    connect(m_folders, &JobFolders::failed, this, [this](const engine::Error &error) {
        m_banner->showError(error);
        m_banner->setRemedy(tr("Try again"));
        showFolder();
    });
    connect(m_bar, &FilesBar::directoryChanged, this, &FilesTab::showFolder);
}

void FilesTab::connectPane()
{
    connect(m_pane, &FilePane::selectionChanged, this, &FilesTab::showSelected);
    connect(m_pane, &FilePane::changed, this, &FilesTab::showSelected);
    connect(m_pane, &FilePane::propertiesRequested, this, [this] { setPropertiesShown(true); });
    connect(m_pane, &FilePane::propertiesToggled, this, [this] { setPropertiesShown(!m_side->showsProperties()); });
    connect(m_pane, &FilePane::connectRequested, this, [this] { emit machineRequested(machine()); });
    connect(m_pane, &FilePane::terminalRequested, this, [this] { openTerminalIn(m_client, m_pane, machine()); });
    connect(m_pane, &FilePane::copyRequested, this,
            [this] { putFiles(m_pane->selectedLocations(), FileIntent::Copy); });
    connect(m_pane, &FilePane::jobRequested, this, &FilesTab::jobRequested);
    connect(m_pane, &FilePane::menuRequested, this, &FilesTab::showMenu);
    connect(&m_side->properties(), &PropertiesPanel::modeChanged, this, [this](const engine::Location &file) {
        if (m_pane->location() == file.parent())
            m_pane->model().refreshEntry(file.name());
    });
    connect(m_side, &FilesSide::left, m_pane, &FilePane::focusList);
}

void FilesTab::setJob(const engine::JobSnapshot &job)
{
    const engine::JobSnapshot before = m_folders->job();
    const bool ended = !engine::isFinal(before.state) && engine::isFinal(job.state) && before.id.isValid();
    const bool isBack = before.link != engine::LinkState::Online && job.link == engine::LinkState::Online;
    const bool hasStarted = !before.started.isValid() && job.started.isValid();
    m_folders->setJob(job);
    m_bar->setDirectories(directoriesOf(job));
    m_fetch->setJob(job);
    if (engine::isFinal(job.state))
        m_timer.stop();
    if (isVisible() && (ended || hasStarted))
        look(); // the last output
    if (isVisible() && isBack && m_pane->model().state() == models::FolderModel::State::Failed)
        m_pane->refresh();
    showFolder();
}

void FilesTab::setNode(const QString &node)
{
    if (node == m_node)
        return;
    m_node = node;
    showFolder();
}

void FilesTab::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    look();
    if (!engine::isFinal(m_folders->job().state))
        m_timer.start();
}

void FilesTab::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

bool FilesTab::isSettled() const
{
    return !m_folders->isAsking() && !m_work.isLooking() && (m_stack->currentWidget() != m_pane || m_pane->isSettled())
        && m_side->isSettled();
}

bool FilesTab::isThere() const
{
    return chosen();
}

void FilesTab::look()
{
    if (!chosen())
        return m_folders->ask();
    if (m_pane->model().entryCount() <= mostWatched)
        m_pane->model().follow();
}

void FilesTab::reload()
{
    if (chosen())
        m_pane->refresh();
    m_folders->ask(); // a new attempt has other folders
}

const JobFolderThere *FilesTab::chosen() const
{
    return m_folders->find(m_bar->directory(), m_node);
}

engine::ResourceId FilesTab::machine() const
{
    const JobFolderThere *folder = chosen();
    return folder ? m_folders->machineOf(*folder) : engine::ResourceId();
}

void FilesTab::showFolder()
{
    const JobFolderThere *folder = chosen();
    const engine::Location root = folder ? engine::Location{folder->place, folder->path} : m_root;
    if (m_root != root) {
        m_root = root;
        m_pane->setRoot(m_root, folder->directory);
        m_side->properties().setRoot(m_root, folder->directory);
    } else if (!folder && isVisible() && !m_folders->isAnswered()) {
        m_folders->ask();
    }
    showState();
}

void FilesTab::showState()
{
    const JobFolderThere *folder = chosen();
    m_stack->setCurrentWidget(folder ? static_cast<QWidget *>(m_pane) : m_empty);
    m_bar->setPlace(folder ? m_folders->nodeWords(*folder) : QString());
    if (!folder)
        m_side->hideProperties();
    if (!m_folders->job().started.isValid())
        m_empty->setTexts(tr("No files yet"), tr("The job has not started."));
    else if (!m_folders->isAnswered())
        m_empty->setTexts(tr("Not listed yet"), tr("Waiting for the machine's answer."));
    else if (m_node.isEmpty())
        m_empty->setTexts(tr("Nothing here"), tr("The job has not made this directory."));
    else
        m_empty->setTexts(tr("Nothing here"), tr("The job has not made this directory on %1.").arg(m_node));
    showSelected();
}

void FilesTab::showSelected()
{
    const qsizetype count = isThere() ? m_pane->selectionCount() : 0;
    const QList<engine::StorageEntry> one =
        isThere() && count <= 1 ? m_pane->selectedEntries() : QList<engine::StorageEntry>();
    m_actions->offer(isThere(), count, one);
    if (m_side->showsProperties())
        m_side->showSelected(isThere() ? m_pane->selectedLocations() : QList<engine::Location>(), one);
}

void FilesTab::setPropertiesShown(bool isShown)
{
    m_side->setPropertiesShown(isShown);
    if (isShown)
        showSelected();
}

void FilesTab::setFetchShown(bool isShown)
{
    const bool hadFocus = m_fetch->isAncestorOf(focusWidget());
    m_fetch->setVisible(isShown);
    m_actions->fetch()->setChecked(isShown);
    if (isShown)
        m_fetch->takeFocus();
    else if (hadFocus)
        m_pane->focusList();
}

QList<QAction *> FilesTab::commands() const
{
    return isThere() ? actions() + m_pane->actions() : actions();
}

void FilesTab::showMenu(const QPoint &where)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->addActions(actions());
    menu->addSeparator();
    m_pane->fillMenu(*menu);
    menu->popup(where);
}

// Drops upload files into a folder of the job.
void FilesTab::connectDrops()
{
    auto *drop = new FileDrop(m_pane, [this](const QPoint &where) {
        DropSpot spot = m_pane->spotAt(where);
        spot.name = nameOf(spot.folder);
        return spot;
    });
    connect(drop, &FileDrop::dropped, this, &FilesTab::askUpload);
    connect(&m_client, &engine::EngineClient::transferChanged, this, [this](const auto &transfer) {
        if (engine::isEnded(transfer.state) && isThere() && transfer.request.target == m_pane->location())
            m_pane->refresh();
    });
}

void FilesTab::askUpload(const QList<engine::Location> &files, const engine::Location &folder)
{
    models::DropFacts facts{files, folder};
    facts.targetName = nameOf(folder);
    m_side->ask(facts);
}

QString FilesTab::nameOf(const engine::Location &folder) const
{
    return m_bar->directory() + folder.path.sliced(qMin(folder.path.size(), m_root.path.size()));
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
        return m_pane->fail(engine::Error::of(engine::ErrorCode::InvalidArgument, {"%1", {verdict.words}}, folder));
    m_work.startOrAsk(facts);
}

void FilesTab::follow()
{
    const JobFolderThere *folder = chosen();
    if (!folder || m_pane->selectionCount() != 1)
        return;
    const QString path = m_pane->selectedLocations().constFirst().path.sliced(m_root.path.size() + 1);
    engine::whenFinished(m_client.jobs.follow(m_folders->job().id, folder->directory, path, folder->node), this,
                         [this, path, node = folder->node](const auto &answer) {
                             if (answer)
                                 emit logRequested({path, node, answer->spoolPath, answer->complete});
                             else
                                 m_pane->fail(answer.error());
                         });
}

} // namespace ui
