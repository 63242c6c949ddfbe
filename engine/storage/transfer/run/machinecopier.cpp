// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/machinecopier.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/places/shell/machinestage.h"
#include "engine/storage/transfer/places/sourceremoval.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"

namespace engine {

namespace {

constexpr qint64 largeBytes = 1024 * 1024; // a file of this size is worth a command of its own
constexpr qsizetype wordsReadBytes = 64 * 1024;

// Passes the rest of the output to \a hear, and waits for the end of the command.
Result<CommandResult> endOf(BulkCommand &command, const std::function<Result<void>(const QByteArray &)> &hear)
{
    if (const auto closed = command.closeInput(); !closed)
        return closed.error();
    while (true) {
        const auto some = command.read(wordsReadBytes);
        if (!some)
            return some.error();
        if (some->isEmpty())
            return command.finish();
        if (const auto heard = hear(*some); !heard)
            return heard.error();
    }
}

// An earlier run may have given the copies their names already.
Result<void> bringNamed(RunContext &context, BulkSession &session)
{
    TransferPlan &plan = context.plan;
    const auto placed = placeNamed(session, plan);
    if (!placed || !*placed)
        return placed ? Result<void>() : Result<void>(placed.error());
    context.counters.filesTotal = context.counters.filesDone = plan.names.size();
    context.counters.isCounted = context.counters.isVerified = true;
    plan.names.clear();
    return dropStage(session, plan, context.kept);
}

Result<void> renameByShell(RunContext &context, BulkSession &session)
{
    TransferPlan &plan = context.plan;
    if (const auto seen = identifySources(session, plan); !seen)
        return seen;
    if (const auto made = MachineStage::make(session, plan); !made)
        return made.error();
    if (const auto apart = checkApart(session, plan); !apart)
        return apart;
    context.missedAtFirst = missedAtFirst(plan);
    return renameSources(session, plan, context.kept);
}

Result<void> renameBySftp(RunContext &context, BulkSession &session, RunSessions &targets,
                          std::unique_ptr<Stage> &stage)
{
    TransferPlan &plan = context.plan;
    const auto client = session.sftp();
    if (!client)
        return lacksTools(client.error());
    if (const auto seen = identifySources(**client, plan); !seen)
        return seen;
    context.isWithin = false;
    auto opened = openStage(context, targets, {}, false);
    if (!opened)
        return opened.error();
    stage = *std::move(opened);
    if (const auto apart = checkApart(**client, plan); !apart)
        return apart;
    context.missedAtFirst = missedAtFirst(plan);
    return renameSources(**client, plan);
}

} // namespace

Result<void> bringByRenaming(RunContext &context, BulkSession &session, RunSessions &targets,
                             std::unique_ptr<Stage> &stage)
{
    TransferPlan &plan = context.plan;
    if (plan.isBeside)
        return bringNamed(context, session);
    if (!plan.removesSources)
        return {};
    const qsizetype before = plan.names.size();
    auto renamed = renameByShell(context, session);
    const bool hasShell = renamed || !isLackOfShell(renamed.error());
    if (!hasShell)
        renamed = renameBySftp(context, session, targets, stage);
    if (!renamed)
        return renamed;
    const qsizetype files = before - plan.names.size();
    context.counters.filesTotal += files;
    context.counters.filesDone += files;
    context.counters.filesRenamed = files;
    context.counters.isCounted = plan.names.isEmpty();
    return hasShell && plan.names.isEmpty() ? dropStage(session, plan, context.kept) : Result<void>();
}

Result<void> MachineCopier::bring(const EachWanted &wanted)
{
    m_context.counters.isQuiet = true; // a large file takes long to copy
    const auto added = wanted([this](const TreeEntry &entry, const QByteArray &name) { return add(entry, name); });
    const auto copied = added ? finish() : added;
    m_context.counters.isQuiet = false;
    return copied;
}

Result<void> MachineCopier::add(const TreeEntry &entry, const QByteArray &targetPath)
{
    const Copy copy{entry.path, targetPath, entry.size, qMin(entry.heldBytes, entry.size), entry.mode};
    if (targetPath != entry.path || (entry.kind != EntryKind::Link && entry.size >= largeBytes)) {
        m_later.push_back(copy);
        return {};
    }
    if (!m_command) {
        if (const auto begun = begin("bd_copy"); !begun)
            return begun;
    }
    m_copies.push_back(copy);
    const auto put = m_command->write(QByteArray("./" + entry.path + '\0'));
    if (!put)
        return put;
    const auto some = m_command->takeOutput();
    if (!some)
        return some.error();
    hearSmall(*some);
    return {};
}

Result<void> MachineCopier::begin(const QByteArray &function)
{
    auto command = m_session.start(transferCall(function, {m_context.plan.folder, m_context.stagePath()}));
    if (!command)
        return command.error();
    m_command = *std::move(command);
    return {};
}

void MachineCopier::done()
{
    if (m_copies.empty())
        return;
    tellUpTo(m_copies.front().size);
    m_toldBytes = m_sparedBytes = 0;
    ++m_context.counters.filesDone;
    m_copies.pop_front();
}

// It is unknown where the holes are, so they are counted evenly over the file.
void MachineCopier::tellUpTo(qint64 at)
{
    const Copy &copy = m_copies.front();
    const double empty = copy.size > 0 ? double(copy.size - copy.heldBytes) / double(copy.size) : 0;
    const auto spared = qint64(double(at) * empty);
    const qint64 newlySpared = spared - std::exchange(m_sparedBytes, spared);
    m_context.counters.spare(newlySpared);
    m_context.counters.bytesDone += at - std::exchange(m_toldBytes, at) - newlySpared;
}

// tar prints a line for each copy. A copy that failed has none, which verify() notices.
void MachineCopier::hearSmall(const QByteArray &output)
{
    for (qsizetype i = output.count('\n'); i > 0; --i)
        done();
}

Result<void> MachineCopier::hearLarge(const QByteArray &output)
{
    m_heard += output;
    for (qsizetype end; (end = m_heard.indexOf('\n')) >= 0;) {
        const QByteArray line = m_heard.first(end);
        m_heard.remove(0, end + 1);
        if (const auto heard = hearLine(line); !heard)
            return heard;
    }
    return {};
}

Result<void> MachineCopier::hearLine(const QByteArray &line)
{
    if (line.startsWith("@bd failed "))
        return couldNot(line.sliced(qstrlen("@bd failed ")));
    if (m_copies.empty())
        return {};
    const qint64 size = m_copies.front().size;
    if (line.startsWith("@bd at ")) {
        tellUpTo(qBound(m_toldBytes, line.sliced(qstrlen("@bd at ")).toLongLong(), size));
    } else if (line.startsWith("@bd noted ")) {
        m_context.hear(
            {m_copies.front().name, harmlessEnd(line.sliced(line.lastIndexOf(": ") + 1).trimmed(), 200), true});
    } else if (line == "@bd copied") {
        done();
    } else if (line.startsWith("@bd not ")) {
        m_context.hear({m_copies.front().name, harmlessEnd(line.sliced(qstrlen("@bd not ")), 200)});
        m_context.counters.bytesDone -= std::exchange(m_toldBytes, 0);
        m_context.counters.bytesSpared -= std::exchange(m_sparedBytes, 0);
        m_copies.pop_front();
    }
    return {};
}

Result<void> MachineCopier::finish()
{
    const auto small = m_command ? finishSmall() : Result<void>();
    return small && !m_later.empty() ? copyLarge() : small;
}

Result<void> MachineCopier::finishSmall()
{
    const std::unique_ptr<BulkCommand> command = std::move(m_command);
    const auto ended = endOf(*command, [this](const QByteArray &said) {
        hearSmall(said);
        return Result<void>();
    });
    if (!ended)
        return ended.error();
    const auto heard = parseTarMessages(ended->errorOutput, [this](const EntryTrouble &trouble) {
        m_context.hear(trouble);
    }); // the error may be of the tar that packs
    if (!heard && ended->errorOutput.contains("@bd failed"))
        return heard;
    return spoilUnread(
        ended->errorOutput, [](const QByteArray &path) { return path; }, m_context.failed);
}

// After the small files, as tar drops an entry whose folder is made by another command at the same moment.
Result<void> MachineCopier::copyLarge()
{
    if (const auto begun = begin("bd_clone"); !begun)
        return begun;
    m_copies = std::exchange(m_later, {});
    const std::unique_ptr<BulkCommand> command = std::move(m_command);
    const std::deque<Copy> asked = m_copies; // finished copies are removed from m_copies
    for (const Copy &copy : asked) {
        const QByteArray mode = QByteArray::number(copy.mode & 0777, 8).rightJustified(3, '0');
        QByteArray words;
        for (const QByteArray &word : {QByteArray::number(copy.size), mode, copy.path})
            words += word + '\0';
        words += copy.name + wholeName;
        const auto put = command->write(words);
        if (!put)
            return put;
        const auto some = command->takeOutput();
        if (!some)
            return some.error();
        if (const auto heard = hearLarge(*some); !heard)
            return heard;
    }
    const auto ended = endOf(*command, [this](const QByteArray &said) { return hearLarge(said); });
    return ended ? Result<void>() : Result<void>(ended.error());
}

} // namespace engine
