// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"

#include <string_view>

namespace engine::logcore {

enum class Encoding {
    Unknown, ///< too few bytes
    Bytes, ///< UTF-8, or what is shown as if it were
    Utf16Little,
    Utf16Big,
};

/// By what a file begins with, of which 4 KiB count: a byte order mark, or every second byte is zero. Pure; any thread.
[[nodiscard]] Encoding encodingOf(std::string_view begin);

/// The text of a file in UTF-16 that grows, as UTF-8 in a file without a name, for who splits and searches bytes. Where
/// the quota took bytes out of the file, it has the notice of that as a line. One thread at a time; text() may be read
/// by any.
class Utf16Copy final
{
public:
    /// Null: there is no place for it.
    [[nodiscard]] static std::unique_ptr<Utf16Copy> make(std::shared_ptr<const TextFile> source, bool isBigEndian,
                                                         const std::string &folder);

    [[nodiscard]] const std::shared_ptr<const TextFile> &text() const { return m_text; }
    [[nodiscard]] std::int64_t taken() const { return m_taken; } ///< bytes of the source
    /// Takes up to about \a length more bytes of the source, which has \a size. Returns what the text has more. Takes
    /// none where that cannot be written, as on a full disk.
    std::string take(std::int64_t length, std::int64_t size);

private:
    Utf16Copy(std::shared_ptr<const TextFile> source, bool isBigEndian, int descriptor);
    [[nodiscard]] std::int64_t takeHole(const TextFile::Hole &hole, std::int64_t size, std::string &text);
    void append(std::string_view bytes, std::string &text); ///< those of the source from m_taken on
    void append(char16_t unit, std::string &text);

    const std::shared_ptr<const TextFile> m_source;
    const bool m_isBigEndian;
    const int m_descriptor; ///< of m_text, which closes it
    const std::shared_ptr<const TextFile> m_text;
    std::int64_t m_taken = 0;
    std::int64_t m_written = 0;
    bool m_endsLine = true;
    char16_t m_surrogate = 0; ///< the first of two
};

} // namespace engine::logcore
