// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

#include <map>
#include <mutex>

namespace engine {

/// The large files that the lanes of a run write together: which of them are new, and which an earlier run began. A
/// server may still write into those what that one gave it: the same bytes, as a file of another version is made anew,
/// but each write gives the file a time of its own. Any thread where nothing else is said.
class SftpContinued final
{
    Q_DISABLE_COPY_MOVE(SftpContinued)

public:
    explicit SftpContinued(RunContext &context) : m_context(context) { }

    /// Opens one to write parts of it, whichever lane is first. No link is followed. IoError, from then on, of one that
    /// vanished: it fails in this run, and the next brings all of it.
    [[nodiscard]] Result<SftpHandle> open(SftpClient &client, const TreeEntry &file, const QByteArray &path,
                                          int modeOfNew);

    void note(const TreeEntry &file, const QByteArray &path, qint64 mib); ///< is written

    void forget(const QByteArrayList &paths); ///< the run itself takes them away, and may send them again

    // What follows: one thread.
    void addSealed(const TreeEntry &file); ///< as it shall be in the stage; no matter but for what was there before
    void rename(const QByteArray &name, const QByteArray &other); ///< of a tree in the stage
    /// Of one that is listed in the stage, and is as it was sealed but for its time: as it was sealed. Else nothing.
    [[nodiscard]] const TreeEntry *writtenLate(const TreeEntry &listed) const;
    /// Gives those of \a files, below \a folder, their times.
    [[nodiscard]] Result<void> setTimes(SftpClient &client, const QByteArray &folder,
                                        const std::vector<TreeEntry> &files) const;
    /// When all are in their places but what is in \a left: sees to it that they keep their times. What changes all the
    /// same has failed. Errors: the client's.
    [[nodiscard]] Result<void> lookAgain(SftpClient &client, const QByteArrayList &left) const;

private:
    [[nodiscard]] bool isOurs(const TreeEntry &file, const QByteArray &path) const; // under the mutex
    [[nodiscard]] Error lose(const TreeEntry &file, const QByteArray &path);

    RunContext &m_context;
    std::mutex m_mutex; // of making a file
    QSet<QByteArray> m_made; // by this run
    QSet<QByteArray> m_lost; // made or begun, and there no more
    std::map<QByteArray, TreeEntry> m_sealed; // of earlier runs
};

} // namespace engine
