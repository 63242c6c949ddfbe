// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/source.h"
#include "engine/storage/transfer/stage.h"

#include <thread>

namespace engine {

/// Brings what a machine listed into a stage, over several lanes: small things in batches, large files in parts. Its
/// owner adds what is small here, what is large to the source, and calls finish(), in one thread; each lane has one of
/// its own.
class Intake final
{
    Q_DISABLE_COPY_MOVE(Intake)

public:
    struct Lane
    {
        std::shared_ptr<BulkSession> source; ///< to the machine
        std::unique_ptr<StageWriter> writer; ///< into the stage
    };
    /// Called in the lanes' threads, and by finish() for the first, which is there already.
    using OpenLane = std::function<Result<Lane>(size_t index)>;

    Intake(Source &source, size_t mostLanes, OpenLane openLane);

    void add(TreeEntry &&entry);
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; } ///< one of the lanes: no more can be added
    /// Waits for all. Errors: the first of the lanes'.
    [[nodiscard]] Result<void> finish();

private:
    void startLane();
    [[nodiscard]] Result<void> work(const Lane &lane);

    Source &m_source;
    size_t m_mostLanes;
    OpenLane m_openLane;
    WorkQueue<TreeBatch> m_queue;
    TreeBatcher m_batcher;
    std::atomic<bool> m_isComplete = false; // all parts are known
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::vector<std::jthread> m_lanes; // last: they use the rest
};

} // namespace engine
