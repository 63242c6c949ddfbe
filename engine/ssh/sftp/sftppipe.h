// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

/// Pipelined requests, each with a callback for its answer. The callbacks run in the order of the requests, and may ask
/// further ones. Destruction ignores the answers that are left. Thread: the client's.
class SftpPipe final
{
    Q_DISABLE_COPY_MOVE(SftpPipe)

public:
    /// An error ends the pipe: the next ask() or finish() returns it.
    using Answered = std::function<Result<void>(const SftpReply &)>;

    explicit SftpPipe(SftpClient &client, size_t most = SftpClient::mostInFlight);
    ~SftpPipe();

    /// Waits while too many requests are without an answer. Errors: the client's, and those of earlier callbacks.
    Result<void> ask(SftpRequest request, Answered answered);
    Result<void> finish(); ///< waits for all answers
    [[nodiscard]] SftpClient &client() { return m_client; }

private:
    struct Waiting
    {
        quint32 id;
        Answered answered;
    };

    Result<void> settleFirst();

    SftpClient &m_client;
    size_t m_most;
    std::deque<Waiting> m_waiting;
    bool m_isAnswering = false;
};

/// A request about \a path, to which fields may be added.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path);
/// The same with \a attributes.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path, const SftpAttributes &attributes);
/// The status in \a reply; BadMessage for a reply of another type.
[[nodiscard]] SftpStatus statusOf(const SftpReply &reply);
[[nodiscard]] inline bool isOk(const SftpReply &reply)
{
    return statusOf(reply).code == SftpCode::Ok;
}

} // namespace engine
