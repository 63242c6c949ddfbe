// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"
#include "engine/storage/transfer/wire/plan/runsessions.h"
#include "engine/storage/transfer/wire/stagewriter.h"

namespace engine {

/// All that a transfer brings, each once more; false: no more.
using EachSource = std::function<Result<void>(const std::function<bool(TreeEntry &)> &take)>;

/// The receiving side of a transfer: a folder of its own in the target, which is filled, verified, and moved to its
/// places. One thread but for openWriter(), and for the writers. Errors: CommandFailed or IoError (the target cannot be
/// written, is full, or lacks a tool) and those of sessions.
class Stage
{
    Q_DISABLE_COPY_MOVE(Stage)

public:
    explicit Stage(RunContext &context) : m_context(context) { }
    virtual ~Stage() = default;

    /// Makes it, and opens the journal. CommandFailed that isLackOfShell(): this is not the way to that machine.
    [[nodiscard]] virtual Result<void> begin() = 0;
    /// Fills the state with what is there.
    [[nodiscard]] virtual Result<void> look() = 0;
    /// For one lane; the session of the first is there already.
    [[nodiscard]] virtual Result<std::unique_ptr<StageWriter>> openWriter(size_t index) = 0;
    /// Takes files and links, and empty folders out of it.
    [[nodiscard]] virtual Result<void> remove(const QByteArrayList &paths) = 0;
    enum class Side { Stage, Places };
    /// Of files in the stage, or in their places in the target.
    [[nodiscard]] virtual Result<FileSums> sums(Side side, const QByteArrayList &paths,
                                                const std::stop_token &stop) = 0;
    /// Of files in their places, as far as it is allowed.
    [[nodiscard]] virtual Result<void> setTimes(const std::vector<TreeEntry> &files) = 0;
    /// What is in it and looks as it is expected, and how many bytes its files have; what does not is taken away.
    [[nodiscard]] Result<qint64> findArrived(FactSet &arrived);
    /// What is in it and is not what is expected is named and taken away. What is in \a changed came from something
    /// that is another by now.
    [[nodiscard]] Result<void> verify(const EachSource &each, const FactSet &changed);
    /// Last, so that a folder nobody may write in can be filled, and keeps its time. A folder comes right before what
    /// it holds, or right after.
    [[nodiscard]] virtual Result<void> bringFolders(const EachSource &folders) = 0;
    /// Moves all that was verified to its places, what replaces damaged copies first; the stage is gone then, and the
    /// journal.
    [[nodiscard]] Result<void> placeAll(const EachSource &each);
    /// What is in its place by now.
    [[nodiscard]] virtual Result<void> list(FactSet &set) = 0;

    virtual void keepAwake() { } ///< while nothing is done here, so that nobody takes the way for one that is not used
    [[nodiscard]] virtual bool hasShell() const { return false; } ///< of a machine
    [[nodiscard]] virtual bool guardsItself() const { return false; } ///< whatever the path, nothing leads out of it
    [[nodiscard]] virtual std::chrono::microseconds roundTrip() const = 0;

protected:
    using Keeps = std::function<bool(const TreeEntry &entry)>;
    /// Moves files to their places, over what is there: each that is in it, and has there one of its size and time. One
    /// that cannot be moved has failed, and is taken away.
    [[nodiscard]] virtual Result<void> renew(const QByteArrayList &paths) = 0;
    [[nodiscard]] virtual Result<void> tellRenewed() = 0; ///< what the trash has of that
    [[nodiscard]] virtual Result<void> place() = 0;
    /// Takes away what is in it and is not to be kept, or as much of it as PruneList hold.
    [[nodiscard]] virtual Result<void> prune(const Keeps &keeps) = 0;

    [[nodiscard]] QByteArray folderOf(Side side) const
    {
        return side == Side::Stage ? m_context.stagePath() : m_context.plan.target;
    }

    RunContext &m_context; // NOLINT: of all that derive

private:
    [[nodiscard]] bool isButForItsTime(const TreeEntry &entry);
    [[nodiscard]] Result<void> nameMissing(const EachSource &each, const FactSet &changed);
    [[nodiscard]] Result<void> renewDamaged(const EachSource &each);
    void countUnplaced(const EachSource &each);

    FactSet m_arrived; // when it was verified
};

/// What a stage does not keep, while it is listed: not more than fits into memory, whatever a machine lists. Those
/// beyond mostCost are left for when it is listed again.
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

/// Why a file or a folder did not take its place: there is the other of them, or a link, by its name; or a file that
/// nothing may replace got it meanwhile.
[[nodiscard]] QString metOtherKind(bool comesFolder);
[[nodiscard]] QString metNew();

/// On this computer; on a machine: by commands, or where it runs none, by SFTP. Within one machine \a session is that
/// of the source, which runs commands. Begun.
[[nodiscard]] Result<std::unique_ptr<Stage>> openStage(RunContext &context, RunSessions &sessions,
                                                       const std::shared_ptr<BulkSession> &session, bool isHere);
/// Of copies beside what they are made from: whether an earlier run was about to place them. They are then.
[[nodiscard]] Result<bool> placeNamed(BulkSession &session, const TransferPlan &plan);
/// Takes such a one away, and the journal; \a kept hears what was replaced.
[[nodiscard]] Result<void> dropStage(BulkSession &session, const TransferPlan &plan, KeptFiles &kept);
[[nodiscard]] Result<void> dropStage(RunSessions &sessions, const TransferPlan &plan, KeptFiles &kept);

} // namespace engine
