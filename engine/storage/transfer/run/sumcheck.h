// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/here/filesums.h"
#include "engine/storage/transfer/places/stage.h"

namespace engine {

/// Compares files of the sources with what the target has of them by the checksums of their bytes, each side where it
/// is. One thread, and one more where both can be asked at once.
class SumCheck final
{
    Q_DISABLE_COPY_MOVE(SumCheck)

public:
    /// All of it outlives this. \a sums are the sources'.
    SumCheck(RunContext &context, Stage &stage, EachSource sources, SumFiles sums)
        : m_context(context), m_stage(stage), m_sources(std::move(sources)), m_sums(std::move(sums))
    {
    }

    /// Before anything is sent: finds the files that are in their places with the same bytes, and gives those the
    /// times of the sources; and those that are damaged. CommandFailed, whatever is there: one of the machines lacks
    /// the program. Where not all are compared, it finds none then.
    [[nodiscard]] Result<void> compare();
    /// When all is in its place: finds the sources whose bytes are there, of those that need it to be removed.
    [[nodiscard]] Result<void> prove();
    /// When all was sent: what arrived with other bytes is taken away and sent again, once; then it is spoiled.
    [[nodiscard]] Result<void> verify(const std::function<Result<void>()> &sendAgain);

private:
    struct Pair
    {
        TreeEntry source;
        QByteArrayList there; ///< that may hold the same
    };
    using Likely = std::function<QByteArrayList(const TreeEntry &source)>;
    struct Verdict
    {
        std::optional<QByteArray> same; ///< which of them
        bool isKnown = false; ///< the bytes of all could be read
    };
    using Judge = std::function<void(const TreeEntry &source, const Verdict &verdict)>;
    using Then = std::function<Result<void>()>; // after some of them

    [[nodiscard]] Result<void> each(Stage::Side side, const Likely &likely, const Judge &judge, const Then &then);
    using LooksAsNoted = std::function<bool(const TreeEntry &source, const QByteArray &there)>;
    /// The same, but for what a run before has noted as the same. It notes what is. A move removes nothing for a note.
    [[nodiscard]] Result<void> eachNoting(Stage::Side side, const LooksAsNoted &looksAsNoted, const Likely &likely,
                                          const Judge &judge, const Then &then);
    [[nodiscard]] Result<void> judgeAll(Stage::Side side, const std::vector<Pair> &pairs, const Judge &judge);
    [[nodiscard]] bool isAsked() const { return m_context.plan.comparesChecksums; } ///< of all, and by the user
    /// Of those that arrived.
    [[nodiscard]] Result<void> eachArrived(const std::function<bool(const QByteArray &path)> &isMeant,
                                           const Judge &judge, const Then &then);

    RunContext &m_context;
    Stage &m_stage;
    EachSource m_sources;
    SumFiles m_sums;
};

} // namespace engine
