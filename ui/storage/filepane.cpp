// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/filepane.h"

#include "models/storage/placesmodel.h"
#include "ui/connect/terminal.h"
#include "ui/storage/carrybar.h"
#include "ui/storage/fileactions.h"
#include "ui/storage/filetable.h"
#include "ui/storage/pathbar.h"
#include "ui/storage/quickfetch.h"
#include "ui/theme/icons.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/copying.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/line.h"
#include "ui/widgets/tables.h"

#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QStackedWidget>
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
      m_refresh(newButton(u"rerun"_s, tr("Refresh"), this)), m_banner(new Banner(this)),
      m_stack(new QStackedWidget(this)), m_table(new FileTable(m_model, this)),
      m_empty(new EmptyState(u"folder"_s, {}, {}, this)), m_count(new QLabel(this)), m_hiddenCount(new QLabel(this)),
      m_facts(new QLabel(this)), m_carry(new CarryBar(client, this)), m_actions(new FileActions(*this))
{
    arrange();
    connectParts();
}

void FilePane::arrange()
{
    styleFilter(m_filter, tr("Filter the entries by name"));
    m_filter->setMaximumWidth(180);
    m_filter->setMinimumWidth(64);
    m_filter->setAcceptDrops(false); // files go into the folder
    m_hidden->setCheckable(true);
    m_hidden->setToolTip(tr("Show names that begin with a dot (Ctrl+H)"));
    m_refresh->setToolTip(tr("List the folder anew (F5)"));
    auto *tools = newRow({12, 0, 10, 0}, 8, {{m_path, 1}, m_filter, m_hidden, m_refresh});
    auto *notice = newRow({12, 0, 12, 0}, 0, {m_banner});
    auto *head = newColumn({0, 7, 0, 7}, 7, {tools, notice});
    addPages(*m_stack, {m_table, m_empty});
    auto *foot = newRow({16, 0, 16, 0}, 12, {m_count, m_hiddenCount, Stretch{}, m_facts});
    m_hiddenCount->setForegroundRole(QPalette::PlaceholderText);
    for (QLabel *label : {m_count, m_hiddenCount, m_facts}) {
        label->setTextFormat(Qt::PlainText);
        label->setFixedHeight(qMax(28, fontMetrics().height() + 12));
    }
    setLayout(newColumn({}, 0, {head, newLine(), {m_stack, 1}, newLine(), foot, m_carry}));
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
    connect(m_banner, &Banner::remedyRequested, this, &FilePane::takeRemedy);
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
    connect(m_table, &FileTable::openRequested, this, &FilePane::openRow);
    connect(m_table, &FileTable::previewRequested, this, &FilePane::propertiesToggled);
    connect(m_table, &FileTable::upRequested, this, &FilePane::goUp);
    connect(m_table, &FileTable::escaped, this, &FilePane::escape);
    connect(m_table, &FileTable::dragBegan, this, &FilePane::dragSelected);
    connect(m_table, &FileTable::tabbed, this, &FilePane::otherPaneRequested);
    connect(m_table, &QWidget::customContextMenuRequested, this,
            [this](const QPoint &where) { emit menuRequested(m_table->viewport()->mapToGlobal(where)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &FilePane::selectionChanged);
    connect(this, &FilePane::selectionChanged, this, [this] {
        showCounts();
        m_actions->update();
    });
}

void FilePane::renameSelected()
{
    if (const QList<int> rows = selectedRows(*m_table); rows.size() == 1)
        m_table->editName(rows.constFirst());
}

void FilePane::makeFolder()
{
    if (canChange())
        m_model.makeFolder();
}

void FilePane::copyPaths()
{
    // Names that text cannot carry, or that end the line, as a shell takes them.
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
    m_saidFailure = false;
    m_banner->dismiss();
    m_model.refresh();
}

void FilePane::escape()
{
    if (m_model.state() == FolderModel::State::Listing)
        m_model.stop();
    else if (m_table->selectionModel()->hasSelection())
        m_table->clearSelection();
    else
        m_filter->clear();
}

void FilePane::setShowsHidden(bool shows)
{
    m_model.setFilter({m_filter->text(), shows});
    m_hidden->setChecked(shows);
    m_actions->update();
}

void FilePane::toggleHidden()
{
    setShowsHidden(!showsHidden());
    emit hiddenToggled(showsHidden());
}

void FilePane::typePath()
{
    m_path->edit();
}

bool FilePane::canChange() const
{
    return m_model.state() != FolderModel::State::Failed && m_model.state() != FolderModel::State::Idle;
}

void FilePane::focusList()
{
    const bool isEmpty = m_stack->currentWidget() == m_empty && m_remedyOfNothing;
    (isEmpty ? static_cast<QWidget *>(m_remedyOfNothing) : m_table)->setFocus(Qt::OtherFocusReason);
}

qsizetype FilePane::selectionCount() const
{
    qsizetype count = 0;
    for (const QItemSelectionRange &range : m_table->selectionModel()->selection())
        count += range.height();
    return count;
}

QList<engine::StorageEntry> FilePane::selectedEntries() const
{
    QList<engine::StorageEntry> entries;
    for (const int row : selectedRows(*m_table))
        entries.append(m_model.entry(row));
    return entries;
}

QList<Location> FilePane::selectedLocations() const
{
    QList<Location> locations;
    for (const int row : selectedRows(*m_table))
        locations.append(m_model.location(row));
    return locations.isEmpty() ? QList<Location>{location()} : locations;
}

void FilePane::fillMenu(QMenu &menu) const
{
    m_actions->fill(menu);
}

void FilePane::setActive(bool isActive, bool isOneOfTwo)
{
    m_isActive = isActive;
    m_isOneOfTwo = isOneOfTwo;
    m_actions->update();
    for (QAction *action : actions()) // keys and palette go to one of the two
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

// Where the list is not there to take it.
void FilePane::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Backspace)
        return goUp();
    QWidget::keyPressEvent(event);
}

void FilePane::paintEvent(QPaintEvent *event)
{
    QWidget::paintEvent(event);
    if (m_isOneOfTwo && m_isActive)
        QPainter(this).fillRect(QRect(0, 0, width(), 2), tokens().accent);
}

} // namespace ui
