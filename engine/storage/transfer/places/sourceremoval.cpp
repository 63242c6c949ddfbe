// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/sourceremoval.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sourcelist.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

namespace engine {

namespace {

constexpr qsizetype sentBytes = 256 * 1024;

/// Feeds names to a command, and returns the errors that it reports at its end. Unreachable: it was killed.
Result<QByteArray> feedNames(BulkSession &session, const QByteArray &call, const SourceList &list,
                             const std::function<bool(const TreeEntry &)> &isMeant)
{
    auto command = session.start(call);
    if (!command)
        return command.error();
    QByteArray names;
    Result<void> put;
    const auto flush = [&] {
        put = (*command)->write(std::exchange(names, {}));
        return bool(put);
    };
    const auto listed = list.each([&](TreeEntry &entry) {
        if (isMeant(entry))
            names += "./" + entry.path + wholeName;
        return names.size() < sentBytes || flush();
    });
    if (!listed)
        return listed.error();
    if (put && !names.isEmpty())
        flush();
    if (put)
        put = (*command)->closeInput();
    if (!put)
        return put.error();
    const auto ended = (*command)->finish();
    if (!ended)
        return ended.error();
    constexpr int killedWhatXargsRan = 125;
    if (ended->isKilled() || ended->exitCode == killedWhatXargsRan)
        return endedEarly();
    return ended->errorOutput;
}

} // namespace

Error nothingToMove(const TransferPlan &plan)
{
    const QString target = pathFromBytes(plan.target);
    return {ErrorCode::InvalidArgument,
            {QT_TRANSLATE_NOOP("engine", "%1 is the folder in which they are already: there is nothing to move."),
             {shownPath(target)}},
            target};
}

ArrivedSources::ArrivedSources(RunContext &context, const FactSet &placed)
    : m_context(context), m_placed(placed), m_missing(context.plan.names.cbegin(), context.plan.names.cend())
{
}

bool ArrivedSources::isToRemove(const TreeEntry &entry) const
{
    return (entry.kind == EntryKind::File || entry.kind == EntryKind::Link) && m_context.state.hasItsBytes(entry)
        && (m_placed.contains(entry) || m_context.state.entries.isIn(m_placed, entry)
            || m_context.state.bytes.keptItsTime(m_placed, entry));
}

bool ArrivedSources::isToEmpty(const TreeEntry &entry) const
{
    return entry.kind == EntryKind::Folder && m_placed.contains(entry);
}

void ArrivedSources::look(const TreeEntry &entry)
{
    m_missing.remove(firstPart(entry.path));
    const TargetState &state = m_context.state;
    const bool shouldBeThere = entry.kind != EntryKind::Folder
        && (state.find(entry) == TargetState::Found::Same || state.expected.contains(state.entries.atTarget(entry)));
    m_unseen += shouldBeThere && !isToRemove(entry);
}

// An earlier failure has a better reason.
void ArrivedSources::tell()
{
    if (m_unseen > 0 && m_context.failed.isEmpty())
        m_context.fail(
            m_context.plan.names.constFirst(),
            QStringLiteral("it arrived, but %1 of its files are not seen there any more, and stay").arg(m_unseen),
            m_unseen);
    for (const QByteArray &name : std::as_const(m_missing))
        m_context.fail(name, QStringLiteral("it arrived, and was gone before it could be removed"));
}

Result<void> checkApart(BulkSession &source, const TransferPlan &plan)
{
    const auto answer = answerOf(source, transferCall("bd_has", {plan.folder, plan.stage}));
    if (!answer)
        return answer.error();
    if (!answer->contains("@bd has it\n"))
        return {};
    return nothingToMove(plan);
}

Result<void> identifySources(BulkSession &session, const TransferPlan &plan)
{
    constexpr QByteArrayView mark = "@bd seen ";
    if (notedSources(plan))
        return {};
    const auto said = shellAnswerOf(session, transferCall("bd_seen", QByteArrayList{plan.folder} + plan.names));
    if (!said || !*said)
        return said ? said->error() : lacksShell();
    QByteArrayList seen(plan.names.size(), missingSource);
    for (const QByteArray &line : (*said)->split('\n')) {
        const QByteArrayList words = line.startsWith(mark) ? line.sliced(mark.size()).split(' ') : QByteArrayList();
        const qsizetype at = words.value(0).toInt() - 1;
        if (words.size() == 2 && !words.at(1).isEmpty() && at >= 0 && at < seen.size())
            seen[at] = words.at(1);
    }
    return noteIdentities(plan, seen);
}

Result<void> noteIdentities(const TransferPlan &plan, const QByteArrayList &seen)
{
    const qsizetype missing = seen.indexOf(missingSource);
    const bool isEnough = plan.bringsWhatIsThere && seen.count(missingSource) < seen.size();
    if (missing >= 0 && !isEnough && !wasPlaced(plan))
        return noSource(plan.folder, plan.names.at(missing));
    return noteSources(plan, seen);
}

QSet<QByteArray> missedAtFirst(const TransferPlan &plan)
{
    const QByteArrayList seen = notedSources(plan).value_or(QByteArrayList());
    QSet<QByteArray> missing;
    for (qsizetype i = 0; plan.bringsWhatIsThere && i < seen.size(); ++i) {
        if (seen.at(i) == missingSource)
            missing.insert(plan.names.at(i));
    }
    return missing;
}

Result<void> renameSources(BulkSession &session, TransferPlan &plan, KeptFiles &kept)
{
    const QByteArray replaces = plan.conflicts == ConflictRule::Replace ? "yes" : "no";
    QByteArrayList words{plan.folder, plan.target, replaces, plan.trashFolder()};
    const QByteArrayList seen = notedSources(plan).value_or(QByteArrayList());
    for (qsizetype i = 0; i < plan.names.size(); ++i)
        words << seen.value(i, missingSource) << plan.names.at(i);
    const auto answer = answerOf(session, transferCall("bd_rename", words));
    if (!answer)
        return answer.error();
    kept.set(keptIn(*answer, plan.target));
    QByteArrayList left;
    for (qsizetype i = 0; i < plan.names.size(); ++i) {
        if (!answer->contains(QByteArray("@bd moved " + QByteArray::number(i + 1) + '\n')))
            left.append(plan.names.at(i));
    }
    plan.names = left;
    return {};
}

Result<void> removeArrived(BulkSession &source, RunContext &context, const FactSet &placed)
{
    const TransferPlan &plan = context.plan;
    SourceList list(plan);
    ArrivedSources arrived(context, placed);
    if (const auto listed = list.fetch(source, plan, [&arrived](const TreeEntry &entry) { arrived.look(entry); });
        !listed)
        return listed;
    const auto removed = feedNames(source, transferCall("bd_unlink", {plan.folder}), list,
                                   [&arrived](const TreeEntry &entry) { return arrived.isToRemove(entry); });
    if (!removed)
        return removed.error();
    // Each folder after its entries; a folder that is not empty stays.
    const auto emptied = feedNames(source, transferCall("bd_rmdir", {plan.folder}), list,
                                   [&arrived](const TreeEntry &entry) { return arrived.isToEmpty(entry); });
    if (!emptied)
        return emptied.error();
    if (!removed->isEmpty())
        context.fail(plan.names.constFirst(),
                     QStringLiteral("it arrived, but cannot be removed: ") + harmlessEnd(removed->trimmed(), 200));
    arrived.tell();
    return {};
}

} // namespace engine
