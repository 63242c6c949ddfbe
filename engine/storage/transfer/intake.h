// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/source.h"
#include "engine/storage/transfer/stage.h"

#include <thread>

namespace engine {

/// Brings what a source listed into a stage, over several lanes: small things in batches, large files in parts. Its
/// owner adds what is small here, what is large to the source, and calls finish(), in one thread; each lane has one of
/// its own.
class Intake final
{
    Q_DISABLE_COPY_MOVE(Intake)

public:
    Intake(Source &source, Stage &stage, size_t mostLanes);

    void add(TreeEntry &&entry);
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; } ///< one of the lanes: no more can be added
    /// Waits for all. Where one stream brought all of them, \a listed, unless it is null, is what the stage has then,
    /// as the machine told at its end. Errors: the first of the lanes'.
    [[nodiscard]] Result<void> finish(QByteArray *listed);

private:
    void makeRoomForBatch();
    void startLane();
    [[nodiscard]] Result<void> work(size_t index);

    Source &m_source;
    Stage &m_stage;
    size_t m_mostLanes;
    WorkQueue<TreeBatch> m_queue;
    TreeBatcher m_batcher;
    size_t m_batches = 0;
    std::atomic<QByteArray *> m_listed = nullptr;
    std::atomic<bool> m_isComplete = false; // all parts are known
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::vector<std::jthread> m_lanes; // last: they use the rest
};

} // namespace engine
