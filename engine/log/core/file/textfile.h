// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <system_error>

namespace engine::logcore {

/// A file that is open for reading. Read by pread only: a mapped file that somebody cuts would kill the process.
/// Any thread.
class TextFile final
{
public:
    struct Facts
    {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t changed = 0; ///< ns of the last change of its content

        [[nodiscard]] bool isSameFile(const Facts &other) const
        {
            return device == other.device && inode == other.inode;
        }
    };

    [[nodiscard]] static std::shared_ptr<const TextFile> open(const std::string &path); ///< null: there is none to read
    /// Null with an \a error: there may be one, but it cannot be opened now; without one: no file has that name.
    [[nodiscard]] static std::shared_ptr<const TextFile> open(const std::string &path, std::error_code &error);
    /// Closes \a descriptor.
    [[nodiscard]] static std::shared_ptr<const TextFile> adopt(int descriptor);
    ~TextFile();
    TextFile(const TextFile &) = delete;
    TextFile &operator=(const TextFile &) = delete;

    [[nodiscard]] static bool factsOf(const std::string &path, Facts &facts);
    [[nodiscard]] bool facts(Facts &facts) const;
    /// Bytes read into \a target; fewer than \a length only where the file ends or cannot be read.
    std::int64_t read(std::int64_t offset, char *target, std::int64_t length) const;
    [[nodiscard]] std::string read(std::int64_t offset, std::int64_t length) const;

    /// Where nothing was ever written, or what was is taken away: it reads as zeros.
    struct Hole
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;

        bool operator==(const Hole &) const = default;
    };
    /// The first one from \a offset on; empty and at \a size when there is none below that.
    [[nodiscard]] Hole holeFrom(std::int64_t offset, std::int64_t size) const;

private:
    explicit TextFile(int descriptor) : m_descriptor(descriptor) { }

    const int m_descriptor;
};

/// For reading and writing, in \a folder; it goes with the descriptor. -1: errno says why.
[[nodiscard]] int openNameless(const std::string &folder);

} // namespace engine::logcore
