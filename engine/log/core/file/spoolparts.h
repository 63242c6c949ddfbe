// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

namespace engine::logcore {

/// The parts of a spool file. When a file on a machine is rotated or truncated, the copy continues with a new part.
/// Stored beside the spool file in .parts/NAME, for resuming the copy. Errors: errno. Thread: any one.
class SpoolParts final
{
public:
    struct Part
    {
        std::int64_t begin = 0; ///< offset in the spool file
        std::string inode{}; ///< inode number of the machine's file, decimal; empty when unknown
        bool isAfterLoss = false; ///< bytes of the previous file may be missing
    };
    /// A range of bytes that was removed here and is still on the machine. Both ends are starts of lines, with few
    /// exceptions.
    struct Gap
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;

        bool operator==(const Gap &) const = default;
    };

    [[nodiscard]] static std::string pathOf(const std::string &spoolPath); ///< path of .parts/NAME
    /// The stored parts; one part from offset 0 when there are none or they cannot be read.
    [[nodiscard]] static SpoolParts of(const std::string &spoolPath);
    /// As of(), for resuming a copy and for writing back: on an error \a parts is unchanged.
    [[nodiscard]] static std::error_code read(const std::string &spoolPath, SpoolParts &parts);
    [[nodiscard]] std::error_code save(const std::string &spoolPath) const;
    /// Writes the gap only, by appending to the existing file, so that it works on a full disk. Readers see it
    /// completely or not at all.
    [[nodiscard]] std::error_code appendGap(const std::string &spoolPath) const;

    [[nodiscard]] const Part &last() const { return m_parts.back(); }
    [[nodiscard]] const std::vector<Part> &parts() const { return m_parts; }
    [[nodiscard]] const std::optional<Gap> &gap() const { return m_gap; }

    void setInode(const std::string &inode) { m_parts.back().inode = inode; }
    void begin(const Part &part); ///< replaces the last part if that is empty
    [[nodiscard]] const std::string &source() const { return m_source; } ///< path on the machine; empty when unknown
    void setSource(const std::string &path) { m_source = path; }
    void setGap(const Gap &gap) { m_gap = gap; }
    /// The machine's file with the bytes of the gap; empty when there is no gap, or when the file was rotated since and
    /// its name is unknown.
    [[nodiscard]] std::string sourceOfGap() const;

private:
    std::vector<Part> m_parts{Part{}};
    std::optional<Gap> m_gap;
    std::string m_source;
};

} // namespace engine::logcore
