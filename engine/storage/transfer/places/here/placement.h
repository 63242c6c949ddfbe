// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

namespace engine {

/// Moves the entries of a staging folder to their places: a folder that does not exist yet as a whole, other entries
/// one by one. No link is followed. Files are replaced only as the conflict rule says, and are put into the trash
/// before. One thread.
class HerePlacement final
{
    Q_DISABLE_COPY_MOVE(HerePlacement)

public:
    /// Opens the folder in the trash for replaced files.
    using OpenTrash = std::function<Result<UniqueFd>()>;

    /// \a target is for errors.
    HerePlacement(QByteArray target, ConflictRule rule, TransferCounters &counters, FailedFiles &failed,
                  OpenTrash openTrash)
        : m_target(std::move(target)), m_rule(rule), m_counters(counters), m_failed(failed),
          m_openTrash(std::move(openTrash))
    {
    }

    /// Moves all entries between open folders. An entry whose place has an entry of another kind, or that cannot be
    /// moved, has failed. IoError: a folder cannot be listed, or the disk is full or gone; other entries stay in \a
    /// from.
    [[nodiscard]] Result<void> place(int from, int to);

    /// Moves files over files of the same size and time. A file that cannot be moved has failed, and is removed. The
    /// same errors.
    [[nodiscard]] Result<void> renew(int from, int to, const QByteArrayList &paths);

private:
    [[nodiscard]] Result<void> placeAll(int from, int to, const QByteArray &path);
    [[nodiscard]] Result<void> placeOne(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> meet(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] Result<void> replace(int from, int to, const QByteArray &name, const QByteArray &path);
    [[nodiscard]] int keep(int to, const QByteArray &name, const QByteArray &path, QByteArray &kept);
    [[nodiscard]] Result<void> refuse(int from, const QByteArray &path, int number);
    void leave(int from, const QByteArray &path, const QString &words);
    [[nodiscard]] Result<void> removeLeft(int from);
    [[nodiscard]] QByteArray at(const QByteArray &path) const { return m_target + '/' + path; }

    QByteArray m_target;
    ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    OpenTrash m_openTrash;
    UniqueFd m_trash; // open from the first replaced file on
    QByteArrayList m_left; // paths that are not moved on purpose
};

} // namespace engine
