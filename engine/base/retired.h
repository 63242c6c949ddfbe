// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace engine {

/// Owner of canceled work that has not ended yet. The work has threads of its own; a folder that does not answer may
/// block them for any time. The caller of add() does not wait; the destructor does. Work needs abort(), which makes it
/// end soon, and isDone(), which says that its destruction does not block. Thread: its owner's.
template <typename Work> class Retired final
{
public:
    void add(std::unique_ptr<Work> work) ///< aborts \a work and keeps it until it is done
    {
        work->abort();
        m_work.push_back(std::move(work));
    }
    void forgetEnded() ///< destroys what is done; to be called now and then
    {
        std::erase_if(m_work, [](const auto &work) { return work->isDone(); });
    }
    /// Number of works that forgetEnded() has not destroyed.
    [[nodiscard]] size_t size() const { return m_work.size(); }

private:
    std::vector<std::unique_ptr<Work>> m_work;
};

} // namespace engine
