// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/paths.h"
#include "engine/storage/transfer/wire/pacer.h"
#include "engine/storage/transfer/wire/part/partjournal.h"
#include "engine/storage/transfer/wire/plan/sumnotes.h"
#include "engine/storage/transfer/wire/plan/targetstate.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"
#include "engine/storage/transfer/wire/tree/treebatch.h"

#include <QSet>

#include <limits>
#include <sys/stat.h>

namespace engine {

/// Why a file does not arrive that is another by now than it was when it was listed.
[[nodiscard]] inline QString changedWhileBrought()
{
    return QStringLiteral("it changed while it was brought");
}
[[nodiscard]] inline QString changedOrUnread()
{
    return QStringLiteral("it changed while it was brought, or cannot be read");
}

/// Why files do not arrive, as far as it is known before it is known that they did not; of the first thousand. Any
/// thread.
class Reasons final
{
public:
    void note(const QByteArray &path, const QString &words)
    {
        const QMutexLocker lock(&m_mutex);
        if (m_words.size() >= mostNoted)
            m_isFull = true;
        else if (!m_words.contains(path))
            m_words.insert(path, words);
    }
    void noteEnd(const QByteArray &path) ///< a tool ended at that, and brought nothing of what comes behind it
    {
        const QMutexLocker lock(&m_mutex);
        m_ofOthers = QStringLiteral("the machine's tar ended at another one: %1").arg(shownPath(pathFromBytes(path)));
    }
    /// Where a folder could not be made, what it holds has its reason.
    [[nodiscard]] QString of(const QByteArray &path) const
    {
        const QMutexLocker lock(&m_mutex);
        const QString own = m_words.value(path, m_ofOthers);
        for (qsizetype end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (const auto above = m_words.constFind(path.first(end)); above != m_words.cend())
                return *above;
        }
        return own;
    }
    [[nodiscard]] bool mayHave(const QByteArray &path) const ///< something may speak against it
    {
        const QMutexLocker lock(&m_mutex);
        return m_isFull || m_words.contains(path);
    }

private:
    static constexpr qsizetype mostNoted = 1000;
    mutable QMutex m_mutex;
    QHash<QByteArray, QString> m_words;
    QString m_ofOthers = QStringLiteral("it did not arrive as it was listed");
    bool m_isFull = false;
};

/// What the parts of a run share. It outlives them.
struct RunContext
{
    Q_DISABLE_COPY_MOVE(RunContext)

    explicit RunContext(TransferPlan what)
        : plan(std::move(what)), pacer(plan.bytesPerSecond), state(plan.conflicts, counters, failed, noted)
    {
        if (plan.comparesChecksums)
            state.compareBytes();
        if (plan.removesSources)
            state.distrustTimes();
        state.setUnsettled(spansThere(plan.unsettled, {})); // as this computer's files show it
    }

    TransferPlan plan;
    PartJournal journal;
    SumNotes sumNotes;
    TransferCounters counters;
    FailedFiles failed;
    NamedFiles noted; ///< that arrived, but for what their place cannot keep
    KeptFiles kept;
    Reasons reasons;
    Pacer pacer;
    Told<Message> way; ///< that the bytes go, where there is more than one, once it is known
    TargetState state;
    bool isWithin = false; ///< one machine with a shell gives and takes, and is asked one thing at a time
    QSet<QByteArray> missedAtFirst; ///< sources of a move that were not there when its first run began
    bool tarSetsNoModes = false; ///< of the target, once a file is written, or a folder is there
    QByteArray tarKind; ///< of the target's machine, as bd_begin says it
    QByteArray listed; ///< the stage, by the command that filled it; empty: nobody has listed it since
    FactSet stagedOthers; ///< of what the stage has: links and folders, through which nothing is written

    [[nodiscard]] QByteArray stagePath() const { return plan.target + '/' + plan.stage; }
    [[nodiscard]] QByteArray nameThere(const QByteArray &path) const { return state.nameThere(path); }
    /// Of an entry of the stage. What is no note is told when the stage is verified.
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
    /// A file that the target's tar unpacks as \a there.
    void noteForTar(const TreeEntry &entry, const QByteArray &there)
    {
        if (tarSetsNoModes && (entry.mode & (S_ISUID | S_ISGID)) != 0)
            noted.addFurther(there, QStringLiteral("the machine's tar sets no set-user-ID and set-group-ID bits"));
    }
    /// Of \a files that had counted as done.
    void fail(const QByteArray &path, const QString &words, qint64 files = 1)
    {
        if (failed.add(path, words, files))
            counters.filesDone -= files;
    }
    /// The same when a stage is moved to its places: the bytes are not done, either.
    void failUnplaced(const QByteArray &path, const QString &words, qint64 files = 1)
    {
        failed.addUnplaced(path);
        fail(path, words, files);
    }
    void addStaged(const TreeEntry &there) ///< what the stage has
    {
        state.staged.add(there);
        if (there.kind == EntryKind::File)
            journal.found(there);
        else
            stagedOthers.add(there);
    }
    void sealStaged() ///< before the first question
    {
        state.staged.seal();
        stagedOthers.seal();
    }
    /// Whether one that is wanted is brought in parts: also what an earlier run left off amid it.
    [[nodiscard]] bool isForParts(const TreeEntry &file) const
    {
        return engine::isForParts(file) || (file.size > mostAnew && state.staged.containsPath(nameThere(file.path)));
    }
    /// Before one is brought: whether nothing of it is at \a there in the stage, whatever is. What the journal says of
    /// one it says of a version, which is told from others by its size and time.
    [[nodiscard]] bool startsAnew(const TreeEntry &file, const QByteArray &there)
    {
        const bool isStaged = state.staged.containsPath(there) && !stagedOthers.containsPath(there);
        if (isStaged && !state.isOfTheSecond(file) && journal.run(file, 0) != std::numeric_limits<qint64>::min())
            return false;
        journal.forget(file, there);
        return true;
    }
};

} // namespace engine
