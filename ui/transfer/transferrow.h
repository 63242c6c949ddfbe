// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QWidget>

#include <functional>

class QLabel;
class QMenu;
class QToolButton;

namespace ui {

class Picture;
class ProgressTrack;
class ToneLabel;

/// A transfer in Activity: what to where, how far, how fast, how long or why not, and what can be done about it. Its
/// actions() are all of that; their shortcuts hold while the row has the focus.
class TransferRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferRow)

public:
    explicit TransferRow(const engine::TransferSnapshot &transfer, QWidget *parent = nullptr);

    void show(const engine::TransferSnapshot &transfer);
    using QWidget::show;
    [[nodiscard]] const engine::TransferSnapshot &transfer() const { return m_transfer; }

signals:
    void pauseRequested();
    void resumeRequested();
    void cancelRequested();
    void undoRequested(); ///< what it replaced comes back
    void openRequested(const engine::Location &folder);
    void changeRequested(const engine::TransferChange &change);
    void limitsRequested(); ///< of all transfers

protected:
    void resizeEvent(QResizeEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QAction *addCommand(const QString &picture, const QString &words, const QKeySequence &keys,
                        const std::function<void()> &act);
    void addCommands();
    void dressCommands();
    void go();
    void fit();
    void showMenu(const QPoint &where);
    [[nodiscard]] QMenu *newLimitMenu(QWidget *parent);
    void showFailed();

    engine::TransferSnapshot m_transfer;
    Picture *m_mark;
    QLabel *m_what;
    ProgressTrack *m_track;
    QLabel *m_percent;
    QLabel *m_done;
    QLabel *m_speed;
    ToneLabel *m_status;
    QToolButton *m_open;
    QToolButton *m_details;
    QToolButton *m_go; // pause, go on, or retry
    QToolButton *m_more;
    QToolButton *m_cancel;
    QAction *m_goAction = nullptr;
    QAction *m_firstAction = nullptr;
    QAction *m_detailsAction = nullptr;
    QAction *m_openAction = nullptr;
    QAction *m_undoAction = nullptr;
    QAction *m_copyAction = nullptr;
    QAction *m_limitsAction;
    QAction *m_cancelAction = nullptr;
};

} // namespace ui
