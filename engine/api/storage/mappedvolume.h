// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/fields.h"

namespace engine {

/// Where a volume of an old document lives now, in the words of `volume map`.
struct MappedVolume
{
    QString source; ///< in the form of Volume::source; "*" stands for any account, share or container, or for all
    QString target; ///< "path:/dir", on the nodes already; or PLACE:PATH (PlaceSpec), of a machine or a file server

    static void describe(auto &self, auto &fields) { fields("source", self.source)("target", self.target); }
    bool operator==(const MappedVolume &) const = default;
};

} // namespace engine
