// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/stalledtails.h"

#include "engine/log/doublingtimer.h"

namespace engine {

StalledTails::StalledTails(std::chrono::milliseconds firstDelay, QObject *parent)
    : QObject(parent), m_rest(new DoublingTimer(firstDelay, this))
{
    connect(m_rest, &QTimer::timeout, this, [this] {
        m_stalled.clear();
        emit due();
    });
}

bool StalledTails::add(quint64 id)
{
    if (!m_sinceLast.isValid() || m_sinceLast.hasExpired((2 * DoublingTimer::longest).count())) {
        m_told.clear();
        m_rest->reset();
    }
    m_sinceLast.start();
    m_stalled.insert(id);
    if (!m_rest->isActive())
        m_rest->startNext();
    return m_told.insert(id).second;
}

void StalledTails::clear()
{
    m_rest->stop();
    m_stalled.clear();
}

} // namespace engine
