// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/heresource.h"

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/hereerror.h"
#include "engine/storage/transfer/wire/plan/placednote.h"

#include <cerrno>
#include <fcntl.h>
#include <limits>
#include <unistd.h>

namespace engine {

Result<QByteArrayList> HereSource::missing() const
{
    const TransferPlan &plan = m_context.plan;
    if (::access(plan.folder.constData(), F_OK) != 0) // the folder is gone, so it is unknown whether the sources are
        return sourceError(plan.folder, errno);
    QByteArrayList missing;
    for (const QByteArray &name : plan.names) {
        const bool isThere = statAt(AT_FDCWD, plan.folder + '/' + name).has_value();
        if (!isThere && errno != ENOENT)
            return sourceError(plan.folder + '/' + name, errno);
        if (!isThere)
            missing.append(name);
    }
    return missing;
}

Result<void> HereSource::begin()
{
    const auto gone = missing();
    return gone ? leaveOutMissing(m_context, *gone) : Result<void>(gone.error());
}

// If a whole source is gone, its files have not failed one by one.
Result<void> HereSource::checkSources()
{
    const auto gone = missing();
    if (!gone || gone->isEmpty())
        return gone ? Result<void>() : Result<void>(gone.error());
    return sourceError(m_context.plan.folder + '/' + gone->constFirst(), ENOENT);
}

// Looks at each entry, which is quicker than a new list. False with Git's ignore files, as some are above the sources.
Result<bool> HereSource::isCurrent(const SourceList &list)
{
    if (m_context.plan.ignoreFiles == IgnoreFiles::OursAndGit)
        return false;
    return list.isCurrent([this](const TreeEntry &entry) {
        const auto now = statAt(AT_FDCWD, m_context.plan.folder + '/' + entry.path);
        return now && S_ISDIR(now->st_mode) == (entry.kind == EntryKind::Folder)
            && (entry.kind != EntryKind::File || now->st_size == entry.size) && now->st_mtim.tv_sec == entry.modified
            && now->st_mtim.tv_nsec == entry.modifiedNs;
    });
}

Result<void> HereSource::list(SourceList &list, const SourceList::Take &take)
{
    TransferPlan plan = m_context.plan;
    plan.mostEntries = std::numeric_limits<qint64>::max(); // this computer's list ends
    const auto fail = [this](const QByteArray &path, int error) {
        if (m_context.failed.add(path, wordsOf(error)))
            ++m_context.counters.filesTotal;
    };
    return list.gather(plan, take, [&](const SourceList::Add &add) -> Result<void> {
        for (const QByteArray &name : std::as_const(plan.names)) {
            std::optional<Error> gone;
            const auto judge = [&](const QByteArray &path, int error) {
                if (path == name && error == ENOENT)
                    gone = sourceError(plan.folder + '/' + name, error);
                else
                    fail(path, error);
            };
            TreeWalk tree(plan.folder, name, judge, plan.ignoreFiles);
            while (const auto entry = tree.next()) {
                if (m_sessions.isAborted())
                    return connectionClosed();
                if (entry->path.size() > ManifestReader::longestPart)
                    fail(entry->path, ENAMETOOLONG);
                else if (const auto added = add(*entry); !added)
                    return added;
            }
            m_context.counters.ignored += tree.ignored();
            if (gone)
                return *gone;
        }
        return {};
    });
}

} // namespace engine
