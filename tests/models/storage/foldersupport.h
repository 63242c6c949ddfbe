// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

namespace testing {

inline engine::StorageEntry entryNamed(const QString &name, qint64 size = 0, bool isFolder = false)
{
    engine::StorageEntry entry;
    entry.name = name;
    entry.size = size;
    entry.isFolder = isFolder;
    entry.kind = isFolder ? engine::EntryKind::Folder : engine::EntryKind::File;
    entry.owner = QStringLiteral("ada");
    return entry;
}

} // namespace testing
