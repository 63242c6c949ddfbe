// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDialog>

namespace ui {

/// Work that needs the engine or survives it, at the time when the window closes.
struct WorkUnderWay
{
    qsizetype running = 0; ///< jobs
    qsizetype queued = 0; ///< jobs
    qsizetype transfers = 0;

    [[nodiscard]] bool needsEngine() const { return queued > 0 || transfers > 0; }
};

/// Says what continues and what stops without the engine. Accepted: the window may close.
class QuitDialog final : public QDialog
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(QuitDialog)

public:
    QuitDialog(const WorkUnderWay &work, QWidget *window);

    [[nodiscard]] bool leavesEngine() const { return m_leavesEngine; }

private:
    bool m_leavesEngine = false;
};

} // namespace ui
