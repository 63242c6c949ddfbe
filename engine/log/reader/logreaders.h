// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QtGlobal>

#include <memory>

namespace engine {

namespace logcore {
class LogFollower;
} // namespace logcore

/// The one or two threads that index the logs of open views. An engine and the window of its process share one object:
/// what the engine writes is shown at once instead of within 32 ms. Any thread.
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
