// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/bulkpool.h"

#include <algorithm>
#include <ctime>
#include <iterator>

namespace engine {

namespace {

constexpr std::chrono::seconds longestIdle{30};
constexpr size_t mostIdle = 4; // as many as one transfer uses

// CLOCK_BOOTTIME counts sleep, during which a connection can be lost unnoticed.
std::chrono::nanoseconds now()
{
    ::timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

void BulkPool::setTimer(QTimer *timer)
{
    const std::lock_guard lock(m_mutex);
    m_timer = timer;
}

std::shared_ptr<BulkSession> BulkPool::take()
{
    while (true) {
        Sessions expired; // destroyed outside the lock
        std::unique_ptr<SshBulkSession> session;
        int generation = 0;
        {
            const std::lock_guard lock(m_mutex);
            expired = takeExpired();
            if (m_idle.empty())
                return {};
            session = std::move(m_idle.back().session);
            m_idle.pop_back();
            generation = m_generation;
        }
        if (session->isReusable())
            return lend(std::move(session), generation);
    }
}

int BulkPool::generation() const
{
    const std::lock_guard lock(m_mutex);
    return m_generation;
}

std::shared_ptr<BulkSession> BulkPool::lend(std::unique_ptr<SshBulkSession> session, int generation)
{
    session->beginUse();
    return {session.release(), [weak = weak_from_this(), generation, counted = countOne()](SshBulkSession *used) {
                std::unique_ptr<SshBulkSession> own(used);
                if (const auto pool = weak.lock(); pool && own->isReusable())
                    pool->giveBack(std::move(own), generation);
            }};
}

size_t BulkPool::count() const
{
    const std::lock_guard lock(m_mutex);
    return m_idle.size() + m_away;
}

std::shared_ptr<void> BulkPool::countOne()
{
    const std::lock_guard lock(m_mutex);
    ++m_away;
    return {static_cast<void *>(this), [weak = weak_from_this()](void *) {
                if (const auto pool = weak.lock()) {
                    const std::lock_guard counting(pool->m_mutex);
                    --pool->m_away;
                }
            }};
}

void BulkPool::giveBack(std::unique_ptr<SshBulkSession> session, int generation)
{
    const std::lock_guard lock(m_mutex);
    if (generation != m_generation || m_idle.size() == mostIdle)
        return;
    m_idle.push_back({std::move(session), now()});
    const auto watch = [timer = m_timer] {
        if (!timer->isActive())
            timer->start();
    };
    if (m_timer)
        QMetaObject::invokeMethod(m_timer, watch, Qt::QueuedConnection);
}

void BulkPool::drop()
{
    Sessions dropped;
    const std::lock_guard lock(m_mutex);
    ++m_generation;
    dropped.swap(m_idle);
}

BulkPool::Sessions BulkPool::takeExpired()
{
    const auto fresh = std::find_if(m_idle.begin(), m_idle.end(),
                                    [at = now()](const Idle &idle) { return at - idle.since < longestIdle; });
    Sessions expired(std::make_move_iterator(m_idle.begin()), std::make_move_iterator(fresh));
    m_idle.erase(m_idle.begin(), fresh);
    return expired;
}

bool BulkPool::prune()
{
    Sessions expired;
    const std::lock_guard lock(m_mutex);
    expired = takeExpired();
    return !m_idle.empty();
}

} // namespace engine
