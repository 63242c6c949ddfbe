// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/ssh/sftp/sftpclient.h"

#include <deque>
#include <functional>

namespace engine {

/// Requests that are on their way together, and what is to be done with each answer, in the order in which they were
/// asked. An answer may ask further ones. Thread: the client's. What is not finish()ed is not heard any more.
class SftpPipe final
{
    Q_DISABLE_COPY_MOVE(SftpPipe)

public:
    /// Its error ends all: the pipe's user hears it next.
    using Answered = std::function<Result<void>(const SftpReply &)>;

    explicit SftpPipe(SftpClient &client, size_t most = SftpClient::mostInFlight);
    ~SftpPipe();

    /// Waits while too much is on its way. Errors: the client's, and those of what was asked before.
    Result<void> ask(SftpRequest request, Answered answered);
    Result<void> finish(); ///< waits for all
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

/// A request about a path, which others may add to.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path);
/// Of a change of attributes.
[[nodiscard]] SftpRequest sftpRequest(SftpType type, QByteArrayView path, const SftpAttributes &attributes);
/// What a reply says that has nothing else to say; BadMessage for one that says more.
[[nodiscard]] SftpStatus statusOf(const SftpReply &reply);
[[nodiscard]] inline bool isOk(const SftpReply &reply)
{
    return statusOf(reply).code == SftpCode::Ok;
}

} // namespace engine
