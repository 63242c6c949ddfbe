// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/method/openquestion.h"
#include "engine/ssh/login/method/userauth.h"

namespace engine {

/// Authenticates by answers to the server's prompts ("keyboard-interactive"). Uses each answer once. Blocks. Thread:
/// the login's (LoginQueue).
class InteractiveMethod final
{
    Q_DISABLE_COPY_MOVE(InteractiveMethod)

public:
    /// The arguments must outlive this.
    InteractiveMethod(const UserAuth &server, const SshAttempt &attempt, OpenQuestion &question)
        : m_server(server), m_attempt(attempt), m_question(question)
    {
    }

    [[nodiscard]] AuthOutcome run();

private:
    [[nodiscard]] AuthOutcome answerRound(const Question &round, bool isFirst);
    [[nodiscard]] Question currentRound(bool isFirst) const;

    const UserAuth &m_server;
    const SshAttempt &m_attempt;
    OpenQuestion &m_question;
    qsizetype m_lastAnswer = -1; ///< index of the answer to the last round of prompts
    std::optional<Question> m_answered; ///< the first round of prompts, once answered
};

} // namespace engine
