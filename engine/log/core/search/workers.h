// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace engine::logcore {

/// Threads that searches share, one for each core; they begin as they are needed. Tasks are short, and post their next
/// part: so nobody waits long. Any thread; destruction waits for tasks that run and drops the others.
class Workers final
{
public:
    explicit Workers(int threads) : m_threadLimit(threads) { }
    ~Workers();
    Workers(const Workers &) = delete;
    Workers &operator=(const Workers &) = delete;

    static Workers &shared();

    [[nodiscard]] int count() const { return m_threadLimit; }
    void post(std::function<void()> task);

private:
    void run();

    const int m_threadLimit;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_hasTask;
    std::deque<std::function<void()>> m_tasks;
    std::vector<std::thread> m_threads;
    int m_idle = 0;
    bool m_isEnding = false;
};

} // namespace engine::logcore
