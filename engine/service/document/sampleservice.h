// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/samples.h"
#include "engine/registry/job/jobs.h"
#include "engine/service/router.h"

namespace engine {

/// First steps: this computer as a machine, and the sample jobs: console.*
class SampleService final : public QObject
{
    Q_DISABLE_COPY_MOVE(SampleService)

public:
    SampleService(Router &router, Store &store, const Resources &resources, const Machines &machines,
                  const JobPlanner &planner, Jobs &jobs);

private:
    void useThisComputer(const UseThisComputer &request, const ReplyTo<QJsonObject> &reply);
    void run(const ReplyTo<QJsonObject> &reply);
    void list(const Nothing &request, const ReplyTo<QList<SampleSummary>> &reply);
    void fetch(const FetchSample &request, const ReplyTo<SampleJob> &reply);
    [[nodiscard]] QFuture<Result<QJsonValue>> call(const QString &method, const QJsonObject &parameters) const;

    Router &m_router;
    Store &m_store;
    const Resources &m_resources;
    const Machines &m_machines;
    const JobPlanner &m_planner;
    Jobs &m_jobs;
};

} // namespace engine
