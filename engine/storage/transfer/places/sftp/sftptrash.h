// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <array>

namespace engine {

/// The trash of a machine that gives SFTP alone: that of the home folder. It is made when there is none.
[[nodiscard]] Result<QByteArray> homeTrash(SftpClient &client);
/// Notes in the folder \a trash that \a path is there; the name that it gets. Errors: the client's, IoError.
[[nodiscard]] Result<QByteArray> noteInTrash(SftpClient &client, const QByteArray &trash, const QByteArray &path);
/// A folder in a trash goes with the last of what it holds; any other folder stays.
void leaveTrash(SftpClient &client, const QByteArray &folder);

/// A folder in the trash that takes what a transfer replaces. What the trash of the home folder cannot take goes to one
/// in the target: files of another file system. The folders in both are found again by their notes. Thread: the
/// client's.
class SftpKept final
{
    Q_DISABLE_COPY_MOVE(SftpKept)

public:
    struct Kept
    {
        QString place; ///< where it was
        QString name = {}; ///< in the trash; empty: nothing was there any more
        bool isFurther = false; ///< it is in its place, too
    };

    SftpKept(SftpClient &client, const TransferPlan &plan) : m_client(client), m_plan(plan) { }

    /// Before \a path below the target is replaced: it gets a further name there, where the server knows how, so that
    /// there is no moment at which its place is empty; else it is moved. Errors: the client's, IoError.
    [[nodiscard]] Result<Kept> keep(const QByteArray &path);
    /// The server said that \a staged, which is in the stage, could not replace it. What is kept comes back to its
    /// place. It stays in the trash where the server has replaced it all the same. Errors: the client's, when it is
    /// broken.
    [[nodiscard]] Result<void> giveBack(const Kept &kept, const QByteArray &staged);
    /// What is kept, also by runs before this one, by the names of the sources. Empty folders of the trash are removed.
    [[nodiscard]] Result<void> tell(KeptFiles &kept);

private:
    enum class Where { Home, Target };
    enum class Making { Yes, No };
    struct Folder
    {
        Where where;
        std::optional<Result<QByteArray>> path = {}; ///< once it was needed
    };

    [[nodiscard]] Result<QByteArray> trashIn(Where where, Making making);
    [[nodiscard]] Result<QByteArray> ownTrash(Making making);
    [[nodiscard]] Result<QByteArray> make(Where where);
    [[nodiscard]] Result<Kept> put(const QByteArray &folder, const QByteArray &path);
    [[nodiscard]] Result<QByteArrayList> namesIn(const QByteArray &folder);
    [[nodiscard]] QByteArray asNoted() const { return m_plan.target + '/' + m_plan.kept(); }

    SftpClient &m_client;
    const TransferPlan &m_plan;
    std::array<Folder, 2> m_folders{Folder{Where::Home}, Folder{Where::Target}}; // the one that took the last is first
    QByteArray m_made; // folder in one of them
};

} // namespace engine
