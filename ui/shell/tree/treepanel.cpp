// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/shell/tree/treepanel.h"

#include "models/tree/resourcetreemodel.h"
#include "ui/shell/tree/treedelegate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QSettings>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTreeView>

using namespace Qt::StringLiterals;

namespace ui {

using models::ResourceTreeModel;
using models::TreeKind;

TreePanel::TreePanel(ResourceTreeModel &model, QWidget *parent)
    : QWidget(parent), m_model(model), m_filtered(new QSortFilterProxyModel(this)), m_filter(new QLineEdit(this)),
      m_view(new QTreeView(this)), m_delegate(new TreeDelegate(m_view)), m_stack(new QStackedWidget(this))
{
    m_filtered->setRecursiveFilteringEnabled(true);
    m_filtered->setAutoAcceptChildRows(true);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setSourceModel(&model);

    styleFilter(m_filter, tr("Filter the tree"));

    m_view->setModel(m_filtered);
    m_view->setItemDelegate(m_delegate);
    m_view->setHeaderHidden(true);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformRowHeights(true);
    m_view->setMouseTracking(true);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setAccessibleName(tr("Resources"));
    m_view->viewport()->setBackgroundRole(QPalette::Window);

    m_stack->addWidget(new EmptyState(u"cluster"_s, tr("No machines or jobs yet"),
                                      tr("Machines and storage accounts appear here, and clusters and "
                                         "experiments in groups you name yourself."),
                                      m_stack));
    m_stack->addWidget(m_view);
    m_nothing = new EmptyState(u"search"_s, {}, {}, m_stack);
    connect(m_nothing->setButton(tr("Clear filter")), &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
    m_stack->addWidget(m_nothing);
    auto *head = newColumn({8, 8, 8, 6}, 0, {m_filter});
    setLayout(newColumn({}, 0, {head, {m_stack, 1}}));

    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &TreePanel::filter);
    const auto openRow = [this](const QModelIndex &index) {
        if (const auto id = idAt(index); !m_selecting && id.isValid())
            emit openRequested(id);
    };
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, openRow);
    // A click on the current row opens its page, as a form for the resource may be shown.
    connect(m_view, &QTreeView::clicked, this, openRow);
    connect(m_view, &QTreeView::activated, this, openRow);
    connect(m_view, &QTreeView::collapsed, this, [this](const QModelIndex &index) { userFolded(index, false); });
    connect(m_view, &QTreeView::expanded, this, [this](const QModelIndex &index) { userFolded(index, true); });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &where) {
        emit menuRequested(idAt(m_view->indexAt(where)), m_view->viewport()->mapToGlobal(where));
    });
    connect(m_filtered, &QAbstractItemModel::rowsInserted, this, &TreePanel::openNew);
    for (const auto changed : {&QAbstractItemModel::rowsRemoved, &QAbstractItemModel::rowsInserted})
        connect(m_filtered, changed, this, &TreePanel::showEmpty);
    connect(&m_model, &QAbstractItemModel::rowsRemoved, this, &TreePanel::showEmpty);
    showEmpty();
}

void TreePanel::select(const engine::ResourceId &id)
{
    const QScopedValueRollback quiet(m_selecting, true);
    const QModelIndex index = shownRowOf(m_filtered->mapFromSource(m_model.indexOf(id)));
    m_place = id;
    m_wanted = index.isValid() ? engine::ResourceId() : id;
    const QModelIndex current = m_view->currentIndex();
    if (idAt(current) != id || shownRowOf(current) != current)
        m_view->setCurrentIndex(index);
    if (index.isValid()) // keeps the current row if it is another row of the same resource
        m_view->scrollTo(m_view->currentIndex());
}

QWidget *TreePanel::dropArea() const
{
    return m_view->viewport();
}

engine::ResourceId TreePanel::idAt(const QPoint &where) const
{
    return idAt(m_view->indexAt(where));
}

void TreePanel::showDropTarget(const engine::ResourceId &id)
{
    m_delegate->setDropTarget(id.isValid() ? m_filtered->mapFromSource(m_model.indexOf(id)) : QModelIndex());
    m_view->viewport()->update();
}

void TreePanel::showDropTargetAt(const QPoint &where)
{
    m_delegate->setDropTarget(m_view->indexAt(where));
    m_view->viewport()->update();
}

void TreePanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void TreePanel::saveTo(QSettings &settings) const
{
    settings.setValue(u"tree/closed"_s, QStringList(m_closed.values()));
    settings.setValue(u"tree/opened"_s, QStringList(m_opened.values()));
}

