// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine::logcore {

/// Bytes on the disk; fewer than the file's size if it has a gap. 0 when there is no such file.
[[nodiscard]] std::int64_t bytesOnDisk(const std::string &path);

/// Removes about \a bytes from the middle of a spool file and frees them on the disk. The first quarter stays and the
/// last one, of which a long line may lose half. All other bytes keep their offsets. All removed bytes of a file form
/// one gap, which reads as one line: blanks, a carriage return, and a notice of what is missing and that it is on \a
/// machine.
/// May be killed at any time: a reader sees whole lines, and the next call, or completeRemoval(), completes the
/// removal. Returns the freed bytes; 0 where the file system cannot free any, or nothing is left to remove. Blocks; any
/// thread.
std::int64_t removeMiddle(const std::string &spoolPath, std::string_view machine, std::int64_t bytes);

/// Completes a killed removeMiddle() that had removed some bytes: until then the notice is not at the recorded end of
/// the gap. Fast when there is nothing to do. Blocks; any thread, but not concurrently with removeMiddle().
void completeRemoval(const std::string &spoolPath, std::string_view machine);

/// False when the spool's file system has no holes, so that nothing can be removed.
[[nodiscard]] bool hasHoles(const std::string &spoolPath);

} // namespace engine::logcore
