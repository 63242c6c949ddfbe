// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include <QProcess>
#include <QTest>

#include <cstdio>

namespace testing {

enum class Part { Here, Missing, Unknown };

/// Asks the table tests/support/parts. Blocks for the few milliseconds of the probe.
inline Part findPart(const QString &name)
{
    QProcess probe;
    probe.start(QStringLiteral("bash"),
                {QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/parts.sh"), QStringLiteral("has"), name});
    if (!probe.waitForFinished() || probe.exitStatus() != QProcess::NormalExit)
        return Part::Unknown;
    switch (probe.exitCode()) {
    case 0:
        return Part::Here;
    case 1:
        return Part::Missing;
    default:
        return Part::Unknown;
    }
}

/// True in ./check --long: the test runs its full counts.
inline bool isLongRun()
{
    return qEnvironmentVariableIsSet("BATCHDECK_LONG");
}

/// ./check --long appends the line to docs/measurements.md. \a goal says what it is held against, or is empty.
inline void measured(const char *what, const QString &value, const char *goal = "")
{
    std::printf("MEASURED: %s | %s | %s\n", what, qPrintable(value), goal);
    std::fflush(stdout);
}

} // namespace testing

/// In a test function: skips aloud when a row of tests/support/parts is not here; under ./check --all-parts that is a
/// failure, and a name that the table does not have always is.
#define SKIP_WITHOUT(part)                                                                                             \
    do {                                                                                                               \
        const testing::Part found_ = testing::findPart(QStringLiteral(part));                                          \
        if (found_ == testing::Part::Unknown)                                                                          \
            QFAIL("tests/support/parts has no part '" part "', or cannot be read");                                    \
        if (found_ == testing::Part::Missing && qEnvironmentVariableIsSet("BATCHDECK_ALL_PARTS"))                      \
            QFAIL("the part '" part "' is missing");                                                                   \
        if (found_ == testing::Part::Missing)                                                                          \
            QSKIP("without the part '" part "'");                                                                      \
    } while (false)
