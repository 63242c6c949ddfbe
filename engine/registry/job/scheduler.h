// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/registry/machine/clusters.h"

namespace engine {

/// Places waiting jobs on free machines, and has machines set up. Thread: the engine's.
class Scheduler final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Scheduler)

public:
    /// Listens to jobs, machines and memberships for what makes it look again.
    Scheduler(const Resources &resources, const Machines &machines, Jobs &jobs, Memberships &memberships,
              Clusters &clusters, QObject *parent = nullptr);

    /// With the next turn of the event loop, or later where a pass takes long.
    void lookSoon();

private:
    void look();

    const Resources &m_resources;
    const Machines &m_machines;
    Jobs &m_jobs;
    Memberships &m_memberships;
    Clusters &m_clusters;
    QTimer m_timer;
    qint64 m_lastPassMs = 0; // how long the last pass took
};

} // namespace engine
