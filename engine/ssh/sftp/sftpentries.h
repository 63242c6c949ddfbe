// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage/storage.h"
#include "engine/ssh/sftp/sftpclient.h"

namespace engine {

/// The entry of \a name; a link is not followed. Pure; any thread.
[[nodiscard]] StorageEntry entryOf(const SftpName &name);

// The requests of RemoteFiles (engine/remote/remotefiles.h) by an SFTP client. Thread: the client's. Errors: the
// client's and InvalidArgument.

class SftpFolder;

[[nodiscard]] Result<SftpFolder> openListing(SftpClient &client, const QString &path);
[[nodiscard]] Result<QList<StorageEntry>> nextEntries(SftpClient &client, SftpFolder &folder, const QString &path,
                                                      int most);
[[nodiscard]] Result<StorageEntry> statEntry(SftpClient &client, const QString &path);
[[nodiscard]] Result<QByteArray> readPart(SftpClient &client, const QString &path, qint64 offset, qint64 length);
[[nodiscard]] Result<void> writePart(SftpClient &client, const QString &path, qint64 offset, const QByteArray &bytes);
[[nodiscard]] Result<void> removeEntry(SftpClient &client, const QString &path);

} // namespace engine
