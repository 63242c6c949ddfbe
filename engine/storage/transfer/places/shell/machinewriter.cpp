// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/shell/machinewriter.h"

#include "engine/storage/transfer/places/here/stagefolder.h"
#include "engine/storage/transfer/wire/plan/scriptcalls.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>

namespace engine {

Result<void> MachineWriter::beginStream()
{
    if (m_tar)
        return {};
    if (isBroken())
        return trouble();
    auto command = m_session->start(transferCall("bd_extract", {m_stage, m_tarKind}));
    if (!command)
        return command.error();
    m_unpacking = *std::move(command);
    m_tar = std::make_unique<TarStream>([this](QByteArrayView bytes) { return m_unpacking->write(bytes); });
    return {};
}

// If tar ended early, its own error output explains more than the write error.
int MachineWriter::streamed(const Result<void> &put)
{
    if (put)
        return 0;
    m_tar.reset();
    const std::unique_ptr<BulkCommand> command = std::exchange(m_unpacking, {});
    (void)command->closeInput(); // otherwise a tar that still runs would wait for more
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

// bd_extract lists the staging folder when its archive ends with a file of the same name.
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

// If a file was begun and not ended, the stream is cut before it, so that the file does not look whole.
int MachineWriter::endStream(QByteArray &listed)
{
    if (!m_tar)
        return isBroken() ? broken : 0;
    const bool isCut = std::exchange(m_isInFile, false);
    Result<void> sent = isCut ? m_tar->cut() : m_tar->finish();
    m_tar.reset();
    if (sent)
        sent = m_unpacking->closeInput();
    const std::unique_ptr<BulkCommand> command = std::exchange(m_unpacking, {});
    if (isCut)
        return told(unpackedCut(*command, sent, m_hear));
    auto heard = unpacked(*command, sent, [this](const EntryTrouble &trouble) {
        if (trouble.path != lastPart(m_stage)) // the mark is no file of the transfer
            m_hear(trouble);
    });
    if (!heard)
        return fail(heard.error());
    listed = *std::move(heard);
    return 0;
}

int MachineWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    m_partsPath = path;
    return told(m_parts.begin(file, path));
}

int MachineWriter::beginRun(qint64 first, qint64 count)
{
    return told(m_parts.beginRun(first, count));
}

int MachineWriter::putBlock(qint64, QByteArrayView bytes)
{
    return told(m_parts.putBlock(bytes));
}

int MachineWriter::putHole(qint64, qsizetype length)
{
    m_parts.putHole(length);
    return 0;
}

int MachineWriter::endMebibyte(qint64 mib)
{
    return told(m_parts.endMebibyte(mib));
}

int MachineWriter::endParts()
{
    const int number = told(m_parts.end());
    if (number != 0 || m_parts.refusal().isEmpty())
        return number;
    m_hear({m_partsPath, m_parts.refusal()});
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
