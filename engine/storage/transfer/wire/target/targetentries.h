// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/transfers.h"
#include "engine/storage/transfer/wire/plan/factset.h"

#include <QHash>
#include <QMutex>

#include <unordered_map>

namespace engine {

/// How entries of the source appear in the target: under which path, and with which time. Both differ from the source's
/// where files of both sides are kept (ConflictRule::KeepBoth), and where the target stores a smaller range of times.
/// Thread: any, for const functions; one for the others.
class TargetEntries final
{
    Q_DISABLE_COPY_MOVE(TargetEntries)

public:
    /// \a existing: what the target has in its places.
    TargetEntries(ConflictRule rule, const FactSet &existing) : m_rule(rule), m_existing(existing) { }

    void setTimes32() { m_hasTimes32 = true; } ///< the target stores times from 1970 to 2106 only
    [[nodiscard]] TreeEntry atTarget(const TreeEntry &source) const;
    /// With the source's path.
    [[nodiscard]] TreeEntry withTargetTime(TreeEntry source) const;

    /// The path that a source's path gets: "plate (2).tif" where both are kept and "plate.tif" exists.
    [[nodiscard]] QByteArray targetPath(const QByteArray &path) const;
    /// All paths that an entry may have from this run or an earlier one: its own, and where both are kept those with
    /// numbers that exist, the first that is free, and targetPath().
    [[nodiscard]] QByteArrayList targetPaths(const QByteArray &path) const;
    /// Reserves the path of a source, so that no other source gets it.
    void reservePath(const QByteArray &path);
    /// Whether \a set, which was listed in the target, has the source's entry, under its own path or, where both are
    /// kept, under one that a run gave it.
    using Contains = bool (FactSet::*)(const TreeEntry &entry) const;
    [[nodiscard]] bool isIn(const FactSet &set, const TreeEntry &source, Contains contains = &FactSet::contains) const;
    /// Calls \a accept with the path, and where both are kept with numbered paths up to the first that \a set lacks,
    /// until it answers true.
    template <typename Accept>
    [[nodiscard]] bool anyPath(const FactSet &set, const QByteArray &path, const Accept &accept) const
    {
        QByteArray current = path;
        for (int number = 2; !accept(current); ++number) {
            if (m_rule != ConflictRule::KeepBoth || !set.containsPath(current))
                return false;
            current = numbered(path, number);
        }
        return true;
    }
    [[nodiscard]] static QByteArray numbered(const QByteArray &path, int number); ///< "plate.tif" as "plate (2).tif"

private:
    [[nodiscard]] QByteArray freePath(const QByteArray &path, int number) const;

    const ConflictRule m_rule;
    const FactSet &m_existing;
    bool m_hasTimes32 = false;
    std::unordered_map<size_t, size_t> m_reserved; // hashes of reserved paths, and of the sources that have them
    mutable QMutex m_mutex; // of m_laterPaths
    QHash<QByteArray, QByteArray> m_laterPaths; // of sources whose first free path another source had reserved
};

} // namespace engine
