// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobnodes.h"
#include "models/tablemodel.h"

namespace models {

/// The nodes of a job in the job's order, the master first, optionally below a row for all nodes. Rows change in place
/// while the job keeps its nodes, so that a selection stays. Roles are typed values; DisplayRole is text.
class JobNodesModel final : public TableModel
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobNodesModel)

public:
    enum Column { Name, State, ExitCode, Link, AsOf, Reason, ColumnCount };
    enum Role {
        NodeNameRole = Qt::UserRole + 1, ///< empty in the row of all nodes
        NodeStateRole, ///< engine::JobNodeState; invalid in the row of all nodes
        NodePhaseRole, ///< int of engine::JobPhase
        OutOfReachRole, ///< bool
        SortRole, ///< sort key of the column
    };
    enum class FirstRow { Node, AllNodes };

    explicit JobNodesModel(FirstRow first, QObject *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes);
    [[nodiscard]] const QList<engine::JobNode> &nodes() const { return m_nodes; }
    [[nodiscard]] int rowOf(const QString &node) const; ///< row of all nodes for an empty name; -1 when there is none

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] int rows() const override { return m_nodes.isEmpty() ? 0 : int(m_nodes.size()) + offset(); }
    [[nodiscard]] int offset() const { return m_first == FirstRow::AllNodes ? 1 : 0; }
    [[nodiscard]] QVariant summary(int column, int role) const;
    [[nodiscard]] static QString cell(const engine::JobNode &node, int column);
    [[nodiscard]] QVariant sortValue(int node, int column) const;

    const FirstRow m_first;
    QList<engine::JobNode> m_nodes;
};

} // namespace models
