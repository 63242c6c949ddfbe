// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/files.h"

namespace testing {

/// Whether a process runs. One that has ended does not, though its number may stay for seconds, until an init that only
/// looks around now and then has taken note.
[[nodiscard]] inline bool isRunning(qint64 pid)
{
    const QByteArray stat = contentOf(QStringLiteral("/proc/%1/stat").arg(pid));
    const QByteArray state = stat.mid(stat.lastIndexOf(')') + 2, 1);
    return pid > 0 && !stat.isEmpty() && state != "Z" && state != "X";
}

} // namespace testing
