// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/runsessions.h"

#include "engine/ssh/connect/connectionerrors.h"

namespace engine {

RunSessions::Login RunSessions::begin()
{
    m_logins.append(m_open());
    return m_logins.constLast();
}

void RunSessions::prepare(size_t sessions)
{
    const QMutexLocker lock(&m_mutex);
    while (!m_isAborted && size_t(m_logins.size()) < sessions)
        m_prepared.append(begin());
}

Result<std::shared_ptr<BulkSession>> RunSessions::open()
{
    Result<std::shared_ptr<BulkSession>> session = connectionClosed();
    for (bool isOld = true; isOld;) {
        Login pending;
        {
            const QMutexLocker lock(&m_mutex);
            if (m_isAborted)
                return connectionClosed();
            isOld = !m_prepared.isEmpty();
            pending = isOld ? m_prepared.takeFirst() : begin();
        }
        pending.waitForFinished(); // also ends when the login is cancelled
        if (m_isAborted || pending.isCanceled() || pending.resultCount() == 0)
            return connectionClosed();
        session = pending.result();
        isOld = isOld && session && (*session)->hasHungUp();
    }
    const QMutexLocker lock(&m_mutex);
    if (session)
        m_sessions.append(*session);
    if (session && m_isAborted)
        (*session)->abort();
    return session;
}

void RunSessions::keep()
{
    const QMutexLocker lock(&m_mutex);
    for (const Login &login : std::exchange(m_prepared, {})) {
        if (login.isFinished() && login.resultCount() > 0 && login.result())
            m_sessions.append(*login.result());
    }
    for (const auto &session : std::exchange(m_sessions, {}))
        session->keep();
    m_logins.clear();
}

void RunSessions::abort()
{
    m_isAborted = true;
    const QMutexLocker lock(&m_mutex);
    for (auto &login : m_logins)
        login.cancel();
    for (const auto &session : std::as_const(m_sessions))
        session->abort();
}

quint64 RunSessions::movedBytes() const
{
    const QMutexLocker lock(&m_mutex);
    quint64 moved = quint64(m_sessions.size());
    for (const auto &session : m_sessions)
        moved += session->movedBytes();
    return moved;
}

bool isHighLatency(std::chrono::microseconds roundTrip)
{
    return roundTrip > std::chrono::milliseconds(5);
}

Lanes lanesFor(std::chrono::microseconds roundTrip)
{
    return isHighLatency(roundTrip) ? Lanes{4, 8} : Lanes{2, 24};
}

bool isMuch(qint64 files, qint64 bytes)
{
    constexpr qint64 mostFiles = 1000;
    constexpr qint64 mostBytes = 8 * 1024 * 1024;
    return files > mostFiles || bytes > mostBytes;
}

} // namespace engine
