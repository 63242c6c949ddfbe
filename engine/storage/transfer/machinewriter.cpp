// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/machinewriter.h"

#include "engine/base/bytes.h"
#include "engine/storage/transfer/transferrun.h"

#include <algorithm>
#include <cerrno>

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

int MachineWriter::add(const TreeEntry &entry)
{
    const auto begun = beginStream();
    return told(begun ? m_tar->add(entry) : begun);
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
    return told(m_tar->write(bytes));
}

int MachineWriter::end()
{
    m_isInFile = false;
    return 0;
}

// A file that was begun and not ended must not look whole there: the stream just ends then, and what tar says of that
// is nothing new.
int MachineWriter::finish()
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
    const auto said = unpacked(*command, sent, m_hear);
    return said ? 0 : fail(said.error());
}

int MachineWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    m_entry = file;
    m_path = path;
    m_mebibyte.resize(0);
    m_isHole = true;
    return told(m_line.begin(path, [this](qint64 first, qint64 count) { m_journal.add(m_entry, first, count); }));
}

int MachineWriter::putBlock(qint64, QByteArrayView bytes)
{
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
