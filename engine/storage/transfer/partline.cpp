// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partline.h"

#include "engine/storage/transfer/transferrun.h"

namespace engine {

namespace {

Error diskError(const QByteArray &said)
{
    const QString technical = shownPath(pathFromBytes(said.left(500)));
    return {ErrorCode::CommandFailed,
            {QT_TRANSLATE_NOOP("engine", "The machine could not do its part of the transfer: %1"), {technical}},
            {},
            {},
            technical};
}

} // namespace

Result<void> PartLine::begin(const QByteArray &path, Written written)
{
    if (const auto ended = end(); !ended)
        return ended;
    auto command = m_session.start(transferCall("bd_parts", {m_stage, path}));
    if (!command)
        return command.error();
    m_command = *std::move(command);
    m_written = std::move(written);
    m_counts.clear();
    m_heard.clear();
    return {};
}

Result<void> PartLine::announce(qint64 first, qint64 count)
{
    m_counts.insert(first, count);
    return put(QByteArray(QByteArray::number(first) + ' ' + QByteArray::number(count) + '\n'));
}

Result<void> PartLine::write(QByteArrayView bytes)
{
    if (const auto done = put(bytes); !done)
        return done;
    // What the machine has said of the part before is noted now: after a cut it need not be sent again.
    const Result<QByteArray> answer = m_command->takeOutput();
    return answer ? hear(*answer) : Result<void>(answer.error());
}

Result<void> PartLine::end()
{
    if (!m_command)
        return {};
    const std::unique_ptr<BulkCommand> command = std::move(m_command);
    if (const auto closed = command->closeInput(); !closed)
        return closed;
    const Result<CommandResult> result = command->finish();
    const Result<void> heard = result ? hear(result->output) : Result<void>(result.error());
    return heard && !m_counts.isEmpty() ? Result<void>(endedEarly()) : heard;
}

// Why the machine takes no more stands in what it said last.
Result<void> PartLine::put(QByteArrayView bytes)
{
    const Result<void> done = m_command->write(bytes);
    if (done || done.error().code != ErrorCode::Unreachable)
        return done;
    const auto said = m_command->takeOutput();
    const Result<void> heard = said ? hear(*said) : Result<void>();
    return heard ? done : heard;
}

Result<void> PartLine::hear(const QByteArray &output)
{
    m_heard += output;
    for (qsizetype end; (end = m_heard.indexOf('\n')) >= 0;) {
        const QByteArray line = m_heard.first(end);
        m_heard.remove(0, end + 1);
        if (line.startsWith("@bd failed "))
            return diskError(line.sliced(qstrlen("@bd failed ")));
        if (!line.startsWith("@bd part "))
            continue;
        const qint64 first = line.sliced(qstrlen("@bd part ")).toLongLong();
        if (const qint64 count = m_counts.take(first); count > 0)
            m_written(first, count);
    }
    return {};
}

Result<void> sealParts(BulkSession &session, const QByteArray &stage, const TreeEntry &file)
{
    const auto sealed = answerOf(session,
                                 transferCall("bd_seal",
                                              {stage, file.path, QByteArray::number(file.size),
                                               QByteArray::number(file.mode, 8), QByteArray::number(file.modified)}));
    return sealed ? Result<void>() : Result<void>(sealed.error());
}

} // namespace engine
