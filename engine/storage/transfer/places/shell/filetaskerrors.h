// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"

namespace engine {

// Errors of file tasks, by commands and by SFTP.

[[nodiscard]] Error isMissing(const QString &path);
[[nodiscard]] Error isTheHomeFolder(const QString &path);
[[nodiscard]] Error hasNoTrash(const QString &path);
[[nodiscard]] Error isAnother(const FileCount &now); ///< than what was counted

} // namespace engine
