// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace models {

/// Compact entries of a folder: about 60 MB for a million. An entry's number is its order of arrival and never changes.
/// Value; copies share data, so that a worker can read one while another grows.
class FolderRows
{
public:
    [[nodiscard]] quint32 count() const { return m_count; } ///< includes removed entries
    [[nodiscard]] quint32 presentCount() const { return m_count - m_gone; }
    [[nodiscard]] quint32 hiddenCount() const { return m_hidden; } ///< of present entries
    [[nodiscard]] qint64 nameBytes() const { return m_nameBytes; } ///< total of all names

    void append(const QList<engine::StorageEntry> &entries);
    void replace(quint32 row, const engine::StorageEntry &entry);
    void drop(quint32 row); ///< marks as removed; other numbers stay
    /// Makes the entries those of \a entries, which were listed anew: new ones are appended. Returns the rows that
    /// changed or are gone.
    std::vector<quint32> takeOver(const QList<engine::StorageEntry> &entries);
    [[nodiscard]] std::optional<quint32> find(QByteArrayView wanted) const;

    [[nodiscard]] engine::StorageEntry entry(quint32 row) const; ///< without the target of a link
    [[nodiscard]] QByteArrayView name(quint32 row) const; ///< bytes as the place sent them
    [[nodiscard]] bool isFolder(quint32 row) const { return at(row).isFolder; }
    [[nodiscard]] bool isGone(quint32 row) const { return at(row).isGone; }
    [[nodiscard]] bool isHidden(quint32 row) const;
    [[nodiscard]] qint64 size(quint32 row) const { return at(row).size; }
    [[nodiscard]] qint64 modifiedMs(quint32 row) const { return at(row).modifiedMs; }
    [[nodiscard]] int mode(quint32 row) const { return at(row).mode; }
    [[nodiscard]] const QString &owner(quint32 row) const { return m_words[at(row).owner]; }
    [[nodiscard]] const QString &group(quint32 row) const { return m_words[at(row).group]; }

private:
    static constexpr quint32 chunkSize = 1024;

    struct Row
    {
        quint32 nameAt = 0; // offset in the chunk's names
        quint16 nameLength = 0;
        quint16 owner = 0; // index in m_words
        quint16 group = 0;
        qint16 mode = -1;
        quint8 kind = 0;
        bool isFolder = false;
        bool isGone = false;
        qint64 size = 0;
        qint64 modifiedMs = 0;
    };
    struct Chunk
    {
        std::vector<Row> rows;
        QByteArray names;
    };

    [[nodiscard]] const Row &at(quint32 row) const { return m_chunks[row / chunkSize]->rows[row % chunkSize]; }
    /// A writable chunk: copied if it is shared.
    Chunk &detached(quint32 chunk);
    [[nodiscard]] Row packed(const engine::StorageEntry &entry, const QByteArray &name, Chunk &chunk);
    [[nodiscard]] quint16 wordId(const QString &word);

    std::vector<std::shared_ptr<const Chunk>> m_chunks;
    QStringList m_words{QString()}; // owners and groups: few distinct ones
    QHash<QString, quint16> m_wordIds;
    quint32 m_count = 0;
    quint32 m_gone = 0;
    quint32 m_hidden = 0;
    qint64 m_nameBytes = 0;
};

} // namespace models
