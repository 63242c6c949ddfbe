// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/sessionsocket.h"

namespace engine {

namespace {

constexpr int maxReadsATurn = 64; // a limit, so that other sessions get their turn

} // namespace

SessionSocket::SessionSocket(ssh_session session) : m_session(session), m_event(ssh_event_new())
{
    const int descriptor = ssh_get_fd(m_session);
    ssh_set_blocking(m_session, 0);
    ssh_event_add_session(m_event, m_session);
    m_readable = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Read);
    m_writable = std::make_unique<QSocketNotifier>(descriptor, QSocketNotifier::Write);
    m_writable->setEnabled(false);
    connect(m_readable.get(), &QSocketNotifier::activated, this, &SessionSocket::readable);
    connect(m_writable.get(), &QSocketNotifier::activated, this, &SessionSocket::writable);
}

SessionSocket::~SessionSocket()
{
    ssh_event_remove_session(m_event, m_session);
    ssh_event_free(m_event);
}

bool SessionSocket::readPackets()
{
    for (int i = 0; i < maxReadsATurn; ++i) {
        const int rc = ssh_event_dopoll(m_event, 0);
        if (rc == SSH_AGAIN)
            return true;
        if (rc == SSH_ERROR)
            return false;
    }
    return true; // the notifier will report the remaining bytes
}

void SessionSocket::awaitWritable()
{
    m_writable->setEnabled((ssh_get_poll_flags(m_session) & SSH_WRITE_PENDING) != 0);
}

void SessionSocket::close()
{
    m_readable.reset();
    m_writable.reset();
}

} // namespace engine
