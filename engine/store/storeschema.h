// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/storeconnection.h"

#include <span>

namespace engine {

/// One step of the schema's history: the n-th step (from 1) creates version n. A released step is never changed.
struct StoreMigration
{
    const char *statements; ///< SQL, separated by empty lines
};

[[nodiscard]] std::span<const StoreMigration> storeMigrations();

/// PRAGMA user_version; 0 for an empty file.
Result<int> schemaVersion(StoreConnection &connection);

/// Migrates the store to the last version of \a migrations, one transaction for each step.
Result<void> migrate(StoreConnection &connection, std::span<const StoreMigration> migrations);

/// The error of a store that a newer version of Batchdeck wrote.
[[nodiscard]] Error storeFromFuture(const QString &path, int version, int newestKnown);

} // namespace engine
