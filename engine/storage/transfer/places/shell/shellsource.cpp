// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/shellsource.h"

#include "engine/api/paths.h"
#include "engine/storage/transfer/places/blob/blobsource.h"
#include "engine/storage/transfer/places/here/heresource.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/places/sftp/sftpsource.h"
#include "engine/storage/transfer/wire/plan/placednote.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <QDateTime>

namespace engine {

namespace {

// The trash of the home folder ("Trash"), or of a user at the top of a file system (".Trash-1000", ".Trash/1000"). A
// folder in it is removed with its last entry.
bool isInTrash(const QByteArray &folder)
{
    const QByteArray files = beforeLastPart(folder);
    const QByteArray trash = beforeLastPart(files);
    return lastPart(files) == "files"
        && (lastPart(trash) == "Trash" || lastPart(trash).startsWith(".Trash-")
            || lastPart(beforeLastPart(trash)) == ".Trash");
}

// InvalidArgument: a name cannot be that of a file or folder.
Result<void> checkNames(const TransferPlan &plan)
{
    for (const QByteArray &name : plan.names) {
        if (!isEntryName(pathFromBytes(name)))
            return Error{
                ErrorCode::InvalidArgument,
                {QT_TRANSLATE_NOOP("engine", "%1 is no name of a file or folder."), {shownPath(pathFromBytes(name))}},
                pathFromBytes(name)};
    }
    return {};
}

} // namespace

class ShellSource::Lane final : public Reader
{
public:
    Lane(ShellSource &source, std::shared_ptr<BulkSession> session)
        : m_source(source), m_session(std::move(session)) { }

    Result<void> readTrees(WorkQueue<TreeBatch> &queue, StageWriter &writer) override
    {
        return m_source.m_trees.receive(*m_session, writer, queue);
    }
    Result<void> readParts(StageWriter &writer) override
    {
        return PartReceiver(m_source.m_context, m_source.m_parts).receive(*m_session, writer);
    }

private:
    ShellSource &m_source;
    std::shared_ptr<BulkSession> m_session;
};

Result<std::unique_ptr<Reader>> ShellSource::openReader(size_t lane)
{
    auto session = sessionOf(lane);
    if (!session)
        return session.error();
    return std::unique_ptr<Reader>(std::make_unique<Lane>(*this, *std::move(session)));
}

Result<void> ShellSource::check(BulkSession &session, RunContext &context)
{
    TransferPlan &plan = context.plan;
    const auto said = shellAnswerOf(session, transferCall("bd_source", QByteArrayList{plan.folder} + plan.names));
    if (!said)
        return lacksShell();
    const Result<QByteArray> &answer = *said;
    if (!answer)
        return answer.error();
    const bool isNowhere = answer->contains("@bd nowhere\n");
    if (isNowhere && !isInTrash(plan.folder))
        return noSource(plan.folder, plan.names.constFirst());
    const QByteArrayList missing = isNowhere ? plan.names : missingSources(*answer, plan.names);
    if (const auto left = leaveOutMissing(context, missing); !left || plan.names.isEmpty())
        return left;
    if (!answer->contains("@bd has find\n") || !answer->contains("@bd has tar\n") || !answer->contains("@bd has dd\n"))
        return lacksShell();
    if (context.isWithin && answer->contains("@bd root\n"))
        context.state.keepOwners();
    return {};
}

Result<ClockOffset> ShellSource::clock()
{
    const qint64 askedMs = QDateTime::currentMSecsSinceEpoch();
    const auto answer = answerOf(*m_session, transferCall("date", {"+%s"}));
    if (!answer && answer.error().code != ErrorCode::CommandFailed)
        return answer.error();
    const qint64 answeredMs = QDateTime::currentMSecsSinceEpoch();
    const QByteArray said = answer ? answer->trimmed() : QByteArray();
    bool isNumber = false;
    const qint64 second = said.sliced(said.lastIndexOf('\n') + 1).toLongLong(&isNumber);
    return isNumber ? ClockOffset::seen(askedMs, second, answeredMs) : ClockOffset::any();
}

Result<void> ShellSource::checkSources()
{
    const TransferPlan &plan = m_context.plan;
    const auto answer = answerOf(*m_session, transferCall("bd_source", QByteArrayList{plan.folder} + plan.names));
    if (!answer)
        return answer.error();
    const bool isNowhere = answer->contains("@bd nowhere\n");
    if (isNowhere || missingSources(*answer, plan.names).size() == plan.names.size())
        return noSource(plan.folder, plan.names.constFirst());
    return {};
}

// Files whose archive had no error are as listed. The machine's tools do not check that.
Result<void> ShellSource::eachChanged(const SourceList &list, const SourceList::Take &take)
{
    const bool isToAsk = m_context.isWithin || m_trees.isDoubtful();
    return isToAsk ? list.eachChanged(*m_session, m_context.plan, take) : Result<void>();
}

Result<std::unique_ptr<Source>> openSource(RunContext &context, RunSessions &sessions,
                                           const std::shared_ptr<BulkSession> &session, bool isHere)
{
    if (const auto named = checkNames(context.plan); !named)
        return named.error();
    const auto begun = [](auto source) -> Result<std::unique_ptr<Source>> {
        if (const auto done = source->begin(); !done)
            return done.error();
        return std::unique_ptr<Source>(std::move(source));
    };
    if (isHere)
        return begun(std::make_unique<HereSource>(context, sessions, session));
    if (const auto blobs = blobsOf(session))
        return begun(std::make_unique<BlobSource>(context, sessions, blobs));
    const auto checked = ShellSource::check(*session, context);
    if (checked)
        return std::unique_ptr<Source>(std::make_unique<ShellSource>(context, sessions, session));
    if (!isLackOfShell(checked.error()))
        return checked.error();
    context.isWithin = false; // without a shell the bytes pass through this computer
    return begun(std::make_unique<SftpSource>(context, sessions, session));
}

} // namespace engine
