// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/loginlimits.h"
#include "engine/ssh/login/sshkeys.h"
#include "engine/ssh/sshsession.h"

#include <mutex>
#include <thread>

namespace engine {

/// A proxy between a session and the user's agent, which decides the keys that are tried, and their order: the session
/// sees only the keys of offer(), and can sign with no others. Serves in a thread of its own, because libssh talks to
/// an agent synchronously. Waits for a slow agent (one that asks its user, for example) as long as the attempt lasts.
/// Any thread, one at a time; destroyed before its session.
class AgentFilter final
{
    Q_DISABLE_COPY_MOVE(AgentFilter)

public:
    AgentFilter(const SshSession &session, const QString &agentSocket, const LoginLimits &limits);
    ~AgentFilter();

    /// All keys and certificates of the agent; empty without an agent. Blocks.
    [[nodiscard]] QList<PublicKey> keys();
    /// Sets the keys that the session sees.
    void offer(const QList<KeyOffer> &offers);
    /// Index of the offer of the last request to sign since offer(); -1 for none.
    [[nodiscard]] qsizetype lastSigned();

private:
    void serve();
    [[nodiscard]] QByteArray answer(const QByteArray &request);
    [[nodiscard]] QByteArray ask(const QByteArray &request);

    const SshSession &m_session;
    const LoginLimits &m_limits;
    UniqueFd m_agent;
    UniqueFd m_ourEnd;
    UniqueFd m_sessionEnd; ///< libssh keeps it open until the destructor takes it back
    std::mutex m_mutex; ///< guards m_offers and m_lastSigned
    QList<KeyOffer> m_offers;
    qsizetype m_lastSigned = -1;
    std::thread m_thread;
};

} // namespace engine
