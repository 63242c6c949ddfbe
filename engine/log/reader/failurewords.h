// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/log/reader/logfailure.h"

/// The failure causes in logs as text and as identifiers. Pure; any thread.
namespace engine {

/// "importError", "cudaOutOfMemory"…: stable identifiers for scripts.
[[nodiscard]] QString toString(FailureKind kind);
/// "GPU out of memory: torch.cuda.OutOfMemoryError: CUDA out of memory."
[[nodiscard]] Message failureText(const LogFailure &failure);
/// What the user can do; empty where only the log can tell.
[[nodiscard]] Message failureRemedy(FailureKind kind);

} // namespace engine
