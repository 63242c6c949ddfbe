// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftppipe.h"
#include "engine/storage/transfer/transferrun.h"

namespace engine {

/// As Placement, on a machine by SFTP: a folder that is not there yet is moved as a whole, the rest file by file, and
/// nothing is replaced but by the rule. Thread: the client's.
class SftpPlacement final
{
    Q_DISABLE_COPY_MOVE(SftpPlacement)

public:
    SftpPlacement(SftpClient &client, ConflictRule rule, TransferCounters &counters, FailedFiles &failed)
        : m_client(client), m_rule(rule), m_counters(counters), m_failed(failed)
    {
    }

    /// \a from holds no file then. What meets another kind has failed. Errors: the client's, IoError of what cannot be
    /// moved; it stays.
    [[nodiscard]] Result<void> place(const QByteArray &from, const QByteArray &to);
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

    SftpClient &m_client;
    ConflictRule m_rule;
    TransferCounters &m_counters;
    FailedFiles &m_failed;
    QByteArrayList m_left; // on purpose
};

/// Where nothing is; one that may not be written is let go of its folder for a moment. Errors: AlreadyExists, and the
/// client's.
[[nodiscard]] Result<void> moveSftpFolder(SftpClient &client, const QByteArray &from, const QByteArray &to, int mode);
/// All in the folder \a from, \a most entries, into another, where names like those were free a moment ago; \a from
/// stays. False: there is no such folder.
[[nodiscard]] Result<bool> placeNew(SftpClient &client, const QByteArray &from, const QByteArray &to, qsizetype most);

} // namespace engine
