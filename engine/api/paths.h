// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>
#include <QString>

namespace engine {

// Names of files are bytes, on most systems any but '/' and NUL. The program carries names as QString: a byte that is
// not valid UTF-8 becomes a lone surrogate U+DC80 to U+DCFF (Python's surrogateescape). Such a name survives JSON and
// is turned back into the same bytes. All functions are pure; any thread.

[[nodiscard]] QString pathFromBytes(QByteArrayView bytes);
[[nodiscard]] QByteArray pathToBytes(QStringView path);

/// Whether \a name can be an entry of a folder. A server may send any text; "..", or a name with a slash, would lead
/// out of the folder.
[[nodiscard]] bool isEntryName(QStringView name);

/// "/" + "a", "/a" + "b".
[[nodiscard]] QString joinedPath(const QString &folder, const QString &name);
/// The last part of \a path; empty for "/".
[[nodiscard]] QString nameOfPath(const QString &path);
/// "/" is its own parent.
[[nodiscard]] QString parentPath(const QString &path);
/// \a path made absolute and clean: no "//", no ".", no trailing slash; ".." removes its parent textually.
/// InvalidArgument when \a path is not absolute.
[[nodiscard]] Result<QString> cleanPath(const QString &path);

/// \a path for display: bytes that are not UTF-8 as \xE9, control characters as \n or \x1B, invisible and
/// direction-changing characters as \u202E. Different names look different, and no name can imitate other text.
[[nodiscard]] QString shownPath(QStringView path);

} // namespace engine
