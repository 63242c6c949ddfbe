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
    /// All tries and pauses of a request, after which it has failed.
    std::chrono::milliseconds whole{15 * 60'000};
    /// Without progress of a copy within the service, after which it has failed here. The service goes on.
    std::chrono::milliseconds copySilence{10 * 60'000};
    std::chrono::milliseconds copyWhole{24 * 60 * 60'000}; ///< a copy as a whole
};

} // namespace engine
