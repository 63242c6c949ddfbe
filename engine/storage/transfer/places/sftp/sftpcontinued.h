// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

#include <map>
#include <mutex>

namespace engine {

/// The large files that the lanes of a run write: which of them are new, and which an earlier run began. The server of
/// a lost session may still write requests of that run into the latter. These are the same bytes, as another version of
/// a file gets a new file, but each write changes the time of the file. Any thread where nothing else is said.
class SftpContinued final
{
    Q_DISABLE_COPY_MOVE(SftpContinued)

public:
    explicit SftpContinued(RunContext &context) : m_context(context) { }

    /// Opens a file to write parts of it; the first lane creates it. No link is followed. IoError, also in later calls:
    /// the file vanished. It fails in this run, and the next run brings all of it.
    [[nodiscard]] Result<SftpHandle> open(SftpClient &client, const TreeEntry &file, const QByteArray &path,
                                          int modeOfNew);

    void note(const TreeEntry &file, const QByteArray &path, qint64 mib); ///< a MiB is written

    void forget(const QByteArrayList &paths); ///< the run removes them, and may send them again

    // The following functions are for one thread.
    /// \a file: as it shall be in the staging folder. Only files of earlier runs are kept.
    void addSealed(const TreeEntry &file);
    void rename(const QByteArray &name, const QByteArray &other); ///< of a tree in the staging folder
    /// If a listed file differs from its sealed version only in its time: that version; else null.
    [[nodiscard]] const TreeEntry *writtenLate(const TreeEntry &listed) const;
    /// Sets the times of \a files below \a folder.
    [[nodiscard]] Result<void> setTimes(SftpClient &client, const QByteArray &folder,
                                        const std::vector<TreeEntry> &files) const;
    /// When all files but \a left are in their places: watches that they keep their times. A file that changes again
    /// has failed. Errors: the client's.
    [[nodiscard]] Result<void> lookAgain(SftpClient &client, const QByteArrayList &left) const;

private:
    [[nodiscard]] bool isOurs(const TreeEntry &file, const QByteArray &path) const; // under the mutex
    [[nodiscard]] Error lose(const TreeEntry &file, const QByteArray &path);

    RunContext &m_context;
    std::mutex m_mutex; // of making a file
    QSet<QByteArray> m_made; // by this run
    QSet<QByteArray> m_lost; // made or begun, and vanished since
    std::map<QByteArray, TreeEntry> m_sealed; // of earlier runs
};

} // namespace engine
