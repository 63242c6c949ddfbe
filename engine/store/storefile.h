// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/store/store.h"
#include "engine/store/storeschema.h"

namespace engine {

struct OpenedStore
{
    std::unique_ptr<StoreConnection> connection;
    StoreContents contents;
    bool checked = false; ///< the last end was unclean, so all of the file was read and found sound
};

/// Opens DIR/store/batchdeck.db, or makes it, and marks it as in use (Store's clean end takes the mark away). A file
/// that was in use is checked in full first. A damaged or lost one is replaced by the newest sound backup, else by a
/// fresh one, and a notice says so. Blocks. Errors: as Store::open.
Result<OpenedStore> openStoreFile(const QString &profileDirectory, std::span<const StoreMigration> migrations,
                                  QList<Message> &notices);

/// Notes in the store that its last user closed it, to the disk.
Result<void> markClean(StoreConnection &connection, bool clean);

} // namespace engine
