// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

// Operations of many pipelined requests: the entries of a folder, the bytes of a file. Thread: the client's. Errors:
// the client's. After a failure further calls fail, too.

/// The entries of an open folder, in the server's order.
class SftpFolder final
{
public:
    explicit SftpFolder(SftpHandle handle) : m_handle(std::move(handle)) { }

    /// The next entries, at most \a most, without ".", ".." and invalid names; empty at the end.
    [[nodiscard]] Result<QList<SftpName>> next(int most);

private:
    Result<void> readAhead(SftpClient &client, int most);
    void take(const QList<SftpName> &names);

    SftpHandle m_handle;
    QList<SftpName> m_ahead; // received beyond the last page
    bool m_isAtEnd = false;
};

/// Calls \a take with the bytes from \a offset on, in order and without gaps, until \a length bytes, the end of the
/// file or a false from \a take. Returns the number of bytes.
[[nodiscard]] Result<qint64> readBytes(const SftpHandle &file, qint64 offset, qint64 length,
                                       const std::function<bool(QByteArrayView)> &take,
                                       int mostInFlight = SftpClient::mostInFlight);

/// Writes into an open file by pipelined requests.
class SftpWriter final
{
    Q_DISABLE_COPY_MOVE(SftpWriter)

public:
    /// \a file must be open for writing, and outlive this.
    explicit SftpWriter(const SftpHandle &file, int mostInFlight = SftpClient::mostInFlight);
    ~SftpWriter(); ///< writes under way may still take effect

    /// Sends \a bytes; waits while too many requests are under way. The error may be that of an earlier write.
    Result<void> write(qint64 offset, QByteArrayView bytes);
    /// Waits until the server has confirmed all writes. The file stays open.
    Result<void> finish();
    /// The number of bytes confirmed without a gap: the position at which writing in order can be resumed later.
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
