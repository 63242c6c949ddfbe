// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>

namespace engine {

/// Hands work from one thread to several, and lets the first wait when they are slower. Any thread.
template <typename Work> class WorkQueue final
{
public:
    explicit WorkQueue(size_t most) : m_most(most) { }

    /// Waits for room; false when nobody takes anything any more.
    bool push(Work work)
    {
        std::unique_lock lock(m_mutex);
        m_hasRoom.wait(lock, [this] { return m_work.size() < m_most || m_isGivenUp; });
        if (m_isGivenUp)
            return false;
        m_work.push_back(std::move(work));
        m_hasWork.notify_all();
        return true;
    }

    /// Waits for work; none: that was all.
    std::optional<Work> pop()
    {
        std::unique_lock lock(m_mutex);
        m_hasWork.wait(lock, [this] { return !m_work.empty() || m_isFinished || m_isGivenUp; });
        if (m_work.empty() || m_isGivenUp)
            return std::nullopt;
        Work work = std::move(m_work.front());
        m_work.pop_front();
        m_hasRoom.notify_one();
        return work;
    }

    /// Waits until more lies there than who takes it now can take at once; false: it never will.
    bool awaitBacklog()
    {
        std::unique_lock lock(m_mutex);
        m_hasWork.wait(lock, [this] { return m_work.size() > 1 || m_isFinished || m_isGivenUp; });
        return m_work.size() > 1 && !m_isGivenUp;
    }

    void finish() { end(m_isFinished); } ///< nothing is pushed any more
    void giveUp() { end(m_isGivenUp); } ///< nothing is popped any more, either

private:
    void end(bool &how)
    {
        const std::lock_guard lock(m_mutex);
        how = true;
        m_hasWork.notify_all();
        m_hasRoom.notify_all();
    }

    size_t m_most;
    std::mutex m_mutex;
    std::condition_variable m_hasWork, m_hasRoom;
    std::deque<Work> m_work;
    bool m_isFinished = false;
    bool m_isGivenUp = false;
};

} // namespace engine
