// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace engine {

/// The text of a document as it may be kept: as it is where it has no password, key or other secret. Of a text that
/// cannot be read, every string that may be one goes. Pure; any thread.
[[nodiscard]] QByteArray textWithoutSecrets(ResourceKind kind, const QByteArray &text);

} // namespace engine
