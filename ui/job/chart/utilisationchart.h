// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/utilisationmodel.h"

#include <QWidget>

class QAreaSeries;
class QChart;
class QChartView;
class QLineSeries;
class QValueAxis;

namespace ui {

/// Chart of one measure over time, 0 to 100 percent: title at the left, newest value at the right. Grid lines are at 0,
/// 50, 100 and at each labelled time. Holds no samples.
class UtilisationChart final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationChart)

public:
    UtilisationChart(const QString &title, models::Measure measure, QWidget *parent = nullptr);

    void setPoints(const QList<QPointF> &points, qint64 from, qint64 to);
    void setValue(const QString &text);
    [[nodiscard]] int plotWidth() const { return qMax(1, plotRect().width()); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applyColours();
    void paintTitle(QPainter &painter) const;
    void paintGrid(QPainter &painter, const QRect &plot) const;
    [[nodiscard]] QRect plotRect() const;

    QString m_title;
    QString m_value;
    models::Measure m_measure;
    QChart *m_chart; ///< only the curve; paintEvent() paints grid and labels
    QChartView *m_view;
    QLineSeries *m_line;
    QLineSeries *m_floor;
    QAreaSeries *m_area;
    QValueAxis *m_time; ///< UTC ms
    QValueAxis *m_percent;
};

} // namespace ui
