// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/descriptorlimit.h"

#include <algorithm>

#include <sys/resource.h>

namespace engine {

namespace {

// Not unlimited: programs that close every descriptor they might have inherited take long when the limit is 1e9.
constexpr rlim_t enough = 65536;

// Read before main() starts a thread: a child between fork and exec must not wait for the guard of a static.
const rlimit usual = [] {
    rlimit limit{};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    return limit;
}();

} // namespace

void raiseDescriptorLimit()
{
    rlimit raised = usual;
    raised.rlim_cur = std::max(raised.rlim_cur, std::min(raised.rlim_max, enough));
    ::setrlimit(RLIMIT_NOFILE, &raised);
}

void restoreDescriptorLimit()
{
    ::setrlimit(RLIMIT_NOFILE, &usual);
}

} // namespace engine
