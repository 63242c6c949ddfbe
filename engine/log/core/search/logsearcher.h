// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logfile.h"
#include "engine/log/core/line/lineset.h"
#include "engine/log/core/search/pattern.h"

namespace engine::logcore {

class Workers;

/// The lines of a whole file that match, found by all cores, in order, and what comes while it grows. Where lines are
/// taken out of the file what was found stays, from extend() on by its new numbers; the line that stands for them, and
/// those beside it, are searched again behind that. Nothing is signalled: who shows
/// them looks at state(). Any thread; destruction waits for nothing.
class LogSearcher final
{
public:
    struct State
    {
        std::uint64_t restarts = 0; ///< another number: the file is another one, and the search began anew
        std::int64_t searchedLines = 0; ///< from the first on
        std::int64_t hits = 0; ///< among them
        std::int64_t rows = 0; ///< hits with their context
        bool isRunning = false;
        bool isTooHard = false; ///< it ended: MatchOutcome::TooHard
    };

    LogSearcher(std::shared_ptr<const LogFile> file, const Pattern &pattern, Workers &workers);
    ~LogSearcher();
    LogSearcher(const LogSearcher &) = delete;
    LogSearcher &operator=(const LogSearcher &) = delete;

    void extend(); ///< to what the file has by now
    void cancel(); ///< what was found stays
    [[nodiscard]] State state() const;

    [[nodiscard]] std::int64_t hitAt(std::int64_t index) const; ///< -1: there is none
    [[nodiscard]] std::int64_t hitsBelow(std::int64_t line) const;
    [[nodiscard]] bool isHit(std::int64_t line) const;

    void setContext(std::int64_t lines); ///< rows before and behind each hit
    [[nodiscard]] std::int64_t lineOfRow(std::int64_t row) const; ///< -1: there is none
    [[nodiscard]] std::int64_t rowsBelow(std::int64_t line) const;

    [[nodiscard]] std::int64_t bytes() const; ///< memory that what was found takes

private:
    class Run;

    const std::shared_ptr<const LogFile> m_file;
    const Pattern m_pattern;
    Workers &m_workers;
    mutable std::mutex m_mutex; ///< of what follows
    std::shared_ptr<Run> m_run;
    std::uint64_t m_restarts = 0;
    std::int64_t m_context = 0;

    template <typename Answer, typename Query> Answer ask(Answer none, const Query &query) const;
};

} // namespace engine::logcore
