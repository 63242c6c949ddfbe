// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

namespace ctl {

class Session;

/// Runs the engine of a profile in this process until it is told to stop, to hand over, or by a signal; with
/// \a idleSeconds > 0 also when it had nothing to do for so long. Answers the exit code. Needs the application object.
int serve(Session &session, int idleSeconds);

} // namespace ctl
