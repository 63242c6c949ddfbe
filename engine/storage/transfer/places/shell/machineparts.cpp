// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/machineparts.h"

#include "engine/base/bytes.h"
#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <algorithm>
#include <cstring>

namespace engine {

namespace {

constexpr qsizetype mostOfRefusal = 200; // of one file

} // namespace

Result<void> MachineParts::begin(const TreeEntry &file, const QByteArray &path)
{
    m_file = file;
    m_mebibyte.resize(0);
    m_isHole = true;
    m_isCut = false;
    m_unconfirmed.clear();
    m_output.clear();
    m_refusal.clear();
    auto command = m_session.start(transferCall("bd_parts", {m_stage, path}));
    if (!command)
        return command.error();
    m_command = *std::move(command);
    return {};
}

Result<void> MachineParts::beginRun(qint64 first, qint64 count)
{
    m_runMiB = count;
    return announce(first, count);
}

Result<void> MachineParts::putBlock(QByteArrayView bytes)
{
    if (m_runMiB > 0) {
        m_runBytes += bytes.size();
        return writePart(bytes);
    }
    m_isHole = false;
    m_mebibyte.append(bytes);
    return {};
}

// The machine writes whole MiB. The seal truncates the last one.
Result<void> MachineParts::endMebibyte(qint64 mib)
{
    if (m_runMiB > 0) {
        --m_runMiB;
        return writePart(QByteArray(mebi - std::exchange(m_runBytes, 0), '\0'));
    }
    m_mebibyte.append(mebi - m_mebibyte.size(), '\0');
    Result<void> put;
    if (std::exchange(m_isHole, true)) {
        m_journal.add(m_file, mib, 1);
    } else {
        put = announce(mib, 1);
        if (put)
            put = writePart(m_mebibyte);
    }
    m_mebibyte.resize(0);
    return put;
}

Result<void> MachineParts::end()
{
    m_isCut = std::exchange(m_runMiB, 0) > 0;
    m_runBytes = 0;
    if (!m_command)
        return {};
    const std::unique_ptr<BulkCommand> command = std::move(m_command);
    if (const auto closed = command->closeInput(); !closed)
        return closed;
    const Result<CommandResult> result = command->finish();
    const Result<void> parsed = result ? parse(result->output) : Result<void>(result.error());
    return parsed && !m_unconfirmed.isEmpty() && m_refusal.isEmpty() ? Result<void>(endedEarly()) : parsed;
}

// All bytes of \a count MiB follow.
Result<void> MachineParts::announce(qint64 first, qint64 count)
{
    m_unconfirmed.insert(first, count);
    return send(QByteArray(QByteArray::number(first) + ' ' + QByteArray::number(count) + '\n'));
}

Result<void> MachineParts::writePart(QByteArrayView bytes)
{
    if (const auto done = send(bytes); !done)
        return done;
    // Confirmations of earlier parts are noted at once: after a cut those parts need not be sent again.
    const Result<QByteArray> output = m_command->takeOutput();
    return output ? parse(*output) : Result<void>(output.error());
}

// The last output of the machine says why it takes no more.
Result<void> MachineParts::send(QByteArrayView bytes)
{
    const Result<void> done = m_command->write(bytes);
    if (done || done.error().code != ErrorCode::Unreachable)
        return done;
    const auto output = m_command->takeOutput();
    const Result<void> parsed = output ? parse(*output) : Result<void>();
    return parsed ? done : parsed;
}

Result<void> MachineParts::parse(const QByteArray &output)
{
    m_output += output;
    for (qsizetype end; (end = m_output.indexOf('\n')) >= 0;) {
        const QByteArray line = m_output.first(end);
        m_output.remove(0, end + 1);
        if (line.startsWith("@bd failed "))
            return couldNot(line.sliced(qstrlen("@bd failed ")));
        if (line.startsWith("@bd not "))
            m_refusal = harmlessEnd(line.sliced(qstrlen("@bd not ")), mostOfRefusal);
        if (!line.startsWith("@bd part "))
            continue;
        const qint64 first = line.sliced(qstrlen("@bd part ")).toLongLong();
        if (const qint64 count = m_unconfirmed.take(first); count > 0 && !m_isCut)
            m_journal.add(m_file, first, count);
    }
    return {};
}

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

Result<void> sealParts(BulkSession &session, const QByteArray &stage, const std::vector<TreeEntry> &files,
                       const ReportTrouble &hear)
{
    constexpr size_t atOnce = 500; // the command sends nothing until it has sealed them all
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
