// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <limits>
#include <vector>

namespace engine {

/// A set of entries, as hashes of their paths and versions: 24 bytes an entry, however long its path. A version is the
/// size and time of change of a file, or the target of a link. Times are compared up to the part of a second that both
/// sides store, as file systems and protocols differ in it. Two entries are mistaken for each other only if two hashes
/// of 96 bits with a random seed are equal. One thread.
class FactSet final
{
public:
    /// Stage: an entry without its source's time was cut off, and counts as another. So does a file with a part of a
    /// second when its source has none. Places: a link is compared by its target alone, as not every file system stores
    /// a link's time.
    enum class Of { Places, Stage };

    explicit FactSet(Of what = Of::Places);

    void keepSizes() { m_keepsSizes = true; } ///< before the first add(), for containsSize(); 8 bytes an entry
    /// For isUnchanged(), before the first add(): remembers of each entry whether \a earlier has it.
    void compareWith(const FactSet &earlier) { m_earlier = &earlier; }
    void add(const TreeEntry &entry);
    void seal(); ///< before the first question
    [[nodiscard]] bool contains(const TreeEntry &entry) const; ///< in this version
    [[nodiscard]] bool containsExactly(const TreeEntry &entry) const; ///< the same, with equal parts of the second
    [[nodiscard]] bool containsSize(const TreeEntry &file) const; ///< a file of this path and size
    [[nodiscard]] bool containsPath(const QByteArray &path) const;
    [[nodiscard]] bool containsFile(const QByteArray &path) const; ///< Of::Stage: the path is that of a file
    [[nodiscard]] bool isUnchanged(const QByteArray &path) const; ///< both sets have this version
    [[nodiscard]] size_t size() const { return m_facts.size(); }
    /// The latest time of change among files whose times are whole seconds.
    [[nodiscard]] qint64 latestWholeSecond() const { return m_latestWholeSecond; }

private:
    struct Fact
    {
        quint64 sum; // hash
        quint32 more; // bits of the hash
        quint32 ns; // of the second
        [[nodiscard]] std::pair<quint64, quint32> key() const { return {sum, more}; }
    };
    [[nodiscard]] Fact factOf(const TreeEntry &entry) const;
    using IsMoment = bool (*)(quint32 known, quint32 wanted);
    [[nodiscard]] bool has(const Fact &wanted, IsMoment isMoment) const;
    [[nodiscard]] quint64 sumOf(const QByteArray &path) const;
    [[nodiscard]] quint64 sizeSumOf(const TreeEntry &entry) const;

    bool m_keepsSizes = false;
    qint64 m_latestWholeSecond = std::numeric_limits<qint64>::min();
    Of m_what;
    size_t m_seed;
    std::vector<Fact> m_facts;
    std::vector<quint64> m_paths;
    std::vector<quint64> m_otherPaths; // Of::Stage: links and folders
    std::vector<quint64> m_sizes;
    const FactSet *m_earlier = nullptr;
    std::vector<quint64> m_unchanged; // paths
};

} // namespace engine
