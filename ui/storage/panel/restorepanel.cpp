// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/storage/panel/restorepanel.h"

#include "models/storage/filework.h"
#include "models/storage/trashedfiles.h"
#include "ui/storage/panel/sidepanel.h"
#include "ui/theme/style.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"
#include "ui/widgets/text/tonelabel.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QLocale>
#include <QMap>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

using models::TrashedFiles;

RestorePanel::RestorePanel(models::FileWork &work, QWidget *parent)
    : QFrame(parent), m_work(work), m_order(new QSortFilterProxyModel(this)), m_stack(new QStackedWidget(this)),
      m_table(makeTable(this)), m_restore(new QPushButton(this)), m_forget(new QPushButton(tr("Forget"), this))
{
    setAccessibleName(tr("Put back from the trash"));
    makeSidePanel(*this);
    m_order->setSourceModel(&work.trashedFiles());
    m_order->setSortRole(TrashedFiles::SortRole);
    m_order->setFilterKeyColumn(-1);
    m_order->setFilterCaseSensitivity(Qt::CaseInsensitive);
    arrange();
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RestorePanel::showSelection);
    for (const auto change : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_order, change, this, &RestorePanel::showSelection);
    connect(m_order, &QAbstractItemModel::modelReset, this, &RestorePanel::showSelection);
    connect(m_table, &QTableView::activated, this, &RestorePanel::restore);
    connect(m_restore, &QPushButton::clicked, this, &RestorePanel::restore);
    connect(m_forget, &QPushButton::clicked, this, &RestorePanel::forget);
    showSelection();
}

// The table is deleted later and would still emit signals of its selection.
RestorePanel::~RestorePanel()
{
    m_order->disconnect(this);
    m_table->selectionModel()->disconnect(this);
}

void RestorePanel::arrange()
{
    auto *title =
        new ToneLabel(ToneLabel::Tone::Text, tr("Put back from the trash"), this, textFont(13.5, QFont::DemiBold));
    auto *note = new ToneLabel(ToneLabel::Tone::Faint,
                               tr("What was moved to the trash here. A trash that was emptied since has it no more."),
                               this, textFont(12));
    auto *filter = new QLineEdit(this);
    styleFilter(filter, tr("Filter what is in the trash by name, folder or place"));
    connect(filter, &QLineEdit::textChanged, m_order, &QSortFilterProxyModel::setFilterFixedString);
    m_table->setModel(m_order);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(TrashedFiles::When, Qt::DescendingOrder);
    m_table->setAccessibleName(tr("In the trash"));
    QHeaderView *header = m_table->horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(TrashedFiles::From, QHeaderView::Stretch);
    m_table->setColumnWidth(TrashedFiles::Name, 120);
    m_table->setColumnHidden(TrashedFiles::When, true); // no room; shown in the tool tip and used for sorting
    addPages(*m_stack, {m_table, new EmptyState(u"trash"_s, tr("Nothing to put back"), {}, this)});
    auto *close = new QPushButton(tr("Close"), this);
    m_restore->setObjectName(u"restore"_s);
    m_restore->setProperty(filledProperty, true);
    m_forget->setToolTip(tr("List it no more; where it is it stays"));
    auto *buttons = newRow({16, 0, 16, 0}, usualSpacing, {Stretch{}, m_forget, close, m_restore});
    auto *head = newColumn({16, 0, 16, 0}, 8, {title, note, filter});
    setLayout(newColumn({0, 14, 0, 12}, 8, {head, {m_stack, 1}, buttons}));
    connect(close, &QPushButton::clicked, this, &RestorePanel::closed);
    new QShortcut(QKeySequence(Qt::Key_Escape), this, this, &RestorePanel::closed, Qt::WidgetWithChildrenShortcut);
}

void RestorePanel::takeFocus()
{
    m_table->setFocus(Qt::OtherFocusReason);
    if (m_order->rowCount() > 0 && !m_table->selectionModel()->hasSelection())
        m_table->selectionModel()->setCurrentIndex(m_order->index(0, 0),
                                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RestorePanel::showSelection()
{
    const qsizetype count = m_table->selectionModel()->selectedRows().size();
    m_restore->setText(count > 1 ? tr("Put %1 back").arg(QLocale().toString(count)) : tr("Put back"));
    m_restore->setToolTip(count > 0 ? QString() : tr("Nothing is selected."));
    m_restore->setEnabled(count > 0);
    m_forget->setEnabled(count > 0);
    m_stack->setCurrentIndex(m_order->rowCount() > 0 ? 0 : 1);
}

template <typename Act> void RestorePanel::forSelected(Act act) const
{
    QMap<QString, QList<engine::TrashedFile>> byPlace;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows()) {
        const TrashedFiles::Entry &entry = m_work.trashedFiles().entry(m_order->mapToSource(index).row());
        byPlace[entry.place].append(entry.file);
    }
    for (auto it = byPlace.cbegin(); it != byPlace.cend(); ++it)
        act(it.key(), it.value());
}

void RestorePanel::restore()
{
    forSelected(
        [this](const QString &place, const QList<engine::TrashedFile> &files) { m_work.restore(place, files); });
    m_table->clearSelection(); // files stay listed until restored
}

void RestorePanel::forget()
{
    forSelected([this](const QString &place, const QList<engine::TrashedFile> &files) {
        m_work.trashedFiles().remove(place, files);
    });
}

} // namespace ui
