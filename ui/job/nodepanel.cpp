// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/job/nodepanel.h"

#include "ui/job/nodedelegate.h"
#include "ui/widgets/line.h"
#include "ui/widgets/list/tables.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

using models::JobNodesModel;

namespace {

constexpr int wideWidth = 250;
constexpr int narrowWidth = 130;
constexpr int stateWidth = 126; // "last seen running"

} // namespace

NodePanel::NodePanel(QWidget *parent)
    : QWidget(parent), m_model(JobNodesModel::FirstRow::AllNodes), m_table(makeTable(this))
{
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new NodeDelegate(JobNodesModel::Name, m_table));
    m_table->setObjectName(u"nodePanel"_s);
    m_table->setAccessibleName(tr("Nodes: whose logs, charts and files are shown"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->horizontalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(JobNodesModel::Name, QHeaderView::Stretch);
    for (int column = JobNodesModel::ExitCode; column < JobNodesModel::ColumnCount; ++column)
        m_table->setColumnHidden(column, true);
    setLayout(newRow({}, 0, {{m_table, 1}, newLine(Qt::Vertical)}));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &NodePanel::adoptCurrent);
    arrange();
}

void NodePanel::setNodes(const QList<engine::JobNode> &nodes)
{
    const bool staysAlike = m_model.rowCount() > 0;
    m_model.setNodes(nodes);
    if (m_model.rowOf(m_chosen) < 0)
        m_chosen.clear();
    if (!staysAlike || m_table->currentIndex().row() != m_model.rowOf(m_chosen))
        showChosen();
}

void NodePanel::choose(const QString &node)
{
    m_chosen = m_model.rowOf(node) < 0 ? QString() : node;
    showChosen();
}

void NodePanel::chooseForUser(const QString &node)
{
    choose(node);
    takeChoice();
}

void NodePanel::showChosen()
{
    const QScopedValueRollback adjusting(m_isAdjusting, true);
    m_table->setCurrentIndex(m_model.index(m_model.rowOf(m_chosen), JobNodesModel::Name));
}

void NodePanel::adoptCurrent(const QModelIndex &index)
{
    if (m_isAdjusting || !index.isValid())
        return;
    m_chosen = index.data(JobNodesModel::NodeNameRole).toString();
    takeChoice();
}

void NodePanel::takeChoice()
{
    m_isChosenByUser = true;
    emit chosenByUser(m_chosen);
}

void NodePanel::setNarrow(bool isNarrow)
{
    if (isNarrow == m_isNarrow)
        return;
    m_isNarrow = isNarrow;
    arrange();
}

void NodePanel::arrange()
{
    setFixedWidth(m_isNarrow ? narrowWidth : wideWidth);
    m_table->setColumnHidden(JobNodesModel::State, m_isNarrow);
    m_table->setColumnWidth(JobNodesModel::State, stateWidth);
}

void NodePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    m_table->scrollTo(m_table->currentIndex());
}

} // namespace ui
