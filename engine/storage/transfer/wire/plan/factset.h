// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <limits>
#include <vector>

namespace engine {

/// Which entries are somewhere, by path and by what tells one version from another (size and time of change of a file,
/// target of a link): 24 bytes an entry, however long its path. Times are equal to the part of a second that both sides
/// keep, as not every way or file system keeps all of it. Two entries that are taken for one would need two equal sums
/// of 96 bits that nobody can foresee. One thread.
class FactSet final
{
public:
    /// What is in a stage may have been cut off before it got its time: a link without it counts as another, and so
    /// does a file with a part of a second where its source has none. Elsewhere a link's target says all, since not
    /// every file system keeps a link's time.
    enum class Of { Places, Stage };

    explicit FactSet(Of what = Of::Places);

    void keepSizes() { m_keepsSizes = true; } ///< before the first add(), for containsSize(); 8 bytes an entry
    /// Before the first add(): from then on it is kept of each whether it was in \a earlier, for isUnchanged().
    void compareWith(const FactSet &earlier) { m_earlier = &earlier; }
    void add(const TreeEntry &entry);
    void seal(); ///< before the first question
    [[nodiscard]] bool contains(const TreeEntry &entry) const; ///< as it is
    [[nodiscard]] bool containsExactly(const TreeEntry &entry) const; ///< and both tell the part of the second
    [[nodiscard]] bool containsSize(const TreeEntry &file) const; ///< one of its path and size
    [[nodiscard]] bool containsPath(const QByteArray &path) const;
    [[nodiscard]] bool containsFile(const QByteArray &path) const; ///< Of::Stage: the path is that of a file
    [[nodiscard]] bool isUnchanged(const QByteArray &path) const; ///< it was in the earlier set as it is in this
    [[nodiscard]] size_t size() const { return m_facts.size(); }
    /// When the last change was of the files of which whole seconds are known alone.
    [[nodiscard]] qint64 latestWholeSecond() const { return m_latestWholeSecond; }

private:
    struct Fact
    {
        quint64 sum;
        quint32 more; // of the sum
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
