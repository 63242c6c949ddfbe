// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/agentfilter.h"
#include "engine/ssh/login/method/openquestion.h"
#include "engine/ssh/login/method/userauth.h"

#include <memory>

namespace engine {

/// Authenticates with a key ("publickey"): first the key that was sufficient at an earlier login, then the agent's,
/// then files. Offers each key once. Blocks. Thread: the login's (LoginQueue).
class KeyMethod final
{
    Q_DISABLE_COPY_MOVE(KeyMethod)

public:
    /// The arguments must outlive this.
    KeyMethod(const UserAuth &server, const SshHop &hop, const SshAttempt &attempt, OpenQuestion &question);

    [[nodiscard]] AuthOutcome tryKnownKey();
    [[nodiscard]] AuthOutcome tryKeys(); ///< the keys that were not tried yet
    void leaveAgent() { m_agent.reset(); } ///< call it after the last key and before the session ends

    /// The last key that was offered; none when another method was tried after it.
    [[nodiscard]] const std::optional<KeyOffer> &lastOffer() const { return m_lastOffer; }
    void forgetLastOffer() { m_lastOffer.reset(); }
    [[nodiscard]] QStringList tried() const; ///< tried files and agent keys, for messages

private:
    enum class Asks { No, Yes }; ///< Yes: ask whether the server accepts the key before signing with it

    void collectKeys();
    [[nodiscard]] AuthOutcome tryAgentKeys();
    [[nodiscard]] AuthOutcome tryFile(const KeyOffer &offer, Asks asks);
    [[nodiscard]] AuthOutcome signWith(const KeyOffer &offer, ssh_key privateKey);
    [[nodiscard]] std::unique_ptr<AgentFilter> agent() const;

    const UserAuth &m_server;
    const SshHop &m_hop;
    const SshAttempt &m_attempt;
    OpenQuestion &m_question;
    std::unique_ptr<AgentFilter> m_agent;
    bool m_hasCollected = false;
    QList<KeyOffer> m_agentOffers; ///< not offered yet
    QList<KeyOffer> m_fileOffers; ///< not offered yet
    std::optional<KeyOffer> m_lastOffer;
    std::optional<KeyOffer> m_knownOffer; ///< the one of tryKnownKey()
    QStringList m_triedFiles;
    int m_triedAgentKeys = 0;
};

} // namespace engine
