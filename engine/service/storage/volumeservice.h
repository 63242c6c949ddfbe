// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/protocol/volumes.h"
#include "engine/registry/places.h"
#include "engine/registry/volumemap.h"
#include "engine/service/router.h"

namespace engine {

/// The volume map: volume.*
class VolumeService final : public QObject
{
    Q_DISABLE_COPY_MOVE(VolumeService)

public:
    VolumeService(Router &router, const QString &profileId, VolumeMap &volumes, const Places &places);

private:
    void map(const MappedVolume &request, const ReplyTo<MappedVolume> &reply);
    void list(const Nothing &request, const ReplyTo<QList<MappedVolume>> &reply);
    void unmap(const UnmapVolume &request, const ReplyTo<Nothing> &reply);
    [[nodiscard]] Result<void> checkPlace(const QString &target) const; ///< of a mapping

    QString m_profileId;
    VolumeMap &m_volumes;
    const Places &m_places;
};

} // namespace engine
