// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <QString>

#include <array>
#include <vector>

namespace engine {

/// Of which files the checksums were found to be those of their sources, noted in a file beside a transfer's journal: a
/// run that goes on after a loss need not read them again while both look as they did. A note counts as long as the
/// journal does (PartJournal). One thread.
class SumNotes final
{
    Q_DISABLE_COPY_MOVE(SumNotes)

public:
    enum class Place : char { Stage = 's', Target = 't' };

    SumNotes() = default;

    [[nodiscard]] static QString fileOf(const QString &journal) { return journal + QStringLiteral(".sums"); }
    void open(const QString &journal); ///< reads what the runs before have noted; from the second time on does nothing
    /// Whether a file at \a path there has the checksum of \a source in this version.
    [[nodiscard]] bool has(Place place, const TreeEntry &source, const QByteArray &path) const;
    void add(Place place, const TreeEntry &source, const QByteArray &path);
    /// What a run before has noted of it counts in no later one: the file is not there any more.
    void withdraw(Place place, const TreeEntry &source, const QByteArray &path);
    void flush(); ///< writes what was added and withdrawn; what cannot be written leaves no note

private:
    using Key = std::array<char, 16>;

    [[nodiscard]] static Key keyOf(Place place, const TreeEntry &source, const QByteArray &path);

    UniqueFd m_file;
    std::vector<Key> m_known; // of the runs before, sorted
    QByteArray m_lines; // not written yet
    bool m_hasWithdrawn = false; // the same
};

} // namespace engine
