// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/storeconnection.h"

#include <QDateTime>

#include <optional>

namespace engine {

struct StoreBackup
{
    QString path;
    QDateTime madeAt; ///< UTC
};

/// The backups in DIR/store, newest first.
[[nodiscard]] QList<StoreBackup> listBackups(const QString &storeDirectory);

/// Copies the store to backup-TIME.db beside it, which appears completely or not at all, and removes all but the newest
/// 7. Blocks during the copy; must not be called in a transaction.
Result<void> makeBackup(StoreConnection &connection);

/// Whether the newest backup is a day old or missing.
[[nodiscard]] bool isBackupDue(const QString &storeDirectory, const QDateTime &now);

/// Restores to \a path, where no file may exist, the newest backup that opens, passes quick_check and is not newer than
/// \a newestVersion; nothing when there is none. The backup remains.
Result<std::optional<StoreBackup>> restoreNewestBackup(const QString &path, int newestVersion);

/// Renames \a from to \a to in the same directory; after a power loss exactly one of the two exists, complete.
Result<void> renameDurably(const QString &from, const QString &to);

} // namespace engine
