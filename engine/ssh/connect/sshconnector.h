// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/states.h"
#include "engine/ssh/config/sshroute.h"
#include "engine/ssh/sshsession.h"

#include <QFuture>

#include <functional>
#include <memory>

namespace engine {

struct AcceptedKey;
class SshLoop;
class JumpHosts;
class LoginQueue;

/// What one attempt to get in needs.
struct SshAttempt
{
    SshSpec spec;
    /// To the questions of earlier attempts, and what the keyring had; the newest last: an answer to one round of
    /// prompts that is older than the one to the round before it is spent.
    QList<Answer> answers;
    QString agentSocket; ///< the SSH_AUTH_SOCK of whoever asked; empty: none
    QString knownHostsFile; ///< the profile's own
    /// Fingerprint of the key that the machine must have among those that are known for it, else Unreachable: one name
    /// may lead to several machines. Empty: any.
    QString hostKey = {};
    std::shared_ptr<const SshRoute> route = {}; ///< that an earlier one took; it is not asked for again then
    std::shared_ptr<const AcceptedKey> key = {}; ///< of an earlier one
    std::chrono::milliseconds deadline{30'000}; ///< of everything together
    std::function<void(ConnectStep)> stepBegan; ///< called in a connector's thread
};

/// Brings sessions up to their authentication: resolve, look up, TCP or proxy or jump host, key exchange, host key,
/// authentication. Blocking work on a pool of threads of its own (at most 32 at once); every attempt ends by its
/// deadline, and a cancelled future ends it within milliseconds. Nothing is asked here and nothing tried twice: an
/// attempt that lacks an answer fails with the question.
/// Errors: Unreachable, Timeout, Canceled, InvalidArgument (configuration), HostKeyUnknown (question: HostKey),
/// HostKeyChanged (both fingerprints, file and line, no question), AuthenticationFailed (with a question when an answer
/// would help). Any thread.
class SshConnector final
{
    Q_DISABLE_COPY_MOVE(SshConnector)

public:
    explicit SshConnector(SshLoop &loop);
    ~SshConnector(); ///< cancels what is under way and waits for it

    QFuture<Result<std::shared_ptr<SshLogin>>> login(const SshAttempt &attempt);

private:
    std::unique_ptr<JumpHosts> m_jumps;
    std::unique_ptr<LoginQueue> m_queue; // ends first
};

} // namespace engine
