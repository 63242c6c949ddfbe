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
    bool checked = false; ///< the last end was unclean; the whole file was checked and is sound
};

/// Opens or creates DIR/store/batchdeck.db and marks it as in use (a clean end removes the mark). A file that was in
/// use is checked completely first. A damaged or lost file is replaced by the newest sound backup, else by a new file,
/// with a notice. Blocks. Errors: as Store::open.
Result<OpenedStore> openStoreFile(const QString &profileDirectory, std::span<const StoreMigration> migrations,
                                  QList<Message> &notices);

/// Sets or removes the mark of a clean end, synced to the disk.
Result<void> markClean(StoreConnection &connection, bool clean);

} // namespace engine
