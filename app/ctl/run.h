// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QStringList>

namespace ctl {

/// batchctl's main(): parses, runs, prints; returns the exit code. Needs the application object.
int run(const QStringList &arguments);

/// Added to exit codes of verbs that return the job's exit code.
inline constexpr int ownFailure = 120;

/// Whether a verb returns the job's exit code, so that its own failures are ownFailure + code. Pure.
[[nodiscard]] bool endsAsTheJob(const QStringList &arguments);

} // namespace ctl
