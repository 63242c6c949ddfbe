// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/samples.h"

namespace engine {

/// First steps, and the jobs that come with the program.
class SampleClient final
{
public:
    explicit SampleClient(EngineLink &link) : m_link(link) { }

    /// One step for "Use this computer": machine, group, workspace, local cluster, experiment; what is there stays.
    QFuture<Result<QJsonObject>> useThisComputer();
    /// useThisComputer() and the bundled sample job; answers the job's document.
    QFuture<Result<QJsonObject>> run();
    /// The first is for beginners.
    QFuture<Result<QList<SampleSummary>>> list();
    /// \a name: of list(), empty for the first. \a cluster: valid to take no more nodes than it has.
    QFuture<Result<SampleJob>> fetch(const QString &name = {}, const ResourceId &cluster = {});

private:
    EngineLink &m_link;
};

} // namespace engine
