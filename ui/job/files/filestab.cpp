// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/files/filestab.h"

#include "engine/base/whenfinished.h"
#include "models/storage/filework.h"
#include "ui/job/files/fetchpanel.h"
#include "ui/storage/drop/fileclipboard.h"
#include "ui/storage/drop/uploadpanel.h"
#include "ui/storage/pane/filepane.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/pane/panecommands.h"
#include "ui/storage/panel/propertiespanel.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/text/tonelabel.h"

#include <QAction>
#include <QComboBox>
#include <QJsonArray>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <chrono>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace ui {

using engine::JobFolderThere;

namespace {

constexpr auto lookInterval = 3s;
constexpr qint64 mostWatched = 20'000; // entries of a folder that is listed again and again

QStringList directoriesOf(const engine::JobSnapshot &job)
{
    QStringList ids{u"stdouterr"_s};
    for (const QJsonValue &output : job.document[u"properties"_s][u"outputDirectories"_s].toArray())
        ids.append(output[u"id"_s].toString());
    return ids;
}

/// A button for \a action, which says why it cannot be now.
QPushButton *newButton(QAction *action, const QString &text, const QString &name, QWidget *parent)
{
    auto *button = new QPushButton(action->icon(), text, parent);
    button->setAccessibleName(text);
    button->setObjectName(name);
    const auto adopt = [button, action] {
        button->setEnabled(action->isEnabled());
        button->setToolTip(action->toolTip());
    };
    QObject::connect(action, &QAction::changed, button, adopt);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    adopt();
    return button;
}

} // namespace

FilesTab::FilesTab(engine::EngineClient &client, models::FileWork &work, QWidget *parent)
    : QWidget(parent), m_client(client), m_work(work), m_places(client), m_directory(new QComboBox(this)),
      m_place(new ToneLabel(ToneLabel::Tone::Faint, {}, this)),
      m_followAction(new QAction(icon(u"file-text"_s), tr("&Follow among the logs"), this)),
      m_downloadAction(new QAction(icon(u"download"_s), tr("&Download…"), this)),
      m_openAction(new QAction(icon(u"folder"_s), tr("Open in &Files"), this)),
      m_fetchAction(new QAction(icon(u"clock"_s), tr("&When it is over…"), this)),
      m_fetch(new FetchPanel(client, this)), m_banner(new Banner(this)), m_stack(new QStackedWidget(this)),
      m_empty(new EmptyState(u"folder"_s, {}, {}, this)), m_pane(new FilePane(client, m_places, this)),
      m_side(new QWidget(this)), m_properties(new PropertiesPanel(client, this)), m_uploadSide(new QWidget(this)),
      m_upload(new UploadPanel(client, this))
{
    m_directory->setAccessibleName(tr("Output directory"));
    m_directory->setObjectName(u"directory"_s);
    m_directory->setMinimumContentsLength(10);
    m_place->setWordWrap(false);
    m_followAction->setShortcut(QKeySequence(u"Ctrl+Shift+G"_s));
    m_downloadAction->setShortcut(QKeySequence(u"Ctrl+Shift+S"_s));
    m_openAction->setShortcut(QKeySequence(u"Ctrl+Shift+O"_s));
    m_fetchAction->setShortcut(QKeySequence(u"Ctrl+Shift+W"_s));
    m_fetchAction->setCheckable(true);
    m_fetchAction->setToolTip(tr("Say what is brought to this computer when the job is over (Ctrl+Shift+W)"));
    for (QAction *action : {m_followAction, m_downloadAction, m_openAction, m_fetchAction}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
    }
    m_buttons = {newButton(m_followAction, tr("Follow"), u"follow"_s, this),
                 newButton(m_downloadAction, tr("Download…"), u"download"_s, this),
                 newButton(m_openAction, tr("Open in Files"), u"openInFiles"_s, this),
                 newButton(m_fetchAction, tr("When it is over…"), u"fetch"_s, this)};
    m_fetch->hide();
    arrange();
    connectPane();
    connectDrops();

    m_timer.setObjectName(u"look"_s);
    m_timer.setInterval(lookInterval);
    connect(&m_timer, &QTimer::timeout, this, &FilesTab::look);
    connect(m_followAction, &QAction::triggered, this, &FilesTab::follow);
    connect(m_downloadAction, &QAction::triggered, this, &FilesTab::chooseTarget);
    connect(m_openAction, &QAction::triggered, this, [this] { emit filesRequested(m_pane->location()); });
    connect(m_fetchAction, &QAction::triggered, this, &FilesTab::setFetchShown);
    connect(m_fetch, &FetchPanel::closed, this, [this] { setFetchShown(false); });
    connect(m_banner, &Banner::remedyRequested, this, &FilesTab::ask);
    connect(m_directory, &QComboBox::currentIndexChanged, this, &FilesTab::showFolder);
    showState();
}

