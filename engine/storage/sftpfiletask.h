// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/filetask.h"
#include "engine/ssh/sftp/sftppipe.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

namespace engine {

/// The tasks of files.sh by SFTP, for a machine that runs no commands. It does not notice other file systems below, and
/// knows only the trash of the server's start folder. One thread, the client's.
class SftpFileTask final
{
    Q_DISABLE_COPY_MOVE(SftpFileTask)

public:
    using Tell = std::function<void(const FileTaskSnapshot &)>; ///< gets the progress

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
    [[nodiscard]] Result<SftpAttributes> find(const QString &path); ///< attributes; of a link itself
    [[nodiscard]] Result<void> guard(); ///< checks that no path is, or holds, the home folder
    [[nodiscard]] Result<QByteArray> home();
    [[nodiscard]] Result<void> each(const QString &path, const Take &take); ///< each folder after its entries
    void tellSometimes(qint64 count);

    SftpClient &m_client;
    const FileTaskRequest &m_request;
    Tell m_tell;
    FileTaskSnapshot m_shown;
    std::optional<Error> m_unread; // of the last each(): a folder that could not be read
};

} // namespace engine
