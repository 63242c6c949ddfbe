// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <functional>

struct archive;

namespace engine {

/// Writes entries of trees as a tar stream in the format of GNU tar: names are bytes of any length, and times have
/// parts of a second. One thread. Errors: the sink's; IoError when the archive cannot hold an entry.
class TarStream final
{
    Q_DISABLE_COPY_MOVE(TarStream)

public:
    using Sink = std::function<Result<void>(QByteArrayView)>;

    explicit TarStream(Sink sink);
    ~TarStream();

    /// All bytes of a file must follow.
    [[nodiscard]] Result<void> add(const TreeEntry &entry);
    [[nodiscard]] Result<void> write(QByteArrayView bytes);
    [[nodiscard]] Result<void> finish();
    /// Ends the stream amid the last file, of which at least one byte is held back, so that it is not unpacked as
    /// whole.
    [[nodiscard]] Result<void> cut();

private:
    [[nodiscard]] Result<void> put(QByteArrayView bytes);
    [[nodiscard]] Result<void> addFoldersOf(const QByteArray &path);
    [[nodiscard]] Result<void> addHeader(const TreeEntry &entry);
    [[nodiscard]] Result<void> putMoment(const TreeEntry &entry);
    [[nodiscard]] Result<void> check(int rc, const QByteArray &path);

    Sink m_sink;
    std::optional<Error> m_sinkError;
    ::archive *m_archive;
    QByteArray m_folder; // of the last entry
    QByteArray m_block; // not written to the sink yet
    qint64 m_given = 0; // bytes before it
    qint64 m_lastAt = 0; // where the last entry begins
};

/// Waits for the machine's tar, and returns the output of bd_extract behind it. \a sent is the result of sending the
/// stream: if tar ended early, its own error output is used instead. Errors: CommandFailed, and \a sent.
[[nodiscard]] Result<QByteArray> unpacked(BulkCommand &command, const Result<void> &sent, const ReportTrouble &hear);
/// The same of a stream that was cut(). Messages of tar about that are no error.
[[nodiscard]] Result<void> unpackedCut(BulkCommand &command, const Result<void> &sent, const ReportTrouble &hear);

} // namespace engine