FilesTab::~FilesTab()
{
    m_upload->end(); // what nobody answered is asked elsewhere
}

void FilesTab::arrange()
{
    auto *tools = newRow({16, 6, 16, 6}, 10, {m_directory, m_place, Stretch{}});
    for (QPushButton *button : std::as_const(m_buttons))
        tools->addWidget(button);
    auto *notice = newRow({16, 0, 16, 0}, 0, {m_banner});
    addPages(*m_stack, {m_empty, m_pane});
    fillSide(m_side, m_properties);
    fillSide(m_uploadSide, m_upload);
    m_side->hide();
    m_uploadSide->hide();
    auto *row = newRow({}, 0, {{m_stack, 1}, m_side, m_uploadSide});
    setLayout(newColumn({}, 0, {tools, notice, m_fetch, newLine(), {row, 1}}));
}

void FilesTab::connectPane()
{
    connect(m_pane, &FilePane::selectionChanged, this, &FilesTab::showSelected);
    connect(m_pane, &FilePane::changed, this, &FilesTab::showSelected);
    connect(m_pane, &FilePane::propertiesRequested, this, [this] { setPropertiesShown(true); });
    connect(m_pane, &FilePane::propertiesToggled, this, [this] { setPropertiesShown(m_side->isHidden()); });
    connect(m_pane, &FilePane::connectRequested, this, [this] { emit machineRequested(machine()); });
    connect(m_pane, &FilePane::terminalRequested, this, [this] { openTerminalIn(m_client, m_pane, machine()); });
    connect(m_pane, &FilePane::copyRequested, this,
            [this] { putFiles(m_pane->selectedLocations(), FileIntent::Copy); });
    connect(m_pane, &FilePane::jobRequested, this, &FilesTab::jobRequested);
    connect(m_pane, &FilePane::menuRequested, this, &FilesTab::showMenu);
    connect(m_properties, &PropertiesPanel::closeRequested, this, [this] { setPropertiesShown(false); });
    connect(m_properties, &PropertiesPanel::modeChanged, this, [this](const engine::Location &file) {
        if (m_pane->location() == file.parent())
            m_pane->model().refreshEntry(file.name());
    });
}

void FilesTab::setJob(const engine::JobSnapshot &job)
{
    const bool ended = !engine::isFinal(m_job.state) && engine::isFinal(job.state) && m_job.id.isValid();
    const bool isBack = m_job.link != engine::LinkState::Online && job.link == engine::LinkState::Online;
    if (job.attempt != m_job.attempt) { // another one, in folders of its own
        m_folders.clear();
        ++m_request;
        m_isAsked = m_isAsking = false;
    }
    const bool hasStarted = !m_job.started.isValid() && job.started.isValid();
    m_job = job;
    const QStringList ids = directoriesOf(job);
    if (m_directory->count() != ids.size()) {
        const QSignalBlocker quiet(m_directory);
        m_directory->clear();
        m_directory->addItems(ids);
    }
    m_fetch->setJob(job);
    if (engine::isFinal(job.state))
        m_timer.stop();
    if (isVisible() && (ended || hasStarted))
        look(); // what it wrote last
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
    if (!engine::isFinal(m_job.state))
        m_timer.start();
}

void FilesTab::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

void FilesTab::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fitButtons();
}

