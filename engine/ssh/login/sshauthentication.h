// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/agentfilter.h"

#include <memory>

namespace engine {

/// Authenticates one connected session whose host key is right: keys, keyboard-interactive, password, again from the
/// top when the server wants more than one. Uses each answer once, and asks nobody: what lacks an answer becomes the
/// error's question, and a wrong answer the same question as a repeated one. Blocks; one thread.
class SshAuthentication final
{
    Q_DISABLE_COPY_MOVE(SshAuthentication)

public:
    /// All of them outlive it.
    SshAuthentication(const SshSession &session, const SshHop &hop, const SshAttempt &attempt,
                      const LoginLimits &limits);

    [[nodiscard]] Result<void> run();
    /// After run(): the key that alone was enough.
    [[nodiscard]] std::shared_ptr<const AcceptedKey> acceptedKey() const;

private:
    enum class Outcome {
        In,
        Denied,
        Partial, ///< taken, and the server wants more
        Prompts, ///< keyboard-interactive: a round of prompts
        Unanswered, ///< m_question says what is missing; nothing else is worth trying
        Broken, ///< the connection
    };

    template <class Call, class... Arguments> [[nodiscard]] int request(const Call &call, Arguments... arguments) const;
    [[nodiscard]] Outcome outcomeOf(int result) const;
    [[nodiscard]] bool takes(const QString &method) const;
    [[nodiscard]] Outcome begin();
    [[nodiscard]] Outcome tryKnownKey();
    [[nodiscard]] Outcome tryAll();
    [[nodiscard]] Outcome tryMethod(const QString &method);

    [[nodiscard]] Outcome tryKeys();
    void collectKeys();
    [[nodiscard]] Outcome tryAgentKeys();
    enum class Asks { No, Yes }; ///< whether the key would do, before it signs
    [[nodiscard]] Outcome tryFile(const KeyOffer &offer, Asks asks);
    [[nodiscard]] Outcome signWith(const KeyOffer &offer, ssh_key privateKey);

    [[nodiscard]] Outcome tryInteractive();
    [[nodiscard]] Outcome answerRound(const Question &round, bool isFirst);
    [[nodiscard]] Question currentRound(bool isFirst) const;

    [[nodiscard]] Outcome tryPassword();

    [[nodiscard]] bool hasAnswerHere() const;
    [[nodiscard]] Question question(Question::Kind kind, const QString &subject = {}) const;
    void ask(Question question, bool isRepeated);
    [[nodiscard]] Error failure(Outcome outcome) const;
    [[nodiscard]] Error broken() const;
    [[nodiscard]] Error nothingHelps() const;

    const SshSession &m_session;
    const SshHop &m_hop;
    const SshAttempt &m_attempt;
    const LoginLimits &m_limits;
    std::unique_ptr<AgentFilter> m_agent;
    bool m_hasCollected = false;
    bool m_wasPartial = false;
    QList<KeyOffer> m_agentOffers; ///< not yet made
    QList<KeyOffer> m_fileOffers; ///< not yet made
    std::optional<KeyOffer> m_lastOffer;
    std::optional<KeyOffer> m_knownOffer; ///< tried before all others
    QStringList m_triedFiles;
    int m_triedAgentKeys = 0;
    qsizetype m_lastAnswer = -1; ///< index of the answer that the last round of prompts got
    std::optional<Question> m_answered; ///< the first round of prompts that was answered
    std::optional<Question> m_question; ///< the first that lacks an answer
};

} // namespace engine
