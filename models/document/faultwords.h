// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace models {

/// Remedy for a fault of a document of \a kind, from its code and the document's schema; empty when the fault's message
/// has it. Pure.
[[nodiscard]] QString remedyFor(const engine::Fault &fault, engine::ResourceKind kind);

/// "Line 12, column 5"; the property for a fault without a line; empty without both. Pure.
[[nodiscard]] QString placeWords(const engine::Fault &fault);

} // namespace models
