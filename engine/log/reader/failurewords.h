// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/message.h"
#include "engine/log/reader/logfailure.h"

/// What the logs of a failed job say, for people and for programs. Pure; any thread.
namespace engine {

/// "importError", "cudaOutOfMemory"…: does not change, so that scripts can tell the kinds apart.
[[nodiscard]] QString toString(FailureKind kind);
/// "GPU out of memory: torch.cuda.OutOfMemoryError: CUDA out of memory."
[[nodiscard]] Message failureText(const LogFailure &failure);
/// What a person can do about it; empty where only the log can tell.
[[nodiscard]] Message failureRemedy(FailureKind kind);

} // namespace engine
