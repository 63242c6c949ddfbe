// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <system_error>

namespace engine::logcore {

/// A file open for reading. Uses pread() only: truncation of a mapped file would kill the process. Any thread.
class TextFile final
{
public:
    struct Facts
    {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::int64_t size = 0;
        std::int64_t changed = 0; ///< ns, time of last modification

        [[nodiscard]] bool isSameFile(const Facts &other) const
        {
            return device == other.device && inode == other.inode;
        }
    };

    /// Null when there is no readable file.
    [[nodiscard]] static std::shared_ptr<const TextFile> open(const std::string &path);
    /// Null with \a error: the file may exist, but cannot be opened now; null without: no file has that name.
    [[nodiscard]] static std::shared_ptr<const TextFile> open(const std::string &path, std::error_code &error);
    /// Takes ownership of \a descriptor.
    [[nodiscard]] static std::shared_ptr<const TextFile> adopt(int descriptor);
    ~TextFile();
    TextFile(const TextFile &) = delete;
    TextFile &operator=(const TextFile &) = delete;

    [[nodiscard]] static bool factsOf(const std::string &path, Facts &facts);
    [[nodiscard]] bool facts(Facts &facts) const;
    /// Bytes read into \a target; fewer than \a length only at the end of the file or after an error.
    std::int64_t read(std::int64_t offset, char *target, std::int64_t length) const;
    [[nodiscard]] std::string read(std::int64_t offset, std::int64_t length) const;

    /// A hole of a sparse file: it reads as zeros.
    struct Hole
    {
        std::int64_t begin = 0;
        std::int64_t end = 0;

        bool operator==(const Hole &) const = default;
    };
    /// The first hole at or after \a offset; empty and at \a size when there is none before that.
    [[nodiscard]] Hole holeFrom(std::int64_t offset, std::int64_t size) const;

private:
    explicit TextFile(int descriptor) : m_descriptor(descriptor) { }

    const int m_descriptor;
};

/// Opens an unnamed temporary file in \a folder for reading and writing; it is deleted with its last descriptor. -1:
/// errno.
[[nodiscard]] int openNameless(const std::string &folder);

} // namespace engine::logcore
