// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

#include <QByteArrayView>

namespace engine {

constexpr qsizetype fileReadBytes = 256 * 1024; ///< of a file of this computer, at a time

[[nodiscard]] QString wordsOf(int number); ///< of errno
/// Of a folder of this computer that cannot be written, or read.
[[nodiscard]] Error hereError(const QByteArray &folder, int number);
/// Of a file or folder of this computer that cannot be read: NotFound, or IoError.
[[nodiscard]] Error sourceError(const QByteArray &path, int number);
/// Whether what came of one file will come of all others: the disk is full, or gone.
[[nodiscard]] bool isOfTheDisk(int number);
/// Bytes from \a at on. Fewer, with errno or 0: there are no more.
[[nodiscard]] qsizetype readAt(int file, char *to, qsizetype wanted, qint64 at);
/// 0 or errno.
[[nodiscard]] int writeAll(int file, QByteArrayView bytes);
[[nodiscard]] int writeAllAt(int file, QByteArrayView bytes, qint64 offset);

} // namespace engine
