// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/storage.h"

namespace ctl {

// What the words of a command line mean. Names of files are bytes there, and lone surrogates here (engine/api/paths.h).

/// \a path as seen from where batchctl was called; as it is when that is nowhere any more.
[[nodiscard]] QString absolutePath(const QString &path);
/// "gpu-a:/data/x" ("gpu-a:" is its root), or a path of this computer, which is "./a:b" where a colon comes before any
/// slash. InvalidArgument names what is wrong, "gpu-a:x" among it: nothing says from where that is seen.
[[nodiscard]] engine::Result<engine::Location> locationOf(const QString &text);

/// "5000000", or shorter "5M" (k, M, G, T; a B may follow). InvalidArgument for what is no number of bytes. Pure.
[[nodiscard]] engine::Result<qint64> bytesIn(const QString &option, const QString &text);
/// A number, or the text as it was typed where it is none: the engine says what is wrong with it. Pure.
[[nodiscard]] QJsonValue numberIn(const QString &text);

} // namespace ctl
