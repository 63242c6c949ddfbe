// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobnodesmodel.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTableView;

namespace ui {

class EmptyState;

/// Table of a job's nodes with their states, sorted and filtered. Return or a double click opens the node's log.
class NodesTab final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodesTab)

public:
    explicit NodesTab(QWidget *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes);

signals:
    void logRequested(const QString &node);

private:
    void open(const QModelIndex &index)
    {
        emit logRequested(index.data(models::JobNodesModel::NodeNameRole).toString());
    }
    void showCount();

    models::JobNodesModel m_model;
    QSortFilterProxyModel m_sorted;
    QLineEdit *m_filter;
    QLabel *m_count;
    QLabel *m_summary;
    QTableView *m_table;
    QStackedWidget *m_stack;
    EmptyState *m_nothing;
};

} // namespace ui
