// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/run/lanetransport.h"

#include <semaphore>

namespace engine {

/// Sends large files of a copy directly from machine to machine, over several lanes, if the source reaches the target.
/// That is tried once there are enough bytes. All other files pass through this computer, as do large ones if the
/// connection fails. RunContext::way tells the route. Errors: also CommandFailed (the target cannot write), Canceled.
class DirectTransport final : public Transport
{
public:
    DirectTransport(RunContext &context, Source &source, Stage &stage, RunSessions &sources, RunSessions &targets)
        : m_context(context), m_source(source), m_stage(stage), m_sources(sources), m_targets(targets),
          m_usual(context, source, stage), m_queue(context)
    {
    }
    ~DirectTransport() override { m_queue.close(); }

    Result<void> bring(const EachWanted &wanted) override;

    static constexpr qint64 leastSize = 1024 * 1024; ///< of a file
    /// Whether a file is sent directly. Small files come together in one stream; holes are not sent.
    [[nodiscard]] static bool takes(const TreeEntry &file);

private:
    [[nodiscard]] bool add(const TreeEntry &file); // false: the file must pass through this computer
    [[nodiscard]] Result<std::vector<TreeEntry>> finish(); // files that must pass through this computer, too
    void work(size_t index);
    [[nodiscard]] quint64 movedBytes() const { return m_sources.movedBytes() + m_targets.movedBytes(); }
    void fail(const Error &error);
    void giveUp(const QString &why);

    RunContext &m_context;
    Source &m_source;
    Stage &m_stage;
    RunSessions &m_sources;
    RunSessions &m_targets;
    LaneTransport m_usual; // through this computer
    qint64 m_bytes = 0; // in the queue
    PartQueue m_queue;
    std::binary_semaphore m_isOver{0};
    std::atomic<bool> m_hasFailed = false;
    std::atomic<bool> m_hasCarried = false; // at least one part
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::jthread m_first; // last: it uses the other members
};

} // namespace engine
