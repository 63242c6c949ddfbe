// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/channel/forwardpipe.h"

#include "engine/ssh/sshsession.h"

namespace engine {

ForwardPipe::ForwardPipe(ssh_session session, QString host, int port, QPromise<Opened> opened,
                         std::function<void()> wake)
    : m_host(std::move(host)), m_port(port), m_opened(std::move(opened)), m_socket(std::move(wake)),
      m_channel(session, [this](const char *data, uint32_t length, bool) { return receive(data, length); })
{
}

bool ForwardPipe::step()
{
    if (m_phase == Phase::Opening)
        open();
    if (m_phase != Phase::Running)
        return m_phase == Phase::Ended;
    drainChannel();
    const bool isDrained = m_down.isEmpty();
    if ((m_channel.hasEof() || m_channel.isClosed()) && isDrained)
        m_socket.endSending();
    readSocket();
    writeChannel();
    m_socket.await(m_up.isEmpty() && !m_socket.hasEnded(), !isDrained);
    if ((m_channel.isClosed() && isDrained) || (m_eofSent && m_socket.isShut()) || m_socket.isGone())
        m_phase = Phase::Ended;
    return m_phase == Phase::Ended;
}

void ForwardPipe::open()
{
    const int rc = ssh_channel_open_forward(m_channel.handle(), m_host.toUtf8().constData(), m_port, "127.0.0.1", 0);
    if (rc == SSH_AGAIN)
        return;
    if (rc != SSH_OK)
        return lose(Error::of(ErrorCode::Unreachable,
                              {QT_TRANSLATE_NOOP("engine", "The jump host does not reach %1."), {m_host}}, m_host,
                              m_channel.errorText()));
    const std::shared_ptr<UniqueFd> theirs = m_opened.isCanceled() ? nullptr : m_socket.open();
    if (!theirs)
        return lose({ErrorCode::IoError, QT_TRANSLATE_NOOP("engine", "No more sockets can be opened.")});
    answer(theirs);
    m_phase = Phase::Running;
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
    const int sent = m_socket.isOpen() && m_down.isEmpty() && !m_hasLeftOver ? m_socket.send(data, length) : 0;
    m_hasLeftOver = m_hasLeftOver || sent < int(length);
    return sent;
}

// Moves bytes that libssh buffered, because the socket was full, into the socket.
void ForwardPipe::drainChannel()
{
    while (m_hasLeftOver || !m_down.isEmpty()) {
        m_down.remove(0, m_socket.send(m_down.constData(), m_down.size()));
        if (!m_down.isEmpty())
            return;
        m_down.resize(SshSession::maxWrite);
        m_down.resize(m_channel.read(m_down.data(), SshSession::maxWrite));
        m_hasLeftOver = !m_down.isEmpty();
    }
}

void ForwardPipe::readSocket()
{
    if (!m_up.isEmpty() || m_socket.hasEnded())
        return;
    m_up.resize(SshSession::maxWrite);
    m_up.resize(m_socket.receive(m_up.data(), m_up.size()));
}

void ForwardPipe::writeChannel()
{
    while (const qsizetype written = m_channel.write(m_up)) {
        m_up.remove(0, written);
        readSocket();
    }
    if (m_up.isEmpty() && m_socket.hasEnded() && !m_socket.isGone() && !std::exchange(m_eofSent, true))
        m_channel.sendEof();
}

void ForwardPipe::lose(const Error &error)
{
    m_phase = Phase::Ended;
    answer(error);
}

} // namespace engine
