// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftpclient.h"
#include "engine/storage/transfer/transferrun.h"

namespace engine {

/// The trash of a machine that gives SFTP alone: that of the home folder. It is made when there is none.
[[nodiscard]] Result<QByteArray> homeTrash(SftpClient &client);
enum class NotedBefore { Again, AsBefore }; ///< AsBefore: the name that was noted for that path before, if any
/// Notes in the folder \a trash that \a path is there; the name that it gets. Errors: the client's, IoError.
[[nodiscard]] Result<QByteArray> noteInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path,
                                             NotedBefore before = NotedBefore::Again);

/// A folder in the trash that takes what a transfer replaces. Where that of the home folder is on another file system,
/// it is in one of its own in the target. Thread: the client's.
class SftpKept final
{
    Q_DISABLE_COPY_MOVE(SftpKept)

public:
    SftpKept(SftpClient &client, const TransferPlan &plan) : m_client(client), m_plan(plan) { }

    /// Before \a path below the target is replaced: it gets a further name there, where the server knows how, so that
    /// there is no moment at which its place is empty; else it is moved. Errors: the client's, IoError.
    [[nodiscard]] Result<void> keep(const QByteArray &path);
    /// What is kept, by the names of the sources.
    [[nodiscard]] Result<void> tell(KeptFiles &kept);

private:
    [[nodiscard]] Result<void> make(const QByteArray &trash);
    [[nodiscard]] Result<void> makeInTarget();
    [[nodiscard]] Result<void> put(const QByteArray &path);

    SftpClient &m_client;
    const TransferPlan &m_plan;
    QByteArray m_folder; // empty: nothing was replaced
    QByteArray m_made; // folder in it
    bool m_isInTarget = false;
};

} // namespace engine
