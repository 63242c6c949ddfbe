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

/// The parameters of one login.
struct SshAttempt
{
    SshSpec spec;
    /// Answers to questions of earlier attempts and from the secret store, the newest last. An answer to a round of
    /// prompts is ignored when it is older than the answer to the round before.
    QList<Answer> answers;
    QString agentSocket; ///< SSH_AUTH_SOCK of the client that asked; empty: none
    QString knownHostsFile; ///< the profile's own
    /// Fingerprint that the machine's host key must have, else Unreachable: one name may lead to several machines.
    /// Empty: any known key.
    QString hostKey = {};
    /// The route of an earlier login, used without resolving it again; null: resolve.
    std::shared_ptr<const SshRoute> route = {};
    std::shared_ptr<const AcceptedKey> key = {}; ///< the key of an earlier login, tried first
    std::chrono::milliseconds deadline{30'000}; ///< for the whole login
    std::function<void(ConnectStep)> stepBegan; ///< called in a login thread
};

/// Makes logins: resolves the route, looks up names, connects by TCP, proxy or jump host, exchanges keys, checks the
/// host key, authenticates. The work blocks threads of a pool of its own (at most 32 at once). Every attempt ends by
/// its deadline; cancelling the future ends it within milliseconds. An attempt that lacks an answer fails with the
/// question; there are no retries. Errors: Unreachable, Timeout, Canceled, InvalidArgument (configuration),
/// HostKeyUnknown (question: HostKey), HostKeyChanged (both fingerprints, file and line, no question),
/// AuthenticationFailed (with a question when an answer would help). Any thread.
class SshConnector final
{
    Q_DISABLE_COPY_MOVE(SshConnector)

public:
    explicit SshConnector(SshLoop &loop);
    ~SshConnector(); ///< cancels attempts under way and waits for their end

    QFuture<Result<std::shared_ptr<SshLogin>>> login(const SshAttempt &attempt);

private:
    std::unique_ptr<JumpHosts> m_jumps;
    std::unique_ptr<LoginQueue> m_queue; // destroyed first
};

} // namespace engine
