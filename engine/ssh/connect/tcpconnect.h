// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/login/loginlimits.h"

namespace engine {

/// How long a hop may take to answer at all: ConnectTimeout, or ours. Pure.
[[nodiscard]] std::chrono::seconds connectTimeout(const SshHop &hop);

/// Looks the hop's name up and connects to the first of its addresses that answers; a further one is tried beside it
/// after 250 ms, or at once when one refuses. Honours AddressFamily, BindAddress and ConnectTimeout.
/// A lookup that hangs is left to itself. Any thread; blocks. Unreachable, Timeout, Canceled.
[[nodiscard]] Result<UniqueFd> connectTcp(const SshHop &hop, const LoginLimits &limits);

/// What every socket of a session needs before libssh gets it: blocking, and SO_SNDTIMEO of 1 ms, with which libssh's
/// large sends come back instead of hanging on a frozen peer, for as long as the session lives.
void prepareSessionSocket(int fd);

} // namespace engine
