// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/places/source.h"
#include "engine/storage/transfer/places/stage.h"
#include "engine/storage/transfer/run/transport.h"

#include <thread>

namespace engine {

/// The usual way, over several lanes, each with a thread of its own: small things in batches, large files in parts.
/// Either it brings all, or what its owner adds.
class LaneTransport final : public Transport
{
public:
    LaneTransport(RunContext &context, Source &source, Stage &stage);

    Result<void> bring(const EachWanted &wanted) override;
    [[nodiscard]] size_t mostLanes() const { return m_mostLanes; }
    void add(TreeEntry &entry, const QByteArray &targetPath, bool isInParts);
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; } ///< one of the lanes: no more can be added
    /// Waits for all. Where one stream brought all of them, \a listed, unless it is null, is what the stage has then,
    /// as the machine told at its end. Errors: the first of the lanes'.
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
    std::atomic<bool> m_isComplete = false; // all parts are known
    std::atomic<bool> m_hasFailed = false;
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::vector<std::jthread> m_lanes; // last: they use the rest
};

} // namespace engine
