// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/sumcheck.h"

#include "engine/api/paths.h"

#include <thread>

namespace engine {

namespace {

// Limits of one command.
constexpr size_t mostPairs = 500;
constexpr qsizetype mostNames = 64 * 1024; // bytes
constexpr qint64 mostSummedBytes = qint64(1024) * 1024 * 1024;

} // namespace

Result<void> SumCheck::compare()
{
    TargetState &state = m_context.state;
    m_context.counters.isVerifying = m_context.counters.isQuiet = true;
    std::vector<TreeEntry> othersInTime;
    Result<void> done;
    if (isAsked())
        done = judgeAll(Stage::Side::Places, {}, {}); // without files: fails early if a machine lacks the program
    if (done)
        done = eachNoting(
            Stage::Side::Places,
            [&state](TreeEntry source, const QByteArray &there) {
                source.path = there;
                return state.existing.contains(source);
            },
            [&](const TreeEntry &source) {
                if (!state.isStaged(source))
                    m_context.sumNotes.withdraw(SumNotes::Place::Stage, source, state.entries.atTarget(source).path);
                return state.bytes.candidates(source);
            },
            [&](const TreeEntry &source, const Verdict &verdict) {
                const bool hasTime = state.entries.isIn(state.existing, source);
                if (verdict.same)
                    state.bytes.same.add(source);
                else if (verdict.isKnown && hasTime && isAsked())
                    state.bytes.damaged.add(source);
                if (!verdict.same || hasTime)
                    return;
                othersInTime.push_back(source);
                othersInTime.back().path = *verdict.same;
                state.bytes.withOtherTime.add(othersInTime.back());
            },
            [&] { return m_stage.setTimes(std::exchange(othersInTime, {})); });
    m_context.sumNotes.flush();
    state.bytes.same.seal();
    state.bytes.damaged.seal();
    state.bytes.withOtherTime.seal();
    m_context.counters.isVerifying = m_context.counters.isQuiet = false;
    return done;
}

Result<void> SumCheck::prove()
{
    TargetState &state = m_context.state;
    if (!state.bytes.mayNeedProof())
        return {};
    const auto places = [&state](const TreeEntry &source) {
        if (!state.bytes.needsProof(source))
            return QByteArrayList();
        QByteArrayList paths = state.bytes.candidates(source);
        if (const QByteArray given = state.entries.targetPath(source.path); !paths.contains(given))
            paths.append(given);
        return paths;
    };
    const auto done = each(
        Stage::Side::Places, places,
        [&state](const TreeEntry &source, const Verdict &verdict) {
            if (verdict.same)
                state.bytes.proven.add(source);
        },
        [] { return Result<void>(); });
    state.bytes.proven.seal();
    return done;
}

Result<void> SumCheck::verify(const std::function<Result<void>()> &sendAgain)
{
    TransferCounters &counters = m_context.counters;
    TargetState &state = m_context.state;
    counters.isVerifying = counters.isQuiet = true;
    FactSet again;
    QByteArrayList damaged;
    const auto isAny = [](const QByteArray &) { return true; };
    const auto count = [&counters](const TreeEntry &source) {
        --counters.filesDone;
        counters.bytesDone -= source.size;
    };
    auto done = eachArrived(
        isAny,
        [&](const TreeEntry &source, const Verdict &verdict) {
            if (verdict.same)
                return state.bytes.same.add(state.versions.sent(source));
            again.add(source);
            damaged.append(m_context.targetPath(source.path));
            m_context.journal.forget(source, damaged.constLast());
            count(source);
        },
        [&] { return damaged.isEmpty() ? Result<void>() : m_stage.remove(std::exchange(damaged, {})); });
    again.seal();
    if (done && again.size() > 0) {
        counters.isVerifying = counters.isQuiet = false;
        state.wantAgain(&again);
        done = sendAgain();
        state.wantAgain(nullptr);
        counters.isVerifying = counters.isQuiet = true;
        if (done)
            done = eachArrived([&again](const QByteArray &path) { return again.containsPath(path); },
                               [&](const TreeEntry &source, const Verdict &verdict) {
                                   if (verdict.same)
                                       return state.bytes.same.add(state.versions.sent(source));
                                   const QByteArray there = m_context.targetPath(source.path);
                                   m_context.failed.addSpoiled(
                                       there,
                                       QStringLiteral("its checksum there is not that of the source, also after it was "
                                                      "sent again"));
                                   count(source);
                               },
                               [] { return Result<void>(); });
    }
    state.bytes.same.seal();
    counters.isQuiet = false;
    return done;
}

// Files that are not whole, or spoiled, are reported by verify() without a comparison.
Result<void> SumCheck::eachArrived(const std::function<bool(const QByteArray &path)> &isMeant, const Judge &judge,
                                   const Then &then)
{
    FactSet arrived;
    if (const auto found = m_stage.findArrived(arrived); !found)
        return found.error();
    const auto likely = [&](const TreeEntry &source) {
        const TreeEntry there = m_context.state.entries.atTarget(source);
        const bool isWhole = isMeant(source.path) && m_context.state.expected.containsPath(there.path)
            && arrived.containsPath(there.path) && !m_context.failed.spoiled(there.path);
        return isWhole ? QByteArrayList{there.path} : QByteArrayList();
    };
    const auto isNoneOfThisRun = [&](const TreeEntry &source, const QByteArray &) {
        return m_context.state.isStaged(source);
    };
    return eachNoting(Stage::Side::Stage, isNoneOfThisRun, likely, judge, then);
}

Result<void> SumCheck::eachNoting(Stage::Side side, const LooksAsNoted &looksAsNoted, const Likely &likely,
                                  const Judge &judge, const Then &then)
{
    if (!isAsked() || m_context.plan.removesSources)
        return each(side, likely, judge, then);
    const auto place = side == Stage::Side::Stage ? SumNotes::Place::Stage : SumNotes::Place::Target;
    SumNotes &notes = m_context.sumNotes;
    notes.open(m_context.plan.journalFile);
    const auto unknown = [&](const TreeEntry &source) {
        const QByteArrayList there = likely(source);
        if (there.size() != 1 || !looksAsNoted(source, there.constFirst())
            || !notes.has(place, source, there.constFirst()))
            return there;
        judge(source, {there.constFirst(), true});
        return QByteArrayList();
    };
    const auto noting = [&](const TreeEntry &source, const Verdict &verdict) {
        if (verdict.same)
            notes.add(place, source, *verdict.same);
        judge(source, verdict);
    };
    return each(side, unknown, noting, [&] {
        notes.flush();
        return then();
    });
}

Result<void> SumCheck::each(Stage::Side side, const Likely &likely, const Judge &judge, const Then &then)
{
    std::vector<Pair> pairs;
    qsizetype names = 0;
    qint64 bytes = 0;
    const auto judgeThem = [&] {
        names = bytes = 0;
        const auto judged = judgeAll(side, std::exchange(pairs, {}), judge);
        return judged ? then() : judged;
    };
    Result<void> done;
    const auto listed = m_sources([&](TreeEntry &source) {
        const QByteArrayList there = source.kind == EntryKind::File ? likely(source) : QByteArrayList();
        if (there.isEmpty())
            return true;
        for (const QByteArray &path : there)
            names += path.size();
        bytes += source.size;
        pairs.push_back({std::move(source), there});
        if (pairs.size() >= mostPairs || names >= mostNames || bytes >= mostSummedBytes)
            done = judgeThem();
        return bool(done);
    });
    if (done && listed && !pairs.empty())
        done = judgeThem();
    return done ? listed : done;
}

Result<void> SumCheck::judgeAll(Stage::Side side, const std::vector<Pair> &pairs, const Judge &judge)
{
    QByteArrayList ours;
    QByteArrayList theirs;
    for (const Pair &pair : pairs) {
        ours.append(pair.source.path);
        theirs += pair.there;
    }
    Result<FileSums> here = FileSums();
    Result<FileSums> there = FileSums();
    std::stop_source stop; // the checksums of one side are useless without the other's
    const auto heard = [&](Result<FileSums> sums) -> Result<FileSums> {
        if (!sums && !isAsked() && sums.error().code == ErrorCode::CommandFailed)
            return FileSums(); // files that cannot be compared do not count as equal
        const bool isFirst = !sums && stop.request_stop();
        return sums || isFirst ? sums : Result<FileSums>(FileSums()); // of two errors, the first one counts
    };
    {
        std::jthread other;
        if (!m_context.isWithin)
            other = std::jthread([&] { here = heard(m_sums(ours, stop.get_token())); });
        Result<FileSums> said = m_stage.sums(side, theirs, stop.get_token());
        const bool isTold = bool(said);
        there = heard(std::move(said));
        if (m_context.isWithin && isTold)
            here = heard(m_sums(ours, stop.get_token()));
    }
    if (!here || !there)
        return here ? there.error() : here.error();
    if (here->isEmpty() && !pairs.empty() && isAsked()) // the sources vanished, which says nothing about the copies
        return Error::of(ErrorCode::NotFound,
                         {QT_TRANSLATE_NOOP("engine",
                                            "%1 and other files that are sent cannot be read any more, so that "
                                            "checksums cannot be compared."),
                          {shownPath(pathFromBytes(ours.constFirst()))}});
    for (const Pair &pair : pairs) {
        const QByteArray sum = here->value(pair.source.path);
        Verdict verdict{{}, !sum.isEmpty()};
        for (const QByteArray &path : pair.there) {
            const QByteArray other = there->value(path);
            verdict.isKnown = verdict.isKnown && !other.isEmpty();
            if (!verdict.same && !sum.isEmpty() && other == sum)
                verdict.same = path;
        }
        judge(pair.source, verdict);
    }
    return {};
}

} // namespace engine
