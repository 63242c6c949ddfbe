// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/pane/filepane.h"

#include "engine/base/whenfinished.h"
#include "models/storage/placesmodel.h"
#include "models/storage/storagewords.h"
#include "ui/connect/terminal.h"
#include "ui/storage/drop/filedragging.h"
#include "ui/storage/pane/emptyfolder.h"
#include "ui/storage/pane/fileactions.h"
#include "ui/storage/pane/filetable.h"
#include "ui/storage/pane/folderentries.h"
#include "ui/storage/pane/folderfoot.h"
#include "ui/storage/pane/foldertrouble.h"
#include "ui/storage/path/pathbar.h"
#include "ui/theme/icons.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/banner.h"
#include "ui/widgets/text/copying.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMetaMethod>
#include <QPainter>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace ui {

using engine::Location;
using models::FolderModel;

namespace {

QToolButton *newButton(const QString &iconName, const QString &name, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setAutoRaise(true);
    button->setFixedSize(28, 28);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(name);
    return button;
}

} // namespace

FilePane::FilePane(engine::EngineClient &client, const models::PlacesModel &places, QWidget *parent)
    : QWidget(parent), m_client(client), m_model(client), m_path(new PathBar(client, places, this)),
      m_filter(new QLineEdit(this)), m_hidden(newButton(u"eye"_s, tr("Hidden entries"), this)),
      m_refresh(newButton(u"rerun"_s, tr("Refresh"), this)), m_trouble(new FolderTrouble(this)),
      m_entries(new FolderEntries(m_model, *this)), m_table(&m_entries->table()),
      m_foot(new FolderFoot(m_model, *m_table, this)), m_dragging(new FileDragging(client, *m_table, this)),
      m_actions(new FileActions(*this))
{
    arrange();
    connectParts();
    connectActions();
    updateActions();
}

void FilePane::arrange()
{
    styleFilter(m_filter, tr("Filter the entries by name"));
    m_filter->setMaximumWidth(180);
    m_filter->setMinimumWidth(64);
    m_filter->setAcceptDrops(false); // drops are for the folder
    m_hidden->setCheckable(true);
    m_hidden->setToolTip(tr("Show names that begin with a dot (Ctrl+H)"));
    m_refresh->setToolTip(tr("List the folder anew (F5)"));
    auto *tools = newRow({12, 0, 10, 0}, 8, {{m_path, 1}, m_filter, m_hidden, m_refresh});
    auto *notice = newRow({12, 0, 12, 0}, 0, {m_trouble->banner()});
    auto *head = newColumn({0, 7, 0, 7}, 7, {tools, notice});
    setLayout(newColumn({}, 0, {head, newLine(), {m_entries, 1}, newLine(), m_foot, m_dragging->bar()}));
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setMinimumWidth(240);
}

void FilePane::connectParts()
{
    m_filter->installEventFilter(this);
    connect(m_path, &PathBar::openRequested, this, [this](const Location &folder) {
        open(folder);
        focusList();
    });
    connect(m_path, &PathBar::typed, this, &FilePane::openTyped);
    connect(m_path, &PathBar::refused, this, &FilePane::fail);
    connect(m_path, &PathBar::left, this, &FilePane::focusList);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model.setFilter({text, showsHidden()});
    });
    connect(m_hidden, &QToolButton::clicked, this, &FilePane::toggleHidden);
    connect(m_refresh, &QToolButton::clicked, this,
            [this] { m_model.state() == FolderModel::State::Listing ? m_model.stop() : refresh(); });
    connect(m_trouble, &FolderTrouble::retryRequested, this, &FilePane::refresh);
    connect(m_trouble, &FolderTrouble::upRequested, this, &FilePane::goUp);
    connect(m_trouble, &FolderTrouble::connectRequested, this, &FilePane::connectRequested);
    connect(m_trouble, &FolderTrouble::keyRequested, this, &FilePane::keyRequested);
    connect(m_trouble, &FolderTrouble::removalRequested, this, &FilePane::removeRequested);
    connect(&m_entries->none(), &EmptyFolder::filterUnwanted, m_filter, &QLineEdit::clear);
    connect(&m_entries->none(), &EmptyFolder::hiddenWanted, this, &FilePane::toggleHidden);
    connect(&m_entries->none(), &EmptyFolder::folderWanted, this, &FilePane::makeFolder);
    connect(&m_model, &FolderModel::changed, this, &FilePane::showState);
    connect(&m_model, &FolderModel::refused, this, &FilePane::fail);
    connect(&m_model, &FolderModel::appeared, this, [this](const QString &name) {
        showState();
        m_table->clearSelection();
        m_table->select({name});
        if (const QList<int> rows = m_model.rowsOf({name}); !rows.isEmpty())
            m_table->editName(rows.constFirst());
    });
    connect(&m_model, &FolderModel::renamed, this, &FilePane::selectionChanged);
    connectTable();
}

