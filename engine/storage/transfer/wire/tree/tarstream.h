// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/remote/bulksession.h"
#include "engine/storage/transfer/wire/tree/tarwords.h"
#include "engine/storage/transfer/wire/tree/treeentry.h"

#include <functional>

struct archive;

namespace engine {

/// Entries of trees as a tar stream, as GNU tar writes it: names are bytes there, of any length, and times have parts
/// of a second. One thread. Errors: those of the sink; IoError when the archive cannot hold an entry.
class TarStream final
{
    Q_DISABLE_COPY_MOVE(TarStream)

public:
    using Sink = std::function<Result<void>(QByteArrayView)>;

    explicit TarStream(Sink sink);
    ~TarStream();

    /// Of a file its bytes must follow, all of them.
    [[nodiscard]] Result<void> add(const TreeEntry &entry);
    [[nodiscard]] Result<void> write(QByteArrayView bytes);
    [[nodiscard]] Result<void> finish();
    /// Ends it before the last file that was added, of which at least one byte is held back: it is not whole there.
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
    QByteArray m_folder; // the last one that something was put in
    QByteArray m_block; // not given to the sink yet
    qint64 m_given = 0; // bytes before it
    qint64 m_lastAt = 0; // where the last entry begins
};

/// Waits for the machine's tar, and answers what bd_extract says behind it. \a sent is what sending the stream to it
/// came to; where tar ended before that, its own words say more. Errors: CommandFailed, and \a sent.
[[nodiscard]] Result<QByteArray> unpacked(BulkCommand &command, const Result<void> &sent, const HearTrouble &hear);
/// The same of a stream that was cut(). What tar says of that is no error.
[[nodiscard]] Result<void> unpackedCut(BulkCommand &command, const Result<void> &sent, const HearTrouble &hear);

} // namespace engine
