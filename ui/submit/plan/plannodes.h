// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

class QStandardItemModel;
class QTableView;

namespace ui {

class Segments;

/// The nodes of a plan, of which one is chosen: up to three as segments, more as a list with a fact of each.
class PlanNodes final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanNodes)

public:
    explicit PlanNodes(QWidget *parent);

    void setNodes(const QList<engine::JobPlanNode> &nodes); ///< keeps the number of the chosen node; emits nothing
    [[nodiscard]] int chosen() const { return m_chosen; } ///< 0 when there are no nodes
    [[nodiscard]] Segments *segments() const { return m_segments; } ///< hidden unless they show the nodes
    [[nodiscard]] QTableView *list() const { return m_list; } ///< hidden unless it shows the nodes

signals:
    void changed(); ///< another node is chosen

private:
    void choose(int node);

    int m_chosen = 0;
    Segments *m_segments;
    QStandardItemModel *m_names;
    QTableView *m_list;
};

} // namespace ui
