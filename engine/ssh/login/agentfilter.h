// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/login/loginlimits.h"
#include "engine/ssh/login/sshkeys.h"
#include "engine/ssh/sshsession.h"

#include <mutex>
#include <thread>

namespace engine {

/// A proxy between a session and the user's agent. The session sees, and can sign with, only the keys of offer(), so
/// that we decide which keys are tried, how many and in which order. Serves the session in a thread of its own, because
/// libssh's calls to an agent block. Waits for an agent's answer (it may ask its user) until the attempt ends. Any
/// thread, one at a time; must be destroyed before its session.
class AgentFilter final
{
    Q_DISABLE_COPY_MOVE(AgentFilter)

public:
    AgentFilter(const SshSession &session, const QString &agentSocket, const LoginLimits &limits);
    ~AgentFilter();

    /// All keys and certificates of the agent; empty without an agent. Blocks.
    [[nodiscard]] QList<PublicKey> keys();
    /// Replaces the keys that the session sees.
    void offer(const QList<KeyOffer> &offers);
    /// Index of the offer for which the session last requested a signature; -1: none.
    [[nodiscard]] qsizetype lastSigned();

private:
    void serve();
    [[nodiscard]] QByteArray answer(const QByteArray &request);
    [[nodiscard]] QByteArray ask(const QByteArray &request);

    const SshSession &m_session;
    const LoginLimits &m_limits;
    UniqueFd m_agent;
    UniqueFd m_ourEnd;
    UniqueFd m_sessionEnd; ///< closed by us, not by libssh
    std::mutex m_mutex; ///< guards the two below
    QList<KeyOffer> m_offers;
    qsizetype m_lastSigned = -1;
    std::thread m_thread;
};

} // namespace engine