void FilePane::connectTable()
{
    connect(m_table, &FileTable::openRequested, this, &FilePane::openRow);
    connect(m_table, &FileTable::previewRequested, this, &FilePane::propertiesToggled);
    connect(m_table, &FileTable::upRequested, this, &FilePane::goUp);
    connect(m_table, &FileTable::tabbed, this, &FilePane::otherPaneRequested);
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &where) { emit menuRequested(m_table->viewport()->mapToGlobal(where)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FilePane::selectionChanged);
    connect(this, &FilePane::selectionChanged, this, [this] {
        m_foot->showCounts();
        updateActions();
    });
}

void FilePane::connectActions()
{
    connect(m_actions->open, &QAction::triggered, this, &FilePane::openSelected);
    connect(m_actions->properties, &QAction::triggered, this, &FilePane::propertiesRequested);
    connect(m_actions->rename, &QAction::triggered, this, &FilePane::renameSelected);
    connect(m_actions->newFolder, &QAction::triggered, this, &FilePane::makeFolder);
    connect(m_actions->copy, &QAction::triggered, this, &FilePane::copyRequested);
    connect(m_actions->cut, &QAction::triggered, this, &FilePane::cutRequested);
    connect(m_actions->paste, &QAction::triggered, this, &FilePane::pasteRequested);
    connect(m_actions->copyOver, &QAction::triggered, this, &FilePane::copyOverRequested);
    connect(m_actions->moveOver, &QAction::triggered, this, &FilePane::moveOverRequested);
    connect(m_actions->trash, &QAction::triggered, this, &FilePane::trashRequested);
    connect(m_actions->remove, &QAction::triggered, this, &FilePane::removeSelected);
    connect(m_actions->copyPath, &QAction::triggered, this, &FilePane::copyPaths);
    connect(m_actions->copyCommand, &QAction::triggered, this, &FilePane::copyCommand);
    connect(m_actions->terminal, &QAction::triggered, this, &FilePane::terminalRequested);
    connect(m_actions->useInJob, &QAction::triggered, this, &FilePane::useInJob);
    constexpr int hour = 60; // minutes
    for (const auto &[action, minutes] :
         {std::pair(m_actions->linkHour, hour), {m_actions->linkDay, 24 * hour}, {m_actions->linkWeek, 7 * 24 * hour}})
        connect(action, &QAction::triggered, this, [this, valid = minutes] { emit linkRequested(valid); });
    connect(m_actions->refresh, &QAction::triggered, this, &FilePane::refresh);
    connect(m_actions->hidden, &QAction::triggered, this, &FilePane::toggleHidden);
    connect(m_actions->typePath, &QAction::triggered, m_path, &PathBar::edit);
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, this, &FilePane::updateActions);
}

