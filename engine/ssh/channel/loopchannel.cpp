// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/channel/loopchannel.h"

#include "engine/ssh/servertext.h"
#include "engine/ssh/sshsession.h"

#include <algorithm>

namespace engine {

LoopChannel::LoopChannel(ssh_session session, Receive receive)
    : m_session(session), m_channel(ssh_channel_new(session)), m_receive(std::move(receive))
{
    m_callbacks.userdata = this;
    m_callbacks.channel_data_function = [](ssh_session, ssh_channel, void *data, uint32_t length, int isError,
                                           void *self) {
        return static_cast<LoopChannel *>(self)->m_receive(static_cast<const char *>(data), length, isError != 0);
    };
    m_callbacks.channel_eof_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<LoopChannel *>(self)->m_hasEof = true;
    };
    m_callbacks.channel_close_function = [](ssh_session, ssh_channel, void *self) {
        static_cast<LoopChannel *>(self)->m_isClosed = true;
    };
    m_callbacks.channel_exit_status_function = [](ssh_session, ssh_channel, int status, void *self) {
        static_cast<LoopChannel *>(self)->m_exitStatus = status;
    };
    m_callbacks.channel_exit_signal_function = [](ssh_session, ssh_channel, const char *signal, int, const char *,
                                                  const char *, void *self) {
        static_cast<LoopChannel *>(self)->m_exitSignal = signal;
    };
    ssh_callbacks_init(&m_callbacks);
    ssh_set_channel_callbacks(m_channel, &m_callbacks);
}

LoopChannel::~LoopChannel()
{
    ssh_remove_channel_callbacks(m_channel, &m_callbacks);
    ssh_channel_free(m_channel);
}

QString LoopChannel::errorText() const
{
    return harmless(ssh_get_error(m_session), 300);
}

qsizetype LoopChannel::write(QByteArrayView bytes)
{
    if (m_isClosed || (ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0)
        return 0;
    const uint32_t length = std::min({SshSession::maxWrite, ssh_channel_window_size(m_channel),
                                      uint32_t(qMin<qsizetype>(bytes.size(), SshSession::maxWrite))});
    return length == 0 ? 0 : qMax(ssh_channel_write(m_channel, bytes.data(), length), 0);
}

qsizetype LoopChannel::read(char *to, uint32_t most, bool isError)
{
    return qMax(ssh_channel_read_nonblocking(m_channel, to, most, isError), 0);
}

} // namespace engine
