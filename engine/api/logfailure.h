// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "engine/log/core/failurecause.h"

#include <QStringList>

namespace engine {

using logcore::FailureKind;

/// What the logs of a job's processes say of why it failed.
struct LogFailure
{
    qsizetype log = -1; ///< which of them
    qint64 line = 0; ///< from 0, in the file
    FailureKind kind = FailureKind::PythonTraceback;
    bool isConsequence = false; ///< no log says more than that something else failed before
    QString words; ///< of that line, at most 500 characters

    bool operator==(const LogFailure &) const = default;
};

/// Reads the ends of files on this computer, of that which failed first first: the first that tells a cause, else the
/// first that tells a consequence. Blocks: the lines before what it found have to be counted. Any thread.
[[nodiscard]] std::optional<LogFailure> logFailure(const QStringList &paths);

} // namespace engine
