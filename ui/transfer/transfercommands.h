// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"

#include <QObject>

#include <functional>

class QAction;
class QKeySequence;
class QMenu;

namespace ui {

/// The actions of a transfer's row. Shortcuts work while the row has the focus.
class TransferCommands final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TransferCommands)

public:
    explicit TransferCommands(QWidget *row);

    void setTransfer(const engine::TransferSnapshot &transfer);
    [[nodiscard]] const engine::TransferSnapshot &transfer() const { return m_transfer; }
    void showMenu(const QPoint &where); ///< menu of all actions

    [[nodiscard]] QAction *go() const { return m_go; } ///< pause, continue or retry
    [[nodiscard]] QAction *details() const { return m_details; }
    [[nodiscard]] QAction *open() const { return m_open; }
    [[nodiscard]] QAction *cancel() const { return m_cancel; }

signals:
    void pauseRequested();
    void resumeRequested();
    void cancelRequested();
    void undoRequested(); ///< restore what it replaced
    void openRequested(const engine::Location &folder);
    void changeRequested(const engine::TransferChange &change);
    void limitsRequested(); ///< of all transfers

private:
    QAction *add(const QString &picture, const QString &words, const QKeySequence &keys,
                 const std::function<void()> &act);
    void pauseOrResume();
    [[nodiscard]] QMenu *newLimitMenu(QWidget *parent);
    void showFailed();

    QWidget *m_row;
    engine::TransferSnapshot m_transfer;
    QAction *m_go;
    QAction *m_first;
    QAction *m_details;
    QAction *m_open;
    QAction *m_undo;
    QAction *m_copy;
    QAction *m_cancel;
    QAction *m_limits; // also an action of the window, so not added to the row
};

} // namespace ui
