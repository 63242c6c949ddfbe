// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftppipe.h"

namespace engine {

SftpPipe::SftpPipe(SftpClient &client, size_t most) : m_client(client), m_most(most) { }

SftpPipe::~SftpPipe()
{
    for (const Waiting &waiting : m_waiting)
        m_client.ignore(waiting.id);
}

Result<void> SftpPipe::ask(SftpRequest request, Answered answered)
{
    m_waiting.push_back({m_client.ask(std::move(request)), std::move(answered)});
    if (m_client.isBroken())
        return m_client.broken();
    while (!m_isAnswering && m_waiting.size() > m_most) {
        if (const auto settled = settleFirst(); !settled)
            return settled;
    }
    return {};
}

Result<void> SftpPipe::finish()
{
    while (!m_waiting.empty()) {
        if (const auto settled = settleFirst(); !settled)
            return settled;
    }
    return {};
}

Result<void> SftpPipe::settleFirst()
{
    const Waiting first = std::move(m_waiting.front());
    m_waiting.pop_front();
    const Result<SftpReply> reply = m_client.answerTo(first.id);
    if (!reply)
        return reply.error();
    m_isAnswering = true;
    const Result<void> answered = first.answered(*reply);
    m_isAnswering = false;
    return answered;
}

SftpRequest sftpRequest(SftpType type, QByteArrayView path)
{
    SftpRequest request(type);
    request.add(path);
    return request;
}

SftpRequest sftpRequest(SftpType type, QByteArrayView path, const SftpAttributes &attributes)
{
    SftpRequest request(type);
    request.add(path).add(attributes);
    return request;
}

SftpStatus statusOf(const SftpReply &reply)
{
    const auto status = reply.as(SftpType::Status, decodeStatus);
    return status.value_or(SftpStatus{SftpCode::BadMessage, {}});
}

} // namespace engine
