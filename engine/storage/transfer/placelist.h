// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/manifest.h"

namespace engine {

/// Whether a machine runs commands, and has a find that can list.
[[nodiscard]] bool hasFind(BulkSession &session);
/// What is under some names of a folder of a machine, with all below them, as its sftp server says. \a isSource: none
/// of the names may be missing. Errors: NotFound, CommandFailed (more entries than \a most), those of the session.
[[nodiscard]] Result<void> listBySftp(BulkSession &session, const QByteArray &folder, const QByteArrayList &names,
                                      bool isSource, qint64 most, const std::function<void(const TreeEntry &)> &take);

} // namespace engine
