// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/method.h"

namespace engine {

/// Quotas of the log copies on this computer, in bytes.
struct LogLimits
{
    qint64 perJob = 0;
    qint64 total = 0;

    static void describe(auto &self, auto &fields) { fields("perJob", self.perJob)("total", self.total); }
};

struct LimitLogs
{
    std::optional<qint64> perJob; ///< absent: unchanged
    std::optional<qint64> total;

    static void describe(auto &self, auto &fields) { fields("perJob", self.perJob)("total", self.total); }
};

namespace method {

/// Stores the quotas and applies them at once: a log above its quota loses the middle of its largest files. Defaults: 2
/// GB and 20 GB.
inline constexpr Method<LimitLogs, LogLimits> limitLogs{"log.limits"};

} // namespace method

} // namespace engine
