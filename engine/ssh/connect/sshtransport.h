// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/connect/sshconnector.h"
#include "engine/ssh/sshloop.h"

#include <QMutex>

namespace engine {

/// What all SSH hosts of an engine share: the loop, the connector, the agent's socket, the profile's known_hosts. Must
/// outlive every SshHost. Any thread.
class SshTransport final
{
    Q_DISABLE_COPY_MOVE(SshTransport)

public:
    explicit SshTransport(QString knownHostsFile);

    [[nodiscard]] SshLoop &loop() { return m_loop; }
    [[nodiscard]] SshConnector &connector() { return m_connector; }
    [[nodiscard]] QString knownHostsFile() const { return m_knownHostsFile; }
    /// SSH_AUTH_SOCK of the client that sent the last request; initially this process's.
    [[nodiscard]] QString agentSocket() const;
    void setAgentSocket(const QString &path);

private:
    QString m_knownHostsFile;
    mutable QMutex m_mutex;
    QString m_agentSocket;
    SshLoop m_loop;
    SshConnector m_connector;
};

} // namespace engine
