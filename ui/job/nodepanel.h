// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/jobnodesmodel.h"

#include <QWidget>

class QTableView;

namespace ui {

/// Selects one or all nodes of a job, beside its logs, charts and files. A narrow panel shows names without states. The
/// choice is kept while the job changes.
class NodePanel final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodePanel)

public:
    explicit NodePanel(QWidget *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes); ///< if the chosen node is missing, all are chosen
    void choose(const QString &node); ///< empty: all; emits nothing
    void chooseForUser(const QString &node); ///< the user chose it elsewhere; emits chosenByUser()
    [[nodiscard]] QString chosen() const { return m_chosen; }
    [[nodiscard]] bool isChosenByUser() const { return m_isChosenByUser; } ///< once at least
    void setNarrow(bool isNarrow);

signals:
    void chosenByUser(const QString &node);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void showChosen();
    void takeChoice();
    void adoptCurrent(const QModelIndex &index);
    void arrange();

    models::JobNodesModel m_model;
    QTableView *m_table;
    QString m_chosen;
    bool m_isChosenByUser = false;
    bool m_isNarrow = false;
    bool m_isAdjusting = false; ///< the selection of the table is being set
};

} // namespace ui
