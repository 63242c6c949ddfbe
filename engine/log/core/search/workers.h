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

/// Thread pool shared by searches, one thread for each core, started on demand. Tasks are short and post their
/// continuation, so that no search waits long. Any thread; destruction waits for running tasks and drops the others.
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
    std::mutex m_mutex; ///< guards the members below
    std::condition_variable m_hasTask;
    std::deque<std::function<void()>> m_tasks;
    std::vector<std::thread> m_threads;
    int m_idle = 0;
    bool m_isEnding = false;
};

} // namespace engine::logcore
