// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/places/here/herewriter.h"

#include <cerrno>

namespace engine {

int HereWriter::told(int number)
{
    // A permission error in our own staging folder applies to all files.
    return isOfTheDisk(number) || number == EACCES ? fail(hereError(m_stagePath, number)) : number;
}

int HereWriter::add(const TreeEntry &entry)
{
    if (entry.kind == EntryKind::Folder)
        return told(m_stage.makeFolder(entry.path));
    if (entry.kind == EntryKind::Link)
        return told(m_stage.makeLink(entry));
    const int begun = begin(entry, entry.path);
    return begun == 0 ? end() : begun;
}

int HereWriter::begin(const TreeEntry &file, const QByteArray &path)
{
    m_entry = file;
    m_path = path;
    noteBegun(m_journal, file, path);
    m_file = m_stage.createFile(path);
    return m_file.isValid() ? 0 : told(errno);
}

int HereWriter::write(QByteArrayView bytes)
{
    return told(writeAll(m_file.get(), bytes));
}

int HereWriter::end()
{
    const int number = seal(m_file.get(), m_entry);
    m_file.reset();
    return told(number);
}

// A file does not fail if the file system cannot store its permissions or time.
int HereWriter::seal(int file, const TreeEntry &entry)
{
    const int number = StageFolder::sealFile(file, entry);
    if (isOfTheDisk(number))
        return number;
    const QString words = number == 0 ? StageFolder::unsetWords(entry) : wordsOf(number);
    if (!words.isEmpty())
        m_hear({m_path, words, true});
    return 0;
}

int HereWriter::beginParts(const TreeEntry &file, const QByteArray &path)
{
    m_entry = file;
    m_file = m_stage.openFile(path);
    return m_file.isValid() ? 0 : told(errno);
}

// The kernel allows one write to a file at a time. Waiting there spins; this mutex sleeps.
int HereWriter::putBlock(qint64 at, QByteArrayView bytes)
{
    const std::lock_guard lock(m_writing);
    return told(writeAllAt(m_file.get(), bytes, at));
}

int HereWriter::putHole(qint64, qsizetype)
{
    return 0;
}

int HereWriter::endMebibyte(qint64 mib)
{
    m_journal.add(m_entry, mib, 1);
    return 0;
}

int HereWriter::sealParts(const std::vector<TreeEntry> &files, const Sealed &sealed)
{
    for (const TreeEntry &file : files) {
        const UniqueFd open = m_stage.openFile(file.path);
        const bool isOpen = open.isValid() && ::ftruncate(open.get(), file.size) == 0;
        m_path = file.path;
        const int number = told(isOpen ? seal(open.get(), file) : errno);
        if (number == broken)
            return number;
        sealed(file, number);
    }
    return 0;
}

} // namespace engine
