// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <map>
#include <mutex>

namespace engine {

/// How much of incomplete files is in the staging folder: which MiB of a large file the target has confirmed, and which
/// files are written in order, so that their length shows the progress. Each line is appended at once, so that it
/// survives the end of this process. A note does not hold when the source file changed, or when the target machine was
/// restarted, as data that was not on its disk is lost. Any thread.
class PartJournal final
{
    Q_DISABLE_COPY_MOVE(PartJournal)

public:
    PartJournal() = default;

    /// Creates the journal before the staging folder is made: as long as a journal exists, the folder may. IoError: the
    /// folder must not be made, as it could not be found again.
    [[nodiscard]] static Result<void> announce(const QString &path);
    /// Removes the journal, and the notes of checksums beside it.
    static void remove(const QString &path);
    /// Reads the notes of an earlier run with the same \a boot, which identifies a start of the target machine. With
    /// another one the journal begins anew, and so do the notes of checksums. Empty: the start is unknown, so no notes
    /// are read or written.
    void open(const QString &path, const QByteArray &boot);
    void add(const TreeEntry &file, qint64 first, qint64 count); ///< in MiB
    /// The staging folder has nothing of the file at \a path, or is about to lose it.
    void forget(const TreeEntry &file, const QByteArray &path);
    /// From now on \a file is written in order to \a path, which does not exist yet.
    void begin(const TreeEntry &file, const QByteArray &path);
    void spoil(const QByteArray &path); ///< the bytes that follow there are not those of the file
    /// After open(), for each file of the staging folder: the bytes of a file that was begun and is not whole are done.
    void found(const TreeEntry &there);
    /// How many MiB from \a first on are done; negative: how many are not.
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
    bool append(const QByteArray &text); ///< false: not written, and no later line is
    void contradict(const QByteArray &text);

    mutable std::mutex m_mutex;
    UniqueFd m_file;
    bool m_isCut = false; ///< the last line is incomplete: no line may follow
    // By hexadecimal paths: m_done by the source's, m_begun by that in the staging folder.
    std::map<QByteArray, Done> m_done;
    std::map<QByteArray, Begun> m_begun; // by an earlier run
};

} // namespace engine
