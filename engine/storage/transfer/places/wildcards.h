// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QByteArray>

namespace engine {

/// Whether all of \a path matches \a pattern as gitignore(5) means it: "?" and "*" stop at a slash, "**" between
/// slashes does not, "[a-z]", "[!a]" and "[[:digit:]]" are sets, a backslash takes away a meaning. Bytes. Pure; the
/// time is at most that of one look at each place of both for each "*".
[[nodiscard]] bool matchesWildcards(QByteArrayView pattern, QByteArrayView path);

} // namespace engine
