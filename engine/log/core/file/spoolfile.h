// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/base/uniquefd.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace engine::logcore {

/// The copy of a machine's file: append-only, opened on first use. Bytes of a partly failed write stay: they are a
/// prefix of the original, and size() counts them after look(), create() or append(). Errors: errno. Thread: any one.
class SpoolFile final
{
public:
    explicit SpoolFile(std::string path) : m_path(std::move(path)) { }

    [[nodiscard]] std::error_code look(); ///< reads the size; a missing file counts as empty
    [[nodiscard]] bool exists() const;
    [[nodiscard]] std::int64_t size() const { return m_size; }
    [[nodiscard]] std::error_code readEnd(std::int64_t length,
                                          std::string &bytes) const; ///< reads the last \a length bytes
    [[nodiscard]] std::error_code create(); ///< creates an empty file with its folders, if missing
    [[nodiscard]] std::error_code append(std::string_view bytes);

private:
    std::string m_path;
    std::int64_t m_size = 0;
    UniqueFd m_file;
};

} // namespace engine::logcore
