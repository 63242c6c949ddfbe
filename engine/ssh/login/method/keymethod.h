// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/login/agentfilter.h"
#include "engine/ssh/login/method/openquestion.h"
#include "engine/ssh/login/method/userauth.h"

#include <memory>

namespace engine {

/// Logs in with a key ("publickey"): first the one that alone was enough before, then those of the agent, then files.
/// Each key is offered once. Blocks. Thread: the login's (LoginQueue).
class KeyMethod final
{
    Q_DISABLE_COPY_MOVE(KeyMethod)

public:
    /// All arguments outlive it.
    KeyMethod(const UserAuth &server, const SshHop &hop, const SshAttempt &attempt, OpenQuestion &question);

    [[nodiscard]] AuthOutcome tryKnownKey();
    [[nodiscard]] AuthOutcome tryKeys(); ///< keys that were not tried yet
    void leaveAgent() { m_agent.reset(); } ///< after the last key; before the session ends

    /// The key of the last signed request, unless another method was tried after it.
    [[nodiscard]] const std::optional<KeyOffer> &lastOffer() const { return m_lastOffer; }
    void forgetLastOffer() { m_lastOffer.reset(); }
    [[nodiscard]] QStringList tried() const; ///< files and number of keys of the agent, for messages

private:
    enum class Asks { No, Yes }; ///< whether to ask if the server would accept the key, before signing

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
    QList<KeyOffer> m_agentOffers; ///< not yet made
    QList<KeyOffer> m_fileOffers; ///< not yet made
    std::optional<KeyOffer> m_lastOffer;
    std::optional<KeyOffer> m_knownOffer; ///< tried before all others
    QStringList m_triedFiles;
    int m_triedAgentKeys = 0;
};

} // namespace engine
