// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/client/storage/volumeclient.h"

#include "engine/client/call.h"

namespace engine {

QFuture<Result<MappedVolume>> VolumeClient::map(const MappedVolume &volume)
{
    return call(m_link, method::mapVolume, volume);
}

QFuture<Result<QList<MappedVolume>>> VolumeClient::list()
{
    return call(m_link, method::listVolumes, {});
}

QFuture<Result<void>> VolumeClient::unmap(const QString &source)
{
    return call(m_link, method::unmapVolume, {source});
}

} // namespace engine
