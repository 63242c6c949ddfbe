// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/channel/pipesocket.h"

#include <array>
#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace engine {

PipeSocket::PipeSocket(std::function<void()> ready) : m_ready(std::move(ready)) { }

std::shared_ptr<UniqueFd> PipeSocket::open()
{
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        return {};
    m_socket.reset(ends[0]);
    m_readable.emplace(m_socket.get(), QSocketNotifier::Read);
    m_writable.emplace(m_socket.get(), QSocketNotifier::Write);
    m_writable->setEnabled(false);
    for (QSocketNotifier *notifier : {&*m_readable, &*m_writable})
        QObject::connect(notifier, &QSocketNotifier::activated, notifier, [this, notifier] {
            notifier->setEnabled(false); // await() enables it again
            m_ready();
        });
    return std::make_shared<UniqueFd>(ends[1]);
}

int PipeSocket::send(const char *data, qsizetype length)
{
    const ssize_t sent = ::send(m_socket.get(), data, size_t(length), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent >= 0)
        return int(sent);
    if (errno == EAGAIN || errno == EINTR)
        return 0;
    m_isGone = m_hasEnded = m_isShut = true;
    return int(length);
}

void PipeSocket::endSending()
{
    if (!std::exchange(m_isShut, true))
        ::shutdown(m_socket.get(), SHUT_WR);
}

qsizetype PipeSocket::receive(char *to, qsizetype most)
{
    const ssize_t got = ::recv(m_socket.get(), to, size_t(most), MSG_DONTWAIT);
    if (got > 0)
        return got;
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    m_hasEnded = true;
    pollfd gone{m_socket.get(), 0, 0};
    if (got < 0 || (::poll(&gone, 1, 0) == 1 && (gone.revents & POLLHUP) != 0))
        m_isShut = true; // the caller closed its end, not only its sending
    return 0;
}

void PipeSocket::await(bool readable, bool writable)
{
    m_readable->setEnabled(readable);
    m_writable->setEnabled(writable);
}

} // namespace engine
