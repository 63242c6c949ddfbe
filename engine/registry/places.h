// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/host/localfiles.h"
#include "engine/registry/machine/machines.h"

namespace engine {

/// The places where files are: this computer, the machines and the file servers. Thread: the engine's.
class Places final
{
    Q_DISABLE_COPY_MOVE(Places)

public:
    /// Where the relative paths of a place begin.
    struct Ground
    {
        MachineController *machine = nullptr;
        QString folder; ///< a file server's; empty: the home on the machine
    };

    Places(const Resources &resources, const Machines &machines) : m_resources(resources), m_machines(machines) { }

    /// \a place by the machine's name, else by its destination or the name of a file server. NotFound; InvalidArgument
    /// when several are called so.
    [[nodiscard]] Result<Ground> groundOf(const QString &place) const;
    /// Of the machine of that name, or of this computer where it is empty. NotFound.
    [[nodiscard]] Result<RemoteFiles *> files(const QString &place);
    /// The way to the machine of that name; null for this computer. NotFound.
    [[nodiscard]] Result<std::shared_ptr<RemoteHost>> host(const QString &place) const;

private:
    const Resources &m_resources;
    const Machines &m_machines;
    LocalFiles m_localFiles;
};

} // namespace engine
