// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QtGlobal>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace engine {

/// Limits the bytes a second that several threads send together. The limit may change. Any thread.
class Pacer final
{
public:
    explicit Pacer(qint64 bytesPerSecond) : m_rate(bytesPerSecond) { } ///< 0: no limit

    /// Waits until \a bytes may be sent, or stop() is called.
    void wait(qint64 bytes)
    {
        std::unique_lock lock(m_mutex);
        if (m_rate <= 0 || m_isStopped)
            return;
        settle();
        const double mine = m_owed; // bytes admitted before these
        m_owed += double(bytes);
        const double paid = m_paid;
        while (m_rate > 0 && !m_isStopped) {
            settle();
            const double left = mine - (m_paid - paid);
            if (left <= 0)
                return;
            m_changed.wait_for(lock, std::chrono::duration<double>(std::min(left / double(m_rate), 1.0)));
        }
    }

    [[nodiscard]] bool isHolding() ///< whether wait() would block now
    {
        const std::lock_guard lock(m_mutex);
        settle();
        return m_rate > 0 && !m_isStopped && m_owed > 0;
    }

    void setRate(qint64 bytesPerSecond)
    {
        const std::lock_guard lock(m_mutex);
        settle();
        m_rate = bytesPerSecond;
        if (m_rate <= 0)
            m_owed = 0;
        m_changed.notify_all();
    }
    void stop() ///< ends all waits, also later ones
    {
        const std::lock_guard lock(m_mutex);
        m_isStopped = true;
        m_changed.notify_all();
    }

private:
    using Clock = std::chrono::steady_clock;

    // Adds the bytes that the time since the last call allows. Idle time gives no credit beyond 100 ms.
    void settle()
    {
        const Clock::time_point now = Clock::now();
        const double passed = std::chrono::duration<double>(now - m_settled).count() * double(m_rate);
        m_settled = now;
        m_paid += passed;
        m_owed = std::max(m_owed - passed, -double(m_rate) / 10);
    }

    std::mutex m_mutex;
    std::condition_variable m_changed;
    qint64 m_rate;
    bool m_isStopped = false;
    double m_owed = 0; // bytes
    double m_paid = 0; // bytes, ever
    Clock::time_point m_settled = Clock::now();
};

} // namespace engine
