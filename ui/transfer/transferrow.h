// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace ui {

class Picture;
class ProgressTrack;
class ToneLabel;
class TransferCommands;

/// A transfer in Activity: source and target, progress, speed, status and buttons. actions() are those of
/// TransferCommands.
class TransferRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferRow)

public:
    explicit TransferRow(const engine::TransferSnapshot &transfer, QWidget *parent = nullptr);

    void show(const engine::TransferSnapshot &transfer);
    using QWidget::show;
    [[nodiscard]] const engine::TransferSnapshot &transfer() const;
    [[nodiscard]] TransferCommands *commands() const { return m_commands; }

protected:
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void dressButtons();
    void fit();

    TransferCommands *m_commands;
    Picture *m_mark;
    QLabel *m_what;
    ProgressTrack *m_track;
    QLabel *m_percent;
    QLabel *m_done;
    QLabel *m_speed;
    ToneLabel *m_status;
    QToolButton *m_open;
    QToolButton *m_details;
    QToolButton *m_go; // pause, continue or retry
    QToolButton *m_more;
    QToolButton *m_cancel;
};

} // namespace ui
