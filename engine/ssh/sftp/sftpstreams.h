// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

// What takes many requests, pipelined: the entries of a folder, the bytes of a file. Thread: the client's; errors are
// the client's. What has failed fails again.

/// The entries of an open folder, in the server's order.
class SftpFolder final
{
public:
    explicit SftpFolder(SftpHandle handle) : m_handle(std::move(handle)) { }

    /// At most \a most further ones, without "." and ".." and whatever can be no name; none: the end.
    [[nodiscard]] Result<QList<SftpName>> next(int most);

private:
    Result<void> readAhead(SftpClient &client, int most);
    void take(const QList<SftpName> &names);

    SftpHandle m_handle;
    QList<SftpName> m_ahead; // what came beyond an earlier page
    bool m_isAtEnd = false;
};

/// Calls \a take with the bytes from \a offset on, in order and without a gap, until \a length of them, the end of the
/// file or false from it. Answers how many that were.
[[nodiscard]] Result<qint64> readBytes(const SftpHandle &file, qint64 offset, qint64 length,
                                       const std::function<bool(QByteArrayView)> &take,
                                       int mostInFlight = SftpClient::mostInFlight);

/// Bytes on their way into an open file.
class SftpWriter final
{
    Q_DISABLE_COPY_MOVE(SftpWriter)

public:
    /// \a file is open for writing, and outlives this.
    explicit SftpWriter(const SftpHandle &file, int mostInFlight = SftpClient::mostInFlight);
    ~SftpWriter(); ///< what is in flight may still arrive

    /// Sends \a bytes; waits while too much is in flight. Its error may be that of earlier bytes.
    Result<void> write(qint64 offset, QByteArrayView bytes);
    /// Waits until the server has confirmed all of it. The file stays open.
    Result<void> finish();
    /// Bytes that the server has confirmed, without one before them that it has not: where writing may go on another
    /// time when they were given in order.
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
