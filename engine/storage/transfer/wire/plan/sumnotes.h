// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <QString>

#include <array>
#include <vector>

namespace engine {

/// Files whose checksums were equal to those of their sources. They are noted in a file beside the transfer's journal,
/// so that a run after a lost connection need not read them again while both files look unchanged. A note holds as long
/// as the journal (PartJournal). One thread.
class SumNotes final
{
    Q_DISABLE_COPY_MOVE(SumNotes)

public:
    enum class Place : char { Stage = 's', Target = 't' };

    SumNotes() = default;

    [[nodiscard]] static QString fileOf(const QString &journal) { return journal + QStringLiteral(".sums"); }
    void open(const QString &journal); ///< reads the notes of earlier runs; a second call does nothing
    /// Whether the file at \a path has the checksum of \a source in this version.
    [[nodiscard]] bool has(Place place, const TreeEntry &source, const QByteArray &path) const;
    void add(Place place, const TreeEntry &source, const QByteArray &path);
    /// Drops the note of an earlier run for later runs, as the file is not there any more.
    void withdraw(Place place, const TreeEntry &source, const QByteArray &path);
    void flush(); ///< writes the changes; an error leaves no note

private:
    using Key = std::array<char, 16>;

    [[nodiscard]] static Key keyOf(Place place, const TreeEntry &source, const QByteArray &path);

    UniqueFd m_file;
    std::vector<Key> m_known; // of earlier runs, sorted
    QByteArray m_lines; // not written yet
    bool m_hasWithdrawn = false; // since the last flush()
};

} // namespace engine
