// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/pacer.h"
#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/plan/reasons.h"
#include "engine/storage/transfer/wire/plan/sumnotes.h"
#include "engine/storage/transfer/wire/target/targetstate.h"
#include "engine/storage/transfer/wire/target/targettar.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <QSet>

#include <limits>

namespace engine {

/// Why a file does not arrive that has changed since it was listed.
[[nodiscard]] inline QString changedWhileBrought()
{
    return QStringLiteral("it changed while it was brought");
}
[[nodiscard]] inline QString changedOrUnread()
{
    return QStringLiteral("it changed while it was brought, or cannot be read");
}

/// What the source, the target and the steps of a run share. It outlives them.
struct RunContext
{
    Q_DISABLE_COPY_MOVE(RunContext)

    explicit RunContext(TransferPlan what)
        : plan(std::move(what)), pacer(plan.bytesPerSecond), state(plan.conflicts, counters, failed, noted)
    {
        if (plan.comparesChecksums)
            state.bytes.compareAll();
        if (plan.removesSources)
            state.bytes.distrustTimes();
        state.bytes.setUnsettled(spansThere(plan.unsettled, {})); // by this computer's clock
    }

    TransferPlan plan;
    PartJournal journal;
    SumNotes sumNotes;
    TransferCounters counters;
    FailedFiles failed;
    NamedFiles noted; ///< files that arrived, but for something that the target cannot keep
    KeptFiles kept;
    Reasons reasons;
    Pacer pacer;
    LockedValue<Message> route; ///< of the bytes, where machines may reach each other; empty until it is known
    TargetState state;
    bool keepsHoles = true; ///< the target: zeros need not be sent
    bool isWithin = false; ///< one machine with a shell is source and target; it runs one command at a time
    QSet<QByteArray> missedAtFirst; ///< sources of a move that were missing when its first run began
    TargetTar tar;
    QByteArray listed; ///< list of the staging folder by the command that filled it; empty: none that still holds

    [[nodiscard]] QByteArray stagePath() const { return plan.target + '/' + plan.stage; }
    [[nodiscard]] QByteArray targetPath(const QByteArray &path) const { return state.entries.targetPath(path); }
    /// Records trouble with an entry of the staging folder, as a note or as the reason why it does not arrive.
    void hear(const EntryTrouble &trouble)
    {
        if (trouble.isLast)
            reasons.noteEnd(trouble.path);
        if (!trouble.isNote)
            reasons.note(trouble.path, trouble.words);
        else
            noted.addFurther(trouble.path,
                             QStringLiteral("its permissions or its time could not be set: %1").arg(trouble.words));
    }
    /// Records what the target's tar does not keep of a file that it unpacks as \a targetPath.
    void noteForTar(const TreeEntry &entry, const QByteArray &targetPath)
    {
        if (tar.losesModeOf(entry))
            noted.addFurther(targetPath, QStringLiteral("the machine's tar sets no set-user-ID and set-group-ID bits"));
    }
    /// Something that was counted as done has failed. \a files: how many files \a path stands for.
    void fail(const QByteArray &path, const QString &words, qint64 files = 1)
    {
        if (failed.add(path, words, files))
            counters.filesDone -= files;
    }
    /// The same of something that was not moved to its place: its bytes do not count as done, either.
    void failUnplaced(const QByteArray &path, const QString &words, qint64 files = 1)
    {
        failed.addUnplaced(path);
        fail(path, words, files);
    }
    void addStaged(const TreeEntry &entry) ///< of the staging folder; state.staged.seal() follows the last one
    {
        state.staged.add(entry);
        if (entry.kind == EntryKind::File)
            journal.found(entry);
    }
    /// A file is brought in parts when it is large, or when an earlier run has left some of it in the staging folder.
    [[nodiscard]] bool isForParts(const TreeEntry &file) const
    {
        return engine::isForParts(file) || (file.size > mostResent && state.staged.containsPath(targetPath(file.path)));
    }
    /// Before a file is brought: true when the staging folder has no bytes of this version that can be used. The
    /// journal then forgets the file. Versions are told apart by size and time.
    [[nodiscard]] bool startsAnew(const TreeEntry &file, const QByteArray &targetPath)
    {
        if (state.staged.containsFile(targetPath) && !state.bytes.hasAmbiguousTime(file)
            && journal.run(file, 0) != std::numeric_limits<qint64>::min())
            return false;
        journal.forget(file, targetPath);
        return true;
    }
};

} // namespace engine
