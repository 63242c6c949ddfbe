// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"
#include "engine/ssh/sftp/sftpconversation.h"
#include "engine/ssh/sftp/sftphandle.h"

namespace engine {

/// Requests about files and folders to an SFTP server (version 3). Every call blocks until the answer has arrived.
/// Paths are absolute (engine/api/paths.h). Errors: NotFound, AlreadyExists, IoError when the server refuses; else
/// those of the conversation. Thread: the conversation's.
class SftpClient final : public SftpConversation, public std::enable_shared_from_this<SftpClient>
{
    Q_DISABLE_COPY_MOVE(SftpClient)

public:
    enum OpenFlag : quint32 { ForRead = 0x1, ForWrite = 0x2, Create = 0x8, Truncate = 0x10, Exclusive = 0x20 };

    /// Exchanges versions with the server on \a channel. Every wait for the server ends after \a silence without a
    /// byte, and at \a deadline.
    [[nodiscard]] static Result<std::shared_ptr<SftpClient>>
    open(std::shared_ptr<SftpChannel> channel, std::chrono::milliseconds silence = std::chrono::minutes(1),
         QDeadlineTimer deadline = QDeadlineTimer(QDeadlineTimer::Forever));

    [[nodiscard]] Result<SftpAttributes> stat(const QString &path); ///< follows links
    [[nodiscard]] Result<SftpAttributes> lstat(const QString &path); ///< does not follow links
    [[nodiscard]] Result<SftpAttributes> stat(const SftpHandle &handle);
    /// The attributes of each path, in pipelined requests; nothing for a path that the server refuses. With \a type
    /// Lstat links are not followed, and every refusal but NotFound is an error.
    [[nodiscard]] Result<QList<std::optional<SftpAttributes>>> statAll(const QStringList &paths,
                                                                       SftpType type = SftpType::Stat);
    [[nodiscard]] Result<QString> readLink(const QString &path);
    /// Absolute, with links resolved; of ".": the start folder.
    [[nodiscard]] Result<QString> realPath(const QString &path);
    [[nodiscard]] Result<SpaceInfo> space(const QString &path);
    /// Nothing when the server does not support the request.
    [[nodiscard]] std::optional<SftpOwnerNames> namesOf(const SftpAttributes::Owner &owner);

    /// \a flags: of OpenFlag. \a mode: for a new file.
    [[nodiscard]] Result<SftpHandle> openFile(const QString &path, quint32 flags, std::optional<int> mode = {});
    [[nodiscard]] Result<SftpHandle> openFolder(const QString &path);
    Result<void> close(SftpHandle handle); ///< may fail on a full disk: some file systems report it only here

    Result<void> makeFolder(const QString &path, std::optional<int> mode = {});
    Result<void> remove(const QString &path); ///< a file or link
    Result<void> removeFolder(const QString &path); ///< an empty one
    Result<void> rename(const QString &from, const QString &to); ///< replaces nothing: AlreadyExists
    Result<void> replace(const QString &from, const QString &to); ///< atomic where the server supports that
    /// A hard link; fails where the server does not support it.
    Result<void> addName(const QString &file, const QString &name);
    Result<void> makeLink(const QString &path, const QString &target); ///< a symbolic link, with any target
    Result<void> setAttributes(const QString &path, const SftpAttributes &attributes);
    Result<void> setAttributes(const SftpHandle &handle, const SftpAttributes &attributes);
    Result<void> sync(const SftpHandle &handle); ///< to the disk; no effect where the server does not support it

private:
    using SftpConversation::SftpConversation;

    template <typename T>
    Result<T> decoded(SftpRequest request, SftpType type, std::optional<T> (*decode)(QByteArrayView),
                      const QString &path, SftpPurpose purpose = SftpPurpose::Read);
    Result<QString> name(SftpRequest request, const QString &path);
    Result<SftpHandle> handle(SftpRequest request, const QString &path, SftpPurpose purpose);
    Result<void> change(SftpRequest request, const QString &path);
    Error orExists(const Error &refusal, const QString &path);
};

} // namespace engine
