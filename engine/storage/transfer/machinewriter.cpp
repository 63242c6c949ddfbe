// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/machinewriter.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/stagefolder.h"
#include "engine/storage/transfer/transferrun.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

namespace engine {

Result<void> MachineWriter::beginStream()
{
    if (m_tar)
        return {};
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
    TreeEntry mark;
    mark.path = lastPart(m_stage);
    mark.mode = S_IRUSR | S_IWUSR;
    const int marked = m_tar && !m_isInFile ? add(mark) : 0;
    return marked == 0 ? endStream(listed) : marked;
}

// A file that was begun and not ended must not look whole there: the stream just ends then, and what tar says of that
// is nothing new.
int MachineWriter::endStream(QByteArray &said)
{
    if (!m_tar)
        return 0;
    const bool isCut = std::exchange(m_isInFile, false);
    Result<void> sent = isCut ? m_tar->cut() : m_tar->finish();
    m_tar.reset();
    if (sent)
        sent = m_command->closeInput();
    const std::unique_ptr<BulkCommand> command = std::exchange(m_command, {});
    if (isCut)
        return told(unpackedCut(*command, sent));
    auto heard = unpacked(*command, sent, m_hear);
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
    return told(m_line.begin(path, [this](qint64 first, qint64 count) {
        if (!m_isCut)
            m_journal.add(m_entry, first, count);
    }));
}

// As one part: less is said there and back.
int MachineWriter::beginRun(qint64 first, qint64 count)
{
    m_runMiB = count;
    return told(m_line.announce(first, count));
}

int MachineWriter::putBlock(qint64, QByteArrayView bytes)
{
    if (m_runMiB > 0) {
        m_runBytes += bytes.size();
        return told(m_line.write(bytes));
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
        return told(m_line.write(QByteArray(mebi - std::exchange(m_runBytes, 0), '\0')));
    }
    m_mebibyte.append(mebi - m_mebibyte.size(), '\0');
    Result<void> put;
    if (std::exchange(m_isHole, true)) {
        m_journal.add(m_entry, mib, 1);
    } else {
        put = m_line.announce(mib, 1);
        if (put)
            put = m_line.write(m_mebibyte);
    }
    m_mebibyte.resize(0);
    return told(put);
}

int MachineWriter::endParts()
{
    m_isCut = std::exchange(m_runMiB, 0) > 0;
    m_runBytes = 0;
    const int number = told(m_line.end());
    if (number != 0 || m_line.refusal().isEmpty())
        return number;
    m_hear({m_path, m_line.refusal()});
    return EIO;
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

} // namespace engine
