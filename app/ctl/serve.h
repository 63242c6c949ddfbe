// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

namespace ctl {

class Session;

/// Runs the engine of a profile in this process until it is told to stop or to hand over, or gets a signal; with \a
/// idleSeconds > 0 also until it has been idle for so long. Returns the exit code. Needs the application object.
int serve(Session &session, int idleSeconds);

} // namespace ctl
