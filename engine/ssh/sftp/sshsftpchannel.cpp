// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/sftp/sshsftpchannel.h"

#include "engine/ssh/connect/connectionerrors.h"
#include "engine/ssh/sftp/sftperrors.h"

#include <libssh/libssh.h>

#include <QDeadlineTimer>

#include <algorithm>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

namespace engine {

namespace {

using namespace std::chrono_literals;

// The longest wait of one libssh call; our own limits are checked in between.
constexpr auto slice = 1s;
constexpr qsizetype mostWritten = 256 * 1024; // bytes in one call
constexpr qsizetype mostRead = 256 * 1024;
// libssh's window is 1.25 MiB. A larger read widens it, which costs a packet, so that is done once in this many bytes.
constexpr qint64 renewedAfter = 1024 * 1024;

} // namespace

// connect() to no address resets a TCP connection. Some systems refuse it while a thread waits on the socket, and it
// does not exist for other sockets: shutdown() then wakes the thread, and by SO_LINGER the last close() resets the
// connection.
void resetConnection(int socket)
{
    const ::linger none{1, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    ::sockaddr nowhere{};
    nowhere.sa_family = AF_UNSPEC;
    ::connect(socket, &nowhere, sizeof nowhere);
    ::shutdown(socket, SHUT_RDWR);
}

SshSftpChannel::SshSftpChannel(std::shared_ptr<SshLogin> login)
    : m_login(std::move(login)), m_descriptor(::fcntl(ssh_get_fd(m_login->session.handle()), F_DUPFD_CLOEXEC, 0))
{
}

SshSftpChannel::~SshSftpChannel()
{
    abort(); // else libssh might block while it closes the channel
    ssh_channel_free(m_channel);
}

Result<void> SshSftpChannel::open(std::chrono::seconds patience)
{
    ssh_session session = m_login->session.handle();
    ssh_set_blocking(session, 1);
    setTimeout(patience);
    m_channel = ssh_channel_new(session);
    if (!m_channel)
        return ended();
    const QDeadlineTimer deadline(patience);
    int rc = ssh_channel_open_session(m_channel);
    if (rc == SSH_OK)
        rc = ssh_channel_request_sftp(m_channel);
    setTimeout(slice);
    if (rc == SSH_OK)
        return {};
    if (m_isAborted || !m_login->session.isConnected())
        return ended();
    return deadline.hasExpired() ? silenceError() : noServerError(m_login->session.errorText());
}

void SshSftpChannel::setTimeout(std::chrono::seconds timeout)
{
    const long seconds = timeout.count();
    ssh_options_set(m_login->session.handle(), SSH_OPTIONS_TIMEOUT, &seconds);
}

Error SshSftpChannel::ended() const
{
    if (m_isAborted)
        return connectionClosed();
    return m_login->session.isConnected() ? serverEndedError() : connectionLost(m_login->session.errorText());
}

// Writes at most the window's size in one call: libssh would block for more, for a server that widens the window byte
// by byte.
Result<void> SshSftpChannel::write(QByteArrayView bytes, std::chrono::milliseconds patience)
{
    QDeadlineTimer silence(patience);
    while (!bytes.isEmpty()) {
        const auto window = qsizetype(ssh_channel_window_size(m_channel));
        const auto most = uint32_t(std::min(std::clamp<qsizetype>(window, 1, mostWritten), bytes.size()));
        const quint64 before = m_login->session.sentBytes();
        const int written = ssh_channel_write(m_channel, bytes.data(), most);
        if (written < 0 || m_isAborted || !m_login->session.isConnected() || ssh_channel_is_closed(m_channel))
            return ended();
        bytes = bytes.sliced(written);
        if (m_login->session.sentBytes() != before) // counts sent bytes, not those that libssh buffers
            silence.setRemainingTime(patience);
        else if (silence.hasExpired())
            return silenceError();
    }
    return {};
}

Result<qsizetype> SshSftpChannel::read(char *to, qsizetype most, std::chrono::milliseconds patience)
{
    const bool isRenewal = m_sinceRenewal >= renewedAfter;
    if (isRenewal)
        m_sinceRenewal = 0;
    const auto wanted = uint32_t(isRenewal ? most : std::min(most, mostRead));
    const int got = ssh_channel_read_timeout(m_channel, to, wanted, 0, int(std::max<qint64>(patience.count(), 0)));
    if (got > 0) {
        m_sinceRenewal += got;
        return got;
    }
    if (m_isAborted || !m_login->session.isConnected() || (got < 0 && got != SSH_AGAIN)
        || ssh_channel_is_eof(m_channel))
        return ended();
    return 0;
}

bool SshSftpChannel::isAlive()
{
    constexpr int mostLooks = 16;
    pollfd readable{m_descriptor.get(), POLLIN, 0};
    for (int looks = 0; looks<mostLooks && ::poll(&readable, 1, 0)> 0; ++looks) {
        if (ssh_channel_poll(m_channel, 0) < 0)
            return false;
    }
    return m_login->session.isConnected() && !ssh_channel_is_eof(m_channel) && !m_isAborted;
}

void SshSftpChannel::abort()
{
    m_isAborted = true;
    resetConnection(m_descriptor.get());
}

} // namespace engine
