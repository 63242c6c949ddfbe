// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

namespace engine {

/// Lets this process open as many files as it may: every log that is followed is one, and systems begin with 1024 for
/// the sake of programs that use select(). Any thread; a second call changes nothing.
void raiseDescriptorLimit();

/// What it was before, for a command that is to find what a login gives. In a child, between fork and exec.
void restoreDescriptorLimit();

} // namespace engine
