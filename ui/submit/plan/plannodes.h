// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/client/engineclient.h"

#include <QObject>

class QStandardItemModel;
class QTableView;

namespace ui {

class Segments;

/// Choice of a node of a plan: up to three as segments, more as a list with a fact each.
class PlanNodes final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(PlanNodes)

public:
    explicit PlanNodes(QWidget *parent);

    void setNodes(const QList<engine::JobPlanNode> &nodes); ///< keeps the chosen index; emits nothing
    [[nodiscard]] int chosen() const { return m_chosen; } ///< index; 0 without nodes
    [[nodiscard]] Segments *segments() const { return m_segments; } ///< hidden unless they show the nodes
    [[nodiscard]] QTableView *list() const { return m_list; } ///< hidden unless it shows the nodes

signals:
    void changed(); ///< of the choice

private:
    void choose(int node);

    int m_chosen = 0;
    Segments *m_segments;
    QStandardItemModel *m_names;
    QTableView *m_list;
};

} // namespace ui
