// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/job/jobnodes.h"
#include "ui/job/chart/sparkline.h"

#include <QScrollArea>

#include <memory>
#include <vector>

namespace ui {

class EmptyState;
class Segments;

/// Utilisation of a job's nodes side by side: a sparkline a node, with a common time axis. A click or Return chooses
/// the node. Reads the spool files in refresh(). GUI thread.
class NodeCharts final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodeCharts)

public:
    explicit NodeCharts(QWidget *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes);
    void setReason(const QString &why); ///< shown while there are no samples
    /// Reads at most 1 MiB of each node; true: call again at once, as there may be more.
    bool refresh();
    [[nodiscard]] bool hasGpus() const;
    [[nodiscard]] bool hasSamples() const;
    [[nodiscard]] QList<Sparkline> lines() const; ///< as painted, in the order of the nodes

signals:
    void nodeChosen(const QString &node);
    void sampled();

private:
    class Grid;
    struct Source
    {
        QString node;
        QString path;
        std::unique_ptr<models::UtilisationModel> samples;
    };
    void adopt();
    [[nodiscard]] models::Measure measure() const;
    [[nodiscard]] static Sparkline lineOf(const Source &source, models::Measure measure, int columns);

    std::vector<Source> m_sources;
    Segments *m_measure;
    bool m_isMeasureChosen = false; ///< by the user; else GPU use if there are GPUs
    Grid *m_grid;
    QScrollArea *m_scroll;
    EmptyState *m_empty;
};

} // namespace ui
