// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/utilisationmodel.h"

#include <QWidget>

class QGridLayout;
class QStackedWidget;
class QTableView;

namespace ui {

class EmptyState;
class Segments;
class UtilisationChart;

/// Use and memory of a job's GPUs and its node over the whole running time, as charts or as a table.
class UtilisationView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationView)

public:
    /// \a model must outlive the view; its owner adds samples.
    explicit UtilisationView(models::UtilisationModel &model, QWidget *parent = nullptr);

    void setReason(const QString &why); ///< shown while there are no samples

protected:
    void showEvent(QShowEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Tile
    {
        UtilisationChart *chart;
        models::Measure measure;
        int gpu;
    };
    void buildTiles();
    void arrangeTiles();
    void draw();
    void addTile(const QString &title, models::Measure measure, int gpu = 0);
    void showPart();
    [[nodiscard]] QString valueText(const Tile &tile) const;

    models::UtilisationModel &m_model;
    Segments *m_range;
    Segments *m_twin;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    QWidget *m_charts;
    QGridLayout *m_grid;
    QTableView *m_table;
    QList<Tile> m_tiles;
};

} // namespace ui
