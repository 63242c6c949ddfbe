// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/intake.h"

namespace engine {

Intake::Intake(Source &source, size_t mostLanes, OpenLane openLane)
    : m_source(source), m_mostLanes(mostLanes), m_openLane(std::move(openLane)), m_queue(TreeBatcher::mostQueued),
      m_batcher(m_queue)
{
}

void Intake::add(TreeEntry &&entry)
{
    if (m_batcher.isFull())
        startLane();
    (void)m_batcher.add(std::move(entry)); // what nobody takes any more is named as missing in the end
}

Result<void> Intake::finish()
{
    if (!m_batcher.isEmpty())
        startLane();
    (void)m_batcher.flush();
    m_queue.finish();
    while (m_source.hasParts() && m_lanes.size() < m_mostLanes)
        startLane();
    m_isComplete = true;
    m_isComplete.notify_all();
    m_lanes.clear(); // waits for them
    if (m_error)
        return *m_error;
    if (!m_source.hasParts())
        return {};
    const auto lane = m_openLane(0);
    return lane ? m_source.seal(*lane->writer) : Result<void>(lane.error());
}

// The others are made when there is more than one batch for them.
void Intake::startLane()
{
    const size_t index = m_lanes.size();
    if (index >= m_mostLanes)
        return;
    m_lanes.emplace_back([this, index] {
        const auto lane = m_openLane(index);
        if (!lane && index > 0)
            return; // the first will do
        const auto done = lane ? work(*lane) : Result<void>(lane.error());
        if (done)
            return;
        {
            const std::lock_guard lock(m_mutex);
            if (!m_error)
                m_error = done.error();
        }
        m_hasFailed = true;
        m_queue.giveUp();
    });
}

Result<void> Intake::work(const Lane &lane)
{
    if (const auto received = m_source.receiveTrees(*lane.source, *lane.writer, m_queue); !received)
        return received;
    m_isComplete.wait(false); // one lane may have given up the queue before
    return m_hasFailed ? Result<void>() : m_source.receiveParts(*lane.source, *lane.writer);
}

} // namespace engine
