// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>
#include <QString>

namespace engine {

// Names of files are bytes, on most systems any but '/' and NUL. In the program they are text all the same: a byte that
// is no part of UTF-8 stands there as the lone surrogate U+DC80 to U+DCFF (what Python calls surrogateescape), which
// survives JSON and names the same file on the way back. All pure; any thread.

[[nodiscard]] QString pathFromBytes(QByteArrayView bytes);
[[nodiscard]] QByteArray pathToBytes(QStringView path);

/// Whether it can be the name of an entry of a folder. A server may say anything: what is no name could lead out of it.
[[nodiscard]] bool isEntryName(QStringView name);

/// "/" + "a", "/a" + "b".
[[nodiscard]] QString joinedPath(const QString &folder, const QString &name);
/// Last part; empty of "/".
[[nodiscard]] QString nameOfPath(const QString &path);
/// "/" is its own parent.
[[nodiscard]] QString parentPath(const QString &path);
/// Absolute, without "//", "." and a slash at the end; ".." is taken off its parent, as it is typed. InvalidArgument
/// when \a path is not absolute.
[[nodiscard]] Result<QString> cleanPath(const QString &path);

/// As it is shown: a byte that is no UTF-8 as \xE9, control characters as \n or \x1B, and marks that would turn the
/// text around or hide a part of it as \u202E; so that two names that differ look different, and none forges what is
/// shown.
[[nodiscard]] QString shownPath(QStringView path);

} // namespace engine
