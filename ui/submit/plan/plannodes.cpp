// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "ui/submit/plan/plannodes.h"

#include "models/plan/planwords.h"
#include "ui/widgets/list/tables.h"
#include "ui/widgets/page/segments.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace ui {

PlanNodes::PlanNodes(QWidget *parent)
    : QObject(parent), m_segments(new Segments(tr("Node"), parent)), m_names(new QStandardItemModel(parent)),
      m_list(makeTable(parent))
{
    constexpr int listWidth = 220;
    m_list->setObjectName(u"planNodes"_s);
    m_list->setAccessibleName(tr("Nodes of the plan"));
    m_list->setModel(m_names);
    m_list->horizontalHeader()->hide();
    m_list->setFixedWidth(listWidth);
    m_list->setColumnWidth(0, listWidth / 2 - 10);
    connect(m_segments, &Segments::currentChanged, this, &PlanNodes::choose);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex &index) { choose(index.row()); });
}

void PlanNodes::setNodes(const QList<engine::JobPlanNode> &nodes)
{
    constexpr int fewNodes = 3;
    const int count = int(nodes.size());
    const bool isMany = count > fewNodes;
    const bool areFew = count > 1 && !isMany;
    QStringList names;
    for (const engine::JobPlanNode &node : nodes)
        names.append(node.node);
    m_chosen = count == 0 ? 0 : qMin(m_chosen, count - 1);
    const QSignalBlocker quietSegments(m_segments);
    m_segments->setTexts(areFew ? names : QStringList());
    m_segments->setVisible(areFew);
    m_segments->setCurrent(m_chosen);
    const QSignalBlocker quietList(m_list->selectionModel());
    m_names->setRowCount(0);
    for (int i = 0; isMany && i < count; ++i) {
        auto *fact = new QStandardItem(models::nodeFact(nodes.at(i)));
        fact->setToolTip(fact->text());
        m_names->appendRow({new QStandardItem(names.at(i)), fact});
    }
    m_list->setVisible(isMany);
    if (isMany)
        m_list->setCurrentIndex(m_names->index(m_chosen, 0));
}

void PlanNodes::choose(int node)
{
    m_chosen = qMax(0, node);
    emit changed();
}

} // namespace ui
