// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/loginlimits.h"
#include "engine/ssh/login/sshkeys.h"
#include "engine/ssh/sshsession.h"

#include <mutex>
#include <thread>

namespace engine {

/// Stands between a session and the user's agent: the session sees the keys that are offered and can sign with no
/// others, so that which keys are tried, in which order and how many, is ours. In a thread of its own, because libssh
/// talks to an agent synchronously. An agent that says nothing (it asks its user, say) is waited for as long as the
/// attempt lasts. Any thread, one at a time; ends before its session.
class AgentFilter final
{
    Q_DISABLE_COPY_MOVE(AgentFilter)

public:
    AgentFilter(const SshSession &session, const QString &agentSocket, const LoginLimits &limits);
    ~AgentFilter();

    /// All keys and certificates the agent has; none when there is no agent. Blocks.
    [[nodiscard]] QList<PublicKey> keys();
    /// What the session sees from now on.
    void offer(const QList<KeyOffer> &offers);
    /// Index of the offer that a signature was asked for last; -1: none.
    [[nodiscard]] qsizetype lastSigned();

private:
    void serve();
    [[nodiscard]] QByteArray answer(const QByteArray &request);
    [[nodiscard]] QByteArray ask(const QByteArray &request);

    const SshSession &m_session;
    const LoginLimits &m_limits;
    UniqueFd m_agent;
    UniqueFd m_ourEnd;
    UniqueFd m_sessionEnd; ///< libssh does not close it before we take it away
    std::mutex m_mutex; ///< of the two below
    QList<KeyOffer> m_offers;
    qsizetype m_lastSigned = -1;
    std::thread m_thread;
};

} // namespace engine
