// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/sshconnector.h"

#include "engine/ssh/config/jumphosts.h"
#include "engine/ssh/login/loginqueue.h"

namespace engine {

SshConnector::SshConnector(SshLoop &loop)
    : m_jumps(std::make_unique<JumpHosts>(loop)), m_queue(std::make_unique<LoginQueue>(*m_jumps))
{
}

SshConnector::~SshConnector() = default;

QFuture<Result<std::shared_ptr<SshLogin>>> SshConnector::login(const SshAttempt &attempt)
{
    return m_queue->add(attempt);
}

} // namespace engine
