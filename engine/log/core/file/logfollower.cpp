// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/logfollower.h"

#include <algorithm>

namespace engine::logcore {

namespace {

using namespace std::chrono_literals;

constexpr std::int64_t slice = 8 * 1024 * 1024; // bytes; takes some milliseconds
constexpr auto shortestInterval = 8ms; // half a frame
constexpr auto longestInterval = 32ms;

} // namespace

class LogFollower::Followed final
{
public:
    explicit Followed(std::shared_ptr<LogFile> f) : file(std::move(f)) { }

    const std::shared_ptr<LogFile> file;
    std::atomic<bool> isOver = false;
    // Owned by the thread that refreshes the file, else guarded by the follower's mutex.
    Clock::time_point due = Clock::now();
    Clock::duration interval = shortestInterval;
};

bool LogFollower::isLater(const std::shared_ptr<Followed> &a, const std::shared_ptr<Followed> &b)
{
    return a->due > b->due;
}

LogFollower::Hold::~Hold()
{
    if (m_followed)
        m_followed->isOver = true;
}

LogFollower::Hold &LogFollower::Hold::operator=(Hold &&other) noexcept
{
    std::swap(m_followed, other.m_followed);
    return *this;
}

LogFollower::LogFollower(int threads) : m_threadLimit(threads) { }

LogFollower::~LogFollower()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_isDue.notify_all();
    for (std::thread &thread : m_threads)
        thread.join();
}

LogFollower::Hold LogFollower::follow(std::shared_ptr<LogFile> file)
{
    auto followed = std::make_shared<Followed>(std::move(file));
    {
        const std::lock_guard lock(m_mutex);
        if (int(m_threads.size()) < m_threadLimit)
            m_threads.emplace_back(&LogFollower::run, this);
        m_waiting.push_back(followed);
        std::push_heap(m_waiting.begin(), m_waiting.end(), isLater);
    }
    m_isDue.notify_one();
    return Hold(std::move(followed));
}

// A file that grows steadily is checked often anyway.
void LogFollower::lookNow(std::string_view path)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto found = std::find_if(m_waiting.begin(), m_waiting.end(), [&](const auto &each) {
            return each->interval > shortestInterval && each->file->path() == path;
        });
        if (found == m_waiting.end())
            return;
        (*found)->due = Clock::now();
        std::make_heap(m_waiting.begin(), m_waiting.end(), isLater);
    }
    m_isDue.notify_one();
}

void LogFollower::run()
{
    std::unique_lock lock(m_mutex);
    while (!m_isEnding) {
        if (m_waiting.empty()) {
            m_isDue.wait(lock);
            continue;
        }
        if (const Clock::time_point due = m_waiting.front()->due; due > Clock::now()) {
            m_isDue.wait_until(lock, due);
            continue;
        }
        std::pop_heap(m_waiting.begin(), m_waiting.end(), isLater);
        const std::shared_ptr<Followed> followed = std::move(m_waiting.back());
        m_waiting.pop_back();
        if (followed->isOver)
            continue;
        lock.unlock();
        const LogFile::Progress progress = followed->file->refresh(slice);
        followed->interval =
            progress.isChanged ? shortestInterval : std::min<Clock::duration>(2 * followed->interval, longestInterval);
        followed->due = Clock::now() + (progress.hasMore ? Clock::duration::zero() : followed->interval);
        lock.lock();
        m_waiting.push_back(followed);
        std::push_heap(m_waiting.begin(), m_waiting.end(), isLater);
        // Wakes the other thread for the remaining files.
        if (m_waiting.size() > 1 && m_waiting.front()->due <= Clock::now())
            m_isDue.notify_one();
    }
}

} // namespace engine::logcore
