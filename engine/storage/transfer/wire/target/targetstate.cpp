// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/wire/target/targetstate.h"

#include "engine/ssh/servertext.h"

namespace engine {

namespace {

/// \a user: the owner at the target; empty: unknown.
QString ownerWords(const QByteArray &owner, const QByteArray &user)
{
    constexpr qsizetype longest = 64;
    const QString lost = QStringLiteral("owner \"%1\" is not kept").arg(harmless(owner, longest));
    if (user.isEmpty())
        return lost;
    return lost + QStringLiteral(": it belongs to \"%1\" there").arg(harmless(user, longest));
}

} // namespace

bool TargetState::isStaged(const TreeEntry &source) const
{
    const TreeEntry atTarget = entries.atTarget(source);
    const bool isSettled = source.kind != EntryKind::File || !bytes.isUnsettled(source);
    return isSettled ? staged.contains(atTarget) : staged.containsExactly(atTarget);
}

bool TargetState::hasItsBytes(const TreeEntry &source) const
{
    if (source.kind != EntryKind::File) // a link is equal when its target is
        return true;
    if (bytes.needsProof(source))
        return bytes.proven.contains(source);
    return bytes.same.contains(source) || (!bytes.comparesAll() && expected.contains(entries.atTarget(source)));
}

TargetState::Found TargetState::find(const TreeEntry &entry) const
{
    const bool isSame = bytes.isNeededFor(entry) ? bytes.same.contains(entry) : entries.isIn(existing, entry);
    return isSame ? Found::Same : existing.containsPath(entry.path) ? Found::Another : Found::Nothing;
}

bool TargetState::isWanted(const TreeEntry &entry)
{
    const auto isDone = [&] {
        ++m_counters.filesDone;
        m_counters.spare(entry.size);
        return false;
    };
    bytes.noteForProof(entry);
    if (m_again) {
        if (!m_again->containsPath(entry.path))
            return false;
        if (const TreeEntry atTarget = entries.atTarget(entry); !expected.contains(atTarget))
            versions.add(atTarget);
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
    if (m_rule == ConflictRule::Skip && found == Found::Another && !bytes.damaged.contains(entry)) {
        ++m_counters.filesKept;
        m_counters.bytesKept += entry.size;
        return false;
    }
    entries.reservePath(entry.path);
    const TreeEntry atTarget = entries.atTarget(entry);
    noteLosses(entry, atTarget);
    expected.add(atTarget);
    return isStaged(entry) ? isDone() : true;
}

void TargetState::noteLosses(const TreeEntry &source, const TreeEntry &atTarget)
{
    if (atTarget.modified != source.modified)
        m_noted.addFurther(atTarget.path,
                           QStringLiteral("its time is before 1970 or after 2106, which SFTP cannot say"));
    if (!m_keepsOwners && !source.owner.isEmpty() && source.owner != m_user)
        m_noted.addFurther(atTarget.path, ownerWords(source.owner, m_user));
}

void TargetState::expectSentVersions()
{
    for (const TreeEntry &version : versions.takeNew())
        expected.add(version);
}

} // namespace engine
