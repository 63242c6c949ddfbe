// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"
#include "engine/base/bytes.h"

namespace engine {

/// An entry of a tree: a file, a folder, a link or something else. Value; any thread.
struct TreeEntry
{
    QByteArray path; ///< from the folder that holds the tree: "photos/2024/a.jpg"
    EntryKind kind = EntryKind::File;
    qint64 size = 0; ///< of a file
    qint64 heldBytes = 0; ///< on the disk: less than the size of a file with holes
    qint64 modified = 0; ///< seconds, UTC
    long modifiedNs = 0; ///< of the second
    int mode = 0;
    QByteArray target; ///< of a link; of EntryKind::Other: why it cannot be read; of a blob: its ETag
    QByteArray owner; ///< name or number, as its machine lists it; empty: the user who reads it, or unknown
};

/// The time of change as a decimal number: "1700000000.123456789"; "-4.5" is half a second after "-5".
[[nodiscard]] QByteArray timeWord(const TreeEntry &entry);

/// Whether so few bytes are held of a file that more than half of it may be holes.
[[nodiscard]] inline bool mayHaveHoles(qint64 size, qint64 heldBytes)
{
    constexpr qint64 least = mebi; // less is not worth it
    return size > least && heldBytes < size / 2;
}

/// How many MiB a size takes; the last one may be incomplete.
[[nodiscard]] inline qint64 mebibytesOf(qint64 size)
{
    return (size + mebi - 1) / mebi;
}

} // namespace engine
