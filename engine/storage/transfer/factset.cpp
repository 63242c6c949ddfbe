// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/factset.h"

#include <QHash>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace engine {

FactSet::FactSet(LinkTimes linkTimes) : m_linkTimes(linkTimes), m_seed(size_t(QRandomGenerator::system()->generate64()))
{
}

FactSet::Sum FactSet::sumOf(const TreeEntry &entry) const
{
    const bool isFile = entry.kind == EntryKind::File;
    const bool isTimed = isFile || (entry.kind == EntryKind::Link && m_linkTimes == LinkTimes::Counted);
    const std::array<qint64, 3> facts{qint64(entry.kind), isFile ? entry.size : 0, isTimed ? entry.modified : 0};
    const auto with = [&](size_t seed) {
        size_t sum = qHashBits(entry.path.constData(), size_t(entry.path.size()), seed);
        sum = qHashBits(facts.data(), sizeof facts, sum);
        return quint64(qHashBits(entry.target.constData(), size_t(entry.target.size()), sum));
    };
    return {with(m_seed), with(~m_seed)};
}

quint64 FactSet::sumOf(const QByteArray &path) const
{
    return quint64(qHashBits(path.constData(), size_t(path.size()), m_seed));
}

quint64 FactSet::sizeSumOf(const TreeEntry &entry) const
{
    TreeEntry other = entry;
    other.modified = 0;
    return sumOf(other).first;
}

void FactSet::add(const TreeEntry &entry)
{
    m_facts.push_back(sumOf(entry));
    m_paths.push_back(sumOf(entry.path));
    if (m_keepsSizes && entry.kind == EntryKind::File)
        m_sizes.push_back(sizeSumOf(entry));
}

void FactSet::seal()
{
    std::sort(m_facts.begin(), m_facts.end());
    std::sort(m_paths.begin(), m_paths.end());
    std::sort(m_sizes.begin(), m_sizes.end());
}

bool FactSet::contains(const TreeEntry &entry) const
{
    return std::binary_search(m_facts.begin(), m_facts.end(), sumOf(entry));
}

bool FactSet::containsSize(const TreeEntry &file) const
{
    return std::binary_search(m_sizes.begin(), m_sizes.end(), sizeSumOf(file));
}

bool FactSet::containsPath(const QByteArray &path) const
{
    return std::binary_search(m_paths.begin(), m_paths.end(), sumOf(path));
}

} // namespace engine
