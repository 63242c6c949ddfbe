// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/storage/transfer/run/lanetransport.h"

#include "engine/ssh/connect/connectionerrors.h"

namespace engine {

LaneTransport::LaneTransport(RunContext &context, Source &source, Stage &stage)
    : m_context(context), m_source(source), m_stage(stage), m_queue(TreeBatcher::mostQueued), m_batcher(m_queue)
{
    const Lanes lanes = lanesFor(std::max(source.session().roundTrip(), stage.roundTrip()));
    m_mostLanes = lanes.sessions;
    source.setLanes(lanes);
}

Result<void> LaneTransport::bring(const EachWanted &wanted)
{
    constexpr size_t fewEntries = 5000;
    const auto listed = wanted([this](TreeEntry &entry, const QByteArray &targetPath) -> Result<void> {
        if (m_hasFailed)
            return connectionClosed(); // finish() has the reason
        const bool isForParts = m_context.isForParts(entry);
        if (isForParts && m_context.startsAnew(entry, targetPath)) {
            if (const auto found = m_stage.findParts(entry, targetPath); !found)
                return found;
        }
        add(entry, targetPath, isForParts);
        return {};
    });
    // The staging folder does not change between the end of the stream and verify(), so the stream's end can list it.
    const TargetState &state = m_context.state;
    const bool isAllInStream = listed && !m_context.plan.comparesChecksums
        && state.staged.size() + state.expected.size() + state.folders.size() <= fewEntries;
    const auto received = finish(isAllInStream ? &m_context.listed : nullptr);
    return received ? listed : received;
}

void LaneTransport::add(TreeEntry &entry, const QByteArray &targetPath, bool isInParts)
{
    if (isInParts)
        return m_source.add(entry);
    m_context.journal.forget(entry, targetPath); // it is sent from its beginning
    m_context.noteForTar(entry, targetPath);
    if (m_batcher.isFull())
        makeRoomForBatch();
    (void)m_batcher.add(std::move(entry)); // if the queue was given up, verify() names the entry as missing
}

Result<void> LaneTransport::finish(QByteArray *listed)
{
    if (!m_batcher.isEmpty())
        makeRoomForBatch();
    (void)m_batcher.flush();
    if (m_lanes.size() == 1 && !m_source.hasParts())
        m_listed = listed;
    m_queue.finish();
    while (m_source.hasParts() && m_lanes.size() < m_mostLanes)
        startLane();
    m_isComplete = true;
    m_isComplete.notify_all();
    m_lanes.clear(); // waits for their threads
    if (m_error)
        return *m_error;
    if (!m_source.hasParts())
        return {};
    const auto writer = m_stage.openWriter(0);
    return writer ? m_source.seal(**writer) : Result<void>(writer.error());
}

// Another lane may need a login, which takes longer than one more batch in the first lane.
void LaneTransport::makeRoomForBatch()
{
    ++m_batches;
    if (m_lanes.empty() || m_batches > m_lanes.size() + 1)
        startLane();
}

void LaneTransport::startLane()
{
    const size_t index = m_lanes.size();
    if (index >= m_mostLanes)
        return;
    m_lanes.emplace_back([this, index] {
        const auto done = work(index);
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

Result<void> LaneTransport::work(size_t index)
{
    const auto reader = m_source.openReader(index);
    const auto writer = reader ? m_stage.openWriter(index) : Result<std::unique_ptr<StageWriter>>(reader.error());
    if (!writer)
        return index > 0 ? Result<void>() : writer.error(); // lane 0 is enough
    if (const auto read = (*reader)->readTrees(m_queue, **writer); !read)
        return read;
    QByteArray *const listed = m_listed;
    const int finished = listed ? (*writer)->finishAndList(*listed) : (*writer)->finish();
    if (finished == StageWriter::broken)
        return (*writer)->trouble();
    m_isComplete.wait(false); // the queue may have been given up before all large files are added
    return m_hasFailed ? Result<void>() : (*reader)->readParts(**writer);
}

} // namespace engine
