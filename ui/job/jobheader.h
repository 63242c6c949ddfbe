// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/snapshots.h"
#include "ui/theme/tokens.h"

#include <QTimer>
#include <QWidget>

class QAbstractButton;
class QAction;

namespace ui {

class PageHeader;

[[nodiscard]] Mark markOf(const engine::JobSnapshot &job);

/// Title, state, running time, facts, commands and tabs of a job. The running time is computed from the engine's times;
/// while the machine is unreachable it stops at the last news.
class JobHeader final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(JobHeader)

public:
    explicit JobHeader(QWidget *parent = nullptr);

    void setJob(const engine::JobSnapshot &job);
    [[nodiscard]] PageHeader &tabs() { return *m_header; }
    [[nodiscard]] QList<QAction *> commands() const { return {m_copyId, m_copyCommand}; } ///< without a button

signals:
    void stopRequested();
    void rerunRequested();
    void cloneRequested();
    void copyIdRequested();
    void copyCommandRequested();
    void deleteRequested();
    void clusterRequested();

private:
    void showFacts();
    void showMenu();

    PageHeader *m_header;
    QAbstractButton *m_stop;
    QAbstractButton *m_more;
    QAction *m_copyId;
    QAction *m_copyCommand;
    QTimer m_clock;
    engine::JobSnapshot m_job;
};

} // namespace ui
