// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"

#include <QObject>

class QTimer;

namespace ui {
class MainWindow;
}

/// --grab: waits until the window is loaded and nothing shows "loading" (with --demo also until its job is final),
/// writes the picture and reports the exit code. After 120 s it writes the current state and exits with 1, as for a
/// failed demo job.
class Grab final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Grab)

public:
    Grab(ui::MainWindow &window, QString file, bool waitForJob, QObject *parent = nullptr);

signals:
    void finished(int exitCode);

private:
    void look();
    void write(int exitCode);
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] engine::JobSnapshot job() const; ///< of the open page

    ui::MainWindow &m_window;
    QString m_file;
    bool m_waitForJob;
    QTimer *m_poll;
    int m_readyLooks = 0;
};
