// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "models/storage/folder/folderrows.h"

#include <QJsonObject>

#include <limits>
#include <utility>

namespace models {

using engine::StorageEntry;

void FolderRows::append(const QList<StorageEntry> &entries)
{
    Chunk *chunk = nullptr;
    for (const StorageEntry &entry : entries) {
        const QByteArray name = engine::pathToBytes(entry.name);
        // Longer than any file system allows.
        if (name.size() > std::numeric_limits<quint16>::max())
            continue;
        if (m_count % chunkSize == 0) {
            auto fresh = std::make_shared<Chunk>();
            fresh->rows.reserve(chunkSize);
            chunk = fresh.get();
            m_chunks.push_back(std::move(fresh));
        } else if (!chunk) {
            chunk = &detached(m_count / chunkSize);
        }
        chunk->rows.push_back(packed(entry, name, *chunk));
        m_nameBytes += name.size();
        m_hidden += isHidden(m_count) ? 1 : 0;
        ++m_count;
        // Removes spare capacity.
        if (chunk->rows.size() == chunkSize)
            chunk->names.squeeze();
    }
}

void FolderRows::replace(quint32 row, const StorageEntry &entry)
{
    const QByteArray name = engine::pathToBytes(entry.name);
    m_hidden -= isHidden(row) ? 1 : 0;
    Chunk &chunk = detached(row / chunkSize);
    chunk.rows[row % chunkSize] = packed(entry, name, chunk);
    m_nameBytes += name.size();
    m_hidden += isHidden(row) ? 1 : 0;
}

void FolderRows::drop(quint32 row)
{
    if (isGone(row))
        return;
    m_hidden -= isHidden(row) ? 1 : 0;
    detached(row / chunkSize).rows[row % chunkSize].isGone = true;
    ++m_gone;
}

StorageEntry FolderRows::entry(quint32 row) const
{
    const Row &packed = at(row);
    StorageEntry entry;
    entry.name = engine::pathFromBytes(name(row));
    entry.kind = engine::EntryKind(packed.kind);
    entry.isFolder = packed.isFolder;
    entry.size = packed.size;
    entry.modifiedMs = packed.modifiedMs;
    entry.mode = packed.mode;
    entry.owner = m_words[packed.owner];
    entry.group = m_words[packed.group];
    return entry;
}

QByteArrayView FolderRows::name(quint32 row) const
{
    const Row &packed = at(row);
    return QByteArrayView(m_chunks[row / chunkSize]->names).sliced(packed.nameAt, packed.nameLength);
}

bool FolderRows::isHidden(quint32 row) const
{
    return name(row).startsWith('.');
}

FolderRows::Chunk &FolderRows::detached(quint32 chunk)
{
    auto copy = std::make_shared<Chunk>();
    copy->rows.reserve(chunkSize);
    copy->rows = m_chunks[chunk]->rows;
    copy->names = m_chunks[chunk]->names;
    Chunk &writable = *copy;
    m_chunks[chunk] = std::move(copy);
    return writable;
}

FolderRows::Row FolderRows::packed(const StorageEntry &entry, const QByteArray &name, Chunk &chunk)
{
    Row row;
    row.nameAt = quint32(chunk.names.size());
    row.nameLength = quint16(name.size());
    chunk.names += name;
    row.owner = wordId(entry.owner);
    row.group = wordId(entry.group);
    row.mode = qint16(entry.mode);
    row.kind = quint8(entry.kind);
    row.isFolder = entry.isFolder;
    row.size = entry.size;
    row.modifiedMs = entry.modifiedMs;
    return row;
}

quint16 FolderRows::wordId(const QString &word)
{
    if (word.isEmpty())
        return 0;
    const auto known = m_wordIds.constFind(word);
    if (known != m_wordIds.cend())
        return *known;
    // More owners than any real server has.
    if (m_words.size() > std::numeric_limits<quint16>::max())
        return 0;
    const auto id = quint16(m_words.size());
    m_words.append(word);
    m_wordIds.insert(word, id);
    return id;
}

std::vector<quint32> FolderRows::takeOver(const QList<engine::StorageEntry> &entries)
{
    QHash<QByteArrayView, quint32> known;
    for (quint32 row = 0; row < m_count; ++row) {
        if (!isGone(row))
            known.insert(name(row), row);
    }
    QList<engine::StorageEntry> fresh;
    QList<std::pair<quint32, engine::StorageEntry>> others;
    for (const engine::StorageEntry &each : entries) {
        const auto row = known.constFind(engine::pathToBytes(each.name));
        if (row == known.cend()) {
            fresh.append(each);
            continue;
        }
        if (entry(*row).toJson() != each.toJson())
            others.append({*row, each});
        known.erase(row);
    }
    const QList<quint32> gone = known.values();
    known.clear(); // its names are of rows that change now
    std::vector<quint32> touched;
    for (const auto &[row, each] : std::as_const(others)) {
        replace(row, each);
        touched.push_back(row);
    }
    for (const quint32 row : gone) {
        drop(row);
        touched.push_back(row);
    }
    append(fresh);
    return touched;
}

std::optional<quint32> FolderRows::find(QByteArrayView wanted) const
{
    for (quint32 row = 0; row < m_count; ++row) {
        if (!isGone(row) && name(row) == wanted)
            return row;
    }
    return {};
}

} // namespace models
