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

/// How busy the nodes of a job are, side by side: a small curve a node, all over the same time. A click or Return on
/// one chooses its node. Reads the nodes' spool files when it is told to. GUI thread.
class NodeCharts final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NodeCharts)

public:
    explicit NodeCharts(QWidget *parent = nullptr);

    void setNodes(const QList<engine::JobNode> &nodes);
    void setReason(const QString &why); ///< said while there is no sample
    /// Reads at most 1 MiB of each node; true when there may be more at once.
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
    bool m_isMeasureChosen = false; ///< by the user; else the GPUs' use, where there are any
    Grid *m_grid;
    QScrollArea *m_scroll;
    EmptyState *m_empty;
};

} // namespace ui
