// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/partline.h"

#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/transferrun.h"

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

constexpr qsizetype mostOfRefusal = 200; // of one file

} // namespace

QByteArray inOctal(const QByteArray &name)
{
    QByteArray text;
    for (const char c : name) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || (c != '\0' && std::strchr("/._-", c)))
            text += c;
        else
            text += "\\0" + QByteArray::number(int(quint8(c)), 8).rightJustified(3, '0');
    }
    return text;
}

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
    m_refusal.clear();
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
    return heard && !m_counts.isEmpty() && m_refusal.isEmpty() ? Result<void>(endedEarly()) : heard;
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
            return couldNot(line.sliced(qstrlen("@bd failed ")));
        if (line.startsWith("@bd not "))
            m_refusal = harmlessEnd(line.sliced(qstrlen("@bd not ")), mostOfRefusal);
        if (!line.startsWith("@bd part "))
            continue;
        const qint64 first = line.sliced(qstrlen("@bd part ")).toLongLong();
        if (const qint64 count = m_counts.take(first); count > 0)
            m_written(first, count);
    }
    return {};
}

Result<void> sealParts(BulkSession &session, const QByteArray &stage, const std::vector<TreeEntry> &files,
                       const HearTrouble &hear)
{
    constexpr size_t atOnce = 500; // it says nothing meanwhile
    for (size_t begin = 0; begin < files.size(); begin += atOnce) {
        QByteArray lines;
        for (size_t i = begin; i < std::min(begin + atOnce, files.size()); ++i) {
            const TreeEntry &file = files.at(i);
            lines += (file.kind == EntryKind::Folder ? QByteArray("-") : QByteArray::number(file.size)) + ' '
                + QByteArray::number(file.mode, 8) + ' ' + timeWord(file) + ' ' + inOctal(file.path) + '\n';
        }
        const auto sealed = answerOf(session, transferCall("bd_seals", {stage}), lines);
        if (!sealed)
            return sealed.error();
        for (const QByteArray &line : sealed->split('\n')) {
            const QByteArrayList words = line.split(' ');
            const bool isNote = words.value(1) == "noted";
            const size_t index = begin + words.value(2).toULongLong() - 1;
            if (words.value(0) == "@bd" && (isNote || words.value(1) == "not") && index < files.size())
                hear({files.at(index).path, harmlessEnd(words.mid(3).join(' '), mostOfRefusal), isNote});
        }
    }
    return {};
}

} // namespace engine
