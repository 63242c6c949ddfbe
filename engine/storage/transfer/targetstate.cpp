// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/targetstate.h"

#include "engine/ssh/servertext.h"

#include <limits>

namespace engine {

QByteArray TargetState::numbered(const QByteArray &path, int number)
{
    const qsizetype dot = path.lastIndexOf('.');
    const qsizetype end = dot > path.lastIndexOf('/') + 1 ? dot : path.size();
    return path.first(end) + " (" + QByteArray::number(number) + ')' + path.sliced(end);
}

QByteArray TargetState::nameThere(const QByteArray &path) const
{
    if (m_rule != ConflictRule::KeepBoth || !there.containsPath(path))
        return path;
    for (int number = 2;; ++number) {
        if (const QByteArray other = numbered(path, number); !there.containsPath(other))
            return other;
    }
}

bool TargetState::isIn(const FactSet &set, TreeEntry entry) const
{
    fit(entry);
    if (set.contains(entry))
        return true;
    const QByteArray path = entry.path;
    for (int number = 2; m_rule == ConflictRule::KeepBoth && set.containsPath(entry.path); ++number) {
        entry.path = numbered(path, number);
        if (set.contains(entry))
            return true;
    }
    return false;
}

QByteArrayList TargetState::namesThere(const QByteArray &name) const
{
    QByteArrayList names{name};
    for (int number = 2; m_rule == ConflictRule::KeepBoth && there.containsPath(names.constLast()); ++number)
        names.append(numbered(name, number));
    return names;
}

void TargetState::fit(TreeEntry &entry) const
{
    if (m_hasTimes32)
        entry.modified = qBound<qint64>(0, entry.modified, std::numeric_limits<quint32>::max());
}

TreeEntry TargetState::asThere(const TreeEntry &entry) const
{
    TreeEntry other = entry;
    fit(other);
    other.path = nameThere(entry.path);
    return other;
}

void TargetState::compareBytes()
{
    m_comparesBytes = true;
    there.keepSizes();
}

QByteArrayList TargetState::likely(const TreeEntry &file) const
{
    QByteArrayList paths;
    TreeEntry other = file;
    for (int number = 2; there.containsPath(other.path); ++number) {
        if (there.containsSize(other))
            paths.append(other.path);
        if (m_rule != ConflictRule::KeepBoth)
            break;
        other.path = numbered(file.path, number);
    }
    return paths;
}

bool TargetState::mayHaveBytes(const TreeEntry &entry) const
{
    return !m_comparesBytes || entry.kind != EntryKind::File || sameBytes.contains(entry);
}

TargetState::Found TargetState::find(const TreeEntry &entry) const
{
    const bool isSame =
        m_comparesBytes && entry.kind == EntryKind::File ? sameBytes.contains(entry) : isIn(there, entry);
    return isSame ? Found::Same : there.containsPath(entry.path) ? Found::Another : Found::Nothing;
}

bool TargetState::isWanted(const TreeEntry &entry)
{
    const auto isDone = [&] {
        ++m_counters.filesDone;
        m_counters.bytesDone += entry.size;
        return false;
    };
    if (m_again) {
        if (!m_again->containsPath(entry.path))
            return false;
        if (const TreeEntry other = asThere(entry); !expected.contains(other))
            renew(other);
        return true;
    }
    if (entry.kind == EntryKind::Other) {
        m_failed.add(entry.path,
                     entry.target.isEmpty() ? QStringLiteral("it is neither a file, a folder nor a link")
                                            : harmless(entry.target, 200));
        return false;
    }
    const Found found = find(entry);
    if (found == Found::Same) {
        ++m_counters.filesThere;
        m_counters.bytesThere += entry.size;
        return isDone();
    }
    if (m_rule == ConflictRule::Skip && found == Found::Another) {
        ++m_counters.filesKept;
        return isDone();
    }
    const TreeEntry atStage = asThere(entry);
    expected.add(atStage);
    return staged.contains(atStage) ? isDone() : true;
}

void TargetState::renew(const TreeEntry &version)
{
    const QMutexLocker lock(&m_mutex);
    m_renewed.push_back(version);
}

void TargetState::takeRenewed()
{
    const QMutexLocker lock(&m_mutex);
    for (const TreeEntry &version : std::exchange(m_renewed, {}))
        expected.add(version);
}

} // namespace engine
