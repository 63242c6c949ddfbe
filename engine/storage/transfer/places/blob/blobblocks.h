// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/factset.h"

#include <QMap>
#include <QMutex>
#include <QSet>

#include <map>

namespace engine {

/// Blocks that were sent of files that are not committed yet. A block's id says which MiB of which version of the file
/// it has, so that the next run finds it at the service. Paths are those in the target. Any thread.
class BlobBlocks final
{
    Q_DISABLE_COPY_MOVE(BlobBlocks)

public:
    BlobBlocks() = default;

    /// How many MiB a block of the file has, so that it has no more blocks than the service allows.
    [[nodiscard]] static qint64 mebibytesOfBlock(qint64 size);
    [[nodiscard]] static QByteArray idOf(const TreeEntry &file, qint64 first, qint64 count); ///< in MiB

    struct Run
    {
        qint64 first;
        qint64 count;
    };
    /// Takes over the blocks of this version of a file that the service has. Returns what they have, in MiB.
    std::vector<Run> take(const TreeEntry &file, const QByteArray &path, const QMap<QByteArray, qint64> &uncommitted);
    void add(const TreeEntry &file, const QByteArray &path, qint64 first, qint64 count);
    [[nodiscard]] bool has(const QByteArray &path, qint64 first, qint64 count) const;
    /// All blocks of a file, in their order, which are forgotten. Empty: some are missing.
    [[nodiscard]] QByteArrayList takeWhole(const TreeEntry &file, const QByteArray &path);

private:
    struct Block
    {
        qint64 count; // MiB
        QByteArray id;
    };
    mutable QMutex m_mutex;
    QHash<QByteArray, std::map<qint64, Block>> m_blocks; // by path, and first MiB
};

/// Files that a run has written in an account. Any thread.
class BlobsSent final
{
    Q_DISABLE_COPY_MOVE(BlobsSent)

public:
    BlobsSent() = default;

    void add(const TreeEntry &file); ///< with its path in the target
    [[nodiscard]] bool isAnyIn(const QByteArray &folder) const;
    /// Files so far; while no file is added.
    [[nodiscard]] const FactSet &files();

private:
    mutable QMutex m_mutex;
    FactSet m_files;
    QSet<QByteArray> m_folders; // with all above them
};

} // namespace engine
