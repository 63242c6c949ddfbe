// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/machinewriter.h"

#include "engine/base/bytes.h"
#include "engine/ssh/servertext.h"
#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>

namespace engine {

namespace {

constexpr qsizetype mostOfRefusal = 200; // of one file

} // namespace

Result<void> MachineWriter::beginStream()
{
    if (m_tar)
        return {};
    if (isBroken())
        return trouble();
    auto command = m_session->start(transferCall("bd_extract", {m_stage, m_tarKind}));
    if (!command)
        return command.error();
    m_command = *std::move(command);
    m_tar = std::make_unique<TarStream>([this](QByteArrayView bytes) { return m_command->write(bytes); });
    return {};
}

// Where tar ended before it had all, its own words say more.
int MachineWriter::streamed(const Result<void> &put)
{
    if (put)
        return 0;
    m_tar.reset();
    const std::unique_ptr<BulkCommand> command = std::exchange(m_command, {});
    (void)command->closeInput(); // else it would wait for more, were it still there
    const auto said = unpacked(*command, put, m_hear);
    return fail(said ? put.error() : said.error());
}

int MachineWriter::add(const TreeEntry &entry)
{
    const auto begun = beginStream();
    return begun ? streamed(m_tar->add(entry)) : told(begun);
}

int MachineWriter::begin(const TreeEntry &file, const QByteArray &path)
{
    m_isInFile = true;
    noteBegun(m_journal, file, path);
    TreeEntry there = file;
    there.path = path;
    return add(there);
}

int MachineWriter::write(QByteArrayView bytes)
{
    return streamed(m_tar->write(bytes));
}

int MachineWriter::end()
{
    m_isInFile = false;
    return 0;
}

int MachineWriter::finish()
{
    QByteArray ignored;
    return endStream(ignored);
}

// bd_extract lists the stage when its archive ends with a file that is named like it.
int MachineWriter::finishAndList(QByteArray &listed)
{
    const int marked = m_tar && !m_isInFile ? add(markOf(m_stage)) : 0;
    return marked == 0 ? endStream(listed) : marked;
}

TreeEntry MachineWriter::markOf(const QByteArray &stage)
{
    TreeEntry mark;
    mark.path = lastPart(stage);
    mark.mode = S_IRUSR | S_IWUSR;
    return mark;
}

// A file that was begun and not ended must not look whole there: the stream just ends then.
int MachineWriter::endStream(QByteArray &said)
{
    if (!m_tar)
        return isBroken() ? broken : 0;
    const bool isCut = std::exchange(m_isInFile, false);
    Result<void> sent = isCut ? m_tar->cut() : m_tar->finish();
    m_tar.reset();
    if (sent)
        sent = m_command->closeInput();
    const std::unique_ptr<BulkCommand> command = std::exchange(m_command, {});
    if (isCut)
        return told(unpackedCut(*command, sent, m_hear));
    auto heard = unpacked(*command, sent, [this](const EntryTrouble &trouble) {
        if (trouble.path != lastPart(m_stage)) // the mark is nobody's file
            m_hear(trouble);
    });
    if (!heard)
        return fail(heard.error());
    said = *std::move(heard);
    return 0;
}

int MachineWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    m_entry = file;
    m_path = path;
    m_mebibyte.resize(0);
    m_isHole = true;
    m_isCut = false;
    m_counts.clear();
    m_heard.clear();
    m_refusal.clear();
    auto command = m_session->start(transferCall("bd_parts", {m_stage, path}));
    if (!command)
        return fail(command.error());
    m_line = *std::move(command);
    return 0;
}

// As one part: less is said there and back.
int MachineWriter::beginRun(qint64 first, qint64 count)
{
    m_runMiB = count;
    return told(announce(first, count));
}

int MachineWriter::putBlock(qint64, QByteArrayView bytes)
{
    if (m_runMiB > 0) {
        m_runBytes += bytes.size();
        return told(writePart(bytes));
    }
    m_isHole = false;
    m_mebibyte.append(bytes);
    return 0;
}

int MachineWriter::putHole(qint64, qsizetype length)
{
    m_mebibyte.append(length, '\0');
    return 0;
}

// The machine writes whole ones; of the last in a file the seal cuts off what is too much.
int MachineWriter::endMebibyte(qint64 mib)
{
    if (m_runMiB > 0) {
        --m_runMiB;
        return told(writePart(QByteArray(mebi - std::exchange(m_runBytes, 0), '\0')));
    }
    m_mebibyte.append(mebi - m_mebibyte.size(), '\0');
    Result<void> put;
    if (std::exchange(m_isHole, true)) {
        m_journal.add(m_entry, mib, 1);
    } else {
        put = announce(mib, 1);
        if (put)
            put = writePart(m_mebibyte);
    }
    m_mebibyte.resize(0);
    return told(put);
}

int MachineWriter::endParts()
{
    m_isCut = std::exchange(m_runMiB, 0) > 0;
    m_runBytes = 0;
    const int number = told(endLine());
    if (number != 0 || m_refusal.isEmpty())
        return number;
    m_hear({m_path, m_refusal});
    return EIO;
}

// The bytes of so many MiB follow, all of them.
Result<void> MachineWriter::announce(qint64 first, qint64 count)
{
    m_counts.insert(first, count);
    return put(QByteArray(QByteArray::number(first) + ' ' + QByteArray::number(count) + '\n'));
}

Result<void> MachineWriter::writePart(QByteArrayView bytes)
{
    if (const auto done = put(bytes); !done)
        return done;
    // What the machine has said of the part before is noted now: after a cut it need not be sent again.
    const Result<QByteArray> answer = m_line->takeOutput();
    return answer ? hear(*answer) : Result<void>(answer.error());
}

// Waits until all is written.
Result<void> MachineWriter::endLine()
{
    if (!m_line)
        return {};
    const std::unique_ptr<BulkCommand> line = std::move(m_line);
    if (const auto closed = line->closeInput(); !closed)
        return closed;
    const Result<CommandResult> result = line->finish();
    const Result<void> heard = result ? hear(result->output) : Result<void>(result.error());
    return heard && !m_counts.isEmpty() && m_refusal.isEmpty() ? Result<void>(endedEarly()) : heard;
}

// Why the machine takes no more stands in what it said last.
Result<void> MachineWriter::put(QByteArrayView bytes)
{
    const Result<void> done = m_line->write(bytes);
    if (done || done.error().code != ErrorCode::Unreachable)
        return done;
    const auto said = m_line->takeOutput();
    const Result<void> heard = said ? hear(*said) : Result<void>();
    return heard ? done : heard;
}

Result<void> MachineWriter::hear(const QByteArray &output)
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
        if (const qint64 count = m_counts.take(first); count > 0 && !m_isCut)
            m_journal.add(m_entry, first, count);
    }
    return {};
}

int MachineWriter::sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed)
{
    QByteArrayList unsealed;
    const int number = told(engine::sealParts(*m_session, m_stage, files, [&](const EntryTrouble &trouble) {
        if (!trouble.isNote)
            unsealed.append(trouble.path);
        m_hear(trouble);
    }));
    if (number == 0)
        std::for_each(files.cbegin(), files.cend(),
                      [&](const TreeEntry &file) { sealed(file, unsealed.contains(file.path) ? EIO : 0); });
    return number;
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
