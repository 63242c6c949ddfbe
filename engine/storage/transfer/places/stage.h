// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"
#include "engine/storage/transfer/wire/stagewriter.h"

namespace engine {

/// Calls \a take with each entry of the source's list, until it returns false.
using EachSource = std::function<Result<void>(const std::function<bool(TreeEntry &)> &take)>;

/// The staging folder of a transfer in its target. It is filled, verified, and its entries are moved to their places.
/// One thread; openWriter() and the writers are for other threads, too. Errors: CommandFailed or IoError (the target
/// cannot be written, is full, or lacks a tool) and those of sessions.
class Stage
{
    Q_DISABLE_COPY_MOVE(Stage)

public:
    explicit Stage(RunContext &context) : m_context(context) { }
    virtual ~Stage() = default;

    /// Makes the folder, and opens the journal. CommandFailed with isLackOfShell(): the machine runs no commands.
    [[nodiscard]] virtual Result<void> begin() = 0;
    /// Lists the folder and the target into the context's state.
    [[nodiscard]] virtual Result<void> look() = 0;
    /// A writer with a session of its own; writer 0 uses the first session.
    [[nodiscard]] virtual Result<std::unique_ptr<StageWriter>> openWriter(size_t index) = 0;
    /// Before a file is brought in parts, of which nothing is noted: notes in the journal what an earlier run has sent,
    /// if only the target knows that. Not while writers work.
    [[nodiscard]] virtual Result<void> findParts(const TreeEntry & /*file*/, const QByteArray & /*targetPath*/)
    {
        return {};
    }
    /// Removes files, links and empty folders of the staging folder.
    [[nodiscard]] virtual Result<void> remove(const QByteArrayList &paths) = 0;
    enum class Side { Stage, Places };
    /// Checksums of files in the staging folder, or in their places in the target.
    [[nodiscard]] virtual Result<FileSums> sums(Side side, const QByteArrayList &paths,
                                                const std::stop_token &stop) = 0;
    /// Sets the times of files in their places, as far as permissions allow.
    [[nodiscard]] virtual Result<void> setTimes(const std::vector<TreeEntry> &files) = 0;
    /// Lists the staging folder: removes unexpected entries, and puts the others into \a arrived. Returns the bytes of
    /// its files.
    [[nodiscard]] Result<qint64> findArrived(FactSet &arrived);
    /// Verifies the staging folder: unexpected entries are removed, and missing files have failed. \a changed: files
    /// whose sources have changed since they were sent.
    [[nodiscard]] Result<void> verify(const EachSource &each, const FactSet &changed);
    /// Sets permissions and times of folders, after all files, so that a read-only folder can be filled, and keeps its
    /// time. A folder comes right before its entries, or right after.
    [[nodiscard]] virtual Result<void> bringFolders(const EachSource &folders) = 0;
    /// Moves all verified entries to their places, those for damaged copies first. Removes the staging folder and the
    /// journal.
    [[nodiscard]] Result<void> placeAll(const EachSource &each);
    /// Lists the entries that are in their places.
    [[nodiscard]] virtual Result<void> list(FactSet &set) = 0;

    virtual void keepAwake() { } ///< so that the connection does not count as idle
    [[nodiscard]] virtual bool hasShell() const { return false; } ///< of a machine
    [[nodiscard]] virtual bool guardsItself() const { return false; } ///< no path can lead out of the folder
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const = 0;

protected:
    using Keeps = std::function<bool(const TreeEntry &entry)>;
    /// Moves files to their places, over files of the same size and time. A file that cannot be moved has failed, and
    /// is removed.
    [[nodiscard]] virtual Result<void> renew(const QByteArrayList &paths) = 0;
    [[nodiscard]] virtual Result<void> reportReplaced() = 0; ///< after renew(): reports the replaced files
    [[nodiscard]] virtual Result<void> place() = 0;
    /// Lists the staging folder, and removes entries that \a keeps refuses, up to the size of a PruneList.
    [[nodiscard]] virtual Result<void> prune(const Keeps &keeps) = 0;

    [[nodiscard]] QByteArray folderOf(Side side) const
    {
        return side == Side::Stage ? m_context.stagePath() : m_context.plan.target;
    }

    RunContext &m_context; // NOLINT: for derived classes

private:
    [[nodiscard]] bool differsOnlyInTime(const TreeEntry &entry);
    [[nodiscard]] Result<void> nameMissing(const EachSource &each, const FactSet &changed);
    [[nodiscard]] Result<void> renewDamaged(const EachSource &each);
    void countUnplaced(const EachSource &each);

    FactSet m_arrived; // from verify() on
};

/// Entries that are removed from a staging folder, collected while it is listed. Its memory is bounded, as a machine
/// may list without end: entries beyond mostCost wait for the next list.
class PruneList final
{
public:
    static constexpr qint64 mostCost = 16 * 1024 * 1024; ///< bytes
    [[nodiscard]] static qint64 costOf(const QByteArray &path)
    {
        constexpr qint64 besideName = 50;
        return path.size() + besideName;
    }

    void add(const QByteArray &path);
    [[nodiscard]] const QByteArrayList &paths() const { return m_paths; }
    [[nodiscard]] QByteArrayList reversed() const { return {m_paths.crbegin(), m_paths.crend()}; }

private:
    QByteArrayList m_paths;
    qint64 m_cost = 0;
};

/// Why an entry was not moved to its place: an entry of another kind has its name; or another file got the name
/// meanwhile, and must not be replaced.
[[nodiscard]] QString otherKindWords(bool comesFolder);
[[nodiscard]] QString newFileWords();

/// Makes and begins the staging folder of this computer, or of a machine: by commands, or by SFTP if it runs none.
/// Within one machine, \a session is that of the source, which runs commands.
[[nodiscard]] Result<std::unique_ptr<Stage>> openStage(RunContext &context, RunSessions &sessions,
                                                       const std::shared_ptr<BulkSession> &session, bool isHere);
/// Copies into the folder of their sources: moves the copies to their places if an earlier run was about to. False:
/// none was.
[[nodiscard]] Result<bool> placeNamed(BulkSession &session, const TransferPlan &plan);
/// Removes the staging folder and the journal; \a kept gets the replaced files.
[[nodiscard]] Result<void> dropStage(BulkSession &session, const TransferPlan &plan, KeptFiles &kept);
[[nodiscard]] Result<void> dropStage(RunSessions &sessions, const TransferPlan &plan, KeptFiles &kept);

} // namespace engine
