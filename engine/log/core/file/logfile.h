// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/logcontent.h"
#include "engine/log/core/file/utf16copy.h"

namespace engine::logcore {

/// The file of a path, which grows, and may be cut, written anew or replaced by another: then its content is a new one.
/// So it is when bytes are taken out of its middle, and with them lines: of that the index before and behind them is
/// kept, and State::gap says how line numbers moved. Of a file in UTF-16 the content is that of a copy in UTF-8, of
/// which offsets are, too; of one that is longer than longestConverted it is the file as it is. Any thread.
class LogFile final
{
public:
    static constexpr std::int64_t longestConverted = 256 * 1024 * 1024; ///< bytes of a file: no quota counts its copy

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
    void lookAgain() { ++m_wantedLook; }

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
    [[nodiscard]] bool turnedOutUtf16(const TextFile::Facts &facts);
    [[nodiscard]] std::int64_t taken() const { return m_copy ? m_copy->taken() : m_content->size(); } ///< of the file
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
    std::shared_ptr<const TextFile> m_source;
    Encoding m_encoding = Encoding::Unknown; ///< of it
    std::unique_ptr<Utf16Copy> m_copy; ///< null: m_content is its own
    std::shared_ptr<LogContent> m_content;
    std::string m_end; ///< the last bytes that were indexed, by which a file that was written anew is known
    Gap m_gap; ///< of m_content: its hole is not read
    bool m_mayHaveAnotherGap = false;
    bool m_isCopyBehind = false; ///< m_copy has less than the file had at the last look: it cannot be written
    unsigned m_looks = 0;
    std::uint64_t m_lastLook = 0; ///< m_wantedLook at the last look
    std::int64_t m_changed = 0; ///< TextFile::Facts::changed at the last look

    mutable std::mutex m_mutex; ///< of what follows, for a moment only
    std::shared_ptr<const LogContent> m_shared;
    std::uint64_t m_restarts = 0;
    std::atomic<bool> m_isConverted = false;
    std::atomic<std::uint64_t> m_wantedLook = 1;
    std::atomic<std::uint64_t> m_indexedLook = 0; ///< the last that found nothing more
};

} // namespace engine::logcore
