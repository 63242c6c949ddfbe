// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QDialog>

namespace ui {

/// What is under way when the window, and with it the engine, would end.
struct WorkUnderWay
{
    qsizetype running = 0; ///< jobs
    qsizetype queued = 0; ///< jobs
    qsizetype transfers = 0;

    [[nodiscard]] bool needsEngine() const { return queued > 0 || transfers > 0; }
};

/// Says before the end what goes on and what stops. Accepted: the window may close.
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
