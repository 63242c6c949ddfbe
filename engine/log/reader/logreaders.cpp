// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/reader/logreaders.h"

#include "engine/log/core/file/logfollower.h"

#include <algorithm>

namespace engine {

LogReaders::LogReaders()
    : m_follower(std::make_unique<logcore::LogFollower>(int(std::clamp(std::thread::hardware_concurrency(), 1U, 2U))))
{
}

LogReaders::~LogReaders() = default;

} // namespace engine
