// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logfile.h"
#include "engine/log/core/line/lineset.h"
#include "engine/log/core/search/pattern.h"

namespace engine::logcore {

class Workers;

/// Searches a growing file for matching lines, with all cores; results come in order. When lines are removed from the
/// file, the results stay; from the next extend() on they have the new line numbers, and the lines at the gap are
/// searched again. Emits no signals: poll state(). Any thread; destruction does not block.
class LogSearcher final
{
public:
    struct State
    {
        std::uint64_t restarts = 0; ///< changes when the file was replaced and the search restarted
        std::int64_t searchedLines = 0; ///< from the first line on
        std::int64_t hits = 0; ///< in the searched lines
        std::int64_t rows = 0; ///< including context lines
        bool isRunning = false;
        bool isTooHard = false; ///< the search ended with MatchOutcome::TooHard
    };

    LogSearcher(std::shared_ptr<const LogFile> file, const Pattern &pattern, Workers &workers);
    ~LogSearcher();
    LogSearcher(const LogSearcher &) = delete;
    LogSearcher &operator=(const LogSearcher &) = delete;

    void extend(); ///< up to the file's current end
    void cancel(); ///< results stay
    [[nodiscard]] State state() const;

    [[nodiscard]] std::int64_t hitAt(std::int64_t index) const; ///< -1 when there is none
    [[nodiscard]] std::int64_t hitsBelow(std::int64_t line) const;
    [[nodiscard]] bool isHit(std::int64_t line) const;

    void setContext(std::int64_t lines); ///< number of context lines before and after each hit
    [[nodiscard]] std::int64_t lineOfRow(std::int64_t row) const; ///< -1 when there is none
    [[nodiscard]] std::int64_t rowsBelow(std::int64_t line) const;

    [[nodiscard]] std::int64_t bytes() const; ///< memory of the results

private:
    class Run;

    const std::shared_ptr<const LogFile> m_file;
    const Pattern m_pattern;
    Workers &m_workers;
    mutable std::mutex m_mutex; ///< guards the members below
    std::shared_ptr<Run> m_run;
    std::uint64_t m_restarts = 0;
    std::int64_t m_context = 0;

    template <typename Answer, typename Query> Answer ask(Answer none, const Query &query) const;
};

} // namespace engine::logcore
