// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QtGlobal>

#include <memory>

namespace engine {

namespace logcore {
class LogFollower;
} // namespace logcore

/// The threads that read the logs which somebody follows: one or two, however many those are, from the first on. An
/// engine and the window of its process are given the same: what the one has just written the other shows at once, in
/// place of within 32 ms. Any thread.
class LogReaders final
{
    Q_DISABLE_COPY_MOVE(LogReaders)

public:
    LogReaders();
    ~LogReaders();

    [[nodiscard]] logcore::LogFollower &core() const { return *m_follower; }

private:
    const std::unique_ptr<logcore::LogFollower> m_follower;
};

} // namespace engine
