// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"

namespace engine {

// What a file task answers, whichever way it takes.

[[nodiscard]] Error isMissing(const QString &path);
[[nodiscard]] Error isTheHomeFolder(const QString &path);
[[nodiscard]] Error hasNoTrash(const QString &path);
[[nodiscard]] Error isAnother(const FileCount &now); ///< than what was counted

} // namespace engine
