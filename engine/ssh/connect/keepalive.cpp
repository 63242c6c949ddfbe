// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/ssh/connect/keepalive.h"

#include "engine/ssh/sshsession.h"

namespace engine {

namespace {

constexpr std::chrono::seconds checkPatience{5};

} // namespace

KeepAlive::KeepAlive(const SshSession &session, QObject *parent) : QObject(parent), m_session(session)
{
    m_check.setSingleShot(true);
    connect(&m_interval, &QTimer::timeout, this, &KeepAlive::askAgain);
    connect(&m_check, &QTimer::timeout, this, [this] {
        if (m_session.receivedBytes() == m_bytesAtCheck)
            emit silent();
    });
}

void KeepAlive::start(std::chrono::seconds interval)
{
    m_interval.start(interval);
}

void KeepAlive::stop()
{
    m_interval.stop();
    m_check.stop();
}

void KeepAlive::askAgain()
{
    const quint64 received = m_session.receivedBytes();
    const bool hasAnswered = received != std::exchange(m_bytesBefore, received);
    m_unanswered = hasAnswered ? 0 : m_unanswered + 1;
    if (m_unanswered > SshSession::mostUnanswered)
        return emit silent();
    m_session.askAlive();
    emit asked();
}

void KeepAlive::checkNow()
{
    if (m_check.isActive())
        return;
    m_bytesAtCheck = m_session.receivedBytes();
    m_session.askAlive();
    m_check.start(checkPatience);
    emit asked();
}

} // namespace engine
