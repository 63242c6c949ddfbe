// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

#include <memory>

namespace engine {

class SftpClient;

/// An open file or folder of a server. Destruction closes it and ignores errors, unless SftpClient::close() was called.
/// Thread: the client's.
class SftpHandle final
{
public:
    SftpHandle() = default;
    SftpHandle(std::weak_ptr<SftpClient> client, QByteArray bytes, QString path);
    SftpHandle(SftpHandle &&other) noexcept;
    SftpHandle &operator=(SftpHandle &&other) noexcept;
    SftpHandle(const SftpHandle &) = delete;
    SftpHandle &operator=(const SftpHandle &) = delete;
    ~SftpHandle();

    [[nodiscard]] std::shared_ptr<SftpClient> client() const { return m_client.lock(); }
    [[nodiscard]] QByteArray bytes() const { return m_bytes; }
    [[nodiscard]] QString path() const { return m_path; }
    void forget() { m_client.reset(); } ///< leaves closing to another request

private:
    std::weak_ptr<SftpClient> m_client;
    QByteArray m_bytes;
    QString m_path; // for messages
};

} // namespace engine
