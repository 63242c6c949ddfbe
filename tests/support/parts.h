// SPDX-License-Identifier: GPL-3.0-or-later
// SPDX-FileCopyrightText: 2026 The Batchdeck authors

#pragma once

#include "tests/support/patience.h"

#include <QProcess>

#include <cstdio>

namespace testing {

enum class Part { Here, Missing, Unknown };

/// Looks \a name up in the table tests/support/parts and runs its probe. Blocks for a few milliseconds.
inline Part findPart(const QString &name)
{
    QProcess probe;
    probe.start(QStringLiteral("bash"),
                {QStringLiteral(BATCHDECK_SOURCE_DIR "/tests/support/parts.sh"), QStringLiteral("has"), name});
    if (!probe.waitForFinished(5 * patience) // python is slow to start on a busy computer
        || probe.exitStatus() != QProcess::NormalExit)
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

/// True in a test "tst_x_extended" of ./check --extended: it has rows that the gate's tst_x leaves out.
inline bool isExtendedRun()
{
    return qEnvironmentVariableIsSet("BATCHDECK_EXTENDED");
}

/// True in ./check --rest: rows that ./check --sanitize runs are left out.
inline bool isRestRun()
{
    return qEnvironmentVariableIsSet("BATCHDECK_REST");
}

/// True in ./check --sanitize, which runs the rows that reach all of our code between them. The other rows run in
/// ./check,
/// ./check --rest, and ./check --sanitize-all.
inline bool isShortSanitizedRun()
{
#ifdef __SANITIZE_ADDRESS__
    return !isExtendedRun();
#else
    return false;
#endif
}

/// True in ./check --all-parts: a missing part is a failure.
inline bool mustTestAll()
{
    return qEnvironmentVariableIsSet("BATCHDECK_ALL_PARTS");
}

/// Prints a measurement, which ./check --long appends to docs/measurements.md. \a goal may be empty.
inline void measured(const char *what, const QString &value, const char *goal = "")
{
    std::printf("MEASURED: %s | %s | %s\n", what, qPrintable(value), goal);
    std::fflush(stdout);
}

/// As above, for a time in milliseconds. False when it exceeds \a goal in a long run; tests that call this are part of
/// that (MEASURES, tests/CMakeLists.txt).
inline bool measured(const char *what, qint64 time, qint64 goal)
{
    measured(what, QString::number(time) + QStringLiteral(" ms"),
             qPrintable(QString::number(goal) + QStringLiteral(" ms")));
    return !isLongRun() || time <= goal;
}

} // namespace testing

/// In a test function: skips it with a message when the part \a name (a QString), a row of tests/support/parts, is
/// missing. Under ./check --all-parts this is a failure. A name that is not in the table always is.
#define SKIP_WITHOUT_PART(name)                                                                                        \
    do {                                                                                                               \
        const QString part_ = (name);                                                                                  \
        const testing::Part found_ = testing::findPart(part_);                                                         \
        if (found_ == testing::Part::Unknown)                                                                          \
            QFAIL(qPrintable(QStringLiteral("tests/support/parts has no part '%1', or cannot be read").arg(part_)));   \
        if (found_ == testing::Part::Missing && testing::mustTestAll())                                                \
            QFAIL(qPrintable(QStringLiteral("the part '%1' is missing").arg(part_)));                                  \
        if (found_ == testing::Part::Missing)                                                                          \
            QSKIP(qPrintable(QStringLiteral("without the part '%1'").arg(part_)));                                     \
    } while (false)

/// As SKIP_WITHOUT_PART, for a string literal.
#define SKIP_WITHOUT(part) SKIP_WITHOUT_PART(QStringLiteral(part))

/// As SKIP_WITHOUT_PART, for what no package provides: the rights of root, or a system call that a container forbids.
#define SKIP_UNLESS_ALL(why)                                                                                           \
    do {                                                                                                               \
        if (testing::mustTestAll())                                                                                    \
            QFAIL("NOT TESTED: " why);                                                                                 \
        QSKIP("NOT TESTED: " why);                                                                                     \
    } while (false)
