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

/// Input of one attempt to log in.
struct SshAttempt
{
    SshSpec spec;
    /// Answers to questions of earlier attempts and from the keyring, newest last. Rounds of prompts use them in order:
    /// an answer that is older than the answer to the previous round is not used.
    QList<Answer> answers;
    QString agentSocket; ///< SSH_AUTH_SOCK of the client; empty when it has none
    QString knownHostsFile; ///< of the profile
    /// Fingerprint that the host key must have, else Unreachable: one name may lead to several machines, all of them
    /// known. Empty for any known key.
    QString hostKey = {};
    std::shared_ptr<const SshRoute> route = {}; ///< of an earlier attempt, which saves resolving it again
    std::shared_ptr<const AcceptedKey> key = {}; ///< of an earlier attempt
    std::chrono::milliseconds deadline{30'000}; ///< for the whole attempt
    std::function<void(ConnectStep)> stepBegan; ///< called in a connector's thread
};

/// Makes authenticated sessions: resolves the route, connects by TCP, ProxyCommand or jump host, exchanges keys, checks
/// the host key, authenticates. Blocking work on threads of its own (at most 32 at once). Every attempt ends by its
/// deadline, and within milliseconds when its future is canceled. Asks nobody and tries nothing twice: an attempt that
/// lacks an answer fails with the question.
/// Errors: Unreachable, Timeout, Canceled, InvalidArgument (configuration), HostKeyUnknown (question: HostKey),
/// HostKeyChanged (both fingerprints, file and line, no question), AuthenticationFailed (with a question when an answer
/// would help). Any thread.
class SshConnector final
{
    Q_DISABLE_COPY_MOVE(SshConnector)

public:
    explicit SshConnector(SshLoop &loop);
    ~SshConnector(); ///< cancels all attempts and waits for them

    QFuture<Result<std::shared_ptr<SshLogin>>> login(const SshAttempt &attempt);

private:
    std::unique_ptr<JumpHosts> m_jumps;
    std::unique_ptr<LoginQueue> m_queue; // last: its attempts use m_jumps
};

} // namespace engine
