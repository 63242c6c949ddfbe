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

// Checksums of files, wherever they are. They block as long as it takes to read all of them; Canceled when nobody wants
// them any more.

/// SHA-256 of files by their paths; what cannot be read is not among them.
using FileSums = QHash<QByteArray, QByteArray>;
using SumFiles = std::function<Result<FileSums>(const QByteArrayList &paths, const std::stop_token &stop)>;

/// As the machine's own program says, of files in \a folder. CommandFailed: it has none, of which who asks for none
/// hears, too.
[[nodiscard]] Result<FileSums> shellSums(BulkSession &session, const QByteArray &folder, const QByteArrayList &paths,
                                         const std::stop_token &stop);

/// Of a machine that has no program for it: all of them are read here.
[[nodiscard]] Result<FileSums> sftpSums(SftpClient &client, const QByteArray &folder, const QByteArrayList &paths,
                                        Pacer &pacer, const std::stop_token &stop);
/// Of one file, as \a read hears how many bytes more were read, and answers whether it goes on.
[[nodiscard]] Result<QByteArray> sftpSum(SftpClient &client, const QString &path,
                                         QCryptographicHash::Algorithm algorithm,
                                         const std::function<bool(qint64 bytes)> &read);

/// Of this computer. Canceled once \a isAborted, too.
[[nodiscard]] Result<FileSums> hereSums(const QByteArray &folder, const QByteArrayList &paths,
                                        const std::function<bool()> &isAborted, TransferCounters &counters,
                                        const std::stop_token &stop);

} // namespace engine
