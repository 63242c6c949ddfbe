// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/resource/resourceid.h"

namespace engine {

/// \a text without passwords, keys and other secrets, for the disk. A text without secrets is returned unchanged. In a
/// text that is no JSON, every string that may be a secret is removed. Pure; any thread.
[[nodiscard]] QByteArray textWithoutSecrets(ResourceKind kind, const QByteArray &text);

} // namespace engine
