// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/node/machinelogin.h"
#include "engine/node/nodeagent.h"

#include <optional>

namespace engine {

/// What an attempt to connect does with a machine: logs in, asks what the machine is, puts our scripts there. Each
/// begin() takes the place of the one before it. Thread: the engine's.
class ConnectSequence final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(ConnectSequence)

public:
    /// \a host and \a agent outlive it, and \a secrets unless null; \a secretNames as MachineLogin.
    ConnectSequence(RemoteHost &host, NodeAgent &agent, SecretStore *secrets, const QStringList &secretNames,
                    QObject *parent);

    void begin(const QList<Answer> &answers);
    void cancel(); ///< without ended()
    [[nodiscard]] MachineLogin &login() { return m_login; }

    /// Of the last sequence that got so far.
    [[nodiscard]] const std::optional<Inventory> &inventory() const { return m_inventory; }
    /// Where the user's relative paths begin; of a machine that serves files and runs no commands, as SFTP says. Empty
    /// while unknown.
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
    quint64 m_number = 0; // of begin() and cancel(): answers to an earlier one are dropped
    std::optional<Inventory> m_inventory;
    QString m_homeOfFiles;
};

} // namespace engine
