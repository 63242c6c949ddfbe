// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/factset.h"

#include <QHash>
#include <QRandomGenerator>

#include <algorithm>
#include <array>

namespace engine {

namespace {

// Compares parts of a second. Coarser ones are truncated to tenths of microseconds or more; 0: whole seconds.
bool isSameMoment(quint32 one, quint32 other)
{
    constexpr quint32 coarsest = 10'000'000;
    if (one == other || one == 0 || other == 0)
        return true;
    for (quint32 step = 10; step <= coarsest; step *= 10) {
        if (one / step * step == other || other / step * step == one)
            return true;
    }
    return false;
}

} // namespace

FactSet::FactSet(Of what) : m_what(what), m_seed(size_t(QRandomGenerator::system()->generate64())) { }

FactSet::Fact FactSet::factOf(const TreeEntry &entry) const
{
    const bool isFile = entry.kind == EntryKind::File;
    const bool isTimed = isFile || (entry.kind == EntryKind::Link && m_what == Of::Stage);
    const std::array<qint64, 3> facts{qint64(entry.kind), isFile ? entry.size : 0, isTimed ? entry.modified : 0};
    const auto with = [&](size_t seed) {
        size_t sum = qHashBits(entry.path.constData(), size_t(entry.path.size()), seed);
        sum = qHashBits(facts.data(), sizeof facts, sum);
        return quint64(isFile ? sum : qHashBits(entry.target.constData(), size_t(entry.target.size()), sum));
    };
    return {with(m_seed), quint32(with(~m_seed)), isTimed ? quint32(entry.modifiedNs) : 0};
}

quint64 FactSet::sumOf(const QByteArray &path) const
{
    return quint64(qHashBits(path.constData(), size_t(path.size()), m_seed));
}

quint64 FactSet::sizeSumOf(const TreeEntry &entry) const
{
    TreeEntry other = entry;
    other.modified = 0;
    return factOf(other).sum;
}

void FactSet::add(const TreeEntry &entry)
{
    m_facts.push_back(factOf(entry));
    m_paths.push_back(sumOf(entry.path));
    if (entry.kind != EntryKind::File && m_what == Of::Stage)
        m_otherPaths.push_back(m_paths.back());
    if (entry.kind == EntryKind::File && entry.modifiedNs == 0)
        m_latestWholeSecond = qMax(m_latestWholeSecond, entry.modified);
    if (m_keepsSizes && entry.kind == EntryKind::File)
        m_sizes.push_back(sizeSumOf(entry));
    if (m_earlier && m_earlier->contains(entry))
        m_unchanged.push_back(m_paths.back());
}

void FactSet::seal()
{
    std::sort(m_facts.begin(), m_facts.end(),
              [](const Fact &one, const Fact &other) { return one.key() < other.key(); });
    std::sort(m_paths.begin(), m_paths.end());
    std::sort(m_otherPaths.begin(), m_otherPaths.end());
    std::sort(m_sizes.begin(), m_sizes.end());
    std::sort(m_unchanged.begin(), m_unchanged.end());
}

bool FactSet::has(const Fact &wanted, IsMoment isMoment) const
{
    auto known = std::lower_bound(m_facts.begin(), m_facts.end(), wanted.key(),
                                  [](const Fact &fact, const auto &key) { return fact.key() < key; });
    for (; known != m_facts.end() && known->key() == wanted.key(); ++known) {
        if (isMoment(known->ns, wanted.ns))
            return true;
    }
    return false;
}

bool FactSet::contains(const TreeEntry &entry) const
{
    const Fact wanted = factOf(entry);
    if (m_what == Of::Stage && wanted.ns == 0)
        return has(wanted, [](quint32 known, quint32) { return known == 0; });
    return has(wanted, isSameMoment);
}

bool FactSet::containsExactly(const TreeEntry &entry) const
{
    const Fact wanted = factOf(entry);
    return wanted.ns != 0
        && has(wanted, [](quint32 known, quint32 ns) { return known != 0 && isSameMoment(known, ns); });
}

bool FactSet::containsSize(const TreeEntry &file) const
{
    return std::binary_search(m_sizes.begin(), m_sizes.end(), sizeSumOf(file));
}

bool FactSet::containsPath(const QByteArray &path) const
{
    return std::binary_search(m_paths.begin(), m_paths.end(), sumOf(path));
}

bool FactSet::containsFile(const QByteArray &path) const
{
    return containsPath(path) && !std::binary_search(m_otherPaths.begin(), m_otherPaths.end(), sumOf(path));
}

bool FactSet::isUnchanged(const QByteArray &path) const
{
    return std::binary_search(m_unchanged.begin(), m_unchanged.end(), sumOf(path));
}

} // namespace engine
