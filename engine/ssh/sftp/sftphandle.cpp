// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sftphandle.h"

#include "engine/ssh/sftp/sftpclient.h"

#include <utility>

namespace engine {

SftpHandle::SftpHandle(std::weak_ptr<SftpClient> client, QByteArray bytes, QString path)
    : m_client(std::move(client)), m_bytes(std::move(bytes)), m_path(std::move(path))
{
}

SftpHandle::SftpHandle(SftpHandle &&other) noexcept
    : m_client(std::exchange(other.m_client, {})), m_bytes(std::move(other.m_bytes)), m_path(std::move(other.m_path))
{
}

SftpHandle &SftpHandle::operator=(SftpHandle &&other) noexcept
{
    std::swap(m_client, other.m_client);
    std::swap(m_bytes, other.m_bytes);
    std::swap(m_path, other.m_path);
    return *this;
}

SftpHandle::~SftpHandle()
{
    if (const std::shared_ptr<SftpClient> there = client()) {
        SftpRequest request(SftpType::Close);
        request.add(m_bytes);
        there->ignore(there->ask(std::move(request)));
    }
}

} // namespace engine
