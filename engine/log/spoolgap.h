// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QString>

namespace engine {

/// Bytes on the disk, which are fewer than those of a file with a gap; 0: there is no such file.
[[nodiscard]] qint64 bytesOnDisk(const QString &path);

/// Takes about \a bytes out of the middle of a spool file, from the disk as well: a first quarter stays, and a last
/// one. All else stays where it is, so that no offset changes. What is taken, and what was taken before, is one gap,
/// and one line: blank for whoever reads it up to its last carriage return, behind which it says what is missing and on
/// which \a machine it is. May be killed at any instant, and called again. Answers how much it freed; 0 where the file
/// system cannot, or nothing is left to take. Blocks; any thread.
qint64 takeMiddle(const QString &spoolPath, const QString &machine, qint64 bytes);

} // namespace engine
