// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/textfile.h"

#include <string_view>

namespace engine::logcore {

enum class Encoding {
    Unknown, ///< too few bytes
    Bytes, ///< UTF-8, or bytes shown as UTF-8
    Utf16Little,
    Utf16Big,
};

/// Detects the encoding from the first 4 KiB of a file: a byte order mark, or zeros in every second byte. Pure; any
/// thread.
[[nodiscard]] Encoding encodingOf(std::string_view begin);

/// UTF-8 copy of a growing UTF-16 file, in an unnamed file, as splitting and searching work on bytes. A gap of the
/// quota becomes one line with the notice. One thread at a time; text() may be read by any thread.
class Utf16Copy final
{
public:
    /// Null when the copy cannot be created.
    [[nodiscard]] static std::unique_ptr<Utf16Copy> make(std::shared_ptr<const TextFile> source, bool isBigEndian,
                                                         const std::string &folder);

    [[nodiscard]] const std::shared_ptr<const TextFile> &text() const { return m_text; }
    [[nodiscard]] std::int64_t taken() const { return m_taken; } ///< converted bytes of the source
    /// Converts up to about \a length more bytes of the source, which has \a size bytes. Returns the new text. Converts
    /// nothing when the text cannot be written, as on a full disk.
    std::string take(std::int64_t length, std::int64_t size);

private:
    Utf16Copy(std::shared_ptr<const TextFile> source, bool isBigEndian, int descriptor);
    [[nodiscard]] std::int64_t takeHole(const TextFile::Hole &hole, std::int64_t size, std::string &text);
    void append(std::string_view bytes, std::string &text); ///< \a bytes: of the source from m_taken on
    void append(char16_t unit, std::string &text);

    const std::shared_ptr<const TextFile> m_source;
    const bool m_isBigEndian;
    const int m_descriptor; ///< of m_text, which owns it
    const std::shared_ptr<const TextFile> m_text;
    std::int64_t m_taken = 0;
    std::int64_t m_written = 0;
    bool m_endsLine = true;
    char16_t m_surrogate = 0; ///< first half of a surrogate pair
};

} // namespace engine::logcore
