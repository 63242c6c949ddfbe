// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/treewalk.h"

#include <map>
#include <mutex>

namespace engine {

/// Which MiB of large files a machine said that it has written. A line a part is appended at once, so that it survives
/// the death of this process; a file that changed since, or a machine that was restarted (what it had not put on its
/// disk is gone), makes what is noted worthless. Any thread.
class PartJournal final
{
    Q_DISABLE_COPY_MOVE(PartJournal)

public:
    PartJournal() = default;

    /// Before the machine makes a stage: as long as there is a journal there may be one.
    static void announce(const QString &path);
    /// Reads what an earlier run noted of \a boot, or begins anew.
    void open(const QString &path, const QByteArray &boot);
    void add(const TreeEntry &file, qint64 first, qint64 count); ///< in MiB
    void forget(const TreeEntry &file); ///< nothing of it is there
    /// How many MiB from \a first on are done, or, negative, are not.
    [[nodiscard]] qint64 run(const TreeEntry &file, qint64 first) const;

private:
    [[nodiscard]] static QByteArray keyOf(const TreeEntry &file);
    void read(const QByteArray &text);

    mutable std::mutex m_mutex;
    UniqueFd m_file;
    std::map<QByteArray, std::map<qint64, qint64>> m_done; // by file: first and end of what is done, joined
};

} // namespace engine
