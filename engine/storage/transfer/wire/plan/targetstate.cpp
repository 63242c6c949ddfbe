// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/plan/targetstate.h"

#include "engine/ssh/servertext.h"

#include <limits>

namespace engine {

namespace {

/// Before the ending of the name: where its number stands.
qsizetype stemEnd(const QByteArray &path)
{
    const qsizetype dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') + 1 ? dot : path.size();
}

} // namespace

QByteArray TargetState::numbered(const QByteArray &path, int number)
{
    const qsizetype end = stemEnd(path);
    return path.first(end) + " (" + QByteArray::number(number) + ')' + path.sliced(end);
}

QByteArray TargetState::nameThere(const QByteArray &path) const
{
    if (m_rule != ConflictRule::KeepBoth)
        return path;
    const QMutexLocker lock(&m_mutex);
    const auto found = m_laterNames.constFind(path);
    return found != m_laterNames.cend() ? *found : freeName(path, 1);
}

// From that number on; 1: none.
QByteArray TargetState::freeName(const QByteArray &path, int number) const
{
    for (;; ++number) {
        if (const QByteArray name = number == 1 ? path : numbered(path, number); !there.containsPath(name))
            return name;
    }
}

// Two sources get one name where "a" is there and both "a" and "a (2)" come: the later has the next that is free.
void TargetState::takeName(const QByteArray &path)
{
    if (m_rule != ConflictRule::KeepBoth)
        return;
    const QByteArray usual = nameThere(path);
    if (usual == path && path.at(stemEnd(path) - 1) != ')')
        return; // no other source gets that
    const size_t owner = qHash(path);
    QByteArray name = usual;
    for (int number = 2; m_names.try_emplace(qHash(name), owner).first->second != owner; ++number)
        name = freeName(path, number);
    if (name == usual)
        return;
    const QMutexLocker lock(&m_mutex);
    m_laterNames.insert(path, name);
}

bool TargetState::isIn(const FactSet &set, TreeEntry entry) const
{
    return isIn(set, std::move(entry), &FactSet::contains);
}

bool TargetState::isIn(const FactSet &set, TreeEntry entry, bool (FactSet::*contains)(const TreeEntry &) const) const
{
    fit(entry);
    if ((set.*contains)(entry))
        return true;
    const QByteArray path = entry.path;
    for (int number = 2; m_rule == ConflictRule::KeepBoth && set.containsPath(entry.path); ++number) {
        entry.path = numbered(path, number);
        if ((set.*contains)(entry))
            return true;
    }
    return false;
}

bool TargetState::keptItsTime(const FactSet &set, const TreeEntry &source) const
{
    TreeEntry other = source;
    for (int number = 2; there.containsPath(other.path); ++number) {
        if (othersInTime.contains(other) && set.isUnchanged(other.path))
            return true;
        if (m_rule != ConflictRule::KeepBoth)
            break;
        other.path = numbered(source.path, number);
    }
    return false;
}

QByteArrayList TargetState::namesThere(const QByteArray &name) const
{
    QByteArrayList names{name};
    for (int number = 2; m_rule == ConflictRule::KeepBoth && there.containsPath(names.constLast()); ++number)
        names.append(numbered(name, number));
    if (const QByteArray given = nameThere(name); !names.contains(given))
        names.append(given);
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
    if (!m_comparesBytes && !isDoubtful(file))
        return paths;
    fit(other);
    for (int number = 2; there.containsPath(other.path); ++number) {
        if (m_comparesBytes ? there.containsSize(other) : there.contains(other))
            paths.append(other.path);
        if (m_rule != ConflictRule::KeepBoth)
            break;
        other.path = numbered(file.path, number);
    }
    return paths;
}

bool TargetState::isUnsettled(const TreeEntry &file) const
{
    return covers(m_unsettled, file.modified);
}

// Of one that is there with its size and time.
bool TargetState::isDoubtful(const TreeEntry &file) const
{
    return file.kind == EntryKind::File
        && (!m_trustsTimes || (isUnsettled(file) && !isIn(there, file, &FactSet::containsExactly)));
}

bool TargetState::hasToCompare() const
{
    const bool isAnyLate = !m_unsettled.isEmpty() && m_unsettled.constFirst().first <= there.latestWholeSecond();
    return m_comparesBytes || (there.size() > 0 && (!m_trustsTimes || isAnyLate));
}

bool TargetState::isOfTheSecond(const TreeEntry &source) const
{
    return source.kind == EntryKind::File && source.modifiedNs == 0 && isUnsettled(source);
}

bool TargetState::isStaged(const TreeEntry &source) const
{
    const TreeEntry placed = asThere(source);
    const bool isSettled = source.kind != EntryKind::File || !isUnsettled(source);
    return isSettled ? staged.contains(placed) : staged.containsExactly(placed);
}

bool TargetState::needsProof(const TreeEntry &source) const
{
    if (source.kind != EntryKind::File)
        return false;
    return isOfTheSecond(source) || (isIn(there, source) && !sameBytes.contains(source));
}

bool TargetState::hasItsBytes(const TreeEntry &source) const
{
    if (source.kind != EntryKind::File) // the target of a link says all
        return true;
    if (needsProof(source))
        return proven.contains(source);
    return sameBytes.contains(source) || (!m_comparesBytes && expected.contains(asThere(source)));
}

TargetState::Found TargetState::find(const TreeEntry &entry) const
{
    const bool isByBytes = entry.kind == EntryKind::File && (m_comparesBytes || isDoubtful(entry));
    const bool isSame = isByBytes ? sameBytes.contains(entry) : isIn(there, entry);
    return isSame ? Found::Same : there.containsPath(entry.path) ? Found::Another : Found::Nothing;
}

QString TargetState::ownerWords(const QByteArray &owner, const QByteArray &user)
{
    constexpr qsizetype longest = 64;
    const QString lost = QStringLiteral("owner \"%1\" is not kept").arg(harmless(owner, longest));
    if (user.isEmpty())
        return lost;
    return lost + QStringLiteral(": it belongs to \"%1\" there").arg(harmless(user, longest));
}

bool TargetState::isWanted(const TreeEntry &entry)
{
    const auto isDone = [&] {
        ++m_counters.filesDone;
        m_counters.spare(entry.size);
        return false;
    };
    m_mayNeedProof = m_mayNeedProof || (!m_trustsTimes && needsProof(entry));
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
    if (m_rule == ConflictRule::Skip && found == Found::Another && !damaged.contains(entry)) {
        ++m_counters.filesKept;
        m_counters.bytesKept += entry.size;
        return false;
    }
    takeName(entry.path);
    const TreeEntry atStage = asThere(entry);
    if (atStage.modified != entry.modified)
        m_noted.addFurther(atStage.path,
                           QStringLiteral("its time is before 1970 or after 2106, which SFTP cannot say"));
    if (!m_keepsOwners && !entry.owner.isEmpty() && entry.owner != m_user)
        m_noted.addFurther(atStage.path, ownerWords(entry.owner, m_user));
    expected.add(atStage);
    return isStaged(entry) ? isDone() : true;
}

void TargetState::renew(const TreeEntry &version)
{
    const QMutexLocker lock(&m_mutex);
    m_renewed.push_back(version);
}

void TargetState::readAnew(const TreeEntry &source)
{
    renew(asThere(source));
    const QMutexLocker lock(&m_mutex);
    m_readAnew.insert(source.path, source);
}

TreeEntry TargetState::asRead(const TreeEntry &source) const
{
    const QMutexLocker lock(&m_mutex);
    return m_readAnew.value(source.path, source);
}

void TargetState::takeRenewed()
{
    const QMutexLocker lock(&m_mutex);
    for (const TreeEntry &version : std::exchange(m_renewed, {}))
        expected.add(version);
}

} // namespace engine
