// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

namespace engine {

/// What files.sh does, over SFTP: for a machine that runs no commands. It does not see where a file system below
/// begins, and knows no trash but that of the folder in which the server begins. One thread, the client's.
class SftpFileTask final
{
    Q_DISABLE_COPY_MOVE(SftpFileTask)

public:
    using Tell = std::function<void(const FileTaskSnapshot &)>; ///< how far it is

    SftpFileTask(SftpClient &client, const FileTaskRequest &request, Tell tell)
        : m_client(client), m_request(request), m_tell(std::move(tell))
    {
    }

    /// Errors: as FileTask, and the client's.
    [[nodiscard]] Result<void> run();

private:
    using Take = std::function<Result<void>(TreeEntry &&)>;

    [[nodiscard]] Result<void> measure();
    [[nodiscard]] Result<void> remove();
    [[nodiscard]] Result<void> removeTree(const QString &path);
    [[nodiscard]] Result<void> trash();
    [[nodiscard]] Result<void> trashOne(const QByteArray &path, const QByteArray &trashFolder);
    [[nodiscard]] Result<void> restore();
    [[nodiscard]] Result<void> sum();
    [[nodiscard]] Result<QString> sumOf(const QString &path);
    [[nodiscard]] Result<SftpAttributes> find(const QString &path); ///< itself, were it a link
    [[nodiscard]] Result<void> guard(); ///< none of the paths is, or holds, the home folder
    [[nodiscard]] Result<QByteArray> home();
    [[nodiscard]] Result<void> each(const QString &path, const Take &take); ///< each folder after what it holds
    void tellSometimes(qint64 count);

    SftpClient &m_client;
    const FileTaskRequest &m_request;
    Tell m_tell;
    FileTaskSnapshot m_shown;
    std::optional<Error> m_unread; // what the last each() could not look into
};

} // namespace engine
