// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/tree/treeentry.h"

namespace engine {

QByteArray timeWord(const TreeEntry &entry)
{
    constexpr qint64 second = 1'000'000'000; // in nanoseconds
    if (entry.modifiedNs <= 0)
        return QByteArray::number(entry.modified);
    const bool isBefore = entry.modified < 0; // before 1970 the fraction is subtracted
    const qint64 seconds = isBefore ? -(entry.modified + 1) : entry.modified;
    const qint64 ns = isBefore ? second - entry.modifiedNs : entry.modifiedNs;
    return (isBefore ? "-" : "") + QByteArray::number(seconds) + '.' + QByteArray::number(ns).rightJustified(9, '0');
}

} // namespace engine
