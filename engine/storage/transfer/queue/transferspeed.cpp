// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/queue/transferspeed.h"

#include <QDateTime>

namespace engine {

namespace {

constexpr qint64 windowMs = 5000;
constexpr qint64 leastMs = 500;
constexpr qint64 leastMeasuredBytes = 1024 * 1024; // less shows the length of a round trip, not the speed

} // namespace

void TransferSpeed::begin(qint64 bytes)
{
    m_first = m_last = {QDateTime::currentMSecsSinceEpoch(), bytes};
    m_samples = {m_first};
}

void TransferSpeed::add(qint64 bytes)
{
    const Sample sample{QDateTime::currentMSecsSinceEpoch(), bytes};
    if (sample.bytes <= m_first.bytes)
        m_samples = {m_first = sample};
    else
        m_samples.push_back(sample);
    if (sample.bytes != m_last.bytes)
        m_last = sample;
    while (m_samples.size() > 2 && m_samples.at(1).ms < sample.ms - windowMs)
        m_samples.pop_front();
}

qint64 TransferSpeed::current() const
{
    const qint64 tookMs = m_samples.back().ms - m_samples.front().ms;
    const qint64 brought = qMax<qint64>(0, m_samples.back().bytes - m_samples.front().bytes);
    return tookMs > leastMs ? brought * 1000 / tookMs : 0;
}

qint64 TransferSpeed::mean() const
{
    const Sample brought{m_last.ms - m_first.ms, m_last.bytes - m_first.bytes};
    return brought.ms > leastMs && brought.bytes >= leastMeasuredBytes ? brought.bytes * 1000 / brought.ms : 0;
}

} // namespace engine
