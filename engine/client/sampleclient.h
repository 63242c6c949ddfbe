// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/api/resource/resourceid.h"
#include "engine/protocol/samples.h"

namespace engine {

/// Calls for first steps and sample jobs.
class SampleClient final
{
public:
    explicit SampleClient(EngineLink &link) : m_link(link) { }

    /// For "Use this computer": creates machine, group, workspace, local cluster and experiment, as far as they are
    /// missing.
    QFuture<Result<QJsonObject>> useThisComputer();
    /// useThisComputer(), then submits the first sample job; answers the job's document.
    QFuture<Result<QJsonObject>> run();
    /// The first one is for beginners.
    QFuture<Result<QList<SampleSummary>>> list();
    /// \a name: one of list(); empty for the first. \a cluster, if valid, limits the number of nodes.
    QFuture<Result<SampleJob>> fetch(const QString &name = {}, const ResourceId &cluster = {});

private:
    EngineLink &m_link;
};

} // namespace engine
