// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

namespace engine {

/// Raises the soft limit of open files of this process. Every followed log is an open file, and systems start with 1024
/// for programs that use select(). Any thread; a second call changes nothing.
void raiseDescriptorLimit();

/// Restores the limit that was in force before raiseDescriptorLimit(), for a command that must see the limit of a
/// login. Called in a child process between fork and exec.
void restoreDescriptorLimit();

} // namespace engine
