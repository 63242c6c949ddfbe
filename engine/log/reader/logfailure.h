// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/search/failurecause.h"

#include <QStringList>

#include <functional>

namespace engine {

using logcore::FailureKind;

/// What the logs of a job's processes say of why it failed.
struct LogFailure
{
    qsizetype log = -1; ///< which of them
    qint64 line = -1; ///< from 0, in the file; -1: none says it, but the way in which the process ended
    FailureKind kind = FailureKind::PythonTraceback;
    bool isConsequence = false; ///< no log says more than that something else failed before
    QString words; ///< of that line, at most 500 characters
    qint64 offset = -1; ///< of its first byte: that stays when lines before it are taken out of the log

    bool operator==(const LogFailure &) const = default;
};

/// How the process ended that failed first.
struct ProcessExit
{
    std::optional<int> code;
    int outOfMemoryKills = 0; ///< on its machine meanwhile

    bool operator==(const ProcessExit &) const = default;
};

/// Reads the ends of files on this computer, of that which failed first first: \a ofFirst are the logs of the process
/// that ended as \a exit says. A cause that those tell comes first; then the signal by which it ended, unless they tell
/// a consequence; then the first cause that another tells, the signal, and a consequence. Blocks: all of them are
/// read while none tells a cause, a few mebibytes at once, and the lines before what it found are counted.
/// \a isCanceled is asked before each; nothing is found then. Any thread.
[[nodiscard]] std::optional<LogFailure> logFailure(
    const QStringList &paths, qsizetype ofFirst = 0, const ProcessExit &exit = {},
    const std::function<bool()> &isCanceled = [] { return false; });

} // namespace engine
