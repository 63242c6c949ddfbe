// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/storage/transfer/run/lanetransport.h"

#include <semaphore>

namespace engine {

/// The way from machine to machine that large files of a copy take where the source reaches the target by itself, over
/// several lanes. Whether there is such a way is tried once there is enough for it, and what it does not carry goes the
/// usual one. The run's note says which. Errors: also CommandFailed (the target cannot write), Canceled.
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
    /// Whether it is worth it. What is small comes with others in one stream; holes are not carried.
    [[nodiscard]] static bool takes(const TreeEntry &file);

private:
    [[nodiscard]] bool add(const TreeEntry &file); // false: it must go the usual way
    [[nodiscard]] Result<std::vector<TreeEntry>> finish(); // what must, too
    void work(size_t index);
    [[nodiscard]] quint64 movedBytes() const { return m_sources.movedBytes() + m_targets.movedBytes(); }
    void fail(const Error &error);
    void giveUp(const QString &why);

    RunContext &m_context;
    Source &m_source;
    Stage &m_stage;
    RunSessions &m_sources;
    RunSessions &m_targets;
    LaneTransport m_usual; // for what is no matter of this one
    qint64 m_bytes = 0; // that were added
    PartQueue m_queue;
    std::binary_semaphore m_isOver{0};
    std::atomic<bool> m_hasFailed = false;
    std::atomic<bool> m_hasCarried = false; // a part, at least
    std::mutex m_mutex; // of what follows
    std::optional<Error> m_error; // the first
    std::jthread m_first; // last: it uses the rest
};

} // namespace engine
