// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/node/link/retrytimer.h"

#include <QDateTime>

using namespace std::chrono_literals;

namespace engine {

namespace {

Backoff::Duration steadyNow()
{
    return std::chrono::duration_cast<Backoff::Duration>(std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace

RetryTimer::RetryTimer(QObject *parent) : QObject(parent), m_backoff(1s, 60s, steadyNow), m_timer(this)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RetryTimer::due);
}

void RetryTimer::schedule()
{
    m_timer.start(m_backoff.remaining());
    m_nextTryMs = QDateTime::currentMSecsSinceEpoch() + m_backoff.remaining().count();
}

} // namespace engine
