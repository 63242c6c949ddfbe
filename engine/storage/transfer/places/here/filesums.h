// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/pacer.h"
#include "engine/storage/transfer/wire/plan/transferplan.h"

#include <QCryptographicHash>

#include <functional>
#include <stop_token>

namespace engine {

// Checksums of files of any place. The functions block until all files are read. Canceled when \a stop is requested.

/// SHA-256 of files, by path; without files that cannot be read.
using FileSums = QHash<QByteArray, QByteArray>;
using SumFiles = std::function<Result<FileSums>(const QByteArrayList &paths, const std::stop_token &stop)>;

/// Computed by the machine's own program, of files in \a folder. CommandFailed: it has none, also for no paths.
[[nodiscard]] Result<FileSums> shellSums(BulkSession &session, const QByteArray &folder, const QByteArrayList &paths,
                                         const std::stop_token &stop);

/// Of a machine without a shell: all files are read by SFTP.
[[nodiscard]] Result<FileSums> sftpSums(SftpClient &client, const QByteArray &folder, const QByteArrayList &paths,
                                        Pacer &pacer, const std::stop_token &stop);
/// Of one file. \a read gets the number of bytes that were read since its last call, and returns false to stop.
[[nodiscard]] Result<QByteArray> sftpSum(SftpClient &client, const QString &path,
                                         QCryptographicHash::Algorithm algorithm,
                                         const std::function<bool(qint64 bytes)> &read);

/// Of this computer. Canceled also when \a isAborted.
[[nodiscard]] Result<FileSums> hereSums(const QByteArray &folder, const QByteArrayList &paths,
                                        const std::function<bool()> &isAborted, TransferCounters &counters,
                                        const std::stop_token &stop);

} // namespace engine
