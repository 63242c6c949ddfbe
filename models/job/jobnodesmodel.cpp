// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/job/jobnodesmodel.h"

#include "models/job/jobnodewords.h"
#include "models/words.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace models {

JobNodesModel::JobNodesModel(FirstRow first, QObject *parent)
    : TableModel({tr("Node"), tr("State"), tr("Exit code"), tr("Connection"), tr("As of"), tr("Reason")}, {ExitCode},
                 parent),
      m_first(first)
{
}

void JobNodesModel::setNodes(const QList<engine::JobNode> &nodes)
{
    const auto isSameNode = [](const auto &a, const auto &b) { return a.id == b.id && a.name == b.name; };
    if (!std::equal(nodes.cbegin(), nodes.cend(), m_nodes.cbegin(), m_nodes.cend(), isSameNode)) {
        beginResetModel();
        m_nodes = nodes;
        endResetModel();
        return;
    }
    bool isNews = false;
    for (int i = 0; i < nodes.size(); ++i) {
        if (nodes.at(i) == m_nodes.at(i))
            continue;
        isNews = true;
        m_nodes[i] = nodes.at(i);
        emit dataChanged(index(i + offset(), 0), index(i + offset(), ColumnCount - 1));
    }
    if (isNews && offset() > 0)
        emit dataChanged(index(0, 0), index(0, ColumnCount - 1));
}

int JobNodesModel::rowOf(const QString &node) const
{
    if (node.isEmpty())
        return offset() - 1;
    const auto found =
        std::find_if(m_nodes.cbegin(), m_nodes.cend(), [&node](const auto &known) { return known.name == node; });
    return found == m_nodes.cend() ? -1 : int(found - m_nodes.cbegin()) + offset();
}

QVariant JobNodesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(index.column());
    const int i = index.row() - offset();
    if (i < 0)
        return summary(index.column(), role);
    const engine::JobNode &node = m_nodes.at(i);
    switch (role) {
    case Qt::DisplayRole:
        return cell(node, index.column());
    case Qt::ToolTipRole:
        return nodeDetails(node);
    case Qt::AccessibleTextRole:
        return index.column() == Name ? nodeDetails(node).replace(u'\n', u", "_s) : cell(node, index.column());
    case NodeNameRole:
        return node.name;
    case NodeStateRole:
        return QVariant::fromValue(node.state);
    case NodePhaseRole:
        return int(node.phase);
    case OutOfReachRole:
        return isOutOfReach(node);
    case SortRole:
        return sortValue(i, index.column());
    default:
        return {};
    }
}

QVariant JobNodesModel::summary(int column, int role) const
{
    const QString name = tr("All %1 nodes").arg(number(m_nodes.size()));
    if (role == Qt::DisplayRole)
        return column == Name ? name : column == State ? nodesSummary(m_nodes).section(u", "_s, 0, 0) : QString();
    if (role == Qt::ToolTipRole)
        return nodesSummary(m_nodes);
    if (role == Qt::AccessibleTextRole && column == Name)
        return tr("%1: %2").arg(name, nodesSummary(m_nodes));
    return role == NodeNameRole ? QVariant(QString()) : QVariant();
}

QString JobNodesModel::cell(const engine::JobNode &node, int column)
{
    switch (Column(column)) {
    case Name:
        return node.name;
    case State:
        return nodeStateText(node);
    case ExitCode:
        return node.exitCode ? QString::number(*node.exitCode) : QString();
    case Link: // a connected node needs no text
        return node.link == engine::LinkState::Online ? QString() : word(node.link);
    case AsOf:
        return node.asOf.isValid() ? node.asOf.toLocalTime().toString(u"HH:mm:ss"_s) : QString();
    case Reason:
        return node.reason.text();
    case ColumnCount:
        break;
    }
    return {};
}

QVariant JobNodesModel::sortValue(int i, int column) const
{
    const engine::JobNode &node = m_nodes.at(i);
    switch (Column(column)) {
    case Name:
        return i; // keeps the job's order
    case ExitCode:
        return node.exitCode.value_or(-1);
    case AsOf:
        return node.asOf;
    default:
        return cell(node, column);
    }
}

} // namespace models
