// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/sshtransport.h"

namespace engine {

SshTransport::SshTransport(QString knownHostsFile)
    : m_knownHostsFile(std::move(knownHostsFile)), m_agentSocket(qEnvironmentVariable("SSH_AUTH_SOCK")),
      m_connector(m_loop)
{
}

QString SshTransport::agentSocket() const
{
    const QMutexLocker lock(&m_mutex);
    return m_agentSocket;
}

void SshTransport::setAgentSocket(const QString &path)
{
    const QMutexLocker lock(&m_mutex);
    m_agentSocket = path;
}

} // namespace engine
