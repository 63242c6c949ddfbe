// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/wire/plan/factset.h"

#include <QMap>
#include <QMutex>
#include <QSet>

#include <set>

namespace engine {

/// Blocks that were sent of files that are not committed yet. A block's id says of which transfer it is, and which MiB
/// of which version of the file it has, so that the next run of the transfer finds it at the service. Paths are those
/// in the target. Any thread.
class BlobBlocks final
{
    Q_DISABLE_COPY_MOVE(BlobBlocks)

public:
    static constexpr qsizetype idLength = 32; ///< bytes

    /// \a transfer: what tells it from all others.
    explicit BlobBlocks(QByteArray transfer) : m_transfer(std::move(transfer)) { }

    /// How many MiB a block of the file has, so that it has no more blocks than the service allows.
    [[nodiscard]] static qint64 mebibytesOfBlock(qint64 size);
    [[nodiscard]] QByteArray idOf(const TreeEntry &file, qint64 first, qint64 count) const; ///< in MiB

    struct Run
    {
        qint64 first;
        qint64 count;
    };
    /// Takes over the blocks of this version of a file that the service has. Returns what they have, in MiB.
    std::vector<Run> take(const TreeEntry &file, const QByteArray &path, const QMap<QByteArray, qint64> &uncommitted);
    void add(const QByteArray &path, qint64 first, qint64 count);
    [[nodiscard]] bool has(const QByteArray &path, qint64 first, qint64 count) const;
    /// Blocks that make up the file, in their order; all of it are forgotten. Empty: some are missing.
    [[nodiscard]] QByteArrayList takeWhole(const TreeEntry &file, const QByteArray &path);

private:
    using Block = std::pair<qint64, qint64>; // first MiB, MiB

    [[nodiscard]] QByteArray versionDigitsOf(const TreeEntry &file) const;

    QByteArray m_transfer;
    mutable QMutex m_mutex;
    QHash<QByteArray, std::set<Block>> m_blocks; // by path; some may overlap
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