// In a narrow window their words are in their tool tips.
void FilesTab::fitButtons()
{
    int wanted = 2 * 16 + m_directory->sizeHint().width() + m_place->sizeHint().width();
    for (QPushButton *button : std::as_const(m_buttons)) {
        button->setText(button->accessibleName());
        wanted += 10 + button->sizeHint().width();
    }
    for (QPushButton *button : std::as_const(m_buttons))
        button->setText(wanted + 20 > width() ? QString() : button->accessibleName());
}

bool FilesTab::isSettled() const
{
    return !m_isAsking && !m_work.isLooking() && (m_stack->currentWidget() != m_pane || m_pane->isSettled())
        && m_properties->isSettled() && m_upload->isSettled();
}

void FilesTab::look()
{
    if (!chosen())
        return ask();
    if (m_pane->model().entryCount() <= mostWatched)
        m_pane->model().follow();
}

void FilesTab::reload()
{
    if (chosen())
        m_pane->refresh();
    ask(); // it may be another one by now
}

void FilesTab::ask()
{
    if (!m_job.id.isValid() || !m_job.started.isValid() || m_isAsking)
        return;
    m_isAsking = true;
    engine::whenFinished(m_client.jobs.listFolders(m_job.id), this, [this, request = ++m_request](const auto &answer) {
        if (request == m_request)
            receive(answer);
    });
}

void FilesTab::receive(const engine::Result<QList<JobFolderThere>> &answer)
{
    m_isAsking = false;
    m_isAsked = true;
    if (!answer) {
        m_banner->showError(answer.error());
        m_banner->setRemedy(tr("Try again"));
    } else {
        m_banner->dismiss();
        m_folders = *answer;
    }
    showFolder();
}

const JobFolderThere *FilesTab::chosen() const
{
    const auto isIt = [this](const JobFolderThere &folder) {
        return folder.directory == m_directory->currentText() && (m_node.isEmpty() || folder.node == m_node);
    };
    const auto found = std::find_if(m_folders.cbegin(), m_folders.cend(), isIt);
    return found == m_folders.cend() ? nullptr : &*found;
}

void FilesTab::showFolder()
{
    const JobFolderThere *folder = chosen();
    const engine::Location root = folder ? engine::Location{folder->place, folder->path} : m_root;
    if (m_root != root) {
        m_root = root;
        m_pane->setRoot(m_root, folder->directory);
        m_properties->setRoot(m_root, folder->directory);
    } else if (!folder && isVisible() && !m_isAsked) {
        ask();
    }
    showState();
}

QString FilesTab::nodeWords(const JobFolderThere &folder) const
{
    if (m_job.nodeRuns.size() < 2)
        return {};
    const QString first = folder.sharedWith.value_or(folder.node);
    const auto sharing = std::count_if(m_folders.cbegin(), m_folders.cend(), [&](const JobFolderThere &other) {
        return other.directory == folder.directory && (other.node == first || other.sharedWith == first);
    });
    if (sharing == m_job.nodeRuns.size())
        return tr("the same on all nodes");
    return sharing > 1 ? tr("on %1 and %2 more that share it").arg(folder.node).arg(sharing - 1)
                       : tr("on %1").arg(folder.node);
}

void FilesTab::showState()
{
    const JobFolderThere *folder = chosen();
    m_stack->setCurrentWidget(folder ? static_cast<QWidget *>(m_pane) : m_empty);
    m_place->setText(folder ? nodeWords(*folder) : QString());
    fitButtons();
    m_side->setVisible(folder && m_side->isVisibleTo(this));
    if (!m_job.started.isValid())
        m_empty->setTexts(tr("No files yet"), tr("The job has not started."));
    else if (!m_isAsked)
        m_empty->setTexts(tr("Not listed yet"), tr("Waiting for the machine's answer."));
    else if (m_node.isEmpty())
        m_empty->setTexts(tr("Nothing here"), tr("The job has not made this directory."));
    else
        m_empty->setTexts(tr("Nothing here"), tr("The job has not made this directory on %1.").arg(m_node));
    showSelected();
}

} // namespace ui
