// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <chrono>

namespace engine {

/// How long a request is tried. Azure's own clients make four tries in a minute and a half.
struct BlobPatience
{
    int tries = 6;
    std::chrono::milliseconds shortestPause{500};
    std::chrono::milliseconds longestPause{20'000};
    /// Without a byte in either direction, after which a try has failed; also the longest pause a server may ask for.
    std::chrono::milliseconds silence{60'000};
};

} // namespace engine
