// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/registry/machine/machines.h"

namespace engine {

/// How file servers are created and shown: folders of machines under the names that documents use. The methods are
/// resource.*
class FileServerService final : public QObject
{
    Q_DISABLE_COPY_MOVE(FileServerService)

public:
    FileServerService(Resources &resources, const Machines &machines);

private:
    [[nodiscard]] Result<QJsonObject> made(const ResourceId &id, const NewResource &request) const;
    [[nodiscard]] QList<Fault> faultsOfPlace(const QString &machine, const QString &path) const;
    [[nodiscard]] QJsonObject shown(const ResourceId &id) const;

    const Resources &m_resources;
    const Machines &m_machines;
};

} // namespace engine
