// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/target/targetentries.h"
#include "engine/storage/transfer/wire/timespans.h"

namespace engine {

/// Which files have to be compared by their bytes, as size and time of change do not tell enough, and what the
/// comparison found (SumCheck). Fill and seal() the sets first; then any thread may ask. Files are sources where
/// nothing else is said.
class ByteComparison final
{
    Q_DISABLE_COPY_MOVE(ByteComparison)

public:
    /// \a existing: what the target has in its places.
    ByteComparison(const TargetEntries &entries, FactSet &existing) : m_entries(entries), m_existing(existing) { }

    FactSet same; ///< files whose bytes are at the target, in their places or in the staging folder
    /// Files with their size and time at the target, but other bytes: damaged copies. They are replaced also where
    /// files that differ are kept.
    FactSet damaged;
    /// Files of the target, under their paths there, with the bytes of a source and another time.
    FactSet withOtherTime;
    FactSet proven; ///< files whose bytes were seen at the target before the removal of the sources

    void compareAll(); ///< the bytes of every file decide; before the sets are filled
    [[nodiscard]] bool comparesAll() const { return m_comparesAll; }
    /// A file with equal size and time counts as equal only once it is in `same`: a move removes nothing for less.
    void distrustTimes() { m_trustsTimes = false; }
    /// The same only of files with a time of change in these spans, which are joined, where a side stores whole
    /// seconds. Such a file counts as sent only when the parts of the second are equal, too.
    void setUnsettled(const QList<TimeSpan> &spans) { m_unsettled = spans; }

    [[nodiscard]] bool isNeeded() const; ///< for any file of the target
    [[nodiscard]] bool isNeededFor(const TreeEntry &entry) const;
    /// Paths of files in their places that may have the bytes of a file.
    [[nodiscard]] QByteArrayList candidates(const TreeEntry &file) const;
    [[nodiscard]] bool isUnsettled(const TreeEntry &file) const { return covers(m_unsettled, file.modified); }
    /// The time of a file does not tell its versions apart: it is a whole second in which a run was under way.
    [[nodiscard]] bool hasAmbiguousTime(const TreeEntry &entry) const;

    void noteForProof(const TreeEntry &entry); ///< of each source, for mayNeedProof()
    [[nodiscard]] bool mayNeedProof() const { return m_mayNeedProof; }
    /// A source must not be removed before its bytes were seen at the target: the copy there may be an older file, or
    /// another version of the same second.
    [[nodiscard]] bool needsProof(const TreeEntry &entry) const;
    /// Whether the file of a source is in withOtherTime, and unchanged in \a set: its time could not be set, as it
    /// belongs to another user.
    [[nodiscard]] bool keptItsTime(const FactSet &set, const TreeEntry &file) const;

private:
    const TargetEntries &m_entries;
    FactSet &m_existing;
    bool m_comparesAll = false;
    bool m_trustsTimes = true;
    bool m_mayNeedProof = false;
    QList<TimeSpan> m_unsettled;
};

} // namespace engine
