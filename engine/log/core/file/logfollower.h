// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logfile.h"

#include <chrono>
#include <condition_variable>
#include <string_view>
#include <thread>

namespace engine::logcore {

/// Keeps the indexes of any number of files up to date, with one or two threads for all: a file that has much gets its
/// turn in slices, so that none waits for another. Nothing is signalled; who shows a file looks at its state().
/// Any thread; destruction waits for slices that run.
class LogFollower final
{
    class Followed;

public:
    /// As long as it lives the file is followed. Its end waits for nothing.
    class [[nodiscard]] Hold final
    {
    public:
        Hold() = default;
        explicit Hold(std::shared_ptr<Followed> followed) : m_followed(std::move(followed)) { }
        ~Hold();
        Hold(Hold &&) = default;
        Hold &operator=(Hold &&other) noexcept;

    private:
        std::shared_ptr<Followed> m_followed;
    };

    explicit LogFollower(int threads); ///< at most, which begin with the first file
    ~LogFollower();
    LogFollower(const LogFollower &) = delete;
    LogFollower &operator=(const LogFollower &) = delete;

    Hold follow(std::shared_ptr<LogFile> file);
    /// Somebody in this process has just written to the file of \a path: it is looked at now, in place of within 32 ms.
    void lookNow(std::string_view path);

private:
    using Clock = std::chrono::steady_clock;

    /// The order of m_waiting.
    [[nodiscard]] static bool isLater(const std::shared_ptr<Followed> &a, const std::shared_ptr<Followed> &b);
    void run();

    const int m_threadLimit;
    std::mutex m_mutex; ///< of what follows
    std::condition_variable m_isDue;
    std::vector<std::shared_ptr<Followed>> m_waiting; ///< a heap, due first on top; those in a slice are not in it
    std::vector<std::thread> m_threads;
    bool m_isEnding = false;
};

} // namespace engine::logcore