void TreePanel::restoreFrom(const QSettings &settings)
{
    const QStringList closed = settings.value(u"tree/closed"_s).toStringList();
    m_closed = QSet<QString>(closed.cbegin(), closed.cend());
    const QStringList opened = settings.value(u"tree/opened"_s).toStringList();
    m_opened = QSet<QString>(opened.cbegin(), opened.cend());
}

void TreePanel::openNew(const QModelIndex &parent, int first, int last)
{
    showEmpty();
    const QScopedValueRollback quiet(m_selecting, true);
    if (parent.isValid() && isOpen(parent))
        m_view->expand(parent);
    for (int row = first; row <= last && m_wanted.isValid(); ++row) {
        const QModelIndex index = m_filtered->index(row, 0, parent);
        if (idAt(index) == m_wanted) {
            m_wanted = {};
            m_view->setCurrentIndex(shownRowOf(index));
        }
    }
}

bool TreePanel::eventFilter(QObject *watched, QEvent *event)
{
    const auto *key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent *>(event) : nullptr;
    if (key && key->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        return true;
    }
    if (key && key->key() == Qt::Key_Down) {
        m_view->setFocus(Qt::TabFocusReason);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TreePanel::filter(const QString &text)
{
    const QString wanted = text.trimmed();
    const QScopedValueRollback quiet(m_selecting, true);
    m_filtered->setFilterFixedString(wanted);
    if (wanted.isEmpty()) {
        restoreExpansion({});
        select(m_place); // the filter may have removed its row
    } else {
        m_view->expandAll();
        foldMatches({}, wanted);
    }
    m_nothing->setTexts(tr("Nothing matches"), tr("No name in the tree has “%1” in it.").arg(wanted));
    showEmpty();
}

void TreePanel::userFolded(const QModelIndex &index, bool open)
{
    remember(index, open);
    if (m_selecting || !m_filter->text().isEmpty())
        return;
    const QScopedValueRollback quiet(m_selecting, true);
    const QModelIndex current = m_view->currentIndex();
    const QModelIndex place = m_filtered->mapFromSource(m_model.indexOf(m_place));
    if (open && current == index && place.isValid())
        m_view->setCurrentIndex(shownRowOf(place));
    else if (!open && shownRowOf(current) != current)
        m_view->setCurrentIndex(index);
}

// Ignores rows that a filter expands.
void TreePanel::remember(const QModelIndex &index, bool open)
{
    if (!m_filter->text().isEmpty())
        return;
    const QString path = index.data(ResourceTreeModel::PathRole).toString();
    const bool begins = beginsClosed(index);
    QSet<QString> &changed = begins ? m_opened : m_closed;
    if (open == begins)
        changed.insert(path);
    else
        changed.remove(path);
}

void TreePanel::restoreExpansion(const QModelIndex &parent)
{
    for (int row = 0; row < m_filtered->rowCount(parent); ++row) {
        const QModelIndex index = m_filtered->index(row, 0, parent);
        if (!m_filtered->hasChildren(index))
            continue;
        restoreExpansion(index);
        m_view->setExpanded(index, isOpen(index));
    }
}

// Rows that match the filter keep the user's expansion, as all their children match, too.
void TreePanel::foldMatches(const QModelIndex &parent, const QString &wanted)
{
    for (int row = 0; row < m_filtered->rowCount(parent); ++row) {
        const QModelIndex index = m_filtered->index(row, 0, parent);
        if (beginsClosed(index) && index.data().toString().contains(wanted, Qt::CaseInsensitive))
            m_view->setExpanded(index, isOpen(index));
        else
            foldMatches(index, wanted);
    }
}

bool TreePanel::beginsClosed(const QModelIndex &index)
{
    const auto kind = index.data(ResourceTreeModel::KindRole).value<TreeKind>();
    return kind == TreeKind::Cluster || kind == TreeKind::Experiment;
}

bool TreePanel::isOpen(const QModelIndex &index) const
{
    const QString path = index.data(ResourceTreeModel::PathRole).toString();
    return beginsClosed(index) ? m_opened.contains(path) : !m_closed.contains(path);
}

QModelIndex TreePanel::shownRowOf(const QModelIndex &index) const
{
    QModelIndex shown = index;
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        if (beginsClosed(above) && !m_view->isExpanded(above))
            shown = above;
    }
    return shown;
}

void TreePanel::showEmpty()
{
    m_stack->setCurrentIndex(m_model.rowCount() == 0 ? 0 : m_filtered->rowCount() > 0 ? 1 : 2);
}

engine::ResourceId TreePanel::idAt(const QModelIndex &index) const
{
    return index.data(ResourceTreeModel::IdRole).value<engine::ResourceId>();
}

} // namespace ui
