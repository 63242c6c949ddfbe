// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/registry/machine/clusters.h"

namespace engine {

/// Places queued jobs on free machines, and starts setups of machines. Thread: the engine's.
class Scheduler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Scheduler)

public:
    /// Connects to the signals of jobs, machines and memberships that trigger a pass.
    Scheduler(const Resources &resources, const Machines &machines, Jobs &jobs, Memberships &memberships,
              Clusters &clusters, QObject *parent = nullptr);

    /// Runs a pass in the next turn of the event loop, or later after a long pass.
    void schedulePass();

private:
    void runPass();

    const Resources &m_resources;
    const Machines &m_machines;
    Jobs &m_jobs;
    Memberships &m_memberships;
    Clusters &m_clusters;
    QTimer m_timer;
    qint64 m_lastPassMs = 0; // duration of the last pass
};

} // namespace engine
