// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>

namespace engine {

constexpr qsizetype fileReadBytes = 256 * 1024; ///< of a file of this computer, at a time

[[nodiscard]] QString wordsOf(int number); ///< text of an errno
/// Why a folder of this computer cannot be written, or read.
[[nodiscard]] Error hereError(const QByteArray &folder, int number);
/// NotFound or IoError: a file or folder of this computer cannot be read.
[[nodiscard]] Error sourceError(const QByteArray &path, int number);
/// Whether an errno applies to all files: the disk is full, or gone.
[[nodiscard]] bool isOfTheDisk(int number);
/// Reads from offset \a at. Fewer bytes than wanted: an error, with errno, or the end of the file, with errno 0.
[[nodiscard]] qsizetype readAt(int file, char *to, qsizetype wanted, qint64 at);
/// 0 or errno.
[[nodiscard]] int writeAll(int file, QByteArrayView bytes);
[[nodiscard]] int writeAllAt(int file, QByteArrayView bytes, qint64 offset);

} // namespace engine
