// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "models/job/utilisationmodel.h"

#include <QWidget>

namespace ui {

/// The colour of a measure on every page.
[[nodiscard]] QColor colourOf(models::Measure measure);
/// "96 %"; nothing for what is not known.
[[nodiscard]] QString percentText(std::optional<double> percent);

/// A row of sparklines above a log: one for each GPU, CPU and memory, from 0 to 100 % over the job's life. The newest
/// value stands at the right of each. Hidden while there are no samples. GUI thread.
class UtilisationStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationStrip)

public:
    /// One sparkline as it is painted.
    struct Line
    {
        QString title;
        QString value;
        models::Measure measure = models::Measure::Cpu;
        QList<QPointF> points; ///< x: UTC ms, y: percent
    };

    /// \a model outlives the strip; somebody else keeps it growing.
    explicit UtilisationStrip(const models::UtilisationModel &model, QWidget *parent = nullptr);

    [[nodiscard]] const QList<Line> &lines() const { return m_lines; }
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void adopt();
    void addLine(const QString &title, models::Measure measure, int gpu = 0);
    void paintLine(QPainter &painter, const Line &line, const QRect &cell) const;
    [[nodiscard]] int cellWidth(qsizetype count) const;

    const models::UtilisationModel &m_model;
    QList<Line> m_lines;
};

} // namespace ui
