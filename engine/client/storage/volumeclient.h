// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/enginelink.h"
#include "engine/protocol/volumes.h"

namespace engine {

/// Where volumes of old documents live now.
class VolumeClient final
{
public:
    explicit VolumeClient(EngineLink &link) : m_link(link) { }

    /// From the next submit on; jobs that are there keep what they were submitted with.
    QFuture<Result<MappedVolume>> map(const MappedVolume &volume);
    QFuture<Result<QList<MappedVolume>>> list();
    QFuture<Result<void>> unmap(const QString &source);

private:
    EngineLink &m_link;
};

} // namespace engine
