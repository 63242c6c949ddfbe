// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/loginlimits.h"

namespace engine {

using StepListener = std::function<void(ConnectStep)>;

/// Logs in over \a socket, which is connected to the hop's SSH server: key exchange, host key, authentication.
/// \a stepBegan may be empty; it is called in the caller's thread. Any thread; blocks, at most until the limits
/// end it. Errors as SshConnector's, but for those of resolving and looking up.
[[nodiscard]] Result<std::shared_ptr<SshLogin>> loginOver(UniqueFd socket, const SshHop &hop, const SshAttempt &attempt,
                                                          const LoginLimits &limits, const StepListener &stepBegan);

} // namespace engine
