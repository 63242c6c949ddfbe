// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace models {

/// What to do about a fault of a document of \a kind, from its code and its document's schema; empty where the fault's
/// own words say it. Pure.
[[nodiscard]] QString remedyFor(const engine::Fault &fault, engine::ResourceKind kind);

/// "Line 12, column 5"; the property for a fault that has no line; empty when there is neither. Pure.
[[nodiscard]] QString placeWords(const engine::Fault &fault);

} // namespace models
