// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/encoding/utf8file.h"
#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/file/lookcount.h"

namespace engine::logcore {

/// The growing file at a path, and its index. When the file is truncated, rewritten or replaced, content() becomes a
/// new one. After the quota removed bytes in the middle, content() is a new one, too, but keeps the index before and
/// after the gap, and State::gap has the shift of line numbers. A file in UTF-16 is indexed by its UTF-8 copy, to which
/// offsets then refer; one longer than longestConverted is indexed unconverted. Any thread.
class LogFile final
{
public:
    static constexpr std::int64_t longestConverted = Utf8File::longestConverted; ///< the copy counts in no quota

    struct Progress
    {
        bool isChanged = false; ///< there are new bytes
        bool isRestarted = false; ///< the file was rewritten or replaced: line numbers start anew
        bool hasMore = false; ///< \a budget was used up; call again
    };
    struct State
    {
        std::uint64_t restarts = 0;
        std::int64_t bytes = 0; ///< indexed
        std::int64_t lines = 0; ///< including the open line
        bool exists = false;
        bool isIndexed = false; ///< the last look, begun after the last lookAgain(), indexed the whole file
        LineGap gap; ///< changes when lines are removed, which shifts line numbers
        std::uint64_t foldChanges = 0; ///< LineFolds::changes()
    };

    explicit LogFile(std::string path) : m_path(std::move(path)) { }

    [[nodiscard]] const std::string &path() const { return m_path; }
    /// Checks the file and indexes at most \a budget new bytes. A missing file counts as empty.
    Progress refresh(std::int64_t budget);

    /// Makes the next refresh() find every earlier change of the file; other calls may find a gap some refreshes late.
    void lookAgain() { m_looks.ask(); }

    [[nodiscard]] State state() const; ///< cheap enough for each frame
    [[nodiscard]] std::shared_ptr<const LogContent> content() const; ///< null when there is no file
    [[nodiscard]] bool isConverted() const { return m_isConverted; } ///< offsets are those of the UTF-8 copy

private:
    /// A hole and the line that contains it.
    struct Gap
    {
        TextFile::Hole hole;
        std::int64_t begin = -1; ///< begin of the line; -1: not found near the hole
        std::int64_t end = -1; ///< after the line's newline; -1: not found near the hole

        bool operator==(const Gap &) const = default;
    };

    [[nodiscard]] bool isStillTheFile(TextFile::Facts &facts) const;
    [[nodiscard]] bool hasOurEnd() const;
    [[nodiscard]] bool mustReopen(TextFile::Facts &facts);
    [[nodiscard]] std::int64_t taken() const; ///< indexed or converted bytes of the file
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
    std::mutex m_refreshMutex; ///< guards the members below; held during a refresh
    Utf8File m_file;
    std::shared_ptr<LogContent> m_content; ///< index of m_file's text
    std::string m_end; ///< the last indexed bytes, to detect a rewritten file
    Gap m_gap; ///< gap of m_content, whose hole is not read
    bool m_mayHaveAnotherGap = false;
    bool m_isCopyBehind = false; ///< the copy lacks bytes, as it cannot be written
    unsigned m_looksForGaps = 0;
    std::int64_t m_changed = 0; ///< TextFile::Facts::changed at the last look

    mutable std::mutex m_mutex; ///< guards the two below; held briefly
    std::shared_ptr<const LogContent> m_shared;
    std::uint64_t m_restarts = 0;
    std::atomic<bool> m_isConverted = false;
    LookCount m_looks;
};

} // namespace engine::logcore
