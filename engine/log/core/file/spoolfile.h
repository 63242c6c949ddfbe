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

/// The copy of a machine's file: append only, opened at the first use. Bytes of a write that fails halfway stay; they
/// are a prefix, and size() counts them, from look(), create() or append() on. Errors: errno. Thread: any one.
class SpoolFile final
{
public:
    explicit SpoolFile(std::string path) : m_path(std::move(path)) { }

    [[nodiscard]] std::error_code look(); ///< how large it is; none is one that is empty
    [[nodiscard]] bool exists() const;
    [[nodiscard]] std::int64_t size() const { return m_size; }
    [[nodiscard]] std::error_code readEnd(std::int64_t length, std::string &bytes) const; ///< its last bytes
    [[nodiscard]] std::error_code create(); ///< an empty one, with its folders, when there is none
    [[nodiscard]] std::error_code append(std::string_view bytes);

private:
    std::string m_path;
    std::int64_t m_size = 0;
    UniqueFd m_file;
};

} // namespace engine::logcore
