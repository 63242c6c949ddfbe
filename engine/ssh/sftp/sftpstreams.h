// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

// Pipelined reading of folders and files, and writing of files. Thread: the client's. Errors: the client's; after an
// error every later call fails, too.

/// The entries of an open folder, in the server's order.
class SftpFolder final
{
public:
    explicit SftpFolder(SftpHandle handle) : m_handle(std::move(handle)) { }

    /// At most \a most further entries, without ".", ".." and invalid names; none at the end.
    [[nodiscard]] Result<QList<SftpName>> next(int most);

private:
    Result<void> readAhead(SftpClient &client, int most);
    void take(const QList<SftpName> &names);

    SftpHandle m_handle;
    QList<SftpName> m_ahead; // entries that came beyond the last page
    bool m_isAtEnd = false;
};

/// Calls \a take with the bytes from \a offset, in order and without gaps, until \a length bytes, the end of the file,
/// or \a take returns false. Returns the number of bytes.
[[nodiscard]] Result<qint64> readBytes(const SftpHandle &file, qint64 offset, qint64 length,
                                       const std::function<bool(QByteArrayView)> &take,
                                       int mostInFlight = SftpClient::mostInFlight);

/// Writes to an open file with pipelined requests.
class SftpWriter final
{
    Q_DISABLE_COPY_MOVE(SftpWriter)

public:
    /// \a file is open for writing, and outlives this.
    explicit SftpWriter(const SftpHandle &file, int mostInFlight = SftpClient::mostInFlight);
    ~SftpWriter(); ///< bytes in flight may still be written

    /// Sends \a bytes; waits while too many requests are in flight. The error may be of earlier bytes.
    Result<void> write(qint64 offset, QByteArrayView bytes);
    /// Waits until the server has confirmed all bytes. The file stays open.
    Result<void> finish();
    /// Number of bytes that the server has confirmed without a gap. If they were written in order, writing can be
    /// resumed after them.
    [[nodiscard]] qint64 confirmed() const { return m_confirmed; }

private:
    struct Piece
    {
        quint32 id = 0;
        qint64 size = 0;
    };

    Result<void> settleFirst(SftpClient &client);
    Error failed(SftpClient &client, const SftpReply &reply);

    const SftpHandle &m_file;
    const size_t m_most;
    std::deque<Piece> m_inFlight;
    qint64 m_confirmed = 0;
    std::optional<Error> m_error;
};

} // namespace engine
