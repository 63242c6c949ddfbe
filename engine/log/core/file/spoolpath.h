// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace engine::logcore {

/// Where something about a spool file is kept: FOLDER/NAME beside it. Hidden folders are no part of the spool.
[[nodiscard]] std::string besideSpool(const std::string &spoolPath, std::string_view folder);

/// Makes what lacks of the folders that the file of \a path is in.
[[nodiscard]] std::error_code makeFoldersOf(const std::string &path);

} // namespace engine::logcore
