// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#include "engine/log/core/file/spoolpath.h"

#include <filesystem>

namespace engine::logcore {

std::string besideSpool(const std::string &spoolPath, std::string_view folder)
{
    const std::size_t nameBegin = spoolPath.rfind('/') + 1; // 0 without a slash
    return std::string(spoolPath).insert(nameBegin, std::string(folder) + '/');
}

std::error_code makeFoldersOf(const std::string &path)
{
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::absolute(path, error);
    if (!error)
        std::filesystem::create_directories(whole.parent_path(), error);
    return error;
}

} // namespace engine::logcore
