// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/target/targetentries.h"

#include <limits>

namespace engine {

namespace {

/// Where the number of a path stands: before the suffix of the name.
qsizetype stemEnd(const QByteArray &path)
{
    const qsizetype dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') + 1 ? dot : path.size();
}

} // namespace

TreeEntry TargetEntries::withTargetTime(TreeEntry source) const
{
    if (m_hasTimes32)
        source.modified = qBound<qint64>(0, source.modified, std::numeric_limits<quint32>::max());
    return source;
}

TreeEntry TargetEntries::atTarget(const TreeEntry &source) const
{
    TreeEntry other = withTargetTime(source);
    other.path = targetPath(source.path);
    return other;
}

QByteArray TargetEntries::numbered(const QByteArray &path, int number)
{
    const qsizetype end = stemEnd(path);
    return path.first(end) + " (" + QByteArray::number(number) + ')' + path.sliced(end);
}

QByteArray TargetEntries::targetPath(const QByteArray &path) const
{
    if (m_rule != ConflictRule::KeepBoth)
        return path;
    const QMutexLocker lock(&m_mutex);
    const auto found = m_laterPaths.constFind(path);
    return found != m_laterPaths.cend() ? *found : freePath(path, 1);
}

// The first free path with this number or a higher one. Number 1: the path itself.
QByteArray TargetEntries::freePath(const QByteArray &path, int number) const
{
    for (;; ++number) {
        if (const QByteArray name = number == 1 ? path : numbered(path, number); !m_existing.containsPath(name))
            return name;
    }
}

// Two sources would get one path where "a" exists and both "a" and "a (2)" come. The later one gets the next free path.
void TargetEntries::reservePath(const QByteArray &path)
{
    if (m_rule != ConflictRule::KeepBoth)
        return;
    const QByteArray usual = targetPath(path);
    if (usual == path && path.at(stemEnd(path) - 1) != ')')
        return; // no other source can get that path
    const size_t owner = qHash(path);
    QByteArray name = usual;
    for (int number = 2; m_reserved.try_emplace(qHash(name), owner).first->second != owner; ++number)
        name = freePath(path, number);
    if (name == usual)
        return;
    const QMutexLocker lock(&m_mutex);
    m_laterPaths.insert(path, name);
}

bool TargetEntries::isIn(const FactSet &set, const TreeEntry &source, Contains contains) const
{
    TreeEntry other = withTargetTime(source);
    return anyPath(set, source.path, [&](const QByteArray &path) {
        other.path = path;
        return (set.*contains)(other);
    });
}

QByteArrayList TargetEntries::targetPaths(const QByteArray &path) const
{
    QByteArrayList paths;
    (void)anyPath(m_existing, path, [&paths](const QByteArray &each) {
        paths.append(each);
        return false;
    });
    if (const QByteArray given = targetPath(path); !paths.contains(given))
        paths.append(given);
    return paths;
}

} // namespace engine
