// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/link/connectsequence.h"

#include "engine/base/whenfinished.h"

namespace engine {

ConnectSequence::ConnectSequence(RemoteHost &host, NodeAgent &agent, SecretStore *secrets,
                                 const QStringList &secretNames, QObject *parent)
    : QObject(parent), m_host(host), m_agent(agent), m_login(host, secrets, secretNames, this)
{
    connect(&m_login, &MachineLogin::ended, this, [this](const Result<void> &result) {
        if (!result)
            return emit ended(result);
        emit loggedIn();
        probe();
    });
}

void ConnectSequence::begin(const QList<Answer> &answers)
{
    ++m_number;
    m_login.begin(answers);
}

void ConnectSequence::cancel()
{
    ++m_number;
    m_login.cancel();
}

void ConnectSequence::probe()
{
    whenFinished(m_agent.fetchInventory(), this, [this, number = m_number](const Result<Inventory> &result) {
        if (number == m_number)
            probed(result);
    });
}

void ConnectSequence::probed(const Result<Inventory> &inventory)
{
    if (!inventory)
        return inventory.error().code == ErrorCode::CommandFailed ? findHome(inventory.error())
                                                                  : emit ended(inventory.error());
    m_inventory = *inventory;
    emit inventoryTaken();
    whenFinished(m_agent.install(), this, [this, number = m_number](const Result<void> &result) {
        if (number == m_number)
            emit ended(result);
    });
}

// A machine that runs no commands for us may still serve files by SFTP, which knows the home folder.
void ConnectSequence::findHome(const Error &problem)
{
    if (!m_homeOfFiles.isEmpty())
        return emit ended(problem);
    whenFinished(m_host.files().home(), this, [this, number = m_number, problem](const Result<QString> &home) {
        if (number != m_number)
            return;
        m_homeOfFiles = home ? *home : QString();
        emit ended(problem);
    });
}

} // namespace engine
