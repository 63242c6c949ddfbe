// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace engine {

/// Work that nobody wants any more, in threads of its own, until it has ended. A folder that does not answer may hold
/// it for as long as it likes: whoever gives it up must not wait, but for the destruction, which does. Work: abort()
/// ends it soon, isDone() says that its destruction takes no time. Thread: its owner's.
template <typename Work> class Retired final
{
public:
    void add(std::unique_ptr<Work> work) ///< ends it
    {
        work->abort();
        m_work.push_back(std::move(work));
    }
    void forgetEnded() ///< to be called now and then
    {
        std::erase_if(m_work, [](const auto &work) { return work->isDone(); });
    }
    [[nodiscard]] size_t size() const { return m_work.size(); } ///< of what has not been seen to have ended

private:
    std::vector<std::unique_ptr<Work>> m_work;
};

} // namespace engine
