// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobnodes.h"
#include "models/job/utilisationmodel.h"

#include <QStackedWidget>
#include <QTimer>

namespace ui {

class NodeCharts;
class UtilisationView;

/// Utilisation of a job's nodes: charts of one node, or all nodes side by side. Reads samples once a second between
/// start() and stop(). GUI thread.
class ChartsTab final : public QStackedWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ChartsTab)

public:
    explicit ChartsTab(QWidget *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes); ///< those that showAll() shows
    void setReason(const QString &why); ///< shown while there are no samples
    void showNode(const QString &samplesPath);
    void showAll();
    void start();
    void stop() { m_timer.stop(); }
    void sample(); ///< reads now; many samples in batches, so that the window stays responsive
    void sampleFirst(); ///< sample(), unless start() was called and a sample is known
    [[nodiscard]] const models::UtilisationModel &samples() const { return m_samples; } ///< of the chosen node
    [[nodiscard]] bool hasGpus() const;
    [[nodiscard]] bool hasCurve() const; ///< there are enough samples for a curve

signals:
    void nodeChosen(const QString &node); ///< by the user
    void sampled();

private:
    models::UtilisationModel m_samples;
    QTimer m_timer;
    UtilisationView *m_one;
    NodeCharts *m_all;
};

} // namespace ui