void FilePane::updateActions()
{
    const auto isTaken = [this](auto signal) { return isSignalConnected(QMetaMethod::fromSignal(signal)); };
    FileActions::Facts facts;
    if (!engine::accountOf(location().place).isEmpty())
        facts.where =
            models::isContainerList(location()) ? FileActions::Where::ContainerList : FileActions::Where::Container;
    facts.selected = selectionCount();
    facts.isFolder = facts.selected == 1 && selectedEntries().constFirst().isFolder;
    if (facts.selected <= 1)
        facts.path = selectedLocations().constFirst().path;
    facts.isListed = isListed();
    facts.isRooted = isRooted();
    facts.isOneOfTwo = m_focus != Focus::Alone;
    facts.showsHidden = showsHidden();
    facts.looksInside = isTaken(&FilePane::propertiesRequested);
    facts.makesJobs = isTaken(&FilePane::jobRequested);
    m_actions->update(facts);
}

void FilePane::setRoot(const Location &root, const QString &name)
{
    m_root = root;
    m_path->setRoot(root, name);
    m_history.clear();
    open(root);
}

void FilePane::open(const Location &folder)
{
    if (!m_history.isEmpty() && folder == location() && m_model.state() != FolderModel::State::Failed)
        return refresh();
    m_history.open(folder, m_table->currentName());
    show(m_history.current());
}

bool FilePane::canStep(Page::Step step) const
{
    if (step == Page::Step::Up)
        return canGoUp();
    return step == Page::Step::Back ? m_history.canGoBack() : m_history.canGoForward();
}

void FilePane::step(Page::Step step)
{
    if (step == Page::Step::Up)
        return goUp();
    if (!canStep(step))
        return;
    step == Page::Step::Back ? m_history.goBack(m_table->currentName()) : m_history.goForward(m_table->currentName());
    show(m_history.current());
}

void FilePane::goUp()
{
    if (!canGoUp())
        return;
    const QString child = location().name();
    open(location().parent());
    m_table->select({child});
}

void FilePane::show(const FolderHistory::Visit &visit)
{
    m_trouble->dismiss();
    m_path->setLocation(visit.folder);
    m_table->setAccessibleName(tr("Files in %1").arg(engine::shownPath(visit.folder.toString())));
    m_table->selectionModel()->clear(); // so that the selection is not searched for in the next folder
    m_table->select({});
    {
        const QSignalBlocker quiet(m_filter); // a filter applies to one folder
        m_filter->clear();
    }
    m_model.open(visit.folder);
    m_model.setFilter({{}, showsHidden()});
    if (!visit.current.isEmpty())
        m_table->select({visit.current});
    emit locationChanged(visit.folder);
    emit stepsChanged();
}

// For the path of a file, opens its folder and selects it.
void FilePane::openTyped(const Location &location)
{
    engine::whenFinished(m_client.storage.stat(location), this, [this, location](const auto &entry) {
        if (!entry || entry->isFolder)
            return open(location);
        open(location.parent());
        m_table->select({location.name()});
    });
}

void FilePane::openRow(int row)
{
    const engine::StorageEntry entry = m_model.entry(row);
    if (entry.isFolder)
        open(m_model.location(row));
    else
        emit propertiesRequested();
}

void FilePane::openSelected()
{
    if (const QList<int> rows = selectedRows(*m_table); rows.size() == 1)
        openRow(rows.constFirst());
}

void FilePane::showState()
{
    const bool isListing = m_model.state() == FolderModel::State::Listing;
    m_refresh->setIcon(icon(isListing ? u"x"_s : u"rerun"_s));
    m_refresh->setToolTip(isListing ? tr("Stop listing (Esc)") : tr("List the folder anew (F5)"));
    m_refresh->setAccessibleName(isListing ? tr("Stop listing") : tr("Refresh"));
    if (m_model.state() == FolderModel::State::Failed)
        m_trouble->showListing(*m_model.error(), location(), canGoUp());
    m_entries->showState();
    m_foot->showCounts();
    updateActions();
    emit changed();
}

void FilePane::carry(const QList<Location> &files)
{
    m_dragging->carry(files);
}

void FilePane::fail(const engine::Error &error)
{
    m_trouble->show(error, location());
}

void FilePane::offerRemoval(const engine::Error &error, const QList<Location> &files)
{
    m_trouble->offerRemoval(error, location(), files);
}

void FilePane::renameSelected()
{
    if (const QList<int> rows = selectedRows(*m_table); rows.size() == 1)
        m_table->editName(rows.constFirst());
}

