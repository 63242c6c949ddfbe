// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/utilisationmodel.h"

#include <QTimer>
#include <QWidget>

class QGridLayout;
class QStackedWidget;
class QTableView;

namespace ui {

class EmptyState;
class Segments;
class UtilisationChart;

/// Use and memory of a job's GPUs and of its node over the job's life, as charts or as their table twin. It reads the
/// job's samples once a second, and only while it is visible.
class UtilisationView final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationView)

public:
    explicit UtilisationView(QWidget *parent = nullptr);

    /// \a why is said while there is no sample.
    void setSource(const QString &samplesPath, const QString &why);
    [[nodiscard]] int gpuCount() const { return m_model.gpuCount(); }
    [[nodiscard]] bool isSettled() const { return m_model.rowCount() >= 2; } ///< charts have two samples

signals:
    void gpuCountChanged(int count);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Tile
    {
        UtilisationChart *chart;
        models::Measure measure;
        int gpu;
    };
    void refresh();
    void buildTiles();
    void arrangeTiles();
    void draw();
    void addTile(const QString &title, models::Measure measure, int gpu = 0);
    void showPart();
    [[nodiscard]] QString valueText(const Tile &tile) const;

    models::UtilisationModel m_model;
    QTimer m_timer;
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
