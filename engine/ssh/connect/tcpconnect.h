// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/login/loginlimits.h"

namespace engine {

/// How long connecting to a hop may take: ConnectTimeout, or our default. Pure.
[[nodiscard]] std::chrono::seconds connectTimeout(const SshHop &hop);

/// Looks up the hop's name and connects to the first address that answers. Addresses are tried in overlap: the next one
/// after 250 ms, or at once when one refuses. Honours AddressFamily, BindAddress and ConnectTimeout. A hanging lookup
/// does not hold up the return. Any thread; blocks. Unreachable, Timeout, Canceled.
[[nodiscard]] Result<UniqueFd> connectTcp(const SshHop &hop, const LoginLimits &limits);

/// Prepares a socket for libssh: makes it blocking, with SO_SNDTIMEO of 1 ms, so that libssh's large sends return
/// instead of blocking on a peer that reads nothing.
void prepareSessionSocket(int fd);

} // namespace engine
