// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace engine::logcore {

/// What a spool file is made of. A file on a machine that was rotated, or cut, goes on as another part of its copy.
/// Kept beside it, in .parts/NAME, so that who goes on with the copy knows where. Errors: errno. Thread: any one.
class SpoolParts final
{
public:
    struct Part
    {
        std::int64_t begin = 0; ///< in the spool file
        std::string inode{}; ///< number of the machine's file, decimal; empty: not known
        bool isAfterLoss = false; ///< of the file before some may be missing
    };
    /// Bytes that are no longer here, but on the machine. Both are beginnings of lines, mostly.
    struct Gap
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;

        bool operator==(const Gap &) const = default;
    };

    [[nodiscard]] static std::string pathOf(const std::string &spoolPath); ///< of .parts/NAME beside it
    /// One part, from 0 on, when nothing is known, or it cannot be read.
    [[nodiscard]] static SpoolParts of(const std::string &spoolPath);
    /// As of(), for who goes on with the copy or writes what it read: where it cannot be read \a parts stay.
    [[nodiscard]] static std::error_code read(const std::string &spoolPath, SpoolParts &parts);
    [[nodiscard]] std::error_code save(const std::string &spoolPath) const;
    /// The gap alone, behind what was saved before, in the room that file has already: on a full disk. Whole or not at
    /// all for whoever reads it.
    [[nodiscard]] std::error_code appendGap(const std::string &spoolPath) const;

    [[nodiscard]] const Part &last() const { return m_parts.back(); }
    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }
    [[nodiscard]] const std::optional<Gap> &gap() const { return m_gap; }

    void setInode(const std::string &inode) { m_parts.back().inode = inode; }
    void begin(const Part &part); ///< one that has no bytes yet is replaced
    [[nodiscard]] const std::string &source() const { return m_source; } ///< the machine's file; empty: not known
    void setSource(const std::string &path) { m_source = path; }
    void setGap(const Gap &gap) { m_gap = gap; }
    /// The machine's file that has the bytes of the gap; empty: there is no gap, or it was rotated since, so that it
    /// has another name by now, or nobody knows it.
    [[nodiscard]] std::string sourceOfGap() const;

private:
    std::vector<Part> m_parts{Part{}};
    std::optional<Gap> m_gap;
    std::string m_source;
};

} // namespace engine::logcore
