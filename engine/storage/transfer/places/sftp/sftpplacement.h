// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/places/sftp/sftptrash.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

namespace engine {

/// As HerePlacement, on a machine by SFTP. Thread: the client's.
class SftpPlacement final
{
    Q_DISABLE_COPY_MOVE(SftpPlacement)

public:
    SftpPlacement(SftpClient &client, RunContext &context)
        : m_client(client), m_context(context), m_kept(client, context.plan)
    {
    }

    /// Moves all entries of a folder. An entry whose place has an entry of another kind, or that cannot be moved, has
    /// failed. Errors: the client's, IoError (a folder cannot be listed; it stays).
    [[nodiscard]] Result<void> place(const QByteArray &from, const QByteArray &to);
    /// Moves files over files of the same size and time. A file that cannot be moved has failed, and is removed. The
    /// same errors.
    [[nodiscard]] Result<void> renew(const QByteArrayList &paths);
    [[nodiscard]] Result<void> reportReplaced() { return m_kept.tell(m_context.kept); }
    [[nodiscard]] const QByteArrayList &left() const { return m_left; } ///< paths that are not moved on purpose

private:
    struct Folder
    {
        QByteArray name;
        int mode;
    };
    struct Names
    {
        QByteArray files; ///< each ends with a NUL, as there may be millions
        std::vector<Folder> folders;
    };

    [[nodiscard]] Result<Names> namesIn(const QByteArray &folder);
    Result<void> placeAll(const QByteArray &from, const QByteArray &to, const QByteArray &path);
    Result<void> placeFolder(const Folder &folder, const QByteArray &from, const QByteArray &to,
                             const QByteArray &path);
    Result<void> placeFile(SftpPipe &pipe, const QByteArray &from, const QByteArray &to, const QByteArray &path);
    Result<void> meet(SftpPipe &pipe, const QByteArray &from, const QByteArray &to, const QByteArray &path);
    void leave(const QByteArray &path, qint64 files, const QString &words);
    [[nodiscard]] qint64 filesIn(const QByteArray &folder);
    /// An error of one file fails that file; an error that applies to all is returned.
    Result<void> refuse(const QByteArray &path, const Error &error);

    SftpClient &m_client;
    RunContext &m_context;
    SftpKept m_kept;
    QByteArrayList m_left; // paths that are not moved on purpose
};

/// Moves a folder to a free path. A read-only folder gets write permission for a moment. Errors: AlreadyExists, and the
/// client's.
[[nodiscard]] Result<void> moveSftpFolder(SftpClient &client, const QByteArray &from, const QByteArray &to, int mode);
/// Moves all entries of \a from, \a most at most, into another folder, where their names were free a moment ago. \a
/// from stays. False: \a from does not exist.
[[nodiscard]] Result<bool> placeNew(SftpClient &client, const QByteArray &from, const QByteArray &to, qsizetype most);

} // namespace engine
