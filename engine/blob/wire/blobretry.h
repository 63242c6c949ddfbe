// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/blob/wire/blobrequest.h"

#include <chrono>

namespace engine {

/// Whether the same request may succeed later: the service had too much to do, or the connection broke.
[[nodiscard]] bool mayPassByItself(const BlobAnswer &answer);
/// Whether the service may have done the request all the same.
[[nodiscard]] bool mayBeDone(const BlobAnswer &answer);
/// The pause that the server asks for; none when it asks for none.
[[nodiscard]] std::optional<std::chrono::milliseconds> askedPause(const BlobAnswer &answer);

} // namespace engine
