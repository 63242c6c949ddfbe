// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/stage.h"

#include "engine/storage/transfer/places/blob/blobstage.h"
#include "engine/storage/transfer/places/here/herestage.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftpstage.h"
#include "engine/storage/transfer/places/shell/machinestage.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <QSet>

#include <limits>

namespace engine {

Result<qint64> Stage::findArrived(FactSet &arrived)
{
    TargetState &state = m_context.state;
    state.expectSentVersions();
    state.expected.seal();
    const auto isMeant = [&](const TreeEntry &entry) {
        if (entry.kind == EntryKind::Folder)
            return state.folders.containsPath(entry.path);
        if (!state.expected.contains(entry) && !differsOnlyInTime(entry))
            return false;
        arrived.add(entry);
        return true;
    };
    Result<void> pruned;
    qint64 bytes = 0;
    qint64 unwanted = std::numeric_limits<qint64>::max();
    bool areAllGone = false;
    for (qint64 before = unwanted; pruned && !areAllGone; before = unwanted) {
        arrived = FactSet();
        bytes = unwanted = 0;
        qint64 cost = 0;
        pruned = prune([&](const TreeEntry &entry) {
            const bool isKept = isMeant(entry);
            bytes += isKept && entry.kind == EntryKind::File ? entry.size : 0;
            unwanted += !isKept;
            cost += isKept ? 0 : PruneList::costOf(entry.path);
            return isKept;
        });
        areAllGone = cost < PruneList::mostCost || unwanted >= before; // or none can be removed
    }
    arrived.seal();
    return pruned ? Result<qint64>(bytes) : pruned.error();
}

// Not every file system can store every time. A file of this run has its bytes if all lanes succeeded, and no error of
// it was reported.
bool Stage::differsOnlyInTime(const TreeEntry &entry)
{
    const bool isWhole = entry.kind == EntryKind::File && m_context.state.expected.containsSize(entry)
        && !m_context.state.staged.contains(entry) && !m_context.reasons.mayHave(entry.path)
        && !m_context.failed.spoiled(entry.path);
    if (isWhole)
        m_context.noted.addFurther(entry.path, QStringLiteral("its time cannot be kept there"));
    return isWhole;
}

Result<void> Stage::verify(const EachSource &each, const FactSet &changed)
{
    TransferCounters &counters = m_context.counters;
    counters.isVerifying = true; // to the end of the run
    const auto found = findArrived(m_arrived);
    if (!found)
        return found.error();
    // Sent files may be spoiled, refused, or have failed, so only those found here count as done.
    counters.filesDone = counters.filesWhole() + qint64(m_arrived.size());
    counters.bytesDone = counters.bytesWhole() + *found;
    counters.isVerified = true;
    const bool isWhole = m_arrived.size() == m_context.state.expected.size() && changed.size() == 0;
    return isWhole && !m_context.failed.hasSpoiled() ? Result<void>() : nameMissing(each, changed);
}

// Files that arrived with wrong bytes have failed, and are removed.
Result<void> Stage::nameMissing(const EachSource &each, const FactSet &changed)
{
    QByteArrayList spoiled;
    const auto done = each([&](TreeEntry &entry) {
        const TreeEntry there = m_context.state.entries.atTarget(entry); // as listed, maybe not as sent
        if (entry.kind == EntryKind::Folder || !m_context.state.expected.containsPath(there.path))
            return true;
        const auto why = m_context.failed.spoiled(there.path);
        const bool isHere = m_arrived.containsPath(there.path);
        if (isHere && !why && !changed.contains(there))
            return true;
        if (isHere)
            spoiled.append(there.path);
        m_context.counters.filesDone -= isHere;
        m_context.counters.bytesDone -= isHere ? there.size : 0;
        m_context.failed.add(entry.path,
                             why          ? *why
                                 : isHere ? QStringLiteral("it changed meanwhile")
                                          : m_context.reasons.of(there.path));
        return true;
    });
    return done ? remove(spoiled) : done;
}

Result<void> Stage::placeAll(const EachSource &each)
{
    auto placed = renewDamaged(each);
    if (placed)
        placed = place();
    countUnplaced(each);
    return placed;
}

// The bytes of files that were not moved to their places are not done. If another file is kept there, they count as
// kept.
void Stage::countUnplaced(const EachSource &each)
{
    const QSet<QByteArray> roots = m_context.failed.unplaced();
    if (roots.isEmpty())
        return;
    qint64 bytes = 0;
    qint64 bytesKept = 0;
    (void)each([&](TreeEntry &entry) {
        const QByteArray there = m_context.targetPath(entry.path);
        if (entry.kind != EntryKind::File || !m_arrived.containsPath(there))
            return true;
        QByteArray root = there;
        while (!root.isEmpty() && !roots.contains(root))
            root = beforeLastPart(root);
        bytes += root.isEmpty() ? 0 : entry.size;
        bytesKept += root.isEmpty() || m_context.failed.has(root) ? 0 : entry.size;
        return true;
    });
    TransferCounters &counters = m_context.counters;
    counters.bytesKept += bytesKept;
    counters.bytesDone = qMax<qint64>(0, counters.bytesDone - bytes); // some files have a wrong size in the list
}

// Moves verified files that replace damaged copies to their places.
Result<void> Stage::renewDamaged(const EachSource &each)
{
    constexpr qsizetype atOnce = 100;
    const FactSet &damaged = m_context.state.bytes.damaged;
    if (damaged.size() == 0 || m_context.plan.conflicts != ConflictRule::Skip)
        return {};
    QByteArrayList paths;
    Result<void> done;
    const auto listed = each([&](TreeEntry &entry) {
        if (entry.kind == EntryKind::File && damaged.containsPath(entry.path))
            paths.append(entry.path);
        if (paths.size() == atOnce)
            done = renew(std::exchange(paths, {}));
        return bool(done);
    });
    if (done && !paths.isEmpty())
        done = renew(paths);
    if (done && listed)
        done = reportReplaced();
    return done ? listed : done;
}

void PruneList::add(const QByteArray &path)
{
    m_cost += costOf(path);
    if (m_cost < mostCost)
        m_paths.append(path);
}

QString otherKindWords(bool comesFolder)
{
    return comesFolder ? QStringLiteral("it is a folder, and something else has its name there")
                       : QStringLiteral("a folder has its name there");
}

QString newFileWords()
{
    return QStringLiteral("another file got its name meanwhile");
}

Result<std::unique_ptr<Stage>> openStage(RunContext &context, RunSessions &sessions,
                                         const std::shared_ptr<BulkSession> &session, bool isHere)
{
    const auto begun = [](auto stage) -> Result<std::unique_ptr<Stage>> {
        if (const auto done = stage->begin(); !done)
            return done.error();
        return std::unique_ptr<Stage>(std::move(stage));
    };
    if (isHere)
        return begun(std::make_unique<HereStage>(context, [&sessions] { return sessions.isAborted(); }));
    if (context.isWithin)
        return begun(std::make_unique<MachineStage>(context, sessions, session));
    const auto own = sessions.open();
    if (!own)
        return own.error();
    if (const auto blobs = blobsOf(*own))
        return begun(std::make_unique<BlobStage>(context, sessions, blobs, blobsOf(session)));
    auto stage = begun(std::make_unique<MachineStage>(context, sessions, *own));
    if (!stage && isLackOfShell(stage.error()))
        return begun(std::make_unique<SftpStage>(context, sessions, *own));
    return stage;
}

Result<bool> placeNamed(BulkSession &session, const TransferPlan &plan)
{
    if (wasPlaced(plan))
        return true;
    auto placed = MachineStage::placeNamed(session, plan);
    if (!placed && isLackOfShell(placed.error()))
        placed = SftpStage::placeNamed(session, plan);
    if (!placed || !*placed)
        return placed;
    const auto noted = notePlaced(plan);
    return noted ? placed : Result<bool>(noted.error());
}

Result<void> dropStage(BulkSession &session, const TransferPlan &plan, KeptFiles &kept)
{
    auto dropped = MachineStage::drop(session, plan, kept);
    if (!dropped && isLackOfShell(dropped.error()))
        dropped = SftpStage::drop(session, plan, kept);
    return dropped;
}

Result<void> dropStage(RunSessions &sessions, const TransferPlan &plan, KeptFiles &kept)
{
    const auto session = sessions.open();
    if (!session)
        return session.error();
    const auto blobs = blobsOf(*session);
    return blobs ? BlobStage::drop(*blobs, plan) : dropStage(**session, plan, kept);
}

} // namespace engine
