// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/machinelogin.h"
#include "engine/node/nodeagent.h"

#include <optional>

namespace engine {

/// An attempt to connect a machine: logs in, takes the inventory, installs our scripts. begin() cancels the attempt
/// before it. Thread: the engine's.
class ConnectSequence final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectSequence)

public:
    /// \a host, \a agent and \a secrets (which may be null) must outlive this. \a secretNames as in MachineLogin.
    ConnectSequence(RemoteHost &host, NodeAgent &agent, SecretStore *secrets, const QStringList &secretNames,
                    QObject *parent);

    void begin(const QList<Answer> &answers);
    void cancel(); ///< without ended()
    [[nodiscard]] MachineLogin &login() { return m_login; }

    /// Of the last attempt that took one.
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_inventory; }
    /// The user's home folder, where relative paths begin; from SFTP for a machine that runs no commands. Empty while
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
    quint64 m_number = 0; // counts begin() and cancel(); answers to an earlier attempt are dropped
    std::optional<Inventory> m_inventory;
    QString m_homeOfFiles;
};

} // namespace engine
