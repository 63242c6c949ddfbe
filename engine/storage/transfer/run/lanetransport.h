// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/run/transport.h"

#include <thread>

namespace engine {

/// Sends files over several lanes, each with a session and a thread: small files in batches, large ones in parts. Its
/// owner either calls bring() for all files, or add() for some and finish().
class LaneTransport final : public Transport
{
public:
    LaneTransport(RunContext &context, Source &source, Stage &stage);

    Result<void> bring(const EachWanted &wanted) override;
    [[nodiscard]] size_t mostLanes() const { return m_mostLanes; }
    void add(TreeEntry &entry, const QByteArray &targetPath, bool isInParts);
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; } ///< a lane has failed: no more can be added
    /// Waits for all lanes. If one stream brought all files, and \a listed is not null, it gets the list of the staging
    /// folder that the machine sent at the stream's end. Errors: the first of the lanes'.
    [[nodiscard]] Result<void> finish(QByteArray *listed = nullptr);

private:
    void makeRoomForBatch();
    void startLane();
    [[nodiscard]] Result<void> work(size_t index);

    RunContext &m_context;
    Source &m_source;
    Stage &m_stage;
    size_t m_mostLanes;
    WorkQueue<TreeBatch> m_queue;
    TreeBatcher m_batcher;
    size_t m_batches = 0;
    std::atomic<QByteArray *> m_listed = nullptr;
    std::atomic<bool> m_isComplete = false; // all large files are added
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::vector<std::jthread> m_lanes; // last: they use the other members
};

} // namespace engine
