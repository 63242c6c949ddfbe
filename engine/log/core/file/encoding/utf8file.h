// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/encoding/utf16copy.h"

namespace engine::logcore {

/// A growing file together with its text in UTF-8: the file itself or, if the file is in UTF-16, a UTF-8 copy. One
/// thread at a time.
class Utf8File final
{
public:
    static constexpr std::int64_t longestConverted = 256 * 1024 * 1024; ///< bytes; a longer file has no copy

    void open(const std::string &path); ///< opens \a path in place of the file before
    [[nodiscard]] bool isOpen() const { return m_source != nullptr; }
    [[nodiscard]] const TextFile &source() const { return *m_source; }
    [[nodiscard]] const std::shared_ptr<const TextFile> &text() const { return m_copy ? m_copy->text() : m_source; }
    [[nodiscard]] Utf16Copy *copy() const { return m_copy.get(); } ///< null: the text is the file itself
    /// True when the encoding was unknown at open(), for lack of bytes, and is now detected as UTF-16.
    [[nodiscard]] bool turnsOutUtf16();

private:
    void readEncoding();
    [[nodiscard]] bool isUtf16() const;

    std::shared_ptr<const TextFile> m_source; ///< null when there is no file
    Encoding m_encoding = Encoding::Unknown; ///< of m_source
    std::unique_ptr<Utf16Copy> m_copy;
};

} // namespace engine::logcore
