// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/file/encoding/utf16copy.h"

namespace engine::logcore {

/// A file that grows, and the file whose bytes are its text: itself, or its copy in UTF-8 where it is in UTF-16. One
/// thread at a time.
class Utf8File final
{
public:
    static constexpr std::int64_t longestConverted = 256 * 1024 * 1024; ///< bytes; a longer file has no copy

    void open(const std::string &path); ///< another file, from its beginning on
    [[nodiscard]] bool isOpen() const { return m_source != nullptr; }
    [[nodiscard]] const TextFile &source() const { return *m_source; }
    [[nodiscard]] const std::shared_ptr<const TextFile> &text() const { return m_copy ? m_copy->text() : m_source; }
    [[nodiscard]] Utf16Copy *copy() const { return m_copy.get(); } ///< null: the text is the file itself
    /// Whether the file is in UTF-16, which its first bytes did not tell when it was opened. False once it is known.
    [[nodiscard]] bool turnsOutUtf16();

private:
    void readEncoding();
    [[nodiscard]] bool isUtf16() const;

    std::shared_ptr<const TextFile> m_source; ///< null: there is none
    Encoding m_encoding = Encoding::Unknown; ///< of m_source
    std::unique_ptr<Utf16Copy> m_copy;
};

} // namespace engine::logcore
