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

/// Those of DIR/store, newest first.
[[nodiscard]] QList<StoreBackup> listBackups(const QString &storeDirectory);

/// Copies the store to backup-TIME.db beside it, which appears whole or not at all, and removes all but the newest 7.
/// Blocks for the copy; not inside a transaction.
Result<void> makeBackup(StoreConnection &connection);

/// The newest backup is a day old, or there is none.
[[nodiscard]] bool isBackupDue(const QString &storeDirectory, const QDateTime &now);

/// Puts the newest backup that opens, passes quick_check and is not newer than \a newestVersion at \a path, where no
/// file may be; nothing when there is none. The backup itself stays.
Result<std::optional<StoreBackup>> restoreNewestBackup(const QString &path, int newestVersion);

/// Renames \a from to \a to in the same directory, so that after a power cut one or the other is there, whole.
Result<void> renameDurably(const QString &from, const QString &to);

} // namespace engine
