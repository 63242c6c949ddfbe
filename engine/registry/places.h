// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/localfiles.h"
#include "engine/registry/machine/machines.h"
#include "engine/registry/storageaccounts.h"

namespace engine {

/// The places of files: this computer, machines, file servers and storage accounts. Thread: the engine's.
class Places final
{
    Q_DISABLE_COPY_MOVE(Places)

public:
    /// Base of the relative paths of a place.
    struct Base
    {
        MachineController *machine = nullptr;
        QString folder; ///< folder of a file server; empty for the home on the machine
    };

    Places(const Resources &resources, const Machines &machines, StorageAccounts &accounts)
        : m_resources(resources), m_machines(machines), m_accounts(accounts)
    {
    }

    /// Finds \a place, no storage account, by a machine's name, else by its destination or a file server's name.
    /// NotFound; InvalidArgument when the name is ambiguous.
    [[nodiscard]] Result<Base> baseOf(const QString &place) const;
    /// Files of the machine or storage account \a place, or of this computer when it is empty; to be used at once.
    /// NotFound.
    [[nodiscard]] Result<RemoteFiles *> files(const QString &place);
    /// Connection to the machine \a place; null for this computer. NotFound; InvalidArgument for a storage account.
    [[nodiscard]] Result<std::shared_ptr<RemoteHost>> host(const QString &place) const;

private:
    const Resources &m_resources;
    const Machines &m_machines;
    StorageAccounts &m_accounts;
    LocalFiles m_localFiles;
};

} // namespace engine
