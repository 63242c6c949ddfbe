// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/mappedvolume.h"
#include "engine/protocol/method.h"

namespace engine {

struct UnmapVolume
{
    QString source;

    static void describe(auto &self, auto &fields) { fields("source", self.source); }
};

namespace method {

inline constexpr Method<MappedVolume, MappedVolume> mapVolume{"volume.map"};
inline constexpr Method<Nothing, QList<MappedVolume>> listVolumes{"volume.list"};
inline constexpr Method<UnmapVolume, Nothing> unmapVolume{"volume.unmap"};

} // namespace method

} // namespace engine
