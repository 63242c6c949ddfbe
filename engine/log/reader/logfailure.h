// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/search/failurecause.h"

#include <QStringList>

#include <functional>

namespace engine {

using logcore::FailureKind;

/// What the logs of a job's processes say about its failure.
struct LogFailure
{
    qsizetype log = -1; ///< index of the log
    qint64 line = -1; ///< from 0, in the file; -1 when only the exit code tells
    FailureKind kind = FailureKind::PythonTraceback;
    bool isConsequence = false; ///< the logs only say that something else failed before
    QString words; ///< of that line, at most 500 characters
    qint64 offset = -1; ///< of the line's first byte; unlike line, it stays when earlier lines are removed from the log

    bool operator==(const LogFailure &) const = default;
};

/// How the process that failed first ended.
struct ProcessExit
{
    std::optional<int> code;
    int outOfMemoryKills = 0; ///< on its machine during the attempt

    bool operator==(const ProcessExit &) const = default;
};

/// Reads the ends of files on this computer, those of the process that failed first at first: \a ofFirst is their
/// number, \a exit that process's end. Order of preference: a cause in the first process's logs; its signal, unless its
/// logs have a consequence; a cause in another log; the signal; a consequence. Blocks: all files are read, some MiB at
/// once, until a cause is found, and the lines before it are counted. \a isCanceled is called before each file; the
/// result is empty then. Any thread.
[[nodiscard]] std::optional<LogFailure> logFailure(
    const QStringList &paths, qsizetype ofFirst = 0, const ProcessExit &exit = {},
    const std::function<bool()> &isCanceled = [] { return false; });

} // namespace engine
