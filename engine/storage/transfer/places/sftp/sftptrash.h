// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <array>

namespace engine {

/// The trash in the home folder of a machine that has SFTP only. It is made if it does not exist.
[[nodiscard]] Result<QByteArray> homeTrash(SftpClient &client);
/// Notes in the folder \a trash that it takes \a path, and returns the name for it. Errors: the client's, IoError.
[[nodiscard]] Result<QByteArray> noteInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path);
/// Removes a folder in a trash if it is empty; other folders stay.
void leaveTrash(SftpClient &client, const QByteArray &folder);

/// The folders in the trash for files that a transfer replaces: one in the trash of the home folder, and one in a trash
/// in the target for files of another file system. Later runs find them by their notes. Thread: the client's.
class SftpKept final
{
    Q_DISABLE_COPY_MOVE(SftpKept)

public:
    struct Kept
    {
        QString place; ///< path of the file before
        QString name = {}; ///< in the trash; empty: there was no file any more
        bool isFurther = false; ///< a hard link: the file is still in its place, too
    };

    SftpKept(SftpClient &client, const TransferPlan &plan) : m_client(client), m_plan(plan) { }

    /// Before \a path below the target is replaced: makes a hard link in the trash if the server can, so that the file
    /// is never missing; else moves it there. Errors: the client's, IoError.
    [[nodiscard]] Result<Kept> keep(const QByteArray &path);
    /// The server refused to move \a staged, a path of the staging folder, to its place: moves the kept file back. If
    /// the server has replaced the file nevertheless, it stays in the trash. Errors: the client's, if it is broken.
    [[nodiscard]] Result<void> giveBack(const Kept &kept, const QByteArray &staged);
    /// Reports the kept files by the names of the sources, also those of earlier runs. Removes empty folders of the
    /// trash.
    [[nodiscard]] Result<void> tell(KeptFiles &kept);

private:
    enum class Where { Home, Target };
    enum class Making { Yes, No };
    struct Folder
    {
        Where where;
        std::optional<Result<QByteArray>> path = {}; ///< none: not looked for yet
    };

    [[nodiscard]] Result<QByteArray> trashIn(Where where, Making making);
    [[nodiscard]] Result<QByteArray> ownTrash(Making making);
    [[nodiscard]] Result<QByteArray> make(Where where);
    [[nodiscard]] Result<Kept> put(const QByteArray &folder, const QByteArray &path);
    [[nodiscard]] Result<QByteArrayList> namesIn(const QByteArray &folder);
    [[nodiscard]] QByteArray asNoted() const { return m_plan.target + '/' + m_plan.trashFolder(); }

    SftpClient &m_client;
    const TransferPlan &m_plan;
    std::array<Folder, 2> m_folders{Folder{Where::Home}, Folder{Where::Target}}; // the last one used is first
    QByteArray m_made; // folder in one of them
};

} // namespace engine
