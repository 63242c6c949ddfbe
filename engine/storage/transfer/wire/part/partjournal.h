// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <map>
#include <mutex>

namespace engine {

/// How much of files is in the stage although they are not whole: which MiB of large ones a machine said that it has
/// written, and which ones are written in order, so that the length they have there says it. Each line is appended at
/// once, so that it survives the death of this process; a file that changed since, or a machine that was restarted
/// (what it had not put on its disk is gone), makes what is noted worthless. Any thread.
class PartJournal final
{
    Q_DISABLE_COPY_MOVE(PartJournal)

public:
    PartJournal() = default;

    /// Before the machine makes a stage: as long as there is a journal there may be one. IoError: then none must be
    /// made, as nobody would know of it.
    [[nodiscard]] static Result<void> announce(const QString &path);
    /// Takes it away, and what is noted beside it of checksums.
    static void remove(const QString &path);
    /// Reads what an earlier run noted of \a boot, or begins anew, also with checksums. Empty: nobody knows which it
    /// is, and whether what was acknowledged is on the disk: nothing that was noted before is believed, and nothing
    /// that is noted now will be.
    void open(const QString &path, const QByteArray &boot);
    void add(const TreeEntry &file, qint64 first, qint64 count); ///< in MiB
    /// Nothing of it is at \a path in the stage, or will not be for long.
    void forget(const TreeEntry &file, const QByteArray &path);
    /// From now on \a file is written in order to \a path, where nothing is yet.
    void begin(const TreeEntry &file, const QByteArray &path);
    void spoil(const QByteArray &path); ///< what follows there is not what the file holds
    /// After open(), of each file that the stage has: what is there of one that was begun, and is not whole, is done.
    void found(const TreeEntry &there);
    /// How many MiB from \a first on are done, or, negative, are not.
    [[nodiscard]] qint64 run(const TreeEntry &file, qint64 first) const;

private:
    struct Done
    {
        QByteArray version; ///< of the file: size and time
        std::map<qint64, qint64> ranges; ///< first and end, joined
    };
    struct Begun
    {
        QByteArray version, path;
    };

    [[nodiscard]] static QByteArray versionOf(const TreeEntry &file);
    void read(const QByteArray &text);
    void join(const QByteArray &path, const QByteArray &version, qint64 first, qint64 end);
    bool append(const QByteArray &text); ///< false: not, and nothing after it
    void contradict(const QByteArray &text);

    mutable std::mutex m_mutex;
    UniqueFd m_file;
    bool m_isCut = false; ///< the last line is not whole: none may follow
    // By paths, in hexadecimal digits: of the file, and in the stage.
    std::map<QByteArray, Done> m_done;
    std::map<QByteArray, Begun> m_begun; // by an earlier run
};

} // namespace engine
