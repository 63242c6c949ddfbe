// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sourceremoval.h"

#include "engine/api/paths.h"
#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/places/sftp/sftptrash.h"
#include "engine/storage/transfer/places/sftp/sftptree.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/wire/plan/placednote.h"

namespace engine {

Result<void> checkApart(SftpClient &source, const TransferPlan &plan)
{
    const auto there = source.lstat(pathFromBytes(QByteArray(plan.folder + '/' + plan.stage)));
    if (there)
        return nothingToMove(plan);
    return there.error().code == ErrorCode::NotFound ? Result<void>() : Result<void>(there.error());
}

namespace {

// The attributes of an entry that a rename does not change.
QByteArray wordOf(const SftpAttributes &facts)
{
    return QByteArray::number(facts.mode.value_or(0), 8) + '.' + QByteArray::number(facts.size.value_or(0)) + '.'
        + QByteArray::number(facts.times ? qint64(facts.times->modified) : 0);
}

} // namespace

Result<void> identifySources(SftpClient &client, const TransferPlan &plan)
{
    if (notedSources(plan))
        return {};
    const auto found = lookUp(client, plan.folder, plan.names);
    if (!found)
        return found.error();
    QByteArrayList seen;
    for (const auto &facts : *found)
        seen.append(facts ? wordOf(*facts) : missingSource);
    return noteIdentities(plan, seen);
}

// A source that would replace a file, or is on another file system, is copied.
Result<void> renameSources(SftpClient &client, TransferPlan &plan)
{
    const QByteArrayList seen = notedSources(plan).value_or(QByteArrayList());
    const auto isGone = [&client](const QString &path) {
        const auto there = client.lstat(path);
        return !there && there.error().code == ErrorCode::NotFound;
    };
    const auto isThere = [&client](const QString &path, const QByteArray &word) {
        const auto there = client.lstat(path);
        return there && wordOf(*there) == word;
    };
    QByteArrayList left;
    for (qsizetype i = 0; i < plan.names.size(); ++i) {
        const QByteArray &name = plan.names.at(i);
        const QString from = pathFromBytes(QByteArray(plan.folder + '/' + name));
        const QString to = pathFromBytes(QByteArray(plan.target + '/' + name));
        const auto moved = client.rename(from, to);
        const bool wasMoved = !moved && isThere(to, seen.value(i)) && isGone(from); // by an earlier run
        if (client.isBroken())
            return client.broken();
        if (!moved && !wasMoved)
            left.append(name);
    }
    plan.names = left;
    leaveTrash(client, plan.folder);
    return {};
}

Result<void> removeArrived(SftpClient &source, const SourceList &list, RunContext &context,
                           const ArrivedSources &arrived)
{
    std::optional<QString> refused;
    enum class Kind { Files, Folders };
    const auto remove = [&](Kind kind) -> Result<void> {
        SftpPipe pipe(source);
        Result<void> asked;
        const auto listed = list.each([&](TreeEntry &entry) {
            const bool isFolder = entry.kind == EntryKind::Folder;
            if (isFolder != (kind == Kind::Folders)
                || !(isFolder ? arrived.isToEmpty(entry) : arrived.isToRemove(entry)))
                return true;
            asked = pipe.ask(sftpRequest(isFolder ? SftpType::RemoveFolder : SftpType::Remove,
                                         QByteArray(context.plan.folder + '/' + entry.path)),
                             [&refused, isFolder](const SftpReply &reply) {
                                 if (!isFolder && !isOk(reply)) // a folder that is not empty stays
                                     refused = refusalWords(statusOf(reply));
                                 return Result<void>();
                             });
            return bool(asked);
        });
        if (asked)
            asked = pipe.finish();
        return asked ? listed : asked;
    };
    Result<void> removed = remove(Kind::Files);
    if (removed)
        removed = remove(Kind::Folders); // each after its entries
    if (removed)
        leaveTrash(source, context.plan.folder);
    if (removed && refused)
        context.fail(context.plan.names.constFirst(), QStringLiteral("it arrived, but cannot be removed: ") + *refused);
    return removed;
}

} // namespace engine
