// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/volumes.h"

namespace engine {

/// Calls about the volume map: where volumes of old documents are now.
class VolumeClient final
{
public:
    explicit VolumeClient(EngineLink &link) : m_link(link) { }

    /// For jobs that are submitted from now on; existing jobs keep their mapping.
    QFuture<Result<MappedVolume>> map(const MappedVolume &volume);
    QFuture<Result<QList<MappedVolume>>> list();
    QFuture<Result<void>> unmap(const QString &source);

private:
    EngineLink &m_link;
};

} // namespace engine
