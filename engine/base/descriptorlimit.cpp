// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/base/descriptorlimit.h"

#include <algorithm>

#include <sys/resource.h>

namespace engine {

namespace {

constexpr rlim_t enough = 65536; // who closes all that it might have inherited takes long where that may be a milliard

const rlimit usual = [] { // before any thread: a child of one must not wait for it
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
