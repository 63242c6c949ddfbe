// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/storeconnection.h"

#include <span>

namespace engine {

/// What leads from one version of the schema to the next: the n-th step (from 1) makes version n. A step that was
/// released is never changed, only followed by another.
struct StoreMigration
{
    const char *statements; ///< SQL, separated by empty lines
};

[[nodiscard]] std::span<const StoreMigration> storeMigrations();

/// PRAGMA user_version; 0 for a blank file.
Result<int> schemaVersion(StoreConnection &connection);

/// Brings the store to the last version of \a migrations, a transaction a step.
Result<void> migrate(StoreConnection &connection, std::span<const StoreMigration> migrations);

/// The error of a store that a newer Batchdeck wrote.
[[nodiscard]] Error storeFromFuture(const QString &path, int version, int newestKnown);

} // namespace engine
