// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logfile.h"

#include <chrono>
#include <condition_variable>
#include <string_view>
#include <thread>

namespace engine::logcore {

/// Keeps the indexes of any number of files up to date with one or two threads. A file with much new data is indexed in
/// slices, so that other files do not wait. Emits no signals; a view polls the file's state(). Any thread; destruction
/// waits for running slices.
class LogFollower final
{
    class Followed;

public:
    /// The file is followed while this object lives. Destruction does not block.
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

    explicit LogFollower(int threads); ///< maximum; the threads start with the first file
    ~LogFollower();
    LogFollower(const LogFollower &) = delete;
    LogFollower &operator=(const LogFollower &) = delete;

    Hold follow(std::shared_ptr<LogFile> file);
    /// Tells that this process has just written to the file of \a path: it is checked now instead of within 32 ms.
    void lookNow(std::string_view path);

private:
    using Clock = std::chrono::steady_clock;

    /// Order of m_waiting.
    [[nodiscard]] static bool isLater(const std::shared_ptr<Followed> &a, const std::shared_ptr<Followed> &b);
    void run();

    const int m_threadLimit;
    std::mutex m_mutex; ///< guards the members below
    std::condition_variable m_isDue;
    /// A heap, the next due file on top; files in a slice are not in it.
    std::vector<std::shared_ptr<Followed>> m_waiting;
    std::vector<std::thread> m_threads;
    bool m_isEnding = false;
};

} // namespace engine::logcore
