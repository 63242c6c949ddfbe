// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/fields.h"

namespace engine {

/// An entry of the volume map: where a volume of an old document is now.
struct MappedVolume
{
    QString source; ///< in the form of Volume::source; "*" stands for any account, share or container, or for all
    /// "path:/dir" for a folder that the nodes have; PLACE:PATH (PlaceSpec) on a machine or a file server; or
    /// "blob://ACCOUNT/CONTAINER" in a storage account of the profile.
    QString target;

    static void describe(auto &self, auto &fields) { fields("source", self.source)("target", self.target); }
    bool operator==(const MappedVolume &) const = default;
};

} // namespace engine
