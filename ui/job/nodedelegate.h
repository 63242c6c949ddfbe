// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobnodesmodel.h"
#include "ui/widgets/list/celldelegate.h"
#include "ui/widgets/list/statemarks.h"

namespace ui {

/// Paints cells of a table of a job's nodes; one column has the mark of the node's state.
class NodeDelegate final : public CellDelegate
{
public:
    NodeDelegate(models::JobNodesModel::Column markColumn, QObject *parent)
        : CellDelegate(parent), m_markColumn(markColumn)
    {
    }

protected:
    [[nodiscard]] int markAt(const QModelIndex &index) const override
    {
        const QVariant state = index.data(models::JobNodesModel::NodeStateRole);
        if (index.column() != m_markColumn || !state.isValid())
            return -1;
        return int(markOf(state.value<engine::JobNodeState>(),
                          engine::JobPhase(index.data(models::JobNodesModel::NodePhaseRole).toInt()),
                          index.data(models::JobNodesModel::OutOfReachRole).toBool()));
    }

private:
    models::JobNodesModel::Column m_markColumn;
};

} // namespace ui
