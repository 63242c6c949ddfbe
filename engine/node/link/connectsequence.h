// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/machinelogin.h"
#include "engine/node/nodeagent.h"

#include <optional>

namespace engine {

/// The steps of an attempt to connect a machine: logs in, reads the inventory, installs our scripts. begin() replaces a
/// sequence that is under way. Thread: the engine's.
class ConnectSequence final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectSequence)

public:
    /// \a host, \a agent and \a secrets (may be null) outlive it; \a secretNames: as for MachineLogin.
    ConnectSequence(RemoteHost &host, NodeAgent &agent, SecretStore *secrets, const QStringList &secretNames,
                    QObject *parent);

    void begin(const QList<Answer> &answers);
    void cancel(); ///< without ended()
    [[nodiscard]] MachineLogin &login() { return m_login; }

    /// Of the last sequence that has read it.
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_inventory; }
    /// Base of the user's relative paths; by SFTP for a machine that serves files but runs no commands. Empty while
    /// unknown.
    [[nodiscard]] QString userHome() const { return m_inventory ? m_inventory->userHome : m_homeOfFiles; }

signals:
    void loggedIn();
    void inventoryTaken();
    void ended(const engine::Result<void> &result); ///< of begin()

private:
    void probe();
    void probed(const Result<Inventory> &inventory);
    void findHome(const Error &problem);

    RemoteHost &m_host;
    NodeAgent &m_agent;
    MachineLogin m_login;
    quint64 m_number = 0; // counts begin() and cancel(): results of an earlier sequence are dropped
    std::optional<Inventory> m_inventory;
    QString m_homeOfFiles;
};

} // namespace engine
