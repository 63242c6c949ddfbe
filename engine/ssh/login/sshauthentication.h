// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/method/interactivemethod.h"
#include "engine/ssh/login/method/keymethod.h"

namespace engine {

/// Authenticates a connected session whose host key was checked: keys, keyboard-interactive, password, repeated from
/// the first when the server wants several. Uses each answer once. A missing answer's question is in the error; after a
/// wrong answer the question is marked as repeated. Blocks; one thread.
class SshAuthentication final
{
    Q_DISABLE_COPY_MOVE(SshAuthentication)

public:
    /// The arguments must outlive this.
    SshAuthentication(const SshSession &session, const SshHop &hop, const SshAttempt &attempt,
                      const LoginLimits &limits);

    [[nodiscard]] Result<void> run();
    /// After run(): the key that was sufficient; null when another method was used.
    [[nodiscard]] std::shared_ptr<const AcceptedKey> acceptedKey() const;

private:
    [[nodiscard]] AuthOutcome begin();
    [[nodiscard]] AuthOutcome tryAll();
    [[nodiscard]] AuthOutcome tryMethod(const QString &method);
    [[nodiscard]] AuthOutcome tryPassword();
    [[nodiscard]] bool hasAnswerHere() const;
    [[nodiscard]] Error failure(AuthOutcome outcome) const;
    [[nodiscard]] Error broken() const;
    [[nodiscard]] Error nothingHelps() const;

    const SshHop &m_hop;
    const SshAttempt &m_attempt;
    const LoginLimits &m_limits;
    UserAuth m_server;
    OpenQuestion m_question;
    KeyMethod m_keys;
    InteractiveMethod m_prompts;
    bool m_wasPartial = false;
};

} // namespace engine
