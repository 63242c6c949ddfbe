// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/api/result.h"

namespace ctl {

class Session;

/// Reads a secret from the terminal, after \a prompt and without echo, else from standard input without its last line
/// feed, which echo adds. InvalidArgument for more than 64 KiB, and for what is not UTF-8.
[[nodiscard]] engine::Result<QString> readSecret(const Session &session, const QString &prompt);

} // namespace ctl
