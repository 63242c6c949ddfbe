// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/engine.h"
#include "engine/protocol/engine.h"
#include "engine/registry/job/jobs.h"
#include "engine/registry/machine/memberships.h"
#include "engine/service/router.h"
#include "engine/storage/transfer/queue/transferqueue.h"

namespace engine {

/// State and end of this engine: engine.*
class EngineService final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(EngineService)

public:
    EngineService(Router &router, const QString &profileDirectory, const QString &profileId, EngineKind kind,
                  const SecretStore &secrets, const Jobs &jobs, const Memberships &memberships,
                  const TransferQueue &transfers);

    void touch(); ///< activity: restarts the idle time

signals:
    /// engine.stop or engine.release was answered: the owner of this engine must end it.
    void endRequested();

private:
    void tellStatus(const Nothing &request, const ReplyTo<EngineState> &reply);
    void stop(const Nothing &request, const ReplyTo<Nothing> &reply);
    void release(const Nothing &request, const ReplyTo<ReleasedEngine> &reply);
    [[nodiscard]] Result<void> mayEnd() const;

    QString m_profileDirectory;
    QString m_profileId;
    EngineKind m_kind;
    const SecretStore &m_secrets;
    const Jobs &m_jobs;
    const Memberships &m_memberships;
    const TransferQueue &m_transfers;
    qint64 m_startedMs = 0;
    qint64 m_idleSinceMs = 0;
};

} // namespace engine
