// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

/// Pipelined requests with a callback for each answer, called in the order of the requests. A callback may add
/// requests. Without finish() the remaining answers are ignored. Thread: the client's.
class SftpPipe final
{
    Q_DISABLE_COPY_MOVE(SftpPipe)

public:
    /// An error ends the pipe; the next ask() or finish() returns it.
    using Answered = std::function<Result<void>(const SftpReply &)>;

    explicit SftpPipe(SftpClient &client, size_t most = SftpClient::mostInFlight);
    ~SftpPipe();

    /// Waits while too many requests are under way. Errors: the client's and those of earlier requests' callbacks.
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

/// A request with \a path; more fields can be added.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path);
/// A request to change the attributes of \a path.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path, const SftpAttributes &attributes);
/// The status of a reply; BadMessage for a reply of another type.
[[nodiscard]] SftpStatus statusOf(const SftpReply &reply);
[[nodiscard]] inline bool isOk(const SftpReply &reply)
{
    return statusOf(reply).code == SftpCode::Ok;
}

} // namespace engine
