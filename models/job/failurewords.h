// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/logfailure.h"

/// What the log of a failed job says, in words. Pure; in the reader's language.
namespace models {

/// "GPU out of memory: torch.cuda.OutOfMemoryError: CUDA out of memory."
[[nodiscard]] QString causeText(const engine::LogFailure &failure);
/// What a person can do about it; empty where only the log can tell.
[[nodiscard]] QString remedyText(engine::FailureKind kind);

} // namespace models
