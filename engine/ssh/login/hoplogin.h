// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/loginlimits.h"

namespace engine {

using StepListener = std::function<void(ConnectStep)>;

/// Makes an authenticated session over \a socket, which is connected to the hop's SSH server: key exchange, host key,
/// authentication. \a stepBegan may be empty; it is called in the caller's thread. Any thread; blocks, at the longest
/// until \a limits are over. Errors as SshConnector's, except those of resolving.
[[nodiscard]] Result<std::shared_ptr<SshLogin>> loginOver(UniqueFd socket, const SshHop &hop, const SshAttempt &attempt,
                                                          const LoginLimits &limits, const StepListener &stepBegan);

} // namespace engine
