// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace engine::logcore {

/// Bytes on the disk, which are fewer than those of a file with a gap; 0: there is no such file.
[[nodiscard]] std::int64_t bytesOnDisk(const std::string &path);

/// Takes about \a bytes out of the middle of a spool file, from the disk as well: a first quarter stays, and a last
/// one, of which a long line may take half. All else stays where it is, so that no offset changes. What is taken, and
/// what was taken before, is one gap, and one line: blank for whoever reads it up to its last carriage return, behind
/// which it says what is missing and on which \a machine it is. May be killed at any instant: whoever reads sees whole
/// lines, and the next call, or endTaking(), ends what was begun. Answers how much it freed; 0 where the file system
/// cannot, or nothing is left to take. Blocks; any thread.
std::int64_t takeMiddle(const std::string &spoolPath, std::string_view machine, std::int64_t bytes);

/// Ends what a call of takeMiddle() had begun that was killed, where some bytes are gone already: until then the notice
/// is not where the gap is known to end. Quick where there is none. Blocks; any thread, but none beside one that takes.
void endTaking(const std::string &spoolPath, std::string_view machine);

/// False where the file system of a spool file cannot, so that nothing can be taken from it.
[[nodiscard]] bool hasHoles(const std::string &spoolPath);

} // namespace engine::logcore
