// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/places/sftp/sftptrash.h"
#include "engine/storage/transfer/wire/plan/runcontext.h"

namespace engine {

/// As HerePlacement, on a machine by SFTP: a folder that is not there yet is moved as a whole, the rest file by file,
/// and nothing is replaced but by the rule; what is goes into the trash before. Thread: the client's.
class SftpPlacement final
{
    Q_DISABLE_COPY_MOVE(SftpPlacement)

public:
    SftpPlacement(SftpClient &client, RunContext &context)
        : m_client(client), m_context(context), m_kept(client, context.plan)
    {
    }

    /// \a from holds no file then. What meets another kind, or cannot be moved, has failed. Errors: the client's,
    /// IoError of what cannot be listed; it stays.
    [[nodiscard]] Result<void> place(const QByteArray &from, const QByteArray &to);
    /// Files over what is there, each that has one of its size and time there; one that cannot be moved has failed, and
    /// is taken away. The same errors.
    [[nodiscard]] Result<void> renew(const QByteArrayList &paths);
    [[nodiscard]] Result<void> tellRenewed() { return m_kept.tell(m_context.kept); }
    [[nodiscard]] const QByteArrayList &left() const { return m_left; } ///< on purpose: paths that did not get there

private:
    struct Folder
    {
        QByteArray name;
        int mode;
    };
    struct Names
    {
        QByteArray files; ///< each with a NUL behind it: there may be millions
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
    /// Of one file, or of all that would follow.
    Result<void> refuse(const QByteArray &path, const Error &error);

    SftpClient &m_client;
    RunContext &m_context;
    SftpKept m_kept;
    QByteArrayList m_left; // on purpose
};

/// Where nothing is; one that may not be written is let go of its folder for a moment. Errors: AlreadyExists, and the
/// client's.
[[nodiscard]] Result<void> moveSftpFolder(SftpClient &client, const QByteArray &from, const QByteArray &to, int mode);
/// All in the folder \a from, \a most entries, into another, where names like those were free a moment ago; \a from
/// stays. False: there is no such folder.
[[nodiscard]] Result<bool> placeNew(SftpClient &client, const QByteArray &from, const QByteArray &to, qsizetype most);

} // namespace engine
