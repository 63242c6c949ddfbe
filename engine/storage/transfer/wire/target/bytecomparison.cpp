// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/target/bytecomparison.h"

namespace engine {

void ByteComparison::compareAll()
{
    m_comparesAll = true;
    m_existing.keepSizes();
}

bool ByteComparison::isNeeded() const
{
    const bool isAnyUnsettled =
        !m_unsettled.isEmpty() && m_unsettled.constFirst().first <= m_existing.latestWholeSecond();
    return m_comparesAll || (m_existing.size() > 0 && (!m_trustsTimes || isAnyUnsettled));
}

bool ByteComparison::isNeededFor(const TreeEntry &entry) const
{
    if (entry.kind != EntryKind::File)
        return false;
    return m_comparesAll || !m_trustsTimes
        || (isUnsettled(entry) && !m_entries.isIn(m_existing, entry, &FactSet::containsExactly));
}

QByteArrayList ByteComparison::candidates(const TreeEntry &file) const
{
    QByteArrayList paths;
    if (!isNeededFor(file))
        return paths;
    TreeEntry other = m_entries.withTargetTime(file);
    (void)m_entries.anyPath(m_existing, file.path, [&](const QByteArray &path) {
        other.path = path;
        if (m_comparesAll ? m_existing.containsSize(other) : m_existing.contains(other))
            paths.append(path);
        return false;
    });
    return paths;
}

bool ByteComparison::hasAmbiguousTime(const TreeEntry &entry) const
{
    return entry.kind == EntryKind::File && entry.modifiedNs == 0 && isUnsettled(entry);
}

void ByteComparison::noteForProof(const TreeEntry &entry)
{
    m_mayNeedProof = m_mayNeedProof || (!m_trustsTimes && needsProof(entry));
}

bool ByteComparison::needsProof(const TreeEntry &entry) const
{
    if (entry.kind != EntryKind::File)
        return false;
    return hasAmbiguousTime(entry) || (m_entries.isIn(m_existing, entry) && !same.contains(entry));
}

bool ByteComparison::keptItsTime(const FactSet &set, const TreeEntry &file) const
{
    TreeEntry other = file;
    return m_entries.anyPath(m_existing, file.path, [&](const QByteArray &path) {
        other.path = path;
        return withOtherTime.contains(other) && set.isUnchanged(path);
    });
}

} // namespace engine
