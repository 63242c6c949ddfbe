// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/login/loginlimits.h"

namespace engine {

/// How long a hop may take to answer: ConnectTimeout, or the default. Pure.
[[nodiscard]] std::chrono::seconds connectTimeout(const SshHop &hop);

/// Resolves the hop's name and connects to the first of its addresses that answers: the next one is tried 250 ms after
/// the one before it, or at once when that refuses. Honours AddressFamily, BindAddress and ConnectTimeout. A lookup
/// that hangs is left behind. Any thread; blocks. Unreachable, Timeout, Canceled.
[[nodiscard]] Result<UniqueFd> connectTcp(const SshHop &hop, const LoginLimits &limits);

/// Prepares a socket for libssh: blocking, and with SO_SNDTIMEO of 1 ms, so that a large send of libssh returns instead
/// of blocking on a frozen peer.
void prepareSessionSocket(int fd);

} // namespace engine
