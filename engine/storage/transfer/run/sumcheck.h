// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// Compares files of the sources and of the target by checksums, which each side computes by itself. One thread, and a
/// second one where both sides can compute at once.
class SumCheck final
{
    Q_DISABLE_COPY_MOVE(SumCheck)

public:
    /// The arguments outlive this. \a sums computes checksums of the sources.
    SumCheck(RunContext &context, Stage &stage, EachSource sources, SumFiles sums)
        : m_context(context), m_stage(stage), m_sources(std::move(sources)), m_sums(std::move(sums))
    {
    }

    /// Before files are sent: finds equal files in their places, and sets their times to those of the sources; and
    /// finds damaged files. CommandFailed, also without files to compare: a machine lacks the program, and the user
    /// asked for checksums. If not, no file counts as equal then.
    [[nodiscard]] Result<void> compare();
    /// When all files are in their places: finds the sources with equal bytes at the target, of those that may only be
    /// removed then.
    [[nodiscard]] Result<void> prove();
    /// When all files were sent: removes files with other bytes, which are sent again, once. Then they are spoiled.
    [[nodiscard]] Result<void> verify(const std::function<Result<void>()> &sendAgain);

private:
    struct Pair
    {
        TreeEntry source;
        QByteArrayList there; ///< paths that may have the same bytes
    };
    using Likely = std::function<QByteArrayList(const TreeEntry &source)>;
    struct Verdict
    {
        std::optional<QByteArray> same; ///< the first path with the same bytes
        bool isKnown = false; ///< all files could be read
    };
    using Judge = std::function<void(const TreeEntry &source, const Verdict &verdict)>;
    using Then = std::function<Result<void>()>; // called after each batch

    [[nodiscard]] Result<void> each(Stage::Side side, const Likely &likely, const Judge &judge, const Then &then);
    using LooksAsNoted = std::function<bool(const TreeEntry &source, const QByteArray &there)>;
    /// The same, without files that an earlier run noted as equal; notes equal files. A move uses no notes, as it must
    /// not remove a source because of one.
    [[nodiscard]] Result<void> eachNoting(Stage::Side side, const LooksAsNoted &looksAsNoted, const Likely &likely,
                                          const Judge &judge, const Then &then);
    [[nodiscard]] Result<void> judgeAll(Stage::Side side, const std::vector<Pair> &pairs, const Judge &judge);
    /// Whether the user asked for checksums of all files.
    [[nodiscard]] bool isAsked() const { return m_context.plan.comparesChecksums; }
    /// As eachNoting(), of files that arrived in the staging folder.
    [[nodiscard]] Result<void> eachArrived(const std::function<bool(const QByteArray &path)> &isMeant,
                                           const Judge &judge, const Then &then);

    RunContext &m_context;
    Stage &m_stage;
    EachSource m_sources;
    SumFiles m_sums;
};

} // namespace engine
