// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "ui/job/chart/sparkline.h"

#include <QWidget>

namespace ui {

/// Sparklines above a log, for each GPU, CPU and memory over the whole running time of the job, in up to three rows.
/// Hidden without samples. GUI thread.
class UtilisationStrip final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(UtilisationStrip)

public:
    /// \a model must outlive the strip; its owner adds samples.
    explicit UtilisationStrip(const models::UtilisationModel &model, QWidget *parent = nullptr);

    [[nodiscard]] const QList<Sparkline> &lines() const { return m_lines; }
    [[nodiscard]] QRect cellAt(int line) const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void adopt();
    void addLine(const QString &title, models::Measure measure, int gpu = 0);
    void arrange();
    [[nodiscard]] int cellWidth() const;

    const models::UtilisationModel &m_model;
    QList<Sparkline> m_lines;
    int m_rows = 1;
    int m_columns = 1;
};

} // namespace ui