void FilePane::makeFolder()
{
    if (!isListed())
        return;
    if (models::isContainerList(location()))
        emit containerRequested();
    else
        m_model.makeFolder();
}

void FilePane::copyPaths()
{
    // Names that are not valid UTF-8 or contain control characters are quoted for a shell.
    QStringList paths;
    for (const Location &location : selectedLocations()) {
        const QString path = location.toString();
        paths.append(engine::shownPath(path) == path ? path : shellLine({path}));
    }
    copyText(paths.join(u'\n'));
}

void FilePane::copyCommand()
{
    copyText(shellLine({u"batchctl"_s, u"storage"_s, u"list"_s, location().toString()}));
}

void FilePane::useInJob()
{
    if (selectionCount() <= 1)
        emit jobRequested(selectedLocations().constFirst());
}

void FilePane::refresh()
{
    m_trouble->dismiss();
    m_model.refresh();
}

bool FilePane::escape()
{
    if (m_model.state() == FolderModel::State::Listing)
        m_model.stop();
    else if (m_table->selectionModel()->hasSelection())
        m_table->clearSelection();
    else if (!m_filter->text().isEmpty())
        m_filter->clear();
    else
        return false;
    return true;
}

void FilePane::setShowsHidden(bool shows)
{
    m_model.setFilter({m_filter->text(), shows});
    m_hidden->setChecked(shows);
    updateActions();
}

void FilePane::toggleHidden()
{
    setShowsHidden(!showsHidden());
    emit hiddenToggled(showsHidden());
}

bool FilePane::isListed() const
{
    return m_model.state() != FolderModel::State::Failed && m_model.state() != FolderModel::State::Idle;
}

void FilePane::focusList()
{
    m_entries->takeFocus();
}

qsizetype FilePane::selectionCount() const
{
    return m_table->selectionCount();
}

QList<engine::StorageEntry> FilePane::selectedEntries() const
{
    return m_table->selectedEntries();
}

QList<Location> FilePane::selectedLocations() const
{
    const QList<Location> locations = m_table->selectedLocations();
    return locations.isEmpty() ? QList<Location>{location()} : locations;
}

DropSpot FilePane::spotAt(const QPoint &where) const
{
    const QWidget *rows = m_table->viewport();
    const QPoint inside = rows->mapFrom(this, where);
    const QModelIndex index =
        m_table->isVisible() && rows->rect().contains(inside) ? m_table->indexAt(inside) : QModelIndex();
    if (!index.isValid() || !m_model.entry(index.row()).isFolder)
        return {location(), m_entries->geometry()};
    QRect row = m_table->visualRect(index);
    row.setLeft(0);
    row.setRight(rows->width() - 1);
    row.moveTopLeft(rows->mapTo(this, row.topLeft()));
    return {m_model.location(index.row()), row};
}

void FilePane::fillMenu(QMenu &menu) const
{
    m_actions->fill(menu);
}

void FilePane::setActive(bool isActive, bool isOneOfTwo)
{
    m_focus = !isOneOfTwo ? Focus::Alone : isActive ? Focus::Active : Focus::Other;
    updateActions();
    for (QAction *action : actions()) // keys and palette use the active pane
        action->setVisible(isActive || !isOneOfTwo);
    update();
}

bool FilePane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_filter && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Escape && !m_filter->text().isEmpty()) {
            m_filter->clear();
            return true;
        }
        if (key == Qt::Key_Escape || key == Qt::Key_Down || key == Qt::Key_Return) {
            focusList();
            if (!m_table->currentIndex().isValid() && m_model.rowCount() > 0)
                m_table->setCurrentIndex(m_model.index(0, 0));
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

// Keys that the list ignored, or while it is hidden.
void FilePane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Backspace)
        return goUp();
    if (event->key() == Qt::Key_Escape && escape())
        return;
    QWidget::keyPressEvent(event);
}

void FilePane::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (m_focus == Focus::Active)
        QPainter(this).fillRect(QRect(0, 0, width(), 2), tokens().accent);
}

} // namespace ui
