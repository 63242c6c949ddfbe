// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/nodestab.h"

#include "models/job/jobnodewords.h"
#include "models/words.h"
#include "ui/job/nodedelegate.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/emptystate.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStackedWidget>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

using models::JobNodesModel;

NodesTab::NodesTab(QWidget *parent)
    : QWidget(parent), m_model(JobNodesModel::FirstRow::Node), m_filter(new QLineEdit(this)), m_count(new QLabel(this)),
      m_summary(new QLabel(this)), m_table(makeTable(this)), m_stack(new QStackedWidget(this)),
      m_nothing(new EmptyState(u"search"_s, tr("No node matches."), {}, this))
{
    styleFilter(m_filter, tr("Filter the nodes by name, state or reason"));
    m_filter->setFixedWidth(200);
    m_count->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setTextFormat(Qt::PlainText);
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(JobNodesModel::SortRole);
    m_sorted.setFilterKeyColumn(-1);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(&m_sorted);
    m_table->setItemDelegate(new NodeDelegate(JobNodesModel::State, m_table));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(JobNodesModel::Name, Qt::AscendingOrder);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setObjectName(u"nodes"_s);
    m_table->setAccessibleName(tr("Nodes"));
    setWidths(*m_table, {160, 150, 84, 110, 84});
    setWidthOfWords(*m_table, JobNodesModel::State, models::nodeStateTexts());
    setWidthOfWords(*m_table, JobNodesModel::Link, models::everyWord<engine::LinkState>());
    addPages(*m_stack, {m_table, m_nothing});
    QAbstractButton *clear = m_nothing->setButton(tr("Clear filter"));

    auto *tools = newRow({16, 6, 16, 8}, 10, {m_filter, m_summary, Stretch{}, m_count});
    setLayout(newColumn({}, 0, {tools, {m_stack, 1}}));

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_sorted.setFilterFixedString(text);
        showCount();
    });
    connect(clear, &QAbstractButton::clicked, m_filter, &QLineEdit::clear);
    connect(m_table, &QTableView::activated, this, &NodesTab::open);
}

void NodesTab::setNodes(const QList<engine::JobNode> &nodes)
{
    m_model.setNodes(nodes);
    m_summary->setText(models::nodesSummary(nodes));
    showCount();
}

void NodesTab::showCount()
{
    const QLocale locale;
    const int shown = m_sorted.rowCount();
    m_count->setText(tr("%1 of %2").arg(locale.toString(shown), locale.toString(m_model.rowCount())));
    m_nothing->setTexts(tr("No node matches %1.").arg(m_filter->text()),
                        tr("%1 nodes are hidden.").arg(locale.toString(m_model.rowCount())));
    m_stack->setCurrentIndex(shown > 0 || m_model.rowCount() == 0 ? 0 : 1);
}

} // namespace ui
