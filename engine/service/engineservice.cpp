// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/service/engineservice.h"

#include <QCoreApplication>
#include <QDateTime>

namespace engine {

EngineService::EngineService(Router &router, const QString &profileDirectory, const QString &profileId, EngineKind kind,
                             const SecretStore &secrets, const Jobs &jobs, const Memberships &memberships,
                             const TransferQueue &transfers)
    : m_profileDirectory(profileDirectory), m_profileId(profileId), m_kind(kind), m_secrets(secrets), m_jobs(jobs),
      m_memberships(memberships), m_transfers(transfers), m_startedMs(QDateTime::currentMSecsSinceEpoch())
{
    touch();
    router.on(method::engineStatus, this, &EngineService::tellStatus);
    router.on(method::stopEngine, this, &EngineService::stop);
    router.on(method::releaseEngine, this, &EngineService::release);
    connect(&jobs, &Jobs::changed, this, [this](const JobController &job) {
        if (job.record().isDone())
            touch();
    });
}

void EngineService::touch()
{
    m_idleSinceMs = QDateTime::currentMSecsSinceEpoch();
}

void EngineService::tellStatus(const Nothing &, const ReplyTo<EngineState> &reply)
{
    if (m_jobs.isAnyLive() || m_memberships.isSettingUp() || m_transfers.isBusy())
        touch();
    reply(EngineState{true, QCoreApplication::applicationPid(), toString(m_kind), QStringLiteral(BATCHDECK_VERSION),
                      m_profileDirectory, m_profileId, isoTime(m_startedMs).toString(),
                      isoTime(m_idleSinceMs).toString()});
}

Result<void> EngineService::mayEnd() const
{
    if (m_kind != EngineKind::Console)
        return {};
    return Error{ErrorCode::Conflict,
                 {QT_TRANSLATE_NOOP("engine", "The engine belongs to the open console (process %1); close its window."),
                  {QString::number(QCoreApplication::applicationPid())}}};
}

void EngineService::stop(const Nothing &, const ReplyTo<Nothing> &reply)
{
    if (const auto may = mayEnd(); !may)
        return reply(may.error());
    reply(Nothing());
    emit endRequested();
}

void EngineService::release(const Nothing &, const ReplyTo<ReleasedEngine> &reply)
{
    if (const auto may = mayEnd(); !may)
        return reply(may.error());
    reply(ReleasedEngine{m_secrets.memory()});
    emit endRequested();
}

} // namespace engine
