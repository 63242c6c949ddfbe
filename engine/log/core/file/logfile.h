// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/encoding/utf8file.h"
#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/file/lookcount.h"

namespace engine::logcore {

/// The file of a path, which grows, and may be cut, written anew or replaced by another: then its content is a new one.
/// So it is when bytes are taken out of its middle, and with them lines: of that the index before and behind them is
/// kept, and State::gap says how line numbers moved. Of a file in UTF-16 the content is that of a copy in UTF-8, of
/// which offsets are, too; of one that is longer than longestConverted it is the file as it is. Any thread.
class LogFile final
{
public:
    static constexpr std::int64_t longestConverted = Utf8File::longestConverted; ///< no quota counts the copy

    struct Progress
    {
        bool isChanged = false; ///< there are new bytes
        bool isRestarted = false; ///< the file is no longer the one that was read: line numbers begin anew
        bool hasMore = false; ///< \a budget was used up; call again
    };
    struct State
    {
        std::uint64_t restarts = 0;
        std::int64_t bytes = 0; ///< indexed
        std::int64_t lines = 0; ///< with the open one
        bool exists = false;
        bool isIndexed = false; ///< all that the file had at the last look, which began after the last lookAgain()
        LineGap gap; ///< another one: lines were taken out, and numbers of others moved
        std::uint64_t foldChanges = 0; ///< LineFolds::changes()
    };

    explicit LogFile(std::string path) : m_path(std::move(path)) { }

    [[nodiscard]] const std::string &path() const { return m_path; }
    /// Looks at the file and indexes at most \a budget of new bytes. A file that does not exist is an empty one.
    Progress refresh(std::int64_t budget);

    /// The next look misses nothing that was done to the file before, not even a gap, which others only see soon.
    void lookAgain() { m_looks.ask(); }

    [[nodiscard]] State state() const; ///< for each frame: some atomics
    [[nodiscard]] std::shared_ptr<const LogContent> content() const; ///< null: there is no file
    [[nodiscard]] bool isConverted() const { return m_isConverted; } ///< offsets are not those of the file

private:
    /// A hole, and the line that it is in.
    struct Gap
    {
        TextFile::Hole hole;
        std::int64_t begin = -1; ///< of the line; -1: it is not near
        std::int64_t end = -1; ///< behind its newline; -1: it is not near

        bool operator==(const Gap &) const = default;
    };

    [[nodiscard]] bool isStillTheFile(TextFile::Facts &facts) const;
    [[nodiscard]] bool hasOurEnd() const;
    [[nodiscard]] bool mustReopen(TextFile::Facts &facts);
    [[nodiscard]] std::int64_t taken() const; ///< of the file
    [[nodiscard]] bool isOurEndTaken(std::int64_t size) const;
    void reopen();
    void publish();
    [[nodiscard]] Gap gapIn(std::int64_t size) const;
    [[nodiscard]] bool hasAnotherGap(const TextFile::Facts &facts, bool isAsked);
    [[nodiscard]] bool widenGap(const Gap &gap);
    Progress look(std::int64_t budget, bool isAsked);
    bool index(std::int64_t size, std::int64_t &budget);
    bool convert(std::int64_t size, std::int64_t &budget);

    const std::string m_path;
    std::mutex m_refreshMutex; ///< of what follows; one refreshes at a time
    Utf8File m_file;
    std::shared_ptr<LogContent> m_content; ///< of its text
    std::string m_end; ///< the last bytes that were indexed, by which a file that was written anew is known
    Gap m_gap; ///< of m_content: its hole is not read
    bool m_mayHaveAnotherGap = false;
    bool m_isCopyBehind = false; ///< the copy has less than the file had at the last look: it cannot be written
    unsigned m_looksForGaps = 0;
    std::int64_t m_changed = 0; ///< TextFile::Facts::changed at the last look

    mutable std::mutex m_mutex; ///< of what follows, for a moment only
    std::shared_ptr<const LogContent> m_shared;
    std::uint64_t m_restarts = 0;
    std::atomic<bool> m_isConverted = false;
    LookCount m_looks;
};

} // namespace engine::logcore
