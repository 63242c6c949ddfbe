// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/forwardpipe.h"

#include "engine/ssh/servertext.h"
#include "engine/ssh/sshsession.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace engine {

ForwardPipe::ForwardPipe(ssh_session session, QString host, int port, QPromise<Opened> opened,
                         std::function<void()> wake)
    : m_session(session), m_channel(ssh_channel_new(session)), m_host(std::move(host)), m_port(port),
      m_opened(std::move(opened)), m_wake(std::move(wake))
{
    setCallbacks();
}

ForwardPipe::~ForwardPipe()
{
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);
}

void ForwardPipe::setCallbacks()
{
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, uint32_t length, int, void *self) {
        return static_cast<ForwardPipe *>(self)->receive(static_cast<const char *>(data), length);
    };
    m_callbacks.channel_eof_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<ForwardPipe *>(self)->m_channelEof = true;
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<ForwardPipe *>(self)->m_channelClosed = true;
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_channel_callbacks(m_channel, &m_callbacks);
}

bool ForwardPipe::step()
{
    if (m_phase == Phase::Opening)
        open();
    if (m_phase != Phase::Running)
        return m_phase == Phase::Ended;
    drainChannel();
    const bool isDrained = m_down.isEmpty();
    if ((m_channelEof || m_channelClosed) && isDrained && !std::exchange(m_shutDown, true))
        ::shutdown(m_socket.get(), SHUT_WR);
    readSocket();
    writeChannel();
    m_readable->setEnabled(m_up.isEmpty() && !m_socketEnded);
    m_writable->setEnabled(!isDrained);
    if ((m_channelClosed && isDrained) || (m_eofSent && m_shutDown))
        m_phase = Phase::Ended;
    return m_phase == Phase::Ended;
}

void ForwardPipe::open()
{
    const int rc = ssh_channel_open_forward(m_channel, m_host.toUtf8().constData(), m_port, "127.0.0.1", 0);
    if (rc == SSH_AGAIN)
        return;
    if (rc != SSH_OK)
        return lose({ErrorCode::Unreachable,
                     {QT_TRANSLATE_NOOP("engine", "The jump host does not reach %1."), {m_host}},
                     m_host,
                     {},
                     harmless(ssh_get_error(m_session), 300)});
    if (!makeSocket())
        return lose({ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "No more sockets can be opened.")});
    m_phase = Phase::Running;
}

bool ForwardPipe::makeSocket()
{
    std::array<int, 2> ends{};
    if (m_opened.isCanceled() || ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return false;
    m_socket.reset(ends[0]);
    m_readable.emplace(m_socket.get(), QSocketNotifier::Read);
    m_writable.emplace(m_socket.get(), QSocketNotifier::Write);
    m_writable->setEnabled(false);
    for (QSocketNotifier *notifier : {&*m_readable, &*m_writable})
        QObject::connect(notifier, &QSocketNotifier::activated, notifier, [this, notifier] {
            notifier->setEnabled(false); // step() enables it again when it is to be waited for
            m_wake();
        });
    answer(std::make_shared<UniqueFd>(ends[1]));
    return true;
}

void ForwardPipe::answer(const Opened &result)
{
    if (m_opened.future().isFinished())
        return;
    m_opened.addResult(result);
    m_opened.finish();
}

int ForwardPipe::receive(const char *data, uint32_t length)
{
    const int sent = m_socket.isValid() && m_down.isEmpty() && !m_hasLeftOver ? toSocket(data, length) : 0;
    m_hasLeftOver = m_hasLeftOver || sent < int(length);
    return sent;
}

// How much of it the socket took; all of it when nobody is there any more.
int ForwardPipe::toSocket(const char *data, qsizetype length)
{
    const ssize_t sent = ::send(m_socket.get(), data, size_t(length), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0)
        return int(sent);
    if (errno == EAGAIN || errno == EINTR)
        return 0;
    m_socketEnded = m_eofSent = m_shutDown = true; // both directions are over
    return int(length);
}

// What did not fit in the socket lies in the library.
void ForwardPipe::drainChannel()
{
    while (m_hasLeftOver || !m_down.isEmpty()) {
        m_down.remove(0, toSocket(m_down.constData(), m_down.size()));
        if (!m_down.isEmpty())
            return;
        m_down.resize(SshSession::maxWrite);
        m_down.resize(qMax(ssh_channel_read_nonblocking(m_channel, m_down.data(), SshSession::maxWrite, 0), 0));
        m_hasLeftOver = !m_down.isEmpty();
    }
}

void ForwardPipe::readSocket()
{
    if (!m_up.isEmpty() || m_socketEnded)
        return;
    m_up.resize(SshSession::maxWrite);
    const ssize_t got = ::recv(m_socket.get(), m_up.data(), SshSession::maxWrite, MSG_DONTWAIT);
    m_up.resize(qMax<ssize_t>(got, 0));
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)))
        return;
    m_socketEnded = true;
    pollfd gone{m_socket.get(), 0, 0};
    if (got < 0 || (::poll(&gone, 1, 0) == 1 && (gone.revents & POLLHUP) != 0))
        m_shutDown = true; // not only no more to send: closed
}

void ForwardPipe::writeChannel()
{
    while (!m_up.isEmpty() && !m_channelClosed && (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) == 0) {
        const uint32_t length =
            std::min({SshSession::maxWrite, ssh_channel_window_size(m_channel), uint32_t(m_up.size())});
        const int written = length == 0 ? 0 : ssh_channel_write(m_channel, m_up.constData(), length);
        if (written <= 0)
            return;
        m_up.remove(0, written);
        readSocket();
    }
    if (m_up.isEmpty() && m_socketEnded && !std::exchange(m_eofSent, true))
        ssh_channel_send_eof(m_channel);
}

void ForwardPipe::lose(const Error &error)
{
    m_phase = Phase::Ended;
    answer(error);
}

} // namespace engine
