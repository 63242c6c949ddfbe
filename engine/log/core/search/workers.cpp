// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/search/workers.h"

#include <algorithm>

namespace engine::logcore {

Workers::~Workers()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_hasTask.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

Workers &Workers::shared()
{
    static Workers workers(int(std::max(1U, std::thread::hardware_concurrency())));
    return workers;
}

void Workers::post(std::function<void()> task)
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_isEnding)
            return;
        m_tasks.push_back(std::move(task));
        if (int(m_tasks.size()) > m_idle && int(m_threads.size()) < m_threadLimit)
            m_threads.emplace_back(&Workers::run, this);
    }
    m_hasTask.notify_one();
}

void Workers::run()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        ++m_idle;
        m_hasTask.wait(lock, [this] { return m_isEnding || !m_tasks.empty(); });
        --m_idle;
        if (m_isEnding)
            return;
        const std::function<void()> task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

} // namespace engine::logcore
