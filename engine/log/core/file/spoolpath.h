// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace engine::logcore {

/// Path of the side file FOLDER/NAME of a spool file. Hidden folders are not part of the spool.
[[nodiscard]] std::string besideSpool(const std::string &spoolPath, std::string_view folder);

/// Creates the missing parent folders of \a path.
[[nodiscard]] std::error_code makeFoldersOf(const std::string &path);

} // namespace engine::logcore
